/// Reads an object at the beginning of a file, if it is one: a text may begin with a brace, too.
struct JSONReader {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var index: Int
  private(set) var fields: [ForeignField] = []

  /// - Parameter start: Where the brace is.
  /// - Returns: Nil for what is no JSON, or goes on behind the object on its line.
  init?(_ bytes: [UInt8], from start: Int) {
    guard start < bytes.count, bytes[start] == .openBrace else { return nil }
    self.bytes = bytes
    end = bytes.count
    index = start + 1
    guard readFields() else { return nil }
    while let byte = next, byte.isBlank || byte == .carriageReturn { index += 1 }
    guard next == nil || next == .newline else { return nil }
  }

  private var next: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte.isBlank || byte.isLineEnd { index += 1 }
  }

  private mutating func readFields() -> Bool {
    skipSpace()
    if take(.closeBrace) { return true }
    while true {
      skipSpace()
      let start = index
      guard let (key, value) = pair() else { return false }
      fields.append(
        ForeignField(
          key: key, value: value.field, isNested: value.isNested, range: start..<index))
      skipSpace()
      if take(.closeBrace) { return true }
      guard take(.comma) else { return false }
    }
  }

  private typealias Value = (field: FieldValue?, isNested: Bool)

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func pair() -> (String, Value)? {
    guard let key = string() else { return nil }
    skipSpace()
    guard take(.colon), let value = value() else { return nil }
    return (key, value)
  }

  private mutating func value() -> Value? {
    skipSpace()
    switch next {
    case .quote?: return string().map { (.text($0), false) }
    case .openBracket?: return array()
    case .openBrace?:
      let start = index
      return skipNested() ? nested(from: start) : nil
    default:
      let start = index
      while let byte = next,
        byte.isLetter || byte.isDigit || [.dash, .plus, .dot].contains(byte)
      { index += 1 }
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      if text == "null" { return (nil, false) }
      return ["true", "false"].contains(text) || Double(text) != nil ? (.text(text), false) : nil
    }
  }

  /// A list of words as such, anything deeper as its text.
  private mutating func array() -> Value? {
    let start = index
    index += 1
    var items: [String] = []
    skipSpace()
    if take(.closeBracket) { return (.list([]), false) }
    while true {
      skipSpace()
      if next == .openBracket || next == .openBrace {
        index = start
        return skipNested() ? nested(from: start) : nil
      }
      guard let value = value() else { return nil }
      if case .text(let text)? = value.field { items.append(text) }
      skipSpace()
      if take(.closeBracket) { return (.list(items), false) }
      guard take(.comma) else { return nil }
    }
  }

  /// Moves behind brackets of any depth.
  private mutating func skipNested() -> Bool {
    var open: [UInt8] = []
    repeat {
      guard let byte = next else { return false }
      switch byte {
      case .quote:
        guard string() != nil else { return false }
        continue
      case .openBracket: open.append(.closeBracket)
      case .openBrace: open.append(.closeBrace)
      case .closeBracket, .closeBrace:
        guard open.popLast() == byte else { return false }
      default: break
      }
      index += 1
    } while !open.isEmpty
    return true
  }

  private func nested(from start: Int) -> Value {
    (.text(String(decoding: bytes[start..<index], as: UTF8.self)), true)
  }

  private mutating func string() -> String? {
    guard take(.quote) else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case .quote: return String(decoding: text, as: UTF8.self)
      case .newline: return nil
      case .backslash:
        guard let sign = next else { return nil }
        index += 1
        guard let scalar = Escape.scalar(sign, bytes, &index, end) else { return nil }
        text += Array(String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }
}
