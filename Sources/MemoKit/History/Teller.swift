internal import Git
internal import TaskFile

/// Turns the touch of a task into an entry of the journal, by comparing the files.
struct Teller {
  let git: StoreGit

  /// - Parameters:
  ///   - birth: What it is when the commit has a task that no parent has.
  ///   - isCopy: Whether another file has the task's id, too.
  func tell(
    _ touch: Touch, of commit: Commit, birth: LogEntry.Kind = .add, isCopy: Bool = false
  ) throws(MemoError) -> LogEntry? {
    var befores: [TaskVersion] = []
    for state in touch.befores {
      if let state { befores.append(try git.version(of: state)) }
    }
    var after: TaskVersion?
    if let state = touch.after { after = try git.version(of: state) }
    guard let shown = after ?? befores.first else { return nil }
    var entry = LogEntry(
      commit: commit.id.hex,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      author: commit.author.name, kind: birth, cause: .init(commit.message), id: shown.id?.text,
      title: shown.item.title,
      path: shown.path, changes: [], lines: LineChanges([]), isCopy: isCopy)
    switch (befores.count, after) {
    case (0, let after?):
      entry.changes = after.allFields
      entry.lines = LineChanges(from: "", to: after.shownText)
    case (_, nil):
      entry.kind = .delete
      entry.changes = shown.allFields.map { TaskChange.Field(name: $0.name, from: $0.to) }
      entry.lines = LineChanges(from: shown.shownText, to: "")
    case (1, let after?) where touch.befores.count == 1:
      let before = befores[0]
      entry.kind = before.folderStatus == after.folderStatus ? .edit : .move
      (entry.changes, entry.lines) = Self.difference(before, after)
    case (_, let after?):
      entry.kind = .merge
      Self.merge(befores, after, into: &entry)
    }
    return entry
  }

  private static func difference(
    _ before: TaskVersion, _ after: TaskVersion
  ) -> (fields: [TaskChange.Field], lines: LineChanges) {
    var lines = LineChanges([])
    var fields = TaskChange.fields(from: before, to: after)
    // What can't be understood has no status either, but it may be in another place.
    if fields.first?.name == "text", before.path != after.path {
      fields.insert(TaskChange.Field(name: "file", from: before.path, to: after.path), at: 0)
    }
    // A note that somebody rewrote leaves their number as it was.
    if before.isUnderstood, after.isUnderstood, before.noteText != after.noteText,
      !fields.contains(where: { $0.name == "conflicts" })
    {
      fields = fields.filter { $0.name != "layout" } + [TaskChange.Field(name: "conflicts")]
    }
    fields = fields.map { field in
      switch field.name {
      case "conflicts":
        return TaskChange.Field(name: field.name, from: before.noteText, to: after.noteText)
      case "file":
        // Not from where a move alone would have brought it.
        return TaskChange.Field(name: field.name, from: before.path, to: field.to)
      case "body":
        lines = LineChanges(from: field.from ?? "", to: field.to ?? "")
        return field
      case "layout", "text":
        lines = LineChanges(from: before.text, to: after.text)
        return TaskChange.Field(name: field.name, from: before.text, to: after.text)
      default: return field
      }
    }
    return (fields, lines)
  }

  /// What is not as any side has it; a side that has no such task has no say.
  private static func merge(
    _ befores: [TaskVersion], _ after: TaskVersion, into entry: inout LogEntry
  ) {
    let sides = befores.map { difference($0, after) }
    let names = sides.map { Set($0.fields.map(\.name)) }
    let own = names.dropFirst().reduce(names[0]) { $0.intersection($1) }
    entry.changes = sides[0].fields.filter { own.contains($0.name) }
    entry.lines = LineChanges(
      sides.dropFirst().reduce(sides[0].lines.lines) { $0.shared(with: $1.lines.lines) })
    guard befores.count > 1 else { return }
    var together = names.reduce(Set()) { $0.union($1) }.subtracting(own)
    if own.contains("body"), entry.lines.lines.isEmpty { together.insert("body") }
    let tags = befores.map { Set($0.item.tags) }
    let all = tags.reduce(Set()) { $0.union($1) }
    let common = tags.dropFirst().reduce(tags[0]) { $0.intersection($1) }
    let result = Set(after.item.tags)
    if own.contains("tags"), result.isSubset(of: all), result.isSuperset(of: common) {
      together.insert("tags")
    }
    entry.together = sides.flatMap(\.fields).map(\.name).reduce(into: []) { list, name in
      if together.contains(name), !list.contains(name) { list.append(name) }
    }
  }
}

extension TaskVersion {
  /// The text, or the whole file where that can't be told apart.
  fileprivate var shownText: String {
    isUnderstood ? allFields.first { $0.name == "body" }?.to ?? "" : text
  }
}

extension [LineChanges.Line] {
  /// The lines that are in both, as often as they are in both.
  fileprivate func shared(with other: [LineChanges.Line]) -> [LineChanges.Line] {
    var counts: [LineChanges.Line: Int] = [:]
    for line in other { counts[line, default: 0] += 1 }
    return filter { line in
      guard let count = counts[line], count > 0 else { return false }
      counts[line] = count - 1
      return true
    }
  }
}

extension LogEntry.Cause {
  /// As an undo's or a redo's commit says of itself; the one thing that is taken from a message.
  fileprivate init?(_ message: String) {
    guard let mark = UndoMark(message) else { return nil }
    switch mark.kind {
    case .undo: self = .undo
    case .redo: self = .redo
    }
  }
}
