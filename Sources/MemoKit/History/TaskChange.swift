internal import Git
internal import TaskFile

/// What happened to one task between two moments.
public struct TaskChange: Hashable, Sendable {
  /// The journal's words for it.
  public enum Kind: String, Sendable { case add, move, edit, delete, restore }

  /// One field that is not what it was.
  public struct Field: Hashable, Sendable {
    /// A front matter key; or `body`; `file` for the path; `mode` for whether it may be run;
    /// `layout` for how it is written;
    /// `conflicts` for how many notes of merges it has; `text` for all of a file that can't be understood.
    public var name: String
    /// Nil when there was nothing.
    public var from: String?
    /// Nil when there is nothing any more.
    public var to: String?

    public init(name: String, from: String? = nil, to: String? = nil) {
      self.name = name
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
  public var fields: [Field]
}

extension TaskChange {
  /// Compares two versions of a task; nil when nothing is different.
  init?(from before: TaskVersion?, to after: TaskVersion?) {
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
    kind = before.folderStatus == after.folderStatus ? .edit : .move
    guard !fields.isEmpty else { return nil }
  }

  static func fields(from before: TaskVersion, to after: TaskVersion) -> [Field] {
    // What can't be understood has no fields to compare.
    guard before.isUnderstood, after.isUnderstood else {
      return before.folderStatus == after.folderStatus && !before.path.isSamePath(as: after.path)
        && before.bytes == after.bytes
        ? [Field(name: "file", from: before.path, to: after.path)]
        : [Field(name: "text", from: nil, to: nil)]
    }
    var fields: [Field] = []
    func compare(_ name: String, _ old: String?, _ new: String?) {
      if old != new { fields.append(Field(name: name, from: old, to: new)) }
    }
    if before.folderStatus != after.folderStatus {
      compare("status", before.folderStatus?.rawValue, after.folderStatus?.rawValue)
    } else {
      compare("status", before.item.status?.rawValue, after.item.status?.rawValue)
    }
    compare("title", before.item.title, after.item.title)
    let (olds, news) = (FieldTexts(before), FieldTexts(after))
    compare("deadline", olds.deadline, news.deadline)
    compare("priority", olds["priority"], news["priority"])
    compare("tags", before.tagText, after.tagText)
    compare("created", olds["created"], news["created"])
    compare("id", olds["id"], news["id"])
    for key in before.otherKeys(and: after) { compare(key, olds[key], news[key]) }
    let (old, new) = (before.item.conflictNotes, after.item.conflictNotes)
    if old + new > 0 {
      compare("conflicts", String(old), String(new))
      compare("body", before.bodyWithoutNotes, after.bodyWithoutNotes)
    } else {
      compare("body", before.document.body, after.document.body)
    }
    let moved = after.folderStatus.map { StoredTask.path(before.path, movedTo: $0) }
    if !after.isAt(moved ?? before.path) {
      fields.append(Field(name: "file", from: moved ?? before.path, to: after.path))
    }
    compare("mode", before.mode.rawValue.octal, after.mode.rawValue.octal)
    if fields.isEmpty, before.bytes != after.bytes {
      // A comment, quotes, the order of keys: the same task, written otherwise.
      fields.append(Field(name: "layout", from: nil, to: nil))
    }
    return fields
  }
}

extension TaskVersion {
  /// All that a task consists of, as fields that come from nothing.
  var allFields: [TaskChange.Field] {
    guard isUnderstood else {
      return [
        TaskChange.Field(name: "file", to: path), TaskChange.Field(name: "text", to: text),
      ]
    }
    let texts = FieldTexts(self)
    var fields = [
      ("status", folderStatus?.rawValue), ("title", item.title), ("deadline", texts.deadline),
      ("priority", texts["priority"]), ("tags", tagText), ("created", texts["created"]),
      ("id", texts["id"]),
    ]
    fields += otherKeys(and: self).map { ($0, texts[$0]) }
    let notes = noteText
    fields.append(("conflicts", notes))
    fields.append(("body", notes == nil ? document.body : bodyWithoutNotes))
    fields.append(("file", path))
    if mode != .regular { fields.append(("mode", mode.rawValue.octal)) }
    return fields.compactMap { name, value in
      value.map { TaskChange.Field(name: name, to: $0) }
    }
  }

  /// The whole file as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The notes of merges, one below the other; nil for none.
  var noteText: String? {
    let notes = document.conflictNotes
    return notes.isEmpty ? nil : notes.map(\.note.description).joined(separator: "\n")
  }

  fileprivate var bodyWithoutNotes: String {
    ((try? document.resolving(.keepWinner)) ?? document).body
  }

  fileprivate var tagText: String? {
    item.tags.isEmpty ? nil : item.tags.joined(separator: ", ")
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
  private let values: [String: FieldValue]

  init(_ version: TaskVersion) { values = version.document.values }

  subscript(_ key: String) -> String? {
    switch values[key] {
    case .text(let text)?: text
    case .list(let items)?: items.joined(separator: ", ")
    case nil: nil
    }
  }

  /// Under whichever name it stands in the file.
  var deadline: String? { self["deadline"] ?? self["due"] }
}

extension FixedWidthInteger {
  /// As git writes permissions.
  fileprivate var octal: String { String(self, radix: 8) }
}
