/// What a key of a front matter holds.
///
/// Numbers, truth values and dates are the text that was typed.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case list([String])
}

/// A key of the user's own.
public struct Field: Hashable, Sendable {
  public var key: String
  /// Anything deeper than a list is its YAML, as text.
  public var value: FieldValue
}
