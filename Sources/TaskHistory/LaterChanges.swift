package import Git
package import StoreFiles
package import TaskFile

/// Changes of tasks by people after a change, for an undo of that change.
///
/// memo's own merges and normalizations don't count. Neither do changes that were undone.
package struct LaterChanges {
  package struct Step {
    package var author: String
    package var time: Timestamp
    /// Whether its author is another person.
    package var isOther: Bool
    /// Whether its commit descends from the change; otherwise a merge joined them later.
    package var descendsFromChange: Bool
    /// The task in each parent, or nil.
    var befores: [TaskVersion?]
    /// Nil if the commit deleted the task.
    package var after: TaskVersion?
  }

  /// By the task's id, the newest first.
  private var steps: [TaskID: [Step]] = [:]

  /// - Parameters:
  ///   - change: The last commit of the change.
  ///   - ids: The tasks of the change.
  ///   - person: The author of the undo.
  ///   - pending: Undos without a commit so far.
  ///   - history: The history up to HEAD; called only for later commits.
  package init(
    _ git: StoreGit, since change: ObjectID, of ids: Set<TaskID>, by person: Signature,
    _ pending: [UndoMark], _ history: () throws(MemoError) -> History?
  ) throws(MemoError) {
    let head = try git.head()
    guard let tip = head.commit, tip != change else { return }
    let later = try git.authoredCommits(from: tip, since: change, pending)
    guard !later.isEmpty, let history = try history() else { return }
    var changes: [IndexedCommit: [CommitChange]] = [:]
    for id in ids {
      for change in try history.changes(of: .id(id))
      where change.delta.isOwn && later[change.commit.id] != nil {
        changes[change.commit, default: []].append(change)
      }
    }
    try history.walk(Set(changes.keys)) { indexed throws(MemoError) in
      guard let commit = later[indexed.id] else { return true }
      let descendsFromChange = try git.isAncestor(change, of: commit.id)
      for done in changes[indexed] ?? [] {
        guard case .id(let id) = done.task else { continue }
        steps[id, default: []].append(
          Step(
            author: commit.author.name, time: Timestamp(commit.author),
            isOther: commit.author.email != person.email, descendsFromChange: descendsFromChange,
            befores: try history.versions(before: done), after: try history.version(after: done)))
      }
      return true
    }
  }

  /// The steps of a task, the newest first.
  package func steps(of id: String?) -> [Step] {
    id.flatMap { TaskID($0) }.flatMap { steps[$0] } ?? []
  }
}

extension StoreGit {
  /// The commits that people made since another one, without undone ones.
  ///
  /// - Parameter pending: Undos or redos without a commit so far.
  fileprivate func authoredCommits(
    from tip: ObjectID, since change: ObjectID, _ pending: [UndoMark]
  ) throws(MemoError) -> [ObjectID: Commit] {
    var all: [OperationName: [(commit: Commit, mark: LogEntry.Cause?)]] = [:]
    try walk(from: tip, hiding: [change]) { commit throws(MemoError) in
      if let kind = commit.operationMark?.kind, [.merge, .normalize].contains(kind) { return true }
      // An amended undo may contain other changes, so it counts as a change.
      let (author, committer) = (commit.author, commit.committer)
      let isAmended = (author.email, author.seconds) != (committer.email, committer.seconds)
      let mark = isAmended ? nil : UndoMark(commit.message)
      all[mark?.name ?? commit.operationName, default: []].append((commit, mark?.kind))
      return true
    }
    var found: [ObjectID: Commit] = [:]
    for (name, commits) in all {
      let marks = pending.filter { $0.name == name }.map(\.kind) + commits.compactMap(\.mark)
      let isNew = commits.contains { $0.mark == nil }
      let (wasDone, isDone) = (!isNew && marks.last == .undo, marks.first != .undo)
      // A change and its undo, or an undo and its redo, cancel each other.
      if wasDone == isDone { continue }
      for (commit, _) in commits { found[commit.id] = commit }
    }
    return found
  }
}

extension LaterChanges.Step {
  /// Whether a part of the task differs from the part in all parents.
  private func makes(_ part: (TaskVersion?) -> some Equatable) -> Bool {
    let now = part(after)
    return befores.allSatisfy { part($0) != now }
  }

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

extension [LaterChanges.Step] {
  /// The last step that set a key.
  ///
  /// Of several steps in one second, it is the one with the value that a merge chose. The steps
  /// must be sorted with the newest first.
  package func latest(setting key: String, now: FieldValue?) -> LaterChanges.Step? {
    let setting = filter { $0.sets(key) }
    guard let first = setting.first else { return nil }
    let tied = setting.prefix { $0.time.secondsSince1970 == first.time.secondsSince1970 }
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
  package var items: [String] {
    switch self {
    case .list(let items): items
    case .text(let text): text.isEmpty ? [] : [text]
    case nil: []
    }
  }
}
