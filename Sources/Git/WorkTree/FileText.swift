/// What a file is to hold, or held.
public enum FileText: Sendable {
  case bytes([UInt8])
  /// Of thousands of files nobody keeps the texts.
  case mark(TextMark)

  /// Whether these bytes are it.
  public func isText(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .bytes(let own): own == bytes
    case .mark(let mark): mark == TextMark(bytes)
    }
  }
}

/// What tells a text from any other that comes to stand in its file.
public struct TextMark: Hashable, Sendable {
  private let count: Int
  private let checksum: UInt64

  public init(_ bytes: [UInt8]) {
    count = bytes.count
    checksum = Checksum.of(bytes, in: bytes.indices)
  }
}
