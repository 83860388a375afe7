internal import StreamSafe

/// Common parts of the readers of TOML and JSON.
protocol ForeignReader {
  var bytes: [UInt8] { get }
  var end: Int { get }
  var index: Int { get set }

  /// Reads a quoted text; nil for other input.
  mutating func string() -> String?
}

extension ForeignReader {
  var next: UInt8? { index < end ? bytes[index] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// A text without quotes; nil if it has too many combining marks.
  func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.isStreamSafe ? text : nil
  }

  /// Reads an escape after a backslash, as in TOML and JSON.
  ///
  /// - Returns: False if it is invalid.
  mutating func escape(into text: inout [UInt8]) -> Bool {
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
    case UInt8(ascii: "e"): return "\u{1B}"
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

/// Reads an object at the beginning of a file, where text may also begin with a brace.
struct JSONReader: ForeignReader {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  private(set) var fields: [ForeignField] = []

  /// - Parameter start: The position of the brace.
  /// - Returns: Nil if it is not JSON, or if something follows on the object's last line.
  init?(_ bytes: [UInt8], from start: Int) {
    guard start < bytes.count, bytes[start] == .openBrace else { return nil }
    self.init(bytes, at: start + 1)
    guard readFields() else { return nil }
    while let byte = next, byte.isBlank || byte == .carriageReturn { index += 1 }
    guard next == nil || next == .newline else { return nil }
  }

  init(_ bytes: [UInt8], at index: Int) {
    self.bytes = bytes
    end = bytes.count
    self.index = index
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

/// Reads the top-level fields of TOML front matter, and the tags in Zola's `[taxonomies]`.
///
/// It skips everything else, since memo doesn't write TOML.
struct TOMLReader: ForeignReader {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  private var fields: [ForeignField] = []
  /// ``ForeignField/isPlain`` of the current field.
  private var isPlain = true

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  static func fields(of bytes: [UInt8], in range: Range<Int>) -> [ForeignField] {
    var reader = TOMLReader(bytes, range)
    reader.readFields()
    return reader.fields
  }

  private mutating func readFields() {
    var table: String? = ""
    while index < end {
      skipSpace()
      let start = index
      if next == .openBracket {
        table = tableName()
      } else if let key = key() {
        skipBlanks()
        let place = index
        isPlain = true
        let value = value()
        let isWanted = table == "" || table == "taxonomies" && key == "tags"
        if isWanted, let value, isAtLineEnd() {
          fields.append(
            ForeignField(
              key: key, value: value, range: start..<index, source: place..<index,
              isPlain: isPlain))
        }
      }
      skipLine()
    }
  }

  private mutating func skipBlanks() { while next?.isBlank == true { index += 1 } }

  /// Skips comments, too.
  private mutating func skipSpace() {
    while let byte = next, byte.isBlank || byte.isLineEnd || byte == .hash {
      if byte == .hash {
        isPlain = false
        skipLine()
      } else {
        index += 1
      }
    }
  }

  private mutating func skipLine() { while let byte = next, byte != .newline { index += 1 } }

  private mutating func isAtLineEnd() -> Bool {
    let place = index
    defer { index = place }
    skipBlanks()
    return next.map { $0.isLineEnd || $0 == .hash } ?? true
  }

  /// The name in `[name]`; nil for other text in brackets.
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

  /// A key and its `=`; nil for a dotted key, whose value is skipped.
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

  /// - Parameter depth: How many more levels are allowed.
  private mutating func value(depth: Int = 100) -> TypedValue? {
    guard depth > 0 else { return nil }
    skipBlanks()
    switch next {
    case .quote?, .apostrophe?: return string().map { .text($0) }
    case .openBracket?:
      return items(to: .closeBracket) { $0.value(depth: depth - 1) }.map { .list($0) }
    case .openBrace?:
      return items(to: .closeBrace) { reader -> TypedValue.Pair? in
        guard let key = reader.simpleKey() else { return nil }
        reader.skipBlanks()
        guard reader.take(.equals), let value = reader.value(depth: depth - 1) else { return nil }
        return TypedValue.Pair(key: key, value: value)
      }.map { .map($0) }
    default: return word()
    }
  }

  /// Reads elements between brackets.
  private mutating func items<Item>(
    to end: UInt8, _ item: (inout TOMLReader) -> Item?
  ) -> [Item]? {
    index += 1
    var items: [Item] = []
    while true {
      skipSpace()
      if take(end) { return items }
      if take(.comma) { continue }
      guard let found = item(&self) else { return nil }
      items.append(found)
    }
  }

  private mutating func word() -> TypedValue? {
    let start = index
    while let byte = next, byte != .hash, byte != .comma, !byte.isLineEnd,
      byte != .closeBracket, byte != .closeBrace
    { index += 1 }
    let text = String(decoding: bytes[start..<index].trimmingBlanks, as: UTF8.self)
    guard !text.isEmpty else { return nil }
    let value = TypedValue(plain: text)
    // YAML writes other numbers and times differently.
    if value == .text(text), Deadline(text) == nil { isPlain = false }
    return value
  }

  /// Reads a text in one of the four kinds of quotes.
  mutating func string() -> String? {
    guard let mark = next else { return nil }
    let isLong = index + 2 < end && bytes[index + 1] == mark && bytes[index + 2] == mark
    index += isLong ? 3 : 1
    if isLong, next == .carriageReturn { index += 1 }
    if isLong, next == .newline { index += 1 }
    var text: [UInt8] = []
    while let byte = next {
      if byte == mark, !isLong || bytes[index..<end].starts(with: [mark, mark, mark]) {
        index += isLong ? 3 : 1
        return self.text(text)
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

  /// A backslash at the end of a line removes the line ending and the white space after it.
  private mutating func skipFolded() -> Bool {
    guard let byte = next, byte.isLineEnd || byte.isBlank else { return false }
    while let byte = next, byte.isBlank || byte.isLineEnd { index += 1 }
    return true
  }
}
