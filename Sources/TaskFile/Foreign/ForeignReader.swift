internal import StreamSafe

/// What readers of TOML and JSON have in common: texts in quotes, and values inside of others.
protocol ForeignReader {
  /// What a text may begin with.
  static var quotes: [UInt8] { get }

  var bytes: [UInt8] { get }
  /// Behind the last byte that is read.
  var end: Int { get }
  var index: Int { get set }

  /// Moves behind what means nothing between two words, line ends included.
  mutating func skipSpace()
  /// Moves behind a text in quotes; nil for what is none.
  mutating func string() -> String?
}

/// A value, nil for a null; what is more than a word or a list of words is its text.
typealias ForeignValue = (field: FieldValue?, isNested: Bool)

extension ForeignReader {
  var next: UInt8? { index < end ? bytes[index] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// A text without its quotes; nil for one that takes long to compare with others.
  func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.isStreamSafe ? text : nil
  }

  /// Reads what stands behind a backslash.
  ///
  /// - Returns: False for what is no such sign.
  mutating func escape(into text: inout [UInt8]) -> Bool {
    guard let sign = next else { return false }
    index += 1
    guard let scalar = Escape.scalar(sign, bytes, &index, end) else { return false }
    text += Array(String(scalar).utf8)
    return true
  }

  /// A value in brackets of any depth, as its text.
  ///
  /// - Parameter start: Where it begins, before what is read of it already.
  mutating func nested(from start: Int) -> ForeignValue? {
    index = start
    var open: [UInt8] = []
    repeat {
      skipSpace()
      guard let byte = next else { return nil }
      if Self.quotes.contains(byte) {
        guard string() != nil else { return nil }
        continue
      }
      switch byte {
      case .openBracket: open.append(.closeBracket)
      case .openBrace: open.append(.closeBrace)
      case .closeBracket, .closeBrace:
        guard open.popLast() == byte else { return nil }
      default: break
      }
      index += 1
    } while !open.isEmpty
    return (.text(String(decoding: bytes[start..<index], as: UTF8.self)), true)
  }
}
