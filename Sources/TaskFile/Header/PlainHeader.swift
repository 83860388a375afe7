/// Reads the front matters that nearly everybody writes: `key: value`, line by line.
///
/// Takes a hundredth of a YAML parser's time, and gives up at the first sign of anything that
/// could mean something else.
enum PlainHeader {
  /// - Parameter range: The lines between the fences.
  /// - Returns: Nil when a YAML parser has to look at it.
  static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Header? {
    guard range.count <= Limits.headerBytes else { return nil }
    var header = Header()
    header.entries.reserveCapacity(8)
    // To look every key up among all others is fine for a few only.
    var seen: Set<String> = []
    var start = range.lowerBound
    while start < range.upperBound {
      var newline = start
      while newline < range.upperBound, bytes[newline] != .newline { newline += 1 }
      let next = min(newline + 1, range.upperBound)
      var end = newline
      if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
      if start < end, bytes[start] != .hash {
        guard let entry = entry(bytes, start, end, next) else { return nil }
        if header.entries.count == 64 { seen = Set(header.entries.map(\.key)) }
        let isNew =
          header.entries.count < 64
          ? !header.entries.contains { $0.key == entry.key } : seen.insert(entry.key).inserted
        guard isNew, header.entries.count < Limits.headerKeys else { return nil }
        header.entries.append(entry)
        if entry.style == .complex { header.isPlain = false }
      } else if start < end, bytes[start..<end].contains(where: { $0 < 0x20 || $0 >= 0x7F }) {
        return nil
      }
      start = next
    }
    return header
  }

  private static func entry(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ next: Int
  ) -> HeaderEntry? {
    guard bytes[start].isLetter || bytes[start] == UInt8(ascii: "_") else { return nil }
    var colon = start
    while colon < end, bytes[colon] != .colon {
      let byte = bytes[colon]
      guard byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte) else { return nil }
      colon += 1
    }
    // YAML has an opinion on how long a key may be.
    guard colon < end, colon - start <= 256, colon + 1 == end || bytes[colon + 1] == .space else {
      return nil
    }
    var entry = HeaderEntry(
      key: String(decoding: bytes[start..<colon], as: UTF8.self), start: start,
      afterColon: colon + 1, value: colon..<colon, style: .complex, end: next)
    if let list = LineList(bytes, from: colon + 1, to: end) {
      // What is quoted is text, also where it looks like a number.
      entry.style = list.hasQuotes ? .complex : .flowList
      entry.value = list.range
      entry.meaning = .list(list.items.map { String(decoding: bytes[$0], as: UTF8.self) })
      let nulls = list.items.filter { item in
        Scalar.isNull(bytes[item]) && ![.quote, .apostrophe].contains(bytes[item.lowerBound - 1])
      }
      entry.nullItems = Set(nulls.map { String(decoding: bytes[$0], as: UTF8.self) })
    } else if let (value, style) = ValueScanner.scan(bytes, from: colon + 1, to: end) {
      (entry.value, entry.style) = (value, style)
      entry.meaning = meaning(bytes, value, style)
    } else {
      return nil
    }
    return entry
  }

  /// What a value that was found without a YAML parser means.
  private static func meaning(
    _ bytes: [UInt8], _ value: Range<Int>, _ style: HeaderEntry.Style
  ) -> FieldValue? {
    switch style {
    case .empty, .flowList, .complex: return nil
    case .plain:
      if Scalar.isNull(bytes[value]) { return nil }
      return .text(String(decoding: bytes[value], as: UTF8.self))
    case .singleQuoted, .doubleQuoted:
      return .text(String(decoding: bytes[value].dropFirst().dropLast(), as: UTF8.self))
    }
  }
}

extension ArraySlice<UInt8> {
  var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while slice.first?.isBlank == true { slice.removeFirst() }
    while slice.last?.isBlank == true { slice.removeLast() }
    return slice
  }

  var trimmingSpaces: ArraySlice<UInt8> {
    var slice = self
    while slice.first == .space { slice.removeFirst() }
    while slice.last == .space { slice.removeLast() }
    return slice
  }
}
