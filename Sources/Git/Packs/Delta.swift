/// A content told by what it has from another one, as packs have it.
struct Delta {
  private(set) var bytes: [UInt8] = []

  /// Nil where the two are not alike at their beginning and end.
  ///
  /// No likeness is looked for in between: what is told so is one text before and after a change
  /// in one place.
  init?(of content: [UInt8], from base: [UInt8]) {
    let splice = Splice(from: base, to: content)
    let (start, end) = (splice.start, splice.end)
    guard (start + end) * 2 > content.count else { return nil }
    append(size: base.count)
    append(size: content.count)
    copy(0..<start)
    insert(content[start..<(content.count - end)])
    copy((base.count - end)..<base.count)
  }

  private mutating func append(size: Int) {
    var size = size
    while size >= 0x80 {
      bytes.append(UInt8(size & 0x7F) | 0x80)
      size >>= 7
    }
    bytes.append(UInt8(size))
  }

  /// - Parameter range: Of the base.
  private mutating func copy(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(range.upperBound - start, Self.mostCopied)
      let place = bytes.count
      bytes.append(0x80)
      // Of both numbers only bytes that are not zero are written, and the first byte tells which.
      for (index, number) in [start, start >> 8, start >> 16, start >> 24, count, count >> 8]
        .enumerated() where number & 0xFF != 0
      {
        bytes[place] |= 1 << UInt8(index)
        bytes.append(UInt8(number & 0xFF))
      }
      start += count
    }
  }

  private mutating func insert(_ content: ArraySlice<UInt8>) {
    var rest = content
    while !rest.isEmpty {
      let part = rest.prefix(0x7F)
      bytes.append(UInt8(part.count))
      bytes += part
      rest = rest.dropFirst(part.count)
    }
  }

  private static let mostCopied = 0xFFFF
}
