/// A key of a front matter, with its position.
struct HeaderEntry: Hashable {
  enum Style: Hashable {
    case empty, plain, singleQuoted, doubleQuoted, flowList
    /// Anything else: several lines, anchors, mappings.
    case complex
  }

  var key: String
  /// The start of the key's line.
  var start: Int
  /// After the colon.
  var afterColon: Int
  /// The value without surrounding spaces and comment.
  var value: Range<Int>
  var style: Style
  /// After the entry's last line.
  var end: Int
  /// The parsed value; nil if YAML reads null.
  var meaning: FieldValue?
  /// Whether the value is nested; then ``meaning`` is its text.
  var isNested = false
  /// The key in the file, if it is an alias.
  var name: String?
  /// The value with its type and nesting; nil if ``style`` and ``meaning`` show it.
  var typed: TypedValue?

  /// The items of a list; nil if it is none.
  var items: [String]? { if case .list(let texts)? = meaning { texts } else { nil } }
}

/// The entries of a front matter, in the order of the file.
struct Header: Hashable {
  var entries: [HeaderEntry] = []
  var format = FrontMatterFormat.yaml
  /// Whether entries can be changed in place.
  var isBlock = false
  /// Duplicate keys, of which the first entry counts.
  var repeatedKeys: Set<String> = []
  var problems: [Problem] = []

  func entry(_ key: String) -> HeaderEntry? { entries.first { $0.key == key } }

  static let tooManyMarks = "a letter here has too many combining marks"
}
