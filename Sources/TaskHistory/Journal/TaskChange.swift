internal import Git
public import StoreFiles
public import TaskFile

/// What happened to one task between two moments.
public struct TaskChange: Hashable, Sendable {
  /// The journal's words for it.
  public enum Kind: String, Sendable { case add, move, edit, delete, restore }

  /// What of a task is not what it was.
  public enum Part: Hashable, Sendable {
    /// A key of the front matter; `status` is also the folder, `deadline` also `due`.
    case key(String)
    case body
    /// The file's path.
    case path
    /// Whether the file may be run.
    case mode
    /// The status that the text names, where the task's own stays as it was: folder and text were
    /// put at one.
    case textStatus
    /// How it is written, where that is all that is different.
    case layout
    /// The notes of merges in it.
    case conflicts
    /// All of a file that can't be understood.
    case text

    /// The word for it; a key that is called by another part's word is `fields.KEY`, as where
    /// the columns of a list are chosen.
    public var label: String {
      switch self {
      case .key(let key): Self.others.contains(key) ? "fields.\(key)" : key
      case .body: "body"
      case .path: "file"
      case .mode: "mode"
      case .textStatus: "text status"
      case .layout: "layout"
      case .conflicts: "conflicts"
      case .text: "text"
      }
    }

    static let status = Part.key("status")
    private static let others = [
      "body", "file", "mode", "text status", "layout", "conflicts", "text",
    ]
  }

  /// One part that is not what it was.
  public struct Field: Hashable, Sendable {
    public var part: Part
    /// Nil when there was nothing.
    ///
    /// Of ``Part/conflicts`` how many there were.
    public var from: String?
    /// Nil when there is nothing any more.
    public var to: String?

    public init(_ part: Part, from: String? = nil, to: String? = nil) {
      self.part = part
      self.from = from
      self.to = to
    }
  }

  public var kind: Kind
  /// Nil for a file that has none, as one that can't be understood may.
  public var id: String?
  /// As it is now, or last was.
  public var title: String
  /// The file's path now, or last, relative to the store.
  public var path: String
  /// Whether it is about the file at a path, by the bytes.
  public func isAt(_ path: String) -> Bool { self.path.isSamePath(as: path) }
  public var fields: [Field]

  package init(kind: Kind, id: String? = nil, title: String, path: String, fields: [Field]) {
    self.kind = kind
    self.id = id
    self.title = title
    self.path = path
    self.fields = fields
  }
}

extension StoredTask {
  /// What was done to it since; nil where nothing was.
  ///
  /// - Parameters:
  ///   - document: Its file as it was.
  ///   - path: Where that was, relative to the store.
  public func change(since document: TaskDocument, at path: String) -> TaskChange? {
    let now = TaskVersion(self)
    return TaskChange(
      from: TaskVersion(path: path, document: document, mode: now.mode), to: now)
  }
}

extension TaskChange {
  /// Compares two versions of a task; nil when nothing is different.
  package init?(from before: TaskVersion?, to after: TaskVersion?) {
    guard before != after, let shown = after ?? before else { return nil }
    id = shown.id?.text
    title = shown.item.title
    path = shown.path
    fields = []
    guard let before, let after else {
      kind = before == nil ? .add : .delete
      return
    }
    fields = Self.fields(from: before, to: after)
    kind = before.status == after.status ? .edit : .move
    guard !fields.isEmpty else { return nil }
  }

  /// Where a file is, and its text as a whole.
  private static func placeAndText(from before: TaskVersion, to after: TaskVersion) -> [Field] {
    var fields: [Field] = []
    if before.status != after.status {
      fields.append(Field(.status, from: before.status?.rawValue, to: after.status?.rawValue))
    }
    let isThere = after.isWhereStatusBrings(before)
    if before.bytes != after.bytes || fields.isEmpty && isThere { fields.append(Field(.text)) }
    if !isThere { fields.append(Field(.path, from: before.path, to: after.path)) }
    return fields
  }

  /// What differs, in the order in which it is told.
  static func fields(from before: TaskVersion, to after: TaskVersion) -> [Field] {
    // What can't be understood has no fields to compare.
    guard before.isUnderstood, after.isUnderstood else {
      return placeAndText(from: before, to: after)
    }
    var fields: [Field] = []
    func compare(_ part: Part, _ old: String?, _ new: String?) {
      if old != new { fields.append(Field(part, from: old, to: new)) }
    }
    compare(.status, before.status?.rawValue, after.status?.rawValue)
    if before.status == after.status {
      compare(.textStatus, before.item.status?.rawValue, after.item.status?.rawValue)
    }
    let (olds, news) = (FieldTexts(before), FieldTexts(after))
    for field in KnownField.core where field != .status {
      compare(.key(field.rawValue), olds[field], news[field])
    }
    for key in before.otherKeys(and: after) { compare(.key(key), olds[key], news[key]) }
    let (old, new) = (before.item.conflictNotes, after.item.conflictNotes)
    if old + new > 0 {
      compare(.conflicts, String(old), String(new))
      compare(.body, before.bodyWithoutNotes, after.bodyWithoutNotes)
    } else if !before.document.hasBody(of: after.document) {
      compare(.body, before.document.body, after.document.body)
    }
    if !after.isWhereStatusBrings(before) {
      fields.append(Field(.path, from: before.path, to: after.path))
    }
    // What memo can't use is no title and no tag, and is something all the same.
    let unusable = before.item.unusableKeys.union(after.item.unusableKeys)
    for key in ["title", "tags"] where fields.isEmpty && unusable.contains(key) {
      compare(
        .key(key), olds[key]?.replacing(", ", with: ","), news[key]?.replacing(", ", with: ","))
    }
    compare(.mode, before.mode.rawValue.octal, after.mode.rawValue.octal)
    if fields.isEmpty, before.bytes != after.bytes {
      // A comment, quotes, the order of keys: the same task, written otherwise.
      fields.append(Field(.layout))
    }
    return fields
  }
}

extension TaskVersion {
  /// Whether its file lies where that of an earlier version came by the new status alone; one that
  /// only the text has leaves the file where it is.
  func isWhereStatusBrings(_ before: TaskVersion) -> Bool {
    guard before.status != status, let folder = folderStatus, folder == status else {
      return isAt(before.path)
    }
    return isAt(StoredTask.path(before.path, movedTo: folder))
  }

  /// All that a task consists of, as fields that come from nothing.
  var allFields: [TaskChange.Field] {
    guard isUnderstood else {
      let place = folderStatus.map { [TaskChange.Field(.status, to: $0.rawValue)] } ?? []
      return place + [TaskChange.Field(.path, to: path), TaskChange.Field(.text, to: text)]
    }
    let texts = FieldTexts(self)
    var fields: [(TaskChange.Part, String?)] = [(.status, status?.rawValue)]
    fields += KnownField.core.filter { $0 != .status }.map { (.key($0.rawValue), texts[$0]) }
    fields += otherKeys(and: self).map { (.key($0), texts[$0]) }
    let notes = noteText
    fields.append((.conflicts, notes))
    fields.append((.body, notes == nil ? document.body : bodyWithoutNotes))
    fields.append((.path, path))
    if mode != .regular { fields.append((.mode, mode.rawValue.octal)) }
    return fields.compactMap { part, value in value.map { TaskChange.Field(part, to: $0) } }
  }

  /// The whole file as text.
  var text: String { document.text }

  /// The notes of merges, one below the other; nil for none.
  package var noteText: String? {
    let notes = document.conflictNotes
    return notes.isEmpty ? nil : notes.map(\.note.description).joined(separator: "\n")
  }

  package var bodyWithoutNotes: String {
    // Notes that can't be taken out are told as text.
    ((try? document.resolving(.keepWinner)) ?? document).body
  }

  /// The keys of the user's own that either has, in order.
  fileprivate func otherKeys(and other: TaskVersion) -> [String] {
    var seen: Set<String> = []
    return (item.otherFields + other.item.otherFields).map(\.key).filter {
      seen.insert($0).inserted
    }
  }
}

/// The fields of one version as one line of text each, whatever YAML they are.
private struct FieldTexts {
  private let item: TaskItem
  private let values: [String: FieldValue]

  init(_ version: TaskVersion) { (item, values) = (version.item, version.document.values) }

  subscript(_ key: String) -> String? {
    switch values[key] {
    case .text(let text)?: text
    case .list(let items)?: items.joined(separator: ", ")
    case nil: nil
    }
  }

  /// As memo understands it, under whichever name it stands in the file.
  subscript(_ field: KnownField) -> String? {
    switch field {
    case .title: item.title
    case .tags: item.tags.isEmpty ? nil : item.tags.joined(separator: ", ")
    case .deadline: self["deadline"] ?? self["due"]
    default: self[field.rawValue]
    }
  }
}

extension FixedWidthInteger {
  /// As git writes permissions.
  fileprivate var octal: String { String(self, radix: 8) }
}

extension TaskChange {
  /// Whether a list of changes tells this one before another.
  package func precedes(_ other: TaskChange) -> Bool {
    kind.order == other.kind.order
      ? path.precedes(path: other.path) : kind.order < other.kind.order
  }
}

extension TaskChange.Kind {
  /// Additions first and deletions last, so that a journal tells what became of things.
  fileprivate var order: Int {
    switch self {
    case .add, .restore: 0
    case .move, .edit: 1
    case .delete: 2
    }
  }
}

extension [TaskChange] {
  /// What was recorded of people's own edits, a line each; of many the first ones, and how many
  /// more.
  ///
  /// - Parameters:
  ///   - word: What is said of each, as `recorded`.
  ///   - isWhole: Whether all are listed, however many.
  ///   - number: Writes a number for a person.
  package func recordedLines(
    _ word: String, isWhole: Bool = false, _ number: (Int) -> String = { String($0) }
  ) -> [String] {
    let shown = count > 5 && !isWhole ? prefix(4) : self[...]
    var lines = shown.map { "\(word): \($0.kind.rawValue) \($0.title)" }
    if shown.count < count {
      lines.append("\(word): \(number(count - shown.count)) more hand edits")
    }
    return lines
  }
}

extension [String] {
  /// What there is to say of what was recorded, a line each; of many the first ones, and how many
  /// more: where thousands of files came in, most of them say the same.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all are listed, however many.
  ///   - number: Writes a number for a person.
  package func noteLines(
    isWhole: Bool = false, _ number: (Int) -> String = { String($0) }
  ) -> [String] {
    let shown = prefix(isWhole ? .max : 10)
    let left = count - shown.count
    return shown.map { "note: \($0)" } + (left > 0 ? ["note: … and \(number(left)) more"] : [])
  }
}
