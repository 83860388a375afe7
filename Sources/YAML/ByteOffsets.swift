/// Where the characters of a text are: libyaml counts Unicode scalars, files have bytes.
struct ByteOffsets {
  /// The offset of each scalar; nil where each is one byte.
  private let starts: [Int]?
  private let text: [UInt8]

  init(_ text: UnsafeBufferPointer<UInt8>) {
    let bytes = unsafe Array(text)
    self.text = bytes
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      starts = nil
      return
    }
    starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
  }

  func offset(scalar index: Int) -> Int {
    guard let starts else { return min(index, text.count) }
    return index < starts.count ? starts[index] : text.count
  }

  /// The place of a byte, with lines broken at line feeds.
  func mark(offset: Int) -> Mark {
    let before = text.prefix(offset)
    let line = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = (line.last ?? []).count { $0 & 0xC0 != 0x80 }
    return Mark(line: line.count, column: column + 1, offset: before.count)
  }
}
