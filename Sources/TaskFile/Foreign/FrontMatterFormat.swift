/// In which language a file's fields are written.
public enum FrontMatterFormat: String, Hashable, Sendable {
  /// Between lines of `---`; the only one that memo writes.
  case yaml = "YAML"
  /// Between lines of `+++`, as Hugo and Zola have it.
  case toml = "TOML"
  /// An object at the very beginning, as Hugo has it.
  case json = "JSON"
  /// What can't be read, and has nothing written above it: JSON with a mistake or without its braces,
  /// or a program behind `---js`.
  case other

  /// Whether the fields can be read.
  public var isRead: Bool { self != .other }

  /// What a front matter of another tool's is, and what becomes of it.
  public var remark: String {
    isRead
      ? "\(rawValue), which memo reads and leaves as it is"
      : "in a form that memo doesn't read, and stays as it is"
  }
}

extension TaskDocument {
  /// Nil when there is no front matter.
  public var format: FrontMatterFormat? { fences.format }

  /// Whether the fields belong to another tool: they are read, and never changed.
  public var isForeign: Bool { format.map { $0 != .yaml } ?? false }

  /// Why no field can be changed, where the fields are another tool's and have no mistake.
  package var foreignProblem: Problem? { isForeign ? format.map(Self.foreign) : nil }

  /// Why a field can't be changed.
  static func foreign(_ format: FrontMatterFormat) -> Problem {
    Problem(
      line: 1, column: 1,
      message: "the front matter is \(format.remark)",
      hint: "change it by hand")
  }
}

/// A field of a front matter that is not YAML.
struct ForeignField: Hashable {
  var key: String
  /// Nil for a null.
  var value: FieldValue?
  /// The value is more than a word or a list of words; then it is its text.
  var isNested = false
  /// From the key to the end of the value.
  var range: Range<Int>
}

extension Header {
  init(_ fields: [ForeignField], _ format: FrontMatterFormat) {
    self.format = format
    isPlain = false
    isBlock = false
    var seen: Set<String> = []
    entries = fields.filter { seen.insert($0.key).inserted }.map { field in
      HeaderEntry(
        key: field.key, start: field.range.lowerBound, afterColon: field.range.upperBound,
        value: field.range, style: .complex, end: field.range.upperBound, meaning: field.value,
        isNested: field.isNested)
    }
  }
}

extension TaskItem {
  /// Reads what another tool's fields say, as far as memo has a word for it.
  ///
  /// The status is the folder's alone: the text could not follow it.
  mutating func read(foreign entries: [HeaderEntry]) {
    for entry in entries {
      guard let meaning = entry.meaning else { continue }
      let text: String? = if case .text(let text) = meaning, !entry.isNested { text } else { nil }
      switch entry.key {
      case "title" where text != nil: title = text?.oneLine ?? ""
      case "tags" where !entry.isNested: tags = entry.tags.unique
      case "date" where text.flatMap(Timestamp.init(atMost:)) != nil:
        created = text.flatMap(Timestamp.init(atMost:))
      case "deadline" where text.flatMap(Deadline.init) != nil,
        "due" where text.flatMap(Deadline.init) != nil:
        deadline = deadline ?? text.flatMap(Deadline.init)
      case "priority" where text.flatMap(Priority.init) != nil:
        priority = text.flatMap(Priority.init)
      default: otherFields.append(Field(key: entry.key, value: meaning))
      }
    }
  }
}
