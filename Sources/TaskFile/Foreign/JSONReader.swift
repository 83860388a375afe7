/// Reads an object at the beginning of a file, if it is one: a text may begin with a brace, too.
struct JSONReader: ForeignReader {
  static let quotes: [UInt8] = [.quote]
  let bytes: [UInt8]
  let end: Int
  var index: Int
  private(set) var fields: [ForeignField] = []
  /// Without the braces of the object.
  private let isBare: Bool

  /// - Parameter start: Where the brace is.
  /// - Returns: Nil for what is no JSON, or goes on behind the object on its line.
  init?(_ bytes: [UInt8], from start: Int) {
    guard start < bytes.count, bytes[start] == .openBrace else { return nil }
    self.init(bytes, at: start + 1)
    guard readFields() else { return nil }
    while let byte = next, byte.isBlank || byte == .carriageReturn { index += 1 }
    guard next == nil || next == .newline else { return nil }
  }

  /// - Parameter range: What Hexo and Middleman read as if it stood in braces.
  init?(_ bytes: [UInt8], within range: Range<Int>) {
    self.init(bytes, at: range.lowerBound, upTo: range.upperBound)
    guard readFields() else { return nil }
  }

  private init(_ bytes: [UInt8], at index: Int, upTo end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
    isBare = end != nil
    self.index = index
  }

  /// The fields of what one of these two has found.
  static func fields(of bytes: [UInt8], in range: Range<Int>) -> [ForeignField] {
    let reader =
      bytes[range].first == .openBrace
      ? JSONReader(bytes, from: range.lowerBound) : JSONReader(bytes, within: range)
    return reader?.fields ?? []
  }

  /// Where an object stops being one; nil where it is whole.
  static func flaw(in bytes: [UInt8], from start: Int) -> Int? {
    JSONReader(bytes, at: start + 1).flaw
  }

  /// The same of one without braces.
  static func flaw(in bytes: [UInt8], within range: Range<Int>) -> Int? {
    JSONReader(bytes, at: range.lowerBound, upTo: range.upperBound).flaw
  }

  private var flaw: Int? {
    var reader = self
    return reader.readFields() ? nil : min(reader.index, end)
  }

  /// Whether a key in quotes stands behind a brace.
  static func beginsWithKey(_ bytes: [UInt8], from start: Int) -> Bool {
    var reader = JSONReader(bytes, at: start + 1)
    reader.skipSpace()
    guard reader.string() != nil else { return false }
    reader.skipSpace()
    return reader.take(.colon)
  }

  mutating func skipSpace() {
    while let byte = next, byte.isBlank || byte.isLineEnd { index += 1 }
  }

  private mutating func readFields() -> Bool {
    skipSpace()
    if isAtEnd() { return true }
    var keys: Set<String> = []
    while true {
      skipSpace()
      let start = index
      guard let (key, value) = pair() else { return false }
      // Of a key that is there twice every reader of JSON takes the last.
      if !keys.insert(key).inserted { fields.removeAll { $0.key == key } }
      fields.append(
        ForeignField(
          key: key, value: value.field, isNested: value.isNested, range: start..<index))
      skipSpace()
      if isAtEnd() { return true }
      guard take(.comma) else { return false }
    }
  }

  /// Whether the object ends here.
  private mutating func isAtEnd() -> Bool { isBare ? next == nil : take(.closeBrace) }

  private mutating func pair() -> (String, ForeignValue)? {
    guard let key = string() else { return nil }
    skipSpace()
    guard take(.colon), let value = value() else { return nil }
    return (key, value)
  }

  private mutating func value() -> ForeignValue? {
    skipSpace()
    switch next {
    case .quote?: return string().map { (.text($0), false) }
    case .openBracket?: return array()
    case .openBrace?: return nested(from: index)
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
  private mutating func array() -> ForeignValue? {
    let start = index
    index += 1
    var items: [String] = []
    skipSpace()
    if take(.closeBracket) { return (.list([]), false) }
    while true {
      skipSpace()
      if next == .openBracket || next == .openBrace { return nested(from: start) }
      guard let value = value() else { return nil }
      if case .text(let text)? = value.field { items.append(text) }
      skipSpace()
      if take(.closeBracket) { return (.list(items), false) }
      guard take(.comma) else { return nil }
    }
  }

  mutating func string() -> String? {
    guard take(.quote) else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case .quote: return self.text(text)
      case .newline: return nil
      case .backslash:
        guard escape(into: &text) else { return nil }
      default: text.append(byte)
      }
    }
    return nil
  }
}
