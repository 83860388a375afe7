/// What gave way in a merge, as a callout in the task's text.
///
/// `> [!CONFLICT] deadline: 2026-12-05 — Kim, 2026-11-20 10:12`
public struct ConflictNote: Hashable, Sendable {
  /// What both sides changed.
  public enum Part: Hashable, Sendable {
    /// A key of the front matter.
    case field(String)
    /// Lines of the text; the note is behind those that won.
    case body
    /// The task as such, which one side deleted.
    case task
    /// Somebody edited the note, and it can't be told any more.
    case unknown
  }

  /// What the side wanted that lost.
  public enum Value: Hashable, Sendable {
    case field(FieldValue)
    case lines([String])
    /// The side had removed it.
    case removed
  }

  public var part: Part
  public var value: Value
  /// Whose change lost; empty when the note doesn't say.
  public var author: String
  /// When it was made, on its author's clock, as `2026-11-20 10:12`.
  public var date: String

  public init(part: Part, value: Value, author: String, date: String) {
    self.part = part
    self.value = value
    self.author = author
    self.date = date
  }

  /// A note on what a change wanted.
  init(_ part: Part, _ value: Value, of change: LastChange) {
    self.init(
      part: part, value: value, author: Self.plainName(change.author),
      date: String(change.time.description.prefix(16).map { $0 == "T" ? " " : $0 }))
  }

  /// A name on one line that can be told from the value before it.
  static func plainName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar == "—" ? "-" : scalar
      }
    }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }
}

extension ConflictNote: CustomStringConvertible {
  /// Its lines, without a newline at the end.
  public var description: String {
    let (value, more) = written
    let head = "\(Self.markText) \(partText)\(value) — \(author), \(date)"
    let lines = more.map { line in
      line.isEmpty ? ">" : "> " + (Self.looksLikeMark(line) ? "\\" : "") + line
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// Whether a line below a note's first would be taken for another note's, or as escaped.
  static func looksLikeMark(_ line: String) -> Bool {
    line.utf8.drop { $0 == .backslash }.starts(with: markText.utf8.dropFirst(2))
  }

  private var partText: String {
    switch part {
    case .field(let key): Self.isPlainKey(key) ? "\(key): " : "\(Self.quoted(key)): "
    case .body: "body: "
    case .task: "task: "
    case .unknown: ""
    }
  }

  /// The value on the first line, and what goes below.
  private var written: (value: String, more: [String]) {
    switch value {
    case .removed: return (part == .task ? Self.deletion : Self.removal, [])
    case .lines(let lines):
      if let line = lines.first, lines.count == 1, Self.isPlain(line) { return (line, []) }
      return Self.counted(lines)
    case .field(.list(let items)):
      let texts = items.map { Scalar.encoded($0, inList: true) }
      return ("[\(texts.joined(separator: ", "))]", [])
    case .field(.text(let text)):
      let lines = text.linesOfText
      if lines.count > 1, lines.allSatisfy(Self.hasNoControls) { return Self.counted(lines) }
      let isPlain =
        Self.isPlain(text) && Self.hasNoControls(text) && text.utf8.first != .openBracket
        && text.utf8.first != .quote
      return (isPlain ? text : Self.quoted(text), [])
    }
  }

  static let removal = "(removed)"
  /// What became of a task that one side deleted, for whoever reads it there.
  static let deletion = "was deleted, and stays since others changed it"

  private static func counted(_ lines: [String]) -> (String, [String]) {
    ("\(lines.count) \(lines.count == 1 ? "line" : "lines")", lines)
  }

  private static func quoted(_ text: String) -> String {
    Scalar.encoded(text, like: .doubleQuoted)
  }

  private static func isPlainKey(_ key: String) -> Bool {
    !["body", "task"].contains(key) && !key.isEmpty
      && key.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == .dash || $0 == UInt8(ascii: "_") || $0 >= 0x80
      } && hasNoControls(key)
  }

  /// Whether it can stand behind the colon and be read as what it is.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.first.map { $0 != .space && $0 != .tab } == true && bytes.last != .space
      && text != removal && lineCount(text) == nil
  }

  private static func hasNoControls(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || [0x2028, 0x2029].contains($0.value)
        || $0.value == 0xFEFF
    }
  }

  /// What `3 lines` counts.
  static func lineCount(_ text: String) -> Int? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[1] == "lines" || words[1] == "line", words[0].utf8.count < 7,
      words[0].utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(words[0])
  }
}

extension String {
  /// Broken at newlines only; an empty text is one line.
  package var linesOfText: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
