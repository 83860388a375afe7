/// Reads the fields at the top of a TOML front matter, and the tags in Zola's `[taxonomies]`.
///
/// What it can't read is passed over: nothing is ever written back.
struct TOMLReader: ForeignReader {
  static let quotes: [UInt8] = [.quote, .apostrophe]
  let bytes: [UInt8]
  let end: Int
  var index: Int
  private(set) var fields: [ForeignField] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    readFields()
  }

  /// One that has read nothing yet.
  init(_ bytes: [UInt8], at range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// Whether a comment stands in a value.
  static func hasComment(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    var reader = TOMLReader(bytes, at: range)
    while let byte = reader.next, byte != .hash {
      if quotes.contains(byte) {
        if reader.string() == nil { return false }
      } else {
        reader.index += 1
      }
    }
    return reader.next != nil
  }

  private mutating func readFields() {
    var table: String? = ""
    while index < end {
      skipSpace()
      let start = index
      if next == .openBracket {
        table = tableName()
      } else if let key = key() {
        let value = value()
        let isWanted = table == "" || table == "taxonomies" && key == "tags"
        if isWanted, let value, isAtLineEnd() {
          fields.append(
            ForeignField(
              key: key, value: value.field, isNested: value.isNested, range: start..<index))
        }
      }
      skipLine()
    }
  }

  private mutating func skipBlanks() { while next?.isBlank == true { index += 1 } }

  /// Comments are no words, either.
  mutating func skipSpace() {
    while let byte = next, byte.isBlank || byte.isLineEnd || byte == .hash {
      if byte == .hash { skipLine() } else { index += 1 }
    }
  }

  private mutating func skipLine() { while let byte = next, byte != .newline { index += 1 } }

  private mutating func isAtLineEnd() -> Bool {
    let place = index
    defer { index = place }
    skipBlanks()
    return next.map { $0.isLineEnd || $0 == .hash } ?? true
  }

  /// The name in `[name]`; nil for anything else in brackets.
  private mutating func tableName() -> String? {
    index += 1
    skipBlanks()
    guard let name = simpleKey() else { return nil }
    skipBlanks()
    return next == .closeBracket ? name : nil
  }

  private mutating func simpleKey() -> String? { simpleKeyBytes().flatMap(text) }

  mutating func simpleKeyBytes() -> [UInt8]? {
    if next == .quote || next == .apostrophe { return stringBytes() }
    let start = index
    while let byte = next,
      byte.isLetter || byte.isDigit || byte == .dash || byte == UInt8(ascii: "_")
    { index += 1 }
    return index > start ? Array(bytes[start..<index]) : nil
  }

  /// A key and its `=`; nil for a dotted one, behind which the value is passed over all the same.
  private mutating func key() -> String? {
    guard let key = simpleKey() else { return nil }
    skipBlanks()
    if next == .equals {
      index += 1
      return key
    }
    while let byte = next, byte != .equals, !byte.isLineEnd { index += 1 }
    guard next == .equals else { return nil }
    index += 1
    _ = value()
    return nil
  }
}

extension TOMLReader {
  private mutating func value() -> ForeignValue? {
    skipBlanks()
    switch next {
    case nil: return nil
    case .quote?, .apostrophe?: return string().map { (.text($0), false) }
    case .openBracket?: return array()
    case .openBrace?: return nested(from: index)
    default:
      let start = index
      while let byte = next, byte != .hash, byte != .comma, !byte.isLineEnd,
        byte != .closeBracket, byte != .closeBrace
      { index += 1 }
      let text = String(decoding: bytes[start..<index].trimmingBlanks, as: UTF8.self)
      return text.isEmpty ? nil : (.text(text), false)
    }
  }

  /// An array of words as a list, anything deeper as its text.
  private mutating func array() -> ForeignValue? {
    let start = index
    index += 1
    var items: [String] = []
    while true {
      skipSpace()
      switch next {
      case nil: return nil
      case .closeBracket?:
        index += 1
        return (.list(items), false)
      case .comma?: index += 1
      case .openBracket?, .openBrace?: return nested(from: start)
      default:
        guard case .text(let text)? = value()?.field else { return nil }
        items.append(text)
      }
    }
  }

  /// Which items of a list of words stand in quotes: those are texts, whatever they look like.
  ///
  /// - Parameter field: From the key on.
  static func areTexts(_ bytes: [UInt8], in field: Range<Int>) -> [Bool] {
    var reader = TOMLReader(bytes, at: field)
    var texts: [Bool] = []
    guard reader.key() != nil else { return [] }
    reader.skipBlanks()
    guard reader.take(.openBracket) else { return [] }
    while true {
      reader.skipSpace()
      if reader.take(.comma) { continue }
      guard let first = reader.next, first != .closeBracket else { return texts }
      texts.append(first == .quote || first == .apostrophe)
      guard reader.value() != nil else { return texts }
    }
  }

  /// A text in quotes of any of the four kinds.
  mutating func string() -> String? { stringBytes().flatMap(text) }

  /// The same, also of one that takes long to compare with others.
  mutating func stringBytes() -> [UInt8]? {
    guard let mark = next else { return nil }
    let isLong = index + 2 < end && bytes[index + 1] == mark && bytes[index + 2] == mark
    index += isLong ? 3 : 1
    if isLong, next == .carriageReturn { index += 1 }
    if isLong, next == .newline { index += 1 }
    var text: [UInt8] = []
    while let byte = next {
      if byte == mark, !isLong || bytes[index..<end].starts(with: [mark, mark, mark]) {
        index += isLong ? 3 : 1
        return text
      }
      if byte == .newline, !isLong { return nil }
      index += 1
      if byte == .backslash, mark == .quote {
        guard skipFolded() || escape(into: &text) else { return nil }
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  /// A backslash at the end of a line takes the line's end away, and the space behind it.
  private mutating func skipFolded() -> Bool {
    guard let byte = next, byte.isLineEnd || byte.isBlank else { return false }
    while let byte = next, byte.isBlank || byte.isLineEnd { index += 1 }
    return true
  }
}
