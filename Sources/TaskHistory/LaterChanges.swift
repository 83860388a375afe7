package import Git
package import StoreFiles
package import TaskFile

/// Changes of a task by people after a change, for an undo of that change.
///
/// memo's own merges and normalizations don't count. Neither do changes that were undone.
package struct LaterChanges {
  /// The newest first.
  package private(set) var steps: [TaskStep] = []
  /// The steps by other people than the undo's author.
  package private(set) var others: [TaskStep] = []
  private var descendants: Set<ObjectID> = []

  package init() {}

  /// Whether a step descends from the change; otherwise a merge joined them later.
  package func descendsFromChange(_ step: TaskStep) -> Bool {
    descendants.contains(step.commit.id)
  }

  /// The later changes of each task, by its id.
  ///
  /// - Parameters:
  ///   - change: The last commit of the change.
  ///   - ids: The tasks of the change.
  ///   - person: The author of the undo.
  ///   - pending: Undos without a commit so far.
  ///   - history: The history up to HEAD; called only for later commits.
  package static func all(
    _ git: StoreGit, since change: ObjectID, of ids: Set<TaskID>, by person: Signature,
    _ pending: [UndoMark], _ history: () throws(MemoError) -> History?
  ) throws(MemoError) -> [String: LaterChanges] {
    guard let tip = try git.head().commit, tip != change else { return [:] }
    let authored = try git.authoredCommits(from: tip, since: change, pending)
    guard !authored.isEmpty, let history = try history() else { return [:] }
    var wanted: [CommitChange] = []
    for id in ids {
      wanted += try history.changes(of: .id(id)).filter {
        $0.delta.isOwn && authored.contains($0.commit.id)
      }
    }
    var found: [String: LaterChanges] = [:]
    try history.walk(wanted) { indexed, changes throws(MemoError) in
      let commit = try git.commit(indexed.id)
      let isDescendant = try git.isAncestor(change, of: commit.id)
      for change in changes {
        let step = try TaskStep(change, in: commit, history.git)
        var later = found.removeValue(forKey: change.task.id.text) ?? LaterChanges()
        later.steps.append(step)
        if commit.author.email != person.email { later.others.append(step) }
        if isDescendant { later.descendants.insert(commit.id) }
        found[change.task.id.text] = later
      }
      return true
    }
    return found
  }
}

extension StoreGit {
  /// The commits that people made since another one, without undone ones.
  ///
  /// - Parameter pending: Undos or redos without a commit so far.
  fileprivate func authoredCommits(
    from tip: ObjectID, since change: ObjectID, _ pending: [UndoMark]
  ) throws(MemoError) -> Set<ObjectID> {
    var all: [OperationName: [(commit: ObjectID, mark: LogEntry.Cause?)]] = [:]
    try walk(from: tip, hiding: [change]) { commit throws(MemoError) in
      if let kind = commit.operationMark?.kind, [.merge, .normalize].contains(kind) { return true }
      // An amended undo may contain other changes, so it counts as a change.
      let (author, committer) = (commit.author, commit.committer)
      let isAmended = (author.email, author.seconds) != (committer.email, committer.seconds)
      let mark = isAmended ? nil : UndoMark(commit.message)
      all[mark?.name ?? commit.operationName, default: []].append((commit.id, mark?.kind))
      return true
    }
    var found: Set<ObjectID> = []
    for (name, commits) in all {
      let marks = pending.filter { $0.name == name }.map(\.kind) + commits.compactMap(\.mark)
      let isNew = commits.contains { $0.mark == nil }
      let (wasDone, isDone) = (!isNew && marks.last == .undo, marks.first != .undo)
      // A change and its undo, or an undo and its redo, cancel each other.
      if wasDone == isDone { continue }
      found.formUnion(commits.map(\.commit))
    }
    return found
  }
}

extension TaskStep {
  /// Whether the step set or removed a key; `status` means the folder.
  package func sets(_ key: String) -> Bool { after != nil && makes { $0?.state(key) } }

  package func rewrites() -> Bool { after != nil && makes { $0?.document.body } }

  /// Whether the step added or removed a conflict note.
  package func notes() -> Bool { after != nil && makes { $0?.noteText } }

  package func moves() -> Bool { after != nil && makes { $0.map { PathKey($0.path) } } }

  /// Whether the step added an item to a list (true) or removed it (false); nil for neither.
  package func puts(_ item: String, into key: String) -> Bool? {
    let has = { (version: TaskVersion?) in version?.state(key).items.contains(item) ?? false }
    return makes(has) ? has(after) : nil
  }

  /// Whether the step added a line to the text (true) or removed it (false); nil for neither.
  package func writes(_ line: String) -> Bool? {
    let has = { (version: TaskVersion?) in
      version?.document.plainLines.contains(line) ?? false
    }
    return after != nil && makes(has) ? has(after) : nil
  }
}

extension [TaskStep] {
  /// The last step that set a key.
  ///
  /// Of several steps in one second, it is the one with the value that a merge chose. The steps
  /// must be sorted with the newest first.
  package func latest(setting key: String, now: FieldValue?) -> TaskStep? {
    let setting = filter { $0.sets(key) }
    guard let first = setting.first else { return nil }
    let tied = setting.prefix { $0.last.time.secondsSince1970 == first.last.time.secondsSince1970 }
    return tied.first { $0.after?.state(key) == now } ?? first
  }
}

extension TaskVersion {
  /// The value of a key; `status` means the folder.
  package func state(_ key: String) -> FieldValue? {
    guard key == "status", let status = folderStatus else { return document.value(of: key) }
    return .text(status.rawValue)
  }
}

extension FieldValue? {
  /// The items of a list; one item for a non-empty text.
  package var items: [String] { self?.items ?? [] }
}
