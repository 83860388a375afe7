package import MemoKit
internal import Terminal
package import Words

/// An edit form of any board, for a new or an existing task.
///
/// If others have changed the same fields meanwhile, the job of ``job(now:_:)`` ends with a
/// ``Clash``. After ``answer(_:to:)``, the board saves again.
package struct EditForm: Hashable, Sendable {
  /// Nil for a new task.
  package let key: TaskKey?
  /// The file that the changes apply to; nil for a new task.
  package private(set) var base: TaskVersion?
  /// The values of the fields in ``base``.
  package private(set) var former: TaskFields
  /// The values to save.
  package var fields: TaskFields
  /// How to resolve a conflict with changes by others.
  package var rule = ConflictRule.ask

  /// Creates the form of a new task.
  ///
  /// - Parameter fields: Nil if the user has typed nothing yet.
  package init(new status: Status, _ fields: TaskFields? = nil) {
    key = nil
    former = TaskFields(new: status)
    self.fields = fields ?? former
  }

  package init(_ base: TaskVersion, _ key: TaskKey) {
    self.key = key
    self.base = base
    former = TaskFields(base)
    fields = former
  }

  package var changes: [TaskFields.Field] { fields.changes(since: former) }
  package var isChanged: Bool { fields != former }

  /// The job that saves the form; nil if no field has changed.
  ///
  /// - Throws: ``TaskFields/Refusal`` for an invalid value.
  package func job(now: LocalTime, _ words: Words) throws(TaskFields.Refusal) -> Job? {
    guard fields.title.contains(where: { !$0.isWhitespace }) else {
      throw TaskFields.Refusal(field: .title, message: words.needsTitle, isCommands: false)
    }
    guard let key, let base else { return try fields.additionJob(now: now, words) }
    guard let text = try fields.written(to: base.document, since: former, now: now, words)
    else {
      return nil
    }
    var job = Job(.text(text.bytes, opened: base, rule), [key])
    job.status = fields.status == former.status ? nil : fields.status
    return job
  }

  /// Continues editing after an earlier save of the same form.
  ///
  /// Only the form's own changes become part of the base. If `saved` is invalid, the base stays,
  /// and the next save merges with the earlier one.
  package mutating func goOn(from saved: TaskFields, now: LocalTime, _ words: Words) {
    guard let base,
      let text = try? saved.written(to: base.document, since: former, now: now, words)
    else { return }
    let written = base.with(text)
    self.base = written
    former = TaskFields(written)
    former.status = saved.status
  }

  /// The fields that were changed both here and by others, to different values.
  package func disputed(_ clash: Clash) -> [TaskFields.Field] {
    guard let theirs = clash.theirFields else { return changes }
    return changes.filter { ![fields[$0], former[$0]].contains(theirs[$0]) }
  }

  /// Applies the answer to a clash; the caller then saves again.
  ///
  /// If ``isChanged`` is false afterwards, the others' values remain and saving changes nothing.
  package mutating func answer(_ answer: Clash.Answer, to clash: Clash) {
    guard let theirs = clash.theirs, let theirFields = clash.theirFields else {
      rule = .note
      return
    }
    switch answer {
    case .mine: rebase(theirs, theirFields, keeping: changes)
    case .theirs:
      let others = theirFields.changes(since: former)
      rebase(theirs, theirFields, keeping: changes.filter { !others.contains($0) })
    case .both: rule = .note
    }
  }

  /// Moves the form to another version of the file and keeps some of its changes.
  private mutating func rebase(
    _ file: TaskVersion, _ now: TaskFields, keeping kept: [TaskFields.Field]
  ) {
    let (mine, before) = (fields, former)
    (base, former, fields) = (file, now, now)
    for field in kept {
      if field == .tags {
        // Tags are a set: keep the tags that others have added.
        let (old, new) = (TaskFields.tags(before.tags), TaskFields.tags(mine.tags))
        let others = TaskFields.tags(now.tags)
        let all = others.filter { new.contains($0) || !old.contains($0) }
        fields.tags = (all + new.filter { !old.contains($0) && !all.contains($0) })
          .map { "+\($0)" }.joined(separator: " ")
      } else {
        fields[field] = mine[field]
      }
    }
  }
}

/// The draft format: a line for each field, a blank line, and the body.
extension EditForm {
  /// - Parameter editedFile: The file with the body, while an editor has it open.
  package func draft(editedFile: String?) -> Draft {
    let lines = TaskFields.Field.allCases.filter { $0 != .body }.map { field in
      "\(field.rawValue): \(fields[field])\n"
    }
    return Draft(
      of: key.map { .task($0.name) } ?? .newTask, path: base?.path,
      opened: base?.document.bytes ?? [],
      text: Array((lines.joined() + "\n" + fields.body).utf8), editedFile: editedFile, at: .unset)
  }

  /// - Parameter task: The current task, if it still exists.
  package init(_ draft: Draft, _ task: StoredTask?) {
    if let key = draft.key {
      let document = TaskDocument(draft.opened, task?.document.aliases)
      let path = draft.path ?? task?.path ?? "todo/task.md"
      self.init(TaskVersion(path: path, document: document), key)
    } else {
      self.init(new: .todo)
    }
    let text = String(decoding: draft.text, as: UTF8.self)
    guard let blank = text.firstRange(of: "\n\n") else { return }
    for line in text[..<blank.lowerBound].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard let field = parts.first.flatMap({ TaskFields.Field(rawValue: $0) }) else { continue }
      if field != .body { fields[field] = parts.count > 1 ? String(parts[1].dropFirst()) : "" }
    }
    fields.body = String(text[blank.upperBound...])
  }
}

extension Draft {
  /// The key of the task; nil for new tasks.
  package var key: TaskKey? {
    if case .task(let name) = subject { TaskKey(name: name) } else { nil }
  }

  /// The draft of a form with the text that an editor had saved when the board was killed.
  package var completed: Draft {
    guard let editedFile, let bytes = Store.content(ofFile: editedFile),
      let text = String(validating: bytes, as: UTF8.self),
      let blank = self.text.firstRange(of: Array("\n\n".utf8))
    else { return self }
    var draft = self
    draft.text = self.text[..<blank.upperBound] + Array(text.utf8)
    return draft
  }
}

extension Timestamp {
  /// The time of a draft that is not saved yet.
  package static let unset = Timestamp(secondsSince1970: 0, offsetMinutes: 0)
}

/// A conflict between this form and changes by others.
package struct Clash: Hashable, Sendable {
  /// The others' version; nil if they have deleted the task.
  package var theirs: TaskVersion?
  /// The author; empty if unknown.
  package var by: String
  package var time: Timestamp

  package enum Answer: String, Hashable, Sendable {
    /// Keep the value of this form for every field that both changed.
    case mine
    /// Keep their value for every field that both changed; save the other changes.
    case theirs
    /// Keep the value of this form, and add a conflict note with theirs.
    ///
    /// A deleted task comes back.
    case both
  }

  /// The possible answers, besides discarding the form's changes.
  package var answers: [Answer] { theirs == nil ? [.both] : [.mine, .theirs, .both] }

  var theirFields: TaskFields? { theirs.map { TaskFields($0) } }

  /// Their value of a field; nil if they have deleted the task.
  package func theirs(_ field: TaskFields.Field) -> String? { theirFields?[field] }
}

extension Words {
  package func who(_ clash: Clash) -> String {
    clash.by.isEmpty ? somebody : clash.by.sanitized
  }

  package func title(_ clash: Clash) -> String {
    clash.theirs == nil ? deletedTheTask(who(clash)) : changedTheSame(who(clash))
  }

  package func name(of answer: Clash.Answer, to clash: Clash) -> String {
    switch answer {
    case .mine: keepMine
    case .theirs: keepTheirs(who(clash))
    case .both: clash.theirs == nil ? restoreWithMyText : keepBoth
    }
  }
}
