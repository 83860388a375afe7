/// Where values and entries end, told by their bytes alone.
extension HeaderLayout {
  /// The rest of a line up to a comment, and without the space around it.
  func withoutComment(_ line: Range<Int>) -> Range<Int> {
    var rest = bytes[line].drop(while: \.isBlank)
    let start = rest.startIndex
    var end = start
    var mark: UInt8?
    while let byte = rest.popFirst() {
      let before = bytes[rest.startIndex - 2]
      if byte == .backslash, mark == .quote {
        _ = rest.popFirst()
      } else if mark != nil {
        if byte == mark { mark = nil }
      } else if byte == .hash, before.isBlank {
        break
      } else if byte == .quote || byte == .apostrophe,
        before.isBlank || "[{,:".utf8.contains(before)
      {
        mark = byte
      }
      if !byte.isBlank { end = rest.startIndex }
    }
    // A quote that doesn't end was none.
    return mark == nil ? start..<end : start..<line.upperBound
  }

  /// Behind the entry's last line; blank lines and comments before the next key are not its.
  ///
  /// - Parameter valueLine: The last one that has any of the value in it.
  func contentEnd(from line: Int, to nextLine: Int?, behind valueLine: Int) -> Int {
    var last = min(nextLine ?? lines.count, lines.count) - 1
    while last > line {
      let text = bytes[lines[last]].drop(while: \.isBlank)
      // In a block scalar and between quotes a hash begins no comment, and a blank line is text.
      guard last > valueLine, text.isEmpty || text.first == .hash else { break }
      last -= 1
    }
    // Where keys share a line, the next one is on the same.
    return next(max(last, line))
  }

  /// Behind the colon that ends a key; nil for keys written in unusual ways.
  func colon(from start: Int, to end: Int) -> Int? {
    guard start < end, bytes[start] != UInt8(ascii: "?") else { return nil }
    var index = start
    if bytes[start] == .quote || bytes[start] == .apostrophe {
      index += 1
      while index < end, bytes[index] != bytes[start] { index += 1 }
      index += 1
    }
    while index < end {
      if bytes[index] == .colon, index + 1 == end || bytes[index + 1].isBlank { return index + 1 }
      index += 1
    }
    return nil
  }
}

extension HeaderLayout {
  /// Broken where YAML breaks them, that is also behind CR, NEL, LS and PS.
  static func lines(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let width = breakWidth(bytes, index, range.upperBound)
      if width > 0 {
        lines.append(start..<index)
        start = index + width
      }
      index += max(1, width)
    }
    return lines + [start..<range.upperBound]
  }

  /// How many bytes a line break takes; 0 where there is none.
  private static func breakWidth(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
    func follows(_ byte: UInt8, _ distance: Int = 1) -> Bool {
      index + distance < end && bytes[index + distance] == byte
    }
    switch bytes[index] {
    case .newline: return 1
    case .carriageReturn: return follows(.newline) ? 2 : 1
    case 0xC2: return follows(0x85) ? 2 : 0
    case 0xE2: return follows(0x80) && (follows(0xA8, 2) || follows(0xA9, 2)) ? 3 : 0
    default: return 0
    }
  }
}
