internal import Git
public import Merging
public import StoreFiles
public import TaskFile
public import TaskHistory

public struct UndoReport: Sendable {
  /// Whether something was redone, also by an undo of an undo.
  public var isRedo: Bool
  public var operations: [Operation]
  public var change: ChangeReport
  /// The tasks that somebody changed since; values that can't be restored are conflict notes.
  public var merged: [MergedTask]
}

extension Store {
  /// Undoes the last operations of this clone, the newest first, with a commit for each.
  ///
  /// Each undo is an inverse merge by task and field. Later changes by others stay; values that
  /// can't be restored become conflict notes.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if there are fewer, or the last change was made with
  ///   git.
  public func undo(_ count: Int = 1) throws(MemoError) -> UndoReport {
    try reverse(.undo, count)
  }

  /// Undoes one change by anybody with a commit, even if later changes exist.
  ///
  /// Undoing an undo redoes the change.
  ///
  /// - Parameter id: A ``ChangeReport/operation`` or ``Operation/id``, or a git revision of one of
  ///   its commits.
  /// - Throws: ``MemoError`` of kind `notFound` for an unknown change, `refused` if it is already
  ///   undone.
  public func undo(operation id: String) throws(MemoError) -> UndoReport {
    try write { session throws(MemoError) in
      try session.finishStep()
      guard let head = session.head.commit, let name = try session.git.operation(named: id) else {
        throw .noOperation(id)
      }
      var finder = OperationFinder(session.git, head: head)
      guard let item = try finder.item(of: name, called: id.asCommit) else {
        throw .noOperation(id)
      }
      return try session.reverse([item])
    }
  }

  /// Undoes the last changes by a program, on any clone, with a commit for each.
  ///
  /// Later changes by others stay, as in ``undo(_:)``.
  ///
  /// - Parameters:
  ///   - client: The program's name, as in the trailers `Memo-Client`.
  ///   - count: The maximum number; nil for all.
  /// - Throws: ``MemoError`` of kind `notFound` if there is nothing to undo.
  public func undo(client: String, _ count: Int? = nil) throws(MemoError) -> UndoReport {
    try write { session throws(MemoError) in
      try session.finishStep()
      let stack = try session.head.commit.map { head throws(MemoError) in
        try UndoStack(session.git, head: head, client: client, upTo: count ?? .max)
      }
      session.notices += stack?.obstacles.map { "\($0): it can't be undone" } ?? []
      guard let stack, !stack.items.isEmpty else {
        throw MemoError(
          .notFound, "there is nothing by '\(client)' to undo", details: session.notices,
          hints: ["'memo log --client \(client.quotedForShell)' shows what it did"])
      }
      return try session.reverse(stack.items)
    }
  }

  /// Redoes the last undone operations, if nothing else was done since.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if there are fewer.
  public func redo(_ count: Int = 1) throws(MemoError) -> UndoReport {
    try reverse(.redo, count)
  }

  /// The operations that can be undone and redone now, the next one first, without uncommitted hand
  /// edits.
  ///
  /// - Parameter count: The maximum number to undo; 0 for only those to redo.
  /// - Throws: ``MemoError`` of kind `refused` if the last change was made with git.
  public func operations(
    upTo count: Int
  ) throws(MemoError) -> (undoable: [Operation], redoable: [Operation]) {
    let git = try git()
    guard let head = try git.head().commit else { return ([], []) }
    var undoable: [UndoStack.Item] = []
    if count > 0 { undoable = try UndoStack(.undo, git, head: head, upTo: count).items }
    let redoable = try UndoStack(.redo, git, head: head, upTo: .max).items
    return (undoable.map(\.operation), redoable.map(\.operation))
  }

  public func hasMade(_ operation: TaskID) throws(MemoError) -> Bool {
    let git = try git()
    guard let commit = try git.head().commit else { return false }
    var finder = OperationFinder(git, head: commit)
    return try finder.operation(.operation(operation)) != nil
  }

  private func reverse(_ kind: LogEntry.Cause, _ count: Int) throws(MemoError) -> UndoReport {
    try write { session throws(MemoError) in
      // Hand edits are operations, too. Hooks check them before they are undone: they stay in the
      // history.
      try session.finishStep()
      let git = session.git
      guard let head = session.head.commit else { throw .nothingTo(kind, count, found: 0) }
      let stack = try UndoStack(kind, git, head: head, upTo: count)
      if stack.items.isEmpty, kind == .undo, !stack.isKnown {
        throw .nothingIsKnown(try OperationFinder(git, head: head).lastChange())
      }
      guard stack.items.count == count else {
        throw .nothingTo(kind, count, found: stack.items.count)
      }
      return try session.reverse(stack.items)
    }
  }
}

extension WriteSession {
  /// Undoes changes with a commit for each, in one step of branch and files.
  ///
  /// - Parameter items: The next one first; at least one.
  fileprivate mutating func reverse(_ items: [UndoStack.Item]) throws(MemoError) -> UndoReport {
    let (store, git) = (store, git)
    guard let start = head.commit, let first = items.first else {
      throw .nothingTo(.undo, 1, found: 0)
    }
    var chain = try chain(on: start)
    chain.isAsked = true
    var tip = start
    var merged: [MergedTask] = []
    let copies = snapshot.copies
    var living = Set(snapshot.tasks.compactMap { $0.id?.text })
    var last: [SideChange] = []
    for (number, item) in items.enumerated() {
      let history = { () throws(MemoError) in try store.history(git) }
      let merge = try TreeMerge(
        git, undo: item, at: tip, living, by: chain.signatures.author,
        after: items[..<number].map(\.mark), history)
      chain.operation = number == 0 ? store.environment.operation : nil
      try chain.commit(
        merge.files, merge.undoEntry(item.operation, item.mark),
        item.mark.kind == .undo ? .undo : .redo)
      let next = chain.tip ?? tip
      last =
        number == items.count - 1 && number > 0
        ? [] : try git.changes(from: tip, to: next, backBy: history)
      for change in last.map(\.change) {
        guard let id = change.id else { continue }
        if change.kind == .delete { living.remove(id) } else { living.insert(id) }
      }
      tip = next
      merged += merge.merged.filter { !$0.notes.isEmpty || $0.notice != nil || !$0.kept.isEmpty }
    }
    let changed = try git.run(
      "compare two commits", git.repository.changedFiles(from: start, to: tip, under: []))
    // One operation's changes are known already, and finding thousands takes time.
    let all = items.count == 1 ? last : try git.changes(from: start, to: tip)
    var changes = all.besidesFollowing.map(\.change)
    chain.edits = try fileEdits(changed, of: .undo)
    chain.moves = try git.folderMoves(chain.edits, to: tip)
    postpone(chain)
    try finishStep("\(first.mark.kind.rawValue): \(first.operation.subject)")
    // For example, a task may be restored beside a copy with its former id.
    if !snapshot.doubleIDs.isEmpty {
      try normalizeAfterwards(within: git.commit(tip).operationMark?.id)
    }
    // Copies of a sync service are files, and no tasks of their own.
    let copyPaths = Set((copies + snapshot.copies).map { PathKey($0.path) })
    for change in changes where copyPaths.contains(PathKey(change.path)) {
      notices.append("\(change.path) is \(change.kind == .delete ? "deleted" : "back")")
    }
    changes = present(changes).filter { !copyPaths.contains(PathKey($0.path)) }
    return UndoReport(
      isRedo: first.mark.kind == .redo, operations: items.map(\.operation),
      change: ChangeReport(self, changes: changes, paths: changes.map(\.path)),
      merged: merged)
  }
}

extension String {
  /// A full commit id in git's short form; other text unchanged.
  fileprivate var asCommit: String {
    [40, 64].contains(utf8.count) && allSatisfy(\.isHexDigit) ? String(prefix(7)) : self
  }
}

extension MemoError {
  fileprivate static func noOperation(_ id: String) -> MemoError {
    MemoError(
      .notFound, "there is no change '\(id.asCommit)' that could be undone",
      details: ["name a commit that changed tasks, but not a merge"],
      hints: ["'memo log' lists the commits"])
  }

  fileprivate static func nothingIsKnown(_ last: Commit?) -> MemoError {
    let name = last.map { String($0.id.hex.prefix(7)) }
    return MemoError(
      .refused, "this clone has no list of operations",
      details: ["what a sync brought is not undone"],
      hints: [
        name.map { "'memo undo \($0)' undoes the last change, by anybody" }
          ?? "'memo log' lists commits, and 'memo undo COMMIT' undoes one"
      ])
  }

  fileprivate static func nothingTo(
    _ kind: LogEntry.Cause, _ count: Int, found: Int
  ) -> MemoError {
    let word = kind.rawValue
    guard found == 0 else {
      return MemoError(
        .refused, "there \(found == 1 ? "is" : "are") only \(found) to \(word)",
        hints: ["'memo \(word) --list' shows what there is"])
    }
    return MemoError(
      .refused, "there is nothing to \(word)",
      details: kind == .undo
        ? ["only what was done on this clone can be undone, not what a sync brought"] : [],
      hints: ["'memo log' shows what happened"])
  }
}
