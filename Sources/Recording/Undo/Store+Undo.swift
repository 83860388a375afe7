internal import Git
public import Merging
public import StoreFiles
public import TaskFile
public import TaskHistory

/// What an undo or a redo did.
public struct UndoReport: Sendable {
  /// The operations that were taken back, or made again, in that order.
  public var operations: [Operation]
  public var change: ChangeReport
  /// The tasks that somebody changed since; what could not be taken back is noted in them.
  public var merged: [MergedTask]
  /// Whether something came in by a sync since the first of the operations; it stays.
  public var isBehindSync: Bool
}

extension Store {
  /// Takes the last operations of this clone back, newest first, with a commit for each.
  ///
  /// Each is an inverse merge, task by task and field by field: what others changed meanwhile
  /// stays, and what therefore can't be taken back is noted in the task.
  /// - Throws: ``MemoError`` of kind `refused` when there are not that many.
  public func undo(
    _ count: Int = 1, _ patience: Patience = Patience()
  ) throws(MemoError) -> UndoReport {
    try takeBack(count, patience) { stack throws(MemoError) in
      guard stack.undoable.count >= count else { throw .nothingTo("undo", count, stack.undoable) }
      return stack.undoable
    }
  }

  /// Takes one operation back, whatever was done since and whoever has done it, with a commit.
  ///
  /// - Parameter id: As ``ChangeReport/operation`` and ``Operation/id`` have it, or any name that
  ///   git has for one of its commits.
  /// - Throws: ``MemoError`` of kind `notFound` where there is no such operation, `refused` where
  ///   it was taken back already.
  public func undo(
    operation id: String, _ patience: Patience = Patience()
  ) throws(MemoError) -> UndoReport {
    try write(patience) { session throws(MemoError) in
      guard let head = session.head.commit, let name = try session.git.operation(named: id) else {
        throw .noOperation(id)
      }
      let stack = try UndoStack(
        session.git, head: head, email: try session.signatures().committer.email, upTo: 1, of: name)
      guard !stack.isUndone else {
        throw MemoError(
          .refused, "\(id.asCommit) was taken back already",
          hints: ["'memo log' shows what happened"])
      }
      guard !stack.undoable.isEmpty else {
        throw try session.git.isUndo(id) ? .isUndo(id) : .noOperation(id)
      }
      return try takeBack(stack.undoable, stack, &session)
    }
  }

  /// Makes again what was undone last, as long as nothing else was done since.
  ///
  /// - Throws: ``MemoError`` of kind `refused` when there is not that much.
  public func redo(
    _ count: Int = 1, _ patience: Patience = Patience()
  ) throws(MemoError) -> UndoReport {
    try takeBack(count, patience) { stack throws(MemoError) in
      guard stack.redoable.count >= count else { throw .nothingTo("redo", count, stack.redoable) }
      return Array(stack.redoable.prefix(count))
    }
  }

  /// What could be undone and redone now, the next first; hand edits that are not recorded
  /// yet are not among it.
  ///
  /// - Parameter count: At most so many that can be undone.
  public func operations(
    upTo count: Int
  ) throws(MemoError) -> (undoable: [Operation], redoable: [Operation]) {
    let git = try git()
    let head = try git.head()
    guard let commit = head.commit else { return ([], []) }
    // Where git doesn't know the user, no commit is known as the user's.
    let email = (try? Signatures(git, environment).committer.email) ?? ""
    let stack = try UndoStack(git, head: commit, email: email, upTo: count)
    return (stack.undoable.map(\.operation), stack.redoable.map(\.operation))
  }

  /// Whether a change of this name was made, and is in the history.
  public func hasMade(_ operation: TaskID) throws(MemoError) -> Bool {
    let git = try git()
    guard let commit = try git.head().commit else { return false }
    return try git.hasMade(operation, behind: commit)
  }

  private func takeBack(
    _ count: Int, _ patience: Patience,
    _ choose: (UndoStack) throws(MemoError) -> [UndoStack.Item]
  ) throws(MemoError) -> UndoReport {
    try write(patience) { session throws(MemoError) in
      guard let head = session.head.commit else { throw .nothingTo("undo", count, []) }
      let stack = try UndoStack(
        session.git, head: head, email: try session.signatures().committer.email, upTo: count)
      return try takeBack(try choose(stack), stack, &session)
    }
  }

  private func takeBack(
    _ items: [UndoStack.Item], _ stack: UndoStack, _ session: inout WriteSession
  ) throws(MemoError) -> UndoReport {
    let git = session.git
    let (changes, merged) = try session.takeBack(items) { () throws(MemoError) in
      try history(git)
    }
    return UndoReport(
      operations: items.map(\.operation),
      change: ChangeReport(session, changes: changes, paths: changes.map(\.path)),
      merged: merged, isBehindSync: stack.isBehindSync)
  }
}

extension WriteSession {
  /// Takes changes back, a commit for each, and arrives there in one step.
  fileprivate mutating func takeBack(
    _ items: [UndoStack.Item], _ history: () throws(MemoError) -> History?
  ) throws(MemoError) -> (changes: [TaskChange], merged: [MergedTask]) {
    guard let start = head.commit, let first = items.first else { return ([], []) }
    let writer = try writer()
    let person = try signatures().author
    var tip = start
    var merged: [MergedTask] = []
    var living = Set(snapshot.tasks.compactMap { $0.id?.text })
    var last: [SideChange] = []
    for (number, item) in items.enumerated() {
      let merge = try TreeMerge(
        git, takingBack: item, at: tip, living, by: person,
        after: items[..<number].map(\.mark), history)
      let next = try writer.write(
        merge.treeEdits, on: [tip], merge.undoMessage(item.operation, item.mark),
        item.mark.kind == .undo ? .undo : .redo,
        of: number == 0 ? store.environment.operation : nil)
      last =
        number == items.count - 1 && number > 0 ? [] : try merge.changes(git, from: tip, to: next)
      for change in last.map(\.change) {
        guard let id = change.id else { continue }
        if change.kind == .delete { living.remove(id) } else { living.insert(id) }
      }
      tip = next
      merged += merge.merged.filter {
        !$0.notes.isEmpty || $0.notice != nil || !$0.kept.isEmpty
      }
    }
    let changed = try git.run(
      "compare two commits", git.repository.changedFiles(from: start, to: tip, under: []))
    let files = changed.map {
      TreeMerge.MergedFile(path: $0.path, ours: $0.before, result: $0.after)
    }
    // Of one operation they are known already, and thousands take their time.
    let all = items.count == 1 ? last : try git.changes(from: start, to: tip)
    let changes = all.besidesFollowing.map(\.change).besidesCopies
    try moveHead(
      to: tip,
      edits: try git.keepingLineEnds(
        try git.fileEdits(files, store.recording.absent, of: .undo), all),
      reason: "\(first.mark.kind.word): \(first.operation.subject)")
    // As where a task came back beside a copy that had its id since.
    if !snapshot.doubleIDs.isEmpty { try normalizeAfterwards() }
    return (present(changes), merged)
  }
}

extension [TaskChange] {
  /// Without those of a sync service's copies, which are no tasks though they have a task's id.
  fileprivate var besidesCopies: [TaskChange] {
    filter { copy in
      !SyncCopy.isMarked(copy.path)
        || !contains { $0.id == copy.id && !$0.path.isSamePath(as: copy.path) }
    }
  }
}

extension StoreGit {
  /// Whether a name that git has for a commit is that of an undo or a redo.
  fileprivate func isUndo(_ name: String) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      guard let found = try repository.resolve(revision: name) else { return false }
      return UndoMark(try repository.commit(found).message) != nil
    }
  }
}

extension String {
  /// A commit's full name as git shortens it; all else as it is.
  fileprivate var asCommit: String {
    [40, 64].contains(utf8.count) && allSatisfy(\.isHexDigit) ? String(prefix(7)) : self
  }
}

extension MemoError {
  fileprivate static func isUndo(_ id: String) -> MemoError {
    MemoError(
      .refused, "'\(id.asCommit)' is an undo itself, or a redo",
      hints: ["'memo redo' makes again what was undone last, 'memo undo' takes that back"])
  }

  fileprivate static func noOperation(_ id: String) -> MemoError {
    MemoError(
      .notFound, "there is no change '\(id.asCommit)' that could be taken back",
      details: ["it is named by its commit; merges, undos and what was there before memo are none"],
      hints: ["'memo log' lists the commits"])
  }

  fileprivate static func nothingTo(
    _ word: String, _ count: Int, _ found: [some Any]
  ) -> MemoError {
    guard found.isEmpty else {
      return MemoError(
        .refused, "there \(found.count == 1 ? "is" : "are") only \(found.count) to \(word)",
        hints: ["'memo \(word) --list' shows what there is"])
    }
    return MemoError(
      .refused, "there is nothing to \(word)",
      details: word == "undo"
        ? ["only what was done on this clone can be undone, not what a sync brought"] : [],
      hints: ["'memo log' shows what happened"])
  }
}
