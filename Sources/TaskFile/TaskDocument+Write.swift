extension TaskDocument {
  /// A new file with these fields in order, under the store's names.
  ///
  /// - Parameters:
  ///   - fields: Each key once; nil for one without a value.
  ///   - body: Markdown.
  package init(
    _ fields: [(key: String, value: FieldValue?)], body: String, _ aliases: FieldAliases? = nil
  ) {
    let file = TaskDocument([], aliases)
    let lines = fields.map { key, value in
      Array("\(aliases?.name(ofNew: key) ?? key): ".utf8)
        + (value.map { file.written($0, key) } ?? []) + [.newline]
    }
    let fence = Array("---\n".utf8)
    self.init(fence + lines.joined() + fence + Array(body.utf8), aliases)
  }

  /// Sets a key in place, or adds it after the last key of memo's.
  ///
  /// All other bytes stay. An equal value changes nothing.
  /// - Parameter value: Nil to remove the key, as ``remove(_:)`` does.
  /// - Throws: ``Problem`` if the change would affect something else. Then the document is
  ///   unchanged.
  public mutating func set(_ key: String, to value: FieldValue?) throws(Problem) {
    guard let value else { return try remove(key) }
    try set(key, to: value, writing: [:])
  }

  /// - Parameter texts: The form of new items in another file.
  mutating func set(
    _ key: String, to value: FieldValue, writing texts: ItemTexts
  ) throws(Problem) {
    let header = header
    let key = writtenKey(key, in: header)
    guard header.entry(key)?.meaning != value else { return }
    try checkReadable(header)
    if header.entry(key) == nil { try Self.checkKey(key) }
    let (place, candidates) = candidates(key, value, texts, in: header)
    for lines in candidates {
      let changed = bytes.replacing(place, with: lines)
      guard says(changed, value, at: key, besides: header) else { continue }
      self = with(changed)
      return
    }
    throw refusal(key)
  }

  /// Sets memo's id, also beside another tool's id.
  ///
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  package mutating func setID(_ id: TaskID) throws(Problem) {
    try set(idKey, to: .text(id.text))
  }

  package var idKey: String { header.idKey }

  /// Removes a key and its lines, but not comments below.
  ///
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func remove(_ key: String) throws(Problem) {
    let header = header
    let key = header.writtenKey(key)
    try checkReadable(header)
    guard let entry = header.entry(key) else { return }
    // After a block scalar, comments and blank lines would become part of its text.
    let candidates = [entry.end, commentEnd(below: entry), blankEnd(below: entry)].map {
      bytes.replacing(entry.start..<$0, with: [])
    }
    // The key stays without a value if another key would take effect instead.
    let emptied = bytes.replacing(entry.afterColon..<entry.value.upperBound, with: [])
    guard
      let rest = (candidates + [emptied]).first(where: { says($0, nil, at: key, besides: header) })
    else { throw refusal(key) }
    self = with(rest)
  }

  public mutating func setBody(_ text: String) { setBody(Array(text.utf8)) }

  mutating func setBody(_ text: [UInt8]) {
    var start = Array(bytes[..<fences.body])
    // A file may end with the fence.
    if hasFrontMatter, start.last != .newline { start += fences.newline }
    self = with(start + text)
  }

  /// The document with these lines of text, which end as the text does.
  func with(_ lines: [BodyLines.Line]) -> TaskDocument {
    var document = self
    document.setBody(
      lines.joined(
        newline: fences.newline, endsWithNewline: bodyBytes.last ?? .newline == .newline))
    return document
  }

  /// Adds empty front matter to a file without front matter.
  public mutating func addFrontMatter() {
    guard !hasFrontMatter, !isForeign else { return }
    let fence = Array("---".utf8) + fences.newline
    self = with(
      Array(bytes[..<fences.start]) + fence + fence + Array(bytes[fences.start...]))
  }
}

extension TaskDocument {
  /// The name of a field's key in this file.
  func writtenKey(_ key: String, in header: Header) -> String {
    let written = header.writtenKey(key)
    // `due` is the only other name that is a key of memo's.
    guard written == "deadline", header.entry(written) == nil else { return written }
    return name(ofNew: written, in: header) == "due" ? "due" : written
  }

  /// - Throws: ``Problem`` of the file, or for front matter that is not YAML.
  package func checkReadable() throws(Problem) { try checkReadable(header) }

  func checkReadable(_ header: Header) throws(Problem) {
    if let problem = fileProblems(fences).first ?? header.problems.first { throw problem }
    if header.format != .yaml { throw Self.foreign(header.format) }
  }

  /// - Throws: ``Problem`` unless a new key can have this name.
  package static func checkKey(_ key: String) throws(Problem) {
    guard isKey(key) else {
      throw Problem(
        line: 1, column: 1, message: "'\(key)' can't be a key",
        hint: "a key is letters, digits, - and _")
    }
  }

  /// Whether a new key can have this name.
  public static func isKey(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == .dash || $0 == UInt8(ascii: "_") || $0 >= 0x80
      }
  }

  func refusal(_ key: String) -> Problem {
    let place = header.entry(key)?.start ?? fences.header?.lowerBound ?? 0
    return Problem(
      at: place, in: bytes, "'\(key)' can't be changed without touching something else",
      hint: "change it by hand: it is written in a way that memo doesn't rewrite")
  }

  /// The lines that may say another value of a key, the smallest change first, and their place.
  private func candidates(
    _ key: String, _ value: FieldValue, _ texts: ItemTexts, in header: Header
  ) -> (place: Range<Int>, lines: [[UInt8]]) {
    guard let entry = header.entry(key) else {
      guard let range = fences.header else { return (0..<0, []) }
      let place = place(of: header, range)
      let start = indentation(of: header) + Array("\(name(ofNew: key, in: header)): ".utf8)
      let lines = [texts, [:]].map { start + written(value, key, $0) + fences.newline }
      return (place..<place, lines.map(Array.init))
    }
    let texts = itemTexts(entry).merging(texts) { own, _ in own }
    let inPlace: [UInt8]? =
      switch value {
      case .text(let text): nested(entry, text)
      case .list(let items): editedList(entry, to: items, texts)
      }
    let values = [texts, [:]].map { lines(entry, written(value, key, $0, like: entry.style)) }
    return (entry.start..<entry.end, [inPlace].compactMap(\.self) + values)
  }

  /// A value to write after the colon, in the store's words.
  private func written(
    _ value: FieldValue, _ key: String, _ texts: ItemTexts = [:],
    like style: HeaderEntry.Style = .plain
  ) -> [UInt8] {
    switch value {
    case .text(let text):
      let text = aliases?.spelling(of: text, for: key) ?? text
      if !Self.isKnown(key), Self.isMap(text) { return Array(text.utf8) }
      let isTyped = key != "title" && key != "tags"
      return Array(Scalar.encoded(text, like: style, isTyped: isTyped).utf8)
    case .list(let items): return Self.flowList(items, texts, isTyped: !Self.isKnown(key))
    }
  }

  /// An entry's lines with another value as written.
  private func lines(_ entry: HeaderEntry, _ text: [UInt8]) -> [UInt8] {
    if bytes[entry.value].contains(.newline) {
      // This replaces everything after the colon, on all lines.
      let ending = bytes[entry.start..<entry.end].last == UInt8.newline ? fences.newline : []
      return bytes[entry.start..<entry.afterColon] + [UInt8.space] + text + ending
    }
    let needsSpace = !bytes[entry.value.lowerBound - 1].isBlank
    return bytes[entry.start..<entry.value.lowerBound] + (needsSpace ? [.space] : []) + text
      + bytes[entry.value.upperBound..<entry.end]
  }

  /// Of the first key; empty without keys.
  func indentation(of header: Header) -> ArraySlice<UInt8> {
    guard let first = header.entries.first else { return [] }
    let before = bytes[..<first.start]
    let line = before.lastIndex(of: .newline).map { $0 + 1 } ?? 0
    return bytes[line...].prefix { $0 == .space }
  }

  func place(of header: Header, _ range: Range<Int>) -> Int {
    header.entries.last { Self.isKnown($0.key) }.map { commentEnd(below: $0) }
      ?? range.upperBound
  }

  /// Whether a text differs only in one key, which has this value.
  private func says(
    _ bytes: [UInt8], _ value: FieldValue?, at key: String, besides old: Header
  ) -> Bool {
    let changed = with(bytes)
    func others(_ header: Header) -> [String: FieldValue?] {
      Dictionary(
        header.entries.filter { $0.key != key }.map { ($0.key, $0.meaning) },
        uniquingKeysWith: { first, _ in first })
    }
    let header = changed.header
    return header.problems.isEmpty && header.entry(key)?.meaning == value
      && others(header) == others(old) && changed.bodyBytes == bodyBytes
  }
}

extension [UInt8] {
  func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: new)
    return copy
  }
}

struct FieldChange: Hashable {
  var key: String
  /// Nil to remove the key.
  var value: FieldValue?
  /// The form of new items in another file.
  var texts: ItemTexts = [:]
}

extension TaskDocument {
  /// The number of changes to make at once, since a malicious file could have thousands.
  static let mostChanges = 64

  mutating func make(_ change: FieldChange) throws(Problem) {
    if let value = change.value {
      try set(change.key, to: value, writing: change.texts)
    } else {
      try remove(change.key)
    }
  }
}

extension [UInt8] {
  /// Replaces several ranges; nil if they overlap.
  func replacing(_ patches: [(range: Range<Int>, text: [UInt8])]) -> [UInt8]? {
    // Insertions at the same position stay in order.
    let sorted = patches.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    var result: [UInt8] = []
    var place = 0
    for (_, patch) in sorted {
      guard patch.range.lowerBound >= place else { return nil }
      result += self[place..<patch.range.lowerBound] + patch.text
      place = patch.range.upperBound
    }
    return result + self[place...]
  }
}

extension TaskDocument {
  /// A key's lines with another nested value, from a merge; nil unless both values are nested.
  private func nested(_ entry: HeaderEntry, _ text: String) -> [UInt8]? {
    guard entry.isNested, text.utf8.first == .newline else { return nil }
    return bytes[entry.start..<entry.afterColon] + Array(text.utf8)
  }

  /// Whether a text is a value in the form `{a: 1}` or `[{a: 1}]`, which stays so; not the link
  /// `[[Note]]`.
  private static func isMap(_ text: String) -> Bool {
    guard "{[".contains(text.first ?? " "), text.contains("{"),
      text.unicodeScalars.allSatisfy(Scalar.isPrintable)
    else { return false }
    let trial = TaskDocument(Array("---\nkey: \(text)\n---\n".utf8))
    guard trial.isUnderstood, trial.header.entry("key")?.meaning == .text(text) else {
      return false
    }
    return switch trial.ownValues().first?.value {
    case .map?: true
    case .list(let items)?: items.contains { if case .map = $0 { true } else { false } }
    default: false
    }
  }

  /// The position after indented comments below an entry, which probably belong to it.
  func commentEnd(below entry: HeaderEntry) -> Int {
    let end = fences.header?.upperBound ?? entry.end
    var (line, place) = (entry.end, entry.end)
    while line < end {
      let next = bytes[line..<end].firstIndex(of: .newline).map { $0 + 1 } ?? end
      let text = bytes[line..<next].drop(while: \.isBlank)
      if text.first == .hash, text.startIndex > line {
        place = next
      } else if let first = text.first, !first.isLineEnd {
        break
      }
      line = next
    }
    return place
  }

  /// The position after these comments and further blank lines.
  func blankEnd(below entry: HeaderEntry) -> Int {
    let end = fences.header?.upperBound ?? entry.end
    var line = commentEnd(below: entry)
    while let newline = bytes[line..<end].firstIndex(where: { !$0.isBlank && $0 != .carriageReturn }
    ),
      bytes[newline] == .newline
    { line = newline + 1 }
    return line
  }
}
