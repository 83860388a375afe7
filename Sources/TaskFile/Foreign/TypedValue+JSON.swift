extension TypedValue {
  /// Parses a JSON text (RFC 8259).
  ///
  /// - Returns: Nil if it is invalid, or nested more than a hundred levels.
  package init?(json bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReader(bytes, at: 0)
    guard let value = reader.typedValue() else { return nil }
    reader.skipSpace()
    guard reader.next == nil else { return nil }
    self = value
  }

  /// The value of a key; nil for other types and missing keys.
  package subscript(_ key: String) -> TypedValue? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.last { $0.key == key }?.value
  }
}

extension JSONReader {
  /// Reads a JSON value; nil if it is invalid.
  ///
  /// - Parameter depth: How many more levels are allowed.
  mutating func typedValue(depth: Int = 100) -> TypedValue? {
    guard depth > 0 else { return nil }
    skipSpace()
    switch next {
    case .quote?: return string().map { .text($0) }
    case .openBracket?:
      return items(to: .closeBracket) { $0.typedValue(depth: depth - 1) }.map { .list($0) }
    case .openBrace?:
      return items(to: .closeBrace) { reader -> TypedValue.Pair? in
        reader.skipSpace()
        guard let key = reader.string() else { return nil }
        reader.skipSpace()
        guard reader.take(.colon), let value = reader.typedValue(depth: depth - 1) else {
          return nil
        }
        return TypedValue.Pair(key: key, value: value)
      }.map { .map($0) }
    default: return word()
    }
  }

  /// Reads elements between brackets, separated by commas.
  private mutating func items<Item>(
    to end: UInt8, _ item: (inout JSONReader) -> Item?
  ) -> [Item]? {
    index += 1
    var items: [Item] = []
    skipSpace()
    if take(end) { return items }
    while let found = item(&self) {
      items.append(found)
      skipSpace()
      if take(end) { return items }
      guard take(.comma) else { return nil }
    }
    return nil
  }

  private mutating func word() -> TypedValue? {
    let start = index
    while let byte = next, byte.isLetter || byte.isDigit || [.dash, .plus, .dot].contains(byte) {
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let isWord = ["null", "true", "false"].contains(text)
    return isWord || TypedValue.isNumber(text) ? TypedValue(plain: text) : nil
  }
}
