/// Reads the fields at the top of a TOML front matter, and the tags in Zola's `[taxonomies]`.
///
/// What it can't read is passed over: nothing is ever written back.
struct TOMLReader {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  private(set) var fields: [ForeignField] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    readFields()
  }

  private var next: UInt8? { index < end ? bytes[index] : nil }

  private mutating func readFields() {
    var table: String? = ""
    while index < end {
      skipSpaceAndComments()
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

  private mutating func skipSpaceAndComments() {
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

  private mutating func simpleKey() -> String? {
    if next == .quote || next == .apostrophe { return string() }
    let start = index
    while let byte = next,
      byte.isLetter || byte.isDigit || byte == .dash || byte == UInt8(ascii: "_")
    { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
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
  private typealias Value = (field: FieldValue, isNested: Bool)

  private mutating func value() -> Value? {
    skipBlanks()
    switch next {
    case nil: return nil
    case .quote?, .apostrophe?: return string().map { (.text($0), false) }
    case .openBracket?: return array()
    case .openBrace?:
      let start = index
      return skipNested() ? nested(from: start) : nil
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
  private mutating func array() -> Value? {
    let start = index
    index += 1
    var items: [String] = []
    while true {
      skipSpaceAndComments()
      switch next {
      case nil: return nil
      case .closeBracket?:
        index += 1
        return (.list(items), false)
      case .comma?: index += 1
      case .openBracket?, .openBrace?:
        index = start
        return skipNested() ? nested(from: start) : nil
      default:
        guard case .text(let text)? = value()?.field else { return nil }
        items.append(text)
      }
    }
  }

  /// Moves behind brackets of any depth.
  private mutating func skipNested() -> Bool {
    var open: [UInt8] = []
    repeat {
      skipSpaceAndComments()
      guard let byte = next else { return false }
      switch byte {
      case .quote, .apostrophe:
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

  /// A text in quotes of any of the four kinds.
  private mutating func string() -> String? {
    guard let mark = next else { return nil }
    let isLong = index + 2 < end && bytes[index + 1] == mark && bytes[index + 2] == mark
    index += isLong ? 3 : 1
    if isLong, next == .carriageReturn { index += 1 }
    if isLong, next == .newline { index += 1 }
    var text: [UInt8] = []
    while let byte = next {
      if byte == mark, !isLong || bytes[index..<end].starts(with: [mark, mark, mark]) {
        index += isLong ? 3 : 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == .newline, !isLong { return nil }
      index += 1
      if byte == .backslash, mark == .quote {
        guard escape(into: &text) else { return nil }
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into text: inout [UInt8]) -> Bool {
    guard let byte = next else { return false }
    if byte.isLineEnd || byte.isBlank {
      while let byte = next, byte.isBlank || byte.isLineEnd { index += 1 }
      return true
    }
    index += 1
    guard let scalar = Escape.scalar(byte, bytes, &index, end) else { return false }
    text += Array(String(scalar).utf8)
    return true
  }
}
