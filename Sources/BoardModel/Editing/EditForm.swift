internal import MemoCLI
package import MemoKit
package import TaskFile
internal import Terminal
package import Words

/// A task that somebody edits, or a new one: what an edit form of any board is.
///
/// A board shows ``fields`` and changes them. ``job(now:_:)`` saves; nothing is written before. Where
/// others have changed the same meanwhile, the job ends with a ``Clash``. Somebody chooses one of
/// its answers, ``answer(_:to:)`` takes it, and the edit is saved again.
package struct EditForm: Hashable, Sendable {
  /// Nil for a new task.
  package let key: TaskKey?
  /// The file that the changes are made to; nil for a new task.
  package private(set) var base: PlacedDocument?
  /// What the fields of that file say.
  package private(set) var former: TaskFields
  /// What they are to say.
  package var fields: TaskFields
  /// What is done where others have changed the same.
  package var rule = ConflictRule.ask

  /// Of a new task.
  ///
  /// - Parameter fields: Nil for those of one that nothing was typed of yet.
  package init(new status: Status, _ fields: TaskFields? = nil) {
    key = nil
    former = TaskFields(new: status)
    self.fields = fields ?? former
  }

  package init(_ task: StoredTask, _ key: TaskKey) {
    self.key = key
    base = PlacedDocument(path: task.path, document: task.document)
    former = TaskFields(task.document, task.item, task.status)
    fields = former
  }

  package init(_ base: PlacedDocument, _ key: TaskKey) {
    self.key = key
    self.base = base
    former = TaskFields(base)
    fields = former
  }

  /// The fields that were changed.
  package var changes: [TaskFields.Field] { fields.changes(since: former) }
  package var isChanged: Bool { fields != former }

  /// What saves it; nil where nothing was changed.
  package func job(now: LocalTime, _ words: Words) throws(TaskFields.Refusal) -> Job? {
    try fields.checkTitle(words)
    guard let key, let base else { return try fields.additionJob(now: now, words) }
    guard let text = try fields.written(to: base.document, since: former, now: now, words)
    else {
      return nil
    }
    var job = Job(
      .text(
        Job.TextChange(
          path: base.path, opened: base.document.bytes, text: text.bytes, rule: rule)), [key])
    job.status = fields.status == former.status ? nil : fields.status
    return job
  }

  /// Goes on from what the same form has saved before.
  ///
  /// What others did until then is not in it, since it isn't in the text that is being typed. Where
  /// that can't be read it is as if nothing had been saved: what follows is merged with it, as with
  /// anybody's.
  package mutating func goOn(from saved: TaskFields, now: LocalTime, _ words: Words) {
    guard let base,
      let text = try? saved.written(to: base.document, since: former, now: now, words)
    else { return }
    self.base?.document = text
    former = TaskFields(text, text.item(fileName: Paths.stem(of: base.path)), saved.status)
  }

  /// The fields that were changed here and by others, each otherwise.
  package func disputed(_ clash: Clash) -> [TaskFields.Field] {
    guard let theirs = clash.theirFields else { return changes }
    return changes.filter { ![fields[$0], former[$0]].contains(theirs[$0]) }
  }

  /// Takes an answer to a clash; what is to be done then is to save.
  ///
  /// Where ``isChanged`` is false after that, what the others have made of the task stands as it is.
  package mutating func answer(_ answer: Clash.Answer, to clash: Clash) {
    guard let theirs = clash.theirs, let theirFields = clash.theirFields else {
      rule = .bringBack
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

  /// Goes on from another file, with some of what was changed here.
  private mutating func rebase(
    _ file: PlacedDocument, _ now: TaskFields, keeping kept: [TaskFields.Field]
  ) {
    let (mine, before) = (fields, former)
    (base, former, fields) = (file, now, now)
    for field in kept {
      if field == .tags {
        // A set: what others have added stays.
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

/// What two have made of one task, while nobody has decided yet.
package struct Clash: Hashable, Sendable {
  /// What the others have made of it; nil where they have deleted it.
  package var theirs: PlacedDocument?
  /// Who they are; empty where that isn't known.
  package var by: String
  package var time: Timestamp

  package init(theirs: PlacedDocument?, by: String, time: Timestamp) {
    self.theirs = theirs
    self.by = by
    self.time = time
  }

  package enum Answer: String, Hashable, Sendable {
    /// The own value of what both have changed.
    case mine
    /// Theirs of it; what was changed here alone is saved.
    case theirs
    /// The own value, and a note in the task that tells of theirs. Of a task that was deleted: it
    /// comes back.
    case both
  }

  /// What somebody can choose from, besides to give up what was changed.
  package var answers: [Answer] { theirs == nil ? [.both] : [.mine, .theirs, .both] }

  var theirFields: TaskFields? { theirs.map { TaskFields($0) } }

  /// Their value of a field; nil where they have deleted the task.
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
