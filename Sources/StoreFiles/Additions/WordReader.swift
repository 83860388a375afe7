/// Reads what a file of memo's own holds: numbers of eight bytes, lowest first, and blocks.
package struct WordReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package var isAtEnd: Bool { position == bytes.count }
  /// What was not read yet.
  package var rest: ArraySlice<UInt8> { bytes[position...] }
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  package mutating func take(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  package mutating func word() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return word
  }

  /// A number and as many bytes.
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

  /// A number and as many bytes.
  package mutating func append(block: some Collection<UInt8>) {
    append(word: UInt64(block.count))
    self += block
  }
}
