internal import StreamSafe

/// Reads an object at the beginning of a file, where text may also begin with a brace.
struct JSONReader {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  private(set) var fields: [ForeignField] = []
  /// See ``ForeignField/isPlain``, for the value of TOML that is being read.
  private(set) var isPlain = true

  /// - Parameter start: The position of the brace.
  /// - Returns: Nil if it is not JSON, or if something follows on the object's last line.
  init?(_ bytes: [UInt8], from start: Int) {
    guard start < bytes.count, bytes[start] == .openBrace else { return nil }
    self.init(bytes, at: start + 1)
    guard readFields() else { return nil }
    while let byte = next, byte.isBlank || byte == .carriageReturn { index += 1 }
    guard next == nil || next == .newline else { return nil }
  }

  init(_ bytes: [UInt8], at index: Int, to end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
    self.index = index
  }

  var next: UInt8? { index < end ? bytes[index] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  static func isBroken(_ bytes: [UInt8], from start: Int) -> Bool {
    var reader = JSONReader(bytes, at: start + 1)
    return !reader.readFields()
  }

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
    if take(.closeBrace) { return true }
    var keys: Set<String> = []
    while true {
      skipSpace()
      let start = index
      guard let key = string() else { return false }
      skipSpace()
      guard take(.colon) else { return false }
      skipSpace()
      let place = index
      guard let value = typedValue() else { return false }
      // JSON readers take the last value of a duplicate key.
      if !keys.insert(key).inserted { fields.removeAll { $0.key == key } }
      fields.append(
        ForeignField(key: key, value: value, range: start..<index, source: place..<index))
      skipSpace()
      if take(.closeBrace) { return true }
      guard take(.comma) else { return false }
    }
  }

  /// Reads a quoted text; nil for other input, and for too many combining marks.
  mutating func string() -> String? {
    guard take(.quote) else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case .quote:
        let text = String(decoding: text, as: UTF8.self)
        return text.isStreamSafe ? text : nil
      case .newline: return nil
      case .backslash:
        guard escape(into: &text) else { return nil }
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape after a backslash, of JSON or TOML.
  ///
  /// - Returns: False if it is invalid.
  private mutating func escape(into text: inout [UInt8]) -> Bool {
    guard let sign = next else { return false }
    index += 1
    guard let scalar = scalar(escapedAs: sign) else { return false }
    text += Array(String(scalar).utf8)
    return true
  }

  private mutating func scalar(escapedAs sign: UInt8) -> Unicode.Scalar? {
    switch sign {
    case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(sign)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "U"): return number(8).flatMap(Unicode.Scalar.init)
    case UInt8(ascii: "u"):
      guard let unit = number(4) else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      // The first half of a UTF-16 surrogate pair.
      guard take(.backslash), take(UInt8(ascii: "u")), let low = number(4),
        (0xDC00..<0xE000).contains(low)
      else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  /// Reads this many hexadecimal digits.
  private mutating func number(_ digits: Int) -> UInt32? {
    guard index + digits <= end else { return nil }
    defer { index += digits }
    return UInt32(String(decoding: bytes[index..<(index + digits)], as: UTF8.self), radix: 16)
  }
}

/// Reads the fields of TOML front matter that are texts on one line, numbers, truth values, dates
/// or lists of these, and the tags in Zola's `[taxonomies]`.
///
/// It stops at any other value, whose lines may look like fields.
enum TOMLReader {
  static func fields(of bytes: [UInt8], in range: Range<Int>) -> [ForeignField] {
    var reader = JSONReader(bytes, at: range.lowerBound, to: range.upperBound)
    var fields: [ForeignField] = []
    var table = ""
    while true {
      reader.skipSpace()
      let start = reader.index
      if reader.next == .openBracket {
        reader.skipLine()
        table = String(decoding: bytes[start..<reader.index], as: UTF8.self)
      } else if let key = reader.bareKey() {
        let place = reader.index
        guard let value = reader.tomlValue(), reader.isAtLineEnd else { break }
        if table.isEmpty || table.hasPrefix("[taxonomies]") && key == "tags" {
          fields.append(
            ForeignField(
              key: key, value: value, range: start..<reader.index, source: place..<reader.index,
              isPlain: reader.isPlain))
        }
      } else if reader.next != .hash {
        break
      }
      reader.skipLine()
    }
    return fields
  }
}

extension JSONReader {
  fileprivate mutating func skipLine() {
    while let byte = next, byte != .newline { index += 1 }
  }

  private mutating func skipBlanks() { while next?.isBlank == true { index += 1 } }

  fileprivate var isAtLineEnd: Bool {
    bytes[index..<end].first { !$0.isBlank }.map { $0.isLineEnd || $0 == .hash } ?? true
  }

  /// Reads a key without quotes, its `=` and the blanks after that.
  fileprivate mutating func bareKey() -> String? {
    let start = index
    while let byte = next,
      byte.isLetter || byte.isDigit || byte == .dash || byte == UInt8(ascii: "_")
    { index += 1 }
    let key = String(decoding: bytes[start..<index], as: UTF8.self)
    skipBlanks()
    guard !key.isEmpty, take(.equals) else { return nil }
    skipBlanks()
    return key
  }

  fileprivate mutating func tomlValue() -> TypedValue? {
    isPlain = true
    guard take(.openBracket) else { return tomlWord() }
    var items: [TypedValue] = []
    while true {
      skipSpace()
      if take(.closeBracket) { return .list(items) }
      if take(.comma) { continue }
      if next == .hash {
        isPlain = false
        skipLine()
        continue
      }
      guard let item = tomlWord() else { return nil }
      items.append(item)
    }
  }

  /// Reads a value without brackets; nil for a table or a text of several lines.
  private mutating func tomlWord() -> TypedValue? {
    if next == .quote { return string().map { .text($0) } }
    if take(.apostrophe) {
      let text = bytes[index..<end].prefix { $0 != .apostrophe && $0 != .newline }
      index = text.endIndex
      return take(.apostrophe) ? .text(String(decoding: text, as: UTF8.self)) : nil
    }
    let word = bytes[index..<end].prefix {
      !$0.isLineEnd && ![.hash, .comma, .openBracket, .closeBracket, .openBrace].contains($0)
    }
    index = word.endIndex
    let text = String(decoding: word.trimmingBlanks, as: UTF8.self)
    if text.isEmpty { return nil }
    let value = TypedValue(plain: text)
    if case .text = value, Deadline(text) == nil { isPlain = false }
    return value
  }
}
