/// The objects in a JSON text with their lines: one a line, in an array, or in the array of a key.
package struct JSONItems {
  package private(set) var items: [(line: Int, members: [TypedValue.Pair])] = []
  /// Values that are not objects.
  package private(set) var problems: [(line: Int, message: String)] = []

  private var reader: JSONReader
  private var isInArray = false
  /// The position of ``lineCount``.
  private var counted = 0
  private var lineCount = 1

  /// - Parameter key: The key of an array in the outermost object.
  package init(_ text: String, below key: String) {
    reader = JSONReader(Array(text.utf8), at: 0)
    skipToItem()
    while reader.next != nil {
      let start = reader.index
      let line = line(at: start)
      switch reader.typedValue() {
      case .map(let members)?:
        add(members, line, at: start, below: key)
      case nil:
        problems.append((self.line(at: reader.index), "invalid JSON"))
        skipBroken(from: start)
      default: problems.append((line, "not an object"))
      }
      skipToItem()
    }
    // The file was cut off between two objects.
    if isInArray, problems.isEmpty {
      problems.append((self.line(at: reader.index), "the list isn't closed"))
    }
  }

  /// Adds an object, or the objects in its array.
  private mutating func add(
    _ members: [TypedValue.Pair], _ line: Int, at start: Int, below key: String
  ) {
    guard case .list(let values)? = members.first(where: { $0.key == key })?.value,
      values.allSatisfy({ if case .map = $0 { true } else { false } })
    else {
      items.append((line, members))
      return
    }
    // Reads again for the objects' positions.
    let end = reader.index
    reader.index = start
    var depth = 0
    while reader.index < end, let byte = reader.next {
      if byte == .quote {
        _ = reader.string()
        continue
      }
      if byte == .openBrace, depth == 2 {
        let line = self.line(at: reader.index)
        if case .map(let members)? = reader.typedValue() { items.append((line, members)) }
        continue
      }
      if byte == .openBrace || byte == .openBracket { depth += 1 }
      if byte == .closeBrace || byte == .closeBracket { depth -= 1 }
      reader.index += 1
    }
  }

  private mutating func skipToItem() {
    while let byte = reader.next {
      switch byte {
      case .openBracket where !isInArray: isInArray = true
      case .closeBracket where isInArray: isInArray = false
      case .comma: break
      default: guard byte.isBlank || byte.isLineEnd else { return }
      }
      reader.index += 1
    }
  }

  /// Skips a broken object, to the next line with a brace at the same indentation.
  private mutating func skipBroken(from start: Int) {
    let bytes = reader.bytes
    func indent(_ line: Int) -> Int? {
      let blanks = bytes[line...].prefix(while: \.isBlank).count
      return bytes.count > line + blanks && bytes[line + blanks] == .openBrace ? blanks : nil
    }
    let own = bytes[..<start].lastIndex(of: .newline).map { $0 + 1 } ?? 0
    let depth = indent(own)
    var place = start
    while let end = bytes[place...].firstIndex(of: .newline) {
      place = end + 1
      guard let found = indent(place), found == depth ?? found else { continue }
      reader.index = place
      return
    }
    reader.index = bytes.count
  }

  private mutating func line(at index: Int) -> Int {
    lineCount += reader.bytes[counted..<index].count { $0 == .newline }
    counted = index
    return lineCount
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
