internal import Git

/// Reads memo's own binary files: numbers of eight bytes, lowest first, and blocks.
package struct WordReader {
  private let bytes: [UInt8]
  /// The position of the next byte.
  package private(set) var position = 0

  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package var isAtEnd: Bool { position == bytes.count }
  /// The bytes that were not read yet.
  package var rest: ArraySlice<UInt8> { bytes[position...] }
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  package mutating func take(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  package mutating func word() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.word(at: position)
  }

  /// Skips this many bytes.
  package mutating func skip(_ count: Int) { position = min(position + count, bytes.count) }

  /// A number, and as many bytes.
  package mutating func block() -> Range<Int>? {
    guard let count = word(), count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return position..<(position + Int(count))
  }
}

extension [UInt8] {
  package mutating func append(word: UInt64) {
    for index in 0..<8 { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
  }

  /// A number, and as many bytes.
  package mutating func append(block: some Collection<UInt8>) {
    append(word: UInt64(block.count))
    self += block
  }
}
