internal import Git
public import StoreFiles
public import TaskFile

public struct TaskChange: Hashable, Sendable {
  public enum Kind: String, Sendable { case add, move, edit, delete, restore }

  public struct Field: Hashable, Sendable {
    public var part: TaskPart
    /// The old value; nil for an added part.
    ///
    /// For ``TaskPart/conflicts``, the text of the conflict notes; for ``TaskPart/layout`` and
    /// ``TaskPart/text``, the whole file.
    public var from: String?
    /// The new value; nil for a removed part.
    public var to: String?

    public init(_ part: TaskPart, from: String? = nil, to: String? = nil) {
      self.part = part
      self.from = from
      self.to = to
    }
  }

  public var kind: Kind
  /// Nil for a file without an id.
  public var id: String?
  /// The present title, or the last one of a deleted task.
  public var title: String
  /// The present path, or the last one of a deleted task, relative to the store.
  public var path: String
  /// Whether the file is at a path, compared by bytes.
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
  /// The change since an opened version, besides permissions; nil if nothing changed.
  public func change(since opened: TaskVersion) -> TaskChange? {
    var now = TaskVersion(self)
    now.isExecutable = opened.isExecutable
    return TaskChange(from: opened, to: now)
  }
}

extension TaskChange {
  /// Compares two versions of a task; nil if they are equal.
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

  /// The changes of a broken file: status, path and text.
  private static func placeAndText(from before: TaskVersion, to after: TaskVersion) -> [Field] {
    var fields: [Field] = []
    if before.status != after.status {
      fields.append(Field(.status, from: before.status?.rawValue, to: after.status?.rawValue))
    }
    let isThere = after.isWhereStatusBrings(before)
    if before.bytes != after.bytes || fields.isEmpty && isThere {
      fields.append(Field(.text, from: before.text, to: after.text))
    }
    if !isThere { fields.append(Field(.path, from: before.path, to: after.path)) }
    return fields
  }

  /// The changed parts, in the order of commit messages.
  static func fields(from before: TaskVersion, to after: TaskVersion) -> [Field] {
    // A broken file has no fields to compare.
    guard before.isUnderstood, after.isUnderstood else {
      return placeAndText(from: before, to: after)
    }
    var fields: [Field] = []
    func compare(_ part: TaskPart, _ old: String?, _ new: String?) {
      if old != new { fields.append(Field(part, from: old, to: new)) }
    }
    compare(.status, before.status?.rawValue, after.status?.rawValue)
    if before.status == after.status {
      compare(.textStatus, before.item.status?.rawValue, after.item.status?.rawValue)
    }
    let (olds, news) = (FieldTexts(before), FieldTexts(after))
    for field in KnownField.core where field != .status {
      compare(.field(field.rawValue), olds[field], news[field])
    }
    for key in before.otherKeys(and: after) { compare(.field(key), olds[key], news[key]) }
    if before.item.conflictNotes + after.item.conflictNotes > 0 {
      compare(.conflicts, before.noteText, after.noteText)
      compare(.body, before.bodyWithoutNotes, after.bodyWithoutNotes)
    } else if !before.document.hasBody(of: after.document) {
      compare(.body, before.document.body, after.document.body)
    }
    if !after.isWhereStatusBrings(before) {
      fields.append(Field(.path, from: before.path, to: after.path))
    }
    // An invalid value counts as no title or tag, but its change is still a change.
    let unusable = before.item.unusableKeys.union(after.item.unusableKeys)
    for key in ["title", "tags"] where fields.isEmpty && unusable.contains(key) {
      compare(
        .field(key), olds[key]?.replacing(", ", with: ","), news[key]?.replacing(", ", with: ","))
    }
    compare(.mode, before.mode.rawValue.octal, after.mode.rawValue.octal)
    if fields.isEmpty, before.bytes != after.bytes {
      // Comments, quotes or the order of keys differ.
      fields.append(Field(.layout, from: before.text, to: after.text))
    }
    return fields
  }
}

extension TaskVersion {
  /// Whether the file moved only because of its new status, or not at all.
  func isWhereStatusBrings(_ before: TaskVersion) -> Bool {
    guard before.status != status, let folder = folderStatus, folder == status else {
      return isAt(before.path)
    }
    return isAt(StoredTask.path(before.path, movedTo: folder))
  }

  /// All parts of an added task.
  var allFields: [TaskChange.Field] {
    guard isUnderstood else {
      let place = folderStatus.map { [TaskChange.Field(.status, to: $0.rawValue)] } ?? []
      return place + [TaskChange.Field(.path, to: path), TaskChange.Field(.text, to: text)]
    }
    let texts = FieldTexts(self)
    var fields: [(TaskPart, String?)] = [(.status, status?.rawValue)]
    fields += KnownField.core.filter { $0 != .status }.map { (.field($0.rawValue), texts[$0]) }
    fields += otherKeys(and: self).map { (.field($0), texts[$0]) }
    let notes = noteText
    fields.append((.conflicts, notes))
    fields.append((.body, notes == nil ? document.body : bodyWithoutNotes))
    fields.append((.path, path))
    if mode != .regular { fields.append((.mode, mode.rawValue.octal)) }
    return fields.compactMap { part, value in value.map { TaskChange.Field(part, to: $0) } }
  }

  var text: String { document.text }

  /// The texts of the conflict notes, one after the other; nil without notes.
  package var noteText: String? {
    let notes = document.conflictNotes
    return notes.isEmpty ? nil : notes.map(\.note.description).joined(separator: "\n")
  }

  package var bodyWithoutNotes: String {
    // Notes that can't be removed are compared as text.
    ((try? document.resolving(.keepCurrent)) ?? document).body
  }

  /// The keys of either version besides the core fields, in order.
  fileprivate func otherKeys(and other: TaskVersion) -> [String] {
    var seen: Set<String> = []
    return (item.otherFields + other.item.otherFields).map(\.key).filter {
      seen.insert($0).inserted
    }
  }
}

/// The fields of a version, each as one line of text.
private struct FieldTexts {
  private let item: TaskItem
  private let values: [String: FieldValue]

  init(_ version: TaskVersion) { (item, values) = (version.item, version.document.values) }

  subscript(_ key: String) -> String? { values[key]?.joined }

  /// The value of a field, under any of its names.
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
  /// In octal, like git's modes.
  fileprivate var octal: String { String(self, radix: 8) }
}

extension TaskChange {
  /// The changes from all tasks of a moment to those of another one.
  ///
  /// ``Pairing`` finds the tasks, also of files without an id.
  /// - Returns: Additions, moves, edits and deletions, each in the order of paths.
  package static func all(
    from before: [TaskVersion], to after: [TaskVersion]
  ) -> [TaskChange] {
    Pairing(before: before, after: after, unchangedIDs: []).pairs
      .compactMap { TaskChange(from: $0.before, to: $0.after) }.sorted { $0.precedes($1) }
  }

  package func precedes(_ other: TaskChange) -> Bool {
    kind.order == other.kind.order
      ? path.precedes(path: other.path) : kind.order < other.kind.order
  }
}

extension TaskChange.Kind {
  /// Additions first, deletions last.
  fileprivate var order: Int {
    switch self {
    case .add, .restore: 0
    case .move, .edit: 1
    case .delete: 2
    }
  }
}

extension [TaskChange] {
  /// Lists committed hand edits; of many, only the first ones and the number of the rest.
  ///
  /// - Parameters:
  ///   - word: The first word of each line, for example `committed`.
  ///   - isWhole: Whether to list all.
  ///   - number: Formats a number.
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
  /// Lists the notices of a command; of many, only the first ones and the number of the rest.
  ///
  /// - Parameters:
  ///   - isWhole: Whether to list all.
  ///   - number: Formats a number.
  package func noteLines(
    isWhole: Bool = false, _ number: (Int) -> String = { String($0) }
  ) -> [String] {
    let shown = prefix(isWhole ? .max : 10)
    let left = count - shown.count
    return shown.map { "note: \($0)" } + (left > 0 ? ["note: … and \(number(left)) more"] : [])
  }
}
