internal import StreamSafe

/// What a key of a front matter holds.
///
/// Numbers, truth values and dates are the text that was typed.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case list([String])

  /// Why a text can't be a value, or part of one; nil where it can.
  ///
  /// A front matter with a letter of more than thirty marks is not read.
  package static func obstacle(to text: String) -> String? {
    text.isStreamSafe ? nil : Header.tooManyMarks
  }
}

/// A key of the user's own.
public struct Field: Hashable, Sendable {
  public var key: String
  /// Anything deeper than a list is its YAML, as text.
  public var value: FieldValue

  public init(key: String, value: FieldValue) { (self.key, self.value) = (key, value) }
}

/// What a key of a front matter holds, as YAML types it.
///
/// ``FieldValue`` is what memo compares, merges and writes: the text that was typed. This is for
/// those who hand values on to programs.
public indirect enum TypedValue: Hashable, Sendable {
  /// Nothing: an empty value, `~` or `null`.
  case null
  case bool(Bool)
  /// As JSON writes it, and as it was typed: `1.50` stays so.
  case number(String)
  case text(String)
  case list([TypedValue])
  /// In the order of the text.
  case map([Pair])

  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: TypedValue

    public init(key: String, value: TypedValue) { (self.key, self.value) = (key, value) }
  }
}

extension TypedValue {
  /// What YAML's core schema sees in a value without quotes.
  ///
  /// Numbers are those that YAML and JSON write alike: what begins with a zero or a plus is
  /// rather somebody's postcode or telephone, and its zero would be lost.
  init(plain text: String) {
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    default: self = isNumber ? .number(text) : .text(text)
    }
  }
}

extension TaskDocument {
  /// The keys that have no meaning to memo, in the order of the file, with what they hold; those
  /// that hold nothing are among them, and another tool's `id`.
  ///
  /// - Parameter unusable: Keys that have a meaning, but not with their values.
  public func ownValues(and unusable: Set<String> = []) -> [TypedValue.Pair] {
    let header = header
    let entries = header.entries.filter { entry in
      !Self.isKnown(entry.key) || unusable.contains(entry.key)
        || entry.key == "id" && header.idKey != "id"
    }
    guard !entries.isEmpty else { return [] }
    switch header.format {
    case .toml: return entries.map { .init(key: $0.key, value: tomlValue($0)) }
    case .yaml where header.isPlain:
      return entries.map { .init(key: $0.key, value: plainValue($0)) }
    case .other: return []
    case .yaml, .json:
      let all = typedValues()
      return entries.map { .init(key: $0.key, value: all[$0.key] ?? TypedValue($0.meaning)) }
    }
  }

  /// All values of YAML, of which JSON is a part.
  func typedValues() -> [String: TypedValue] {
    let fences = fences
    return (fences.header ?? fences.foreign).map { YAMLHeader.values($0, of: bytes) } ?? [:]
  }

  private func plainValue(_ entry: HeaderEntry) -> TypedValue {
    switch (entry.style, entry.meaning) {
    case (.plain, .text(let text)?): TypedValue(plain: text)
    // Where an item of a list is quoted, the header is not plain.
    case (_, .list(let items)?): .list(items.map(TypedValue.init(plain:)))
    default: TypedValue(entry.meaning)
    }
  }

  /// A text stands in quotes there, and nothing else does.
  private func tomlValue(_ entry: HeaderEntry) -> TypedValue {
    if case .list(let items)? = entry.meaning, !entry.isNested {
      let texts = TOMLReader.areTexts(bytes, in: entry.value)
      guard texts.count == items.count else { return TypedValue(entry.meaning) }
      return .list(zip(items, texts).map { $1 ? .text($0) : TypedValue(plain: $0) })
    }
    guard case .text(let text)? = entry.meaning, !entry.isNested,
      let last = bytes[entry.value].last, last != .quote, last != .apostrophe
    else { return TypedValue(entry.meaning) }
    return TypedValue(plain: text)
  }
}

extension TypedValue {
  fileprivate init(_ value: FieldValue?) {
    switch value {
    case .text(let text)?: self = .text(text)
    case .list(let items)?: self = .list(items.map { .text($0) })
    case nil: self = .null
    }
  }
}
