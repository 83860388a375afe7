/// The objects in a JSON text with their lines: one a line, in an array, or in the array of a key.
package struct JSONItems {
  package private(set) var items: [(line: Int, members: [TypedValue.Pair])] = []
  /// Values that are not objects, and invalid JSON, after which nothing is read.
  package private(set) var problems: [(line: Int, message: String)] = []

  /// - Parameter key: The key of an array in an object; its objects get the line of that object.
  package init(_ text: String, below key: String) {
    var reader = JSONReader(Array(text.utf8), at: 0)
    var isInArray = false
    var line = 1
    while let byte = reader.next {
      let start = reader.index
      func lineEnds() -> Int { reader.bytes[start..<reader.index].count { $0 == .newline } }
      switch byte {
      case .openBracket where !isInArray, .closeBracket where isInArray:
        isInArray.toggle()
        reader.index += 1
      case .comma, .space, .tab, .newline, .carriageReturn: reader.index += 1
      default:
        guard let value = reader.typedValue() else {
          problems.append((line + lineEnds(), "invalid JSON; the rest is not read"))
          return
        }
        add(value, line, below: key)
      }
      line += lineEnds()
    }
    // The file was cut off between two objects.
    if isInArray { problems.append((line, "the list isn't closed")) }
  }

  /// Adds an object, or the objects in its array.
  private mutating func add(_ value: TypedValue, _ line: Int, below key: String) {
    guard case .map(let members) = value else {
      problems.append((line, "not an object"))
      return
    }
    if case .list(let values)? = value[key] {
      let objects = values.compactMap { if case .map(let members) = $0 { members } else { nil } }
      if objects.count == values.count {
        items += objects.map { (line, $0) }
        return
      }
    }
    items.append((line, members))
  }
}

extension TypedValue {
  /// The value as text or a list of words; nil for null and anything nested.
  package var field: FieldValue? {
    switch self {
    case .null, .map: return nil
    case .list(let items):
      var texts: [String] = []
      for item in items where item != .null {
        guard case .text(let text)? = item.field else { return nil }
        texts.append(text)
      }
      return .list(texts)
    case .bool(let value): return .text("\(value)")
    case .number(let text), .text(let text): return .text(text)
    }
  }
}

extension TypedValue {
  /// The value as JSON on one line.
  package var json: String { String(decoding: json(spread: 0), as: UTF8.self) }

  /// The value as JSON.
  ///
  /// - Parameter spread: How many outer levels have their items on lines of their own.
  package func json(spread: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 0, spread)
    return bytes
  }

  private func append(to bytes: inout [UInt8], depth: Int, _ spread: Int) {
    func append<Element>(
      _ elements: [Element], _ marks: (String, String), _ body: (Element, inout [UInt8]) -> Void
    ) {
      let isSpread = depth < spread && !elements.isEmpty
      bytes += marks.0.utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += isSpread ? ",".utf8 : ", ".utf8 }
        if isSpread { bytes += ("\n" + String(repeating: "  ", count: depth + 1)).utf8 }
        body(element, &bytes)
      }
      if isSpread { bytes += ("\n" + String(repeating: "  ", count: depth)).utf8 }
      bytes += marks.1.utf8
    }
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += "\(value)".utf8
    case .number(let text): bytes += text.utf8
    case .text(let text): Self.appendJSON(text, to: &bytes)
    case .list(let items):
      append(items, ("[", "]")) { $0.append(to: &$1, depth: depth + 1, spread) }
    case .map(let pairs):
      append(pairs, ("{", "}")) { pair, bytes in
        Self.appendJSON(pair.key, to: &bytes)
        bytes += ": ".utf8
        pair.value.append(to: &bytes, depth: depth + 1, spread)
      }
    }
  }

  /// A JSON string (RFC 8259, section 7), with quotes, backslashes and control characters escaped.
  private static func appendJSON(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote: bytes += "\\\"".utf8
      case .backslash: bytes += "\\\\".utf8
      case .newline: bytes += "\\n".utf8
      case .tab: bytes += "\\t".utf8
      case .carriageReturn: bytes += "\\r".utf8
      case ..<0x20, 0x7F:
        bytes += "\\u00".utf8
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
  }
}
