/// Edits front matter in flow style: `{title: Buy milk}`.
extension TaskDocument {
  /// The text with a pair at the end, on its own line if the others are.
  ///
  /// - Parameter words: Key and value as written.
  /// - Returns: Nil without braces. Callers must parse the result to check it.
  func insertedInBraces(_ key: String, _ words: (name: String, value: FieldValue)) -> [UInt8]? {
    guard let pairs else { return nil }
    let name = isJSON ? Scalar.json(words.name) : words.name
    let text = Array("\(name): \(inBraces(words.value, key))".utf8)
    return pairs.edited(
      bytes, keeping: pairs.items.map { _ in true }, adding: [text], newline: fences.newline)
  }

  /// The text without a pair.
  ///
  /// - Returns: Nil without braces or if the pairs' positions are unknown. Callers must parse the
  ///   result to check it.
  func removedInBraces(_ key: String, _ header: Header) -> [UInt8]? {
    guard let pairs, pairs.items.count == header.entries.count else { return nil }
    return pairs.edited(
      bytes, keeping: header.entries.map { $0.key != key }, adding: [], newline: fences.newline)
  }

  /// The text with another value of a pair.
  ///
  /// - Returns: Like ``removedInBraces(_:_:)``.
  func changedInBraces(_ entry: HeaderEntry, _ value: FieldValue, _ header: Header) -> [UInt8]? {
    guard let pairs, pairs.items.count == header.entries.count,
      let index = header.entries.firstIndex(of: entry)
    else { return nil }
    let end = pairs.items[index].text.upperBound
    guard entry.value.lowerBound <= end else { return nil }
    let text = inBraces(spelled(value, for: entry), entry.key, like: style(of: entry))
    let needsSpace = !bytes[entry.value.lowerBound - 1].isBlank
    return bytes.replacing(
      entry.value.lowerBound..<end, with: (needsSpace ? [.space] : []) + Array(text.utf8))
  }

  private func inBraces(
    _ value: FieldValue, _ key: String, like style: HeaderEntry.Style = .plain
  ) -> String {
    switch value {
    case .text(let text) where isJSON: Scalar.json(text, isTyped: !Self.isKnown(key))
    case .text(let text):
      Scalar.encoded(text, like: style, isTyped: key != "title", inList: true)
    case .list(let items):
      String(decoding: Self.flowList(items, jsonTexts(items)), as: UTF8.self)
    }
  }

  /// Whether all keys are in double quotes, as in JSON; then new keys are, too.
  var isJSON: Bool {
    guard let pairs, !pairs.items.isEmpty else { return false }
    return pairs.items.allSatisfy { bytes[$0.text].first == .quote }
  }

  /// The items in JSON; empty for YAML.
  func jsonTexts(_ items: [String]) -> ItemTexts {
    guard isJSON else { return [:] }
    return Dictionary(items.map { ($0, Array(Scalar.json($0).utf8)) }) { first, _ in first }
  }

  /// The style of a value; between braces its quotes decide.
  func style(of entry: HeaderEntry) -> HeaderEntry.Style {
    guard entry.isShared, let first = bytes[entry.value].first else { return entry.style }
    return switch first {
    case .quote: .doubleQuoted
    case .apostrophe: .singleQuoted
    default: entry.style
    }
  }

  private var pairs: FlowList? {
    guard let range = fences.header,
      let start = bytes[range].firstIndex(where: { !$0.isBlank && !$0.isLineEnd })
    else { return nil }
    return FlowList(bytes, in: start..<range.upperBound, between: .openBrace, .closeBrace)
  }
}
