internal import StreamSafe

/// Reads JSON, and the values of TOML.
struct JSONReader {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  /// Whether YAML can say all of the TOML so far: without tables, comments, and words of TOML's own.
  private(set) var isPlain = true

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
        guard let scalar = escaped() else { return nil }
        text += Array(String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape after a backslash, of JSON or TOML; nil if it is invalid.
  private mutating func escaped() -> Unicode.Scalar? {
    guard let sign = next else { return nil }
    index += 1
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
  /// - Returns: The fields, and whether they are all that the front matter says.
  static func fields(
    of bytes: [UInt8], in range: Range<Int>
  ) -> (fields: [TypedValue.Pair], isWhole: Bool) {
    var reader = JSONReader(bytes, at: range.lowerBound, to: range.upperBound)
    var fields: [TypedValue.Pair] = []
    var table = ""
    while true {
      reader.skipSpace()
      guard let sign = reader.next else { return (fields, reader.isPlain) }
      if sign == .openBracket {
        table = reader.tableLine()
      } else if sign == .hash {
        reader.skipComment()
      } else {
        guard let key = reader.bareKey(), let value = reader.tomlValue(), reader.endLine() else {
          return (fields, false)
        }
        if table.isEmpty || table.hasPrefix("[taxonomies]") && key == "tags" {
          fields.append(TypedValue.Pair(key: key, value: value))
        }
      }
    }
  }
}

extension JSONReader {
  fileprivate mutating func skipComment() {
    isPlain = false
    while let byte = next, byte != .newline { index += 1 }
  }

  fileprivate mutating func tableLine() -> String {
    let start = index
    skipComment()
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Skips blanks and a comment; false if something else is on the line.
  fileprivate mutating func endLine() -> Bool {
    skipBlanks()
    if next == .hash { skipComment() }
    return next?.isLineEnd ?? true
  }

  private mutating func skipBlanks() { while next?.isBlank == true { index += 1 } }

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
    guard take(.openBracket) else { return tomlWord() }
    var items: [TypedValue] = []
    while true {
      skipSpace()
      if take(.closeBracket) { return .list(items) }
      if take(.comma) { continue }
      if next == .hash {
        skipComment()
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
