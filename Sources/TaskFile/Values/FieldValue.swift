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
}
