internal import StreamSafe

/// The value of a key in a front matter.
///
/// Numbers, truth values and dates are kept as the text in the file.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case list([String])

  /// The items of a list, or the text; an empty text is none.
  package var items: [String] {
    switch self {
    case .text(let text): text.isEmpty ? [] : [text]
    case .list(let items): items
    }
  }

  /// The text, or the items with commas between them.
  package var joined: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: ", ")
    }
  }

  /// The reason why a value can't contain a text; nil if it can.
  ///
  /// memo doesn't read front matter with more than thirty combining marks on a letter.
  package static func obstacle(to text: String) -> String? {
    text.isStreamSafe ? nil : Header.tooManyMarks
  }
}

/// A field that is not a property of ``TaskItem``.
public struct Field: Hashable, Sendable {
  public var key: String
  /// A nested value is its YAML as text.
  public var value: FieldValue

  public init(key: String, value: FieldValue) { (self.key, self.value) = (key, value) }
}

/// A value of JSON, or of a key with its YAML type.
///
/// memo itself compares, merges and writes ``FieldValue``.
public enum TypedValue: Hashable, Sendable {
  /// An empty value, `~` or `null`.
  case null
  case bool(Bool)
  /// Unchanged from the file: `1.50` stays `1.50`.
  case number(String)
  case text(String)
  case list([TypedValue])
  case map([Pair])

  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: TypedValue

    public init(key: String, value: TypedValue) { (self.key, self.value) = (key, value) }
  }
}

extension TypedValue: ExpressibleByDictionaryLiteral {
  /// A map with these pairs, in order; those without a value are left out.
  public init(dictionaryLiteral pairs: (String, TypedValue?)...) {
    var map: [Pair] = []
    map.reserveCapacity(pairs.count)
    for case (let key, let value?) in pairs { map.append(Pair(key: key, value: value)) }
    self = .map(map)
  }
}

extension TypedValue {
  /// The type of an unquoted value in YAML's core schema.
  ///
  /// Only numbers that YAML and JSON write alike are numbers. A text that begins with a zero or a
  /// plus may be a postcode or a telephone number, and would lose it.
  init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    default: self = Self.isNumber(text) ? .number(text) : .text(text)
    }
  }

  /// Whether YAML and JSON read a number.
  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isDigit || first == .dash else { return false }
    return text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
  }
}

extension TaskDocument {
  /// The fields that memo doesn't know, in the order of the file, with empty ones and another
  /// tool's `id`.
  ///
  /// - Parameter unusable: Known keys with invalid values, to include.
  public func ownValues(and unusable: Set<String> = []) -> [TypedValue.Pair] {
    let header = header
    let entries = header.entries.filter { entry in
      !Self.isKnown(entry.key) || unusable.contains(entry.key)
        || entry.key == "id" && header.idKey != "id"
    }
    return entries.map { TypedValue.Pair(key: $0.key, value: $0.typedValue) }
  }
}

extension HeaderEntry {
  /// The value with its type and nesting.
  var typedValue: TypedValue {
    if let typed { return typed }
    return switch meaning {
    case .text(let text)?: style == .plain ? TypedValue(plain: text) : .text(text)
    case .list(let items)?: .list(items.map(TypedValue.init(plain:)))
    case nil: .null
    }
  }
}
