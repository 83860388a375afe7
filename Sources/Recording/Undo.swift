internal import Git
public import Merging
public import StoreFiles
public import TaskFile
public import TaskHistory

/// What an undo or a redo did.
public struct UndoReport: Sendable {
  /// Whether something was made again; also by an undo of an undo.
  public var isRedo: Bool
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
  /// - Throws: ``MemoError`` of kind `refused` when there are not that many, or the last change was
  ///   made with git.
  public func undo(
    _ count: Int = 1, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> UndoReport {
    try takeBack(.undo, count, patience)
  }

  /// Undoes one change of anybody with a commit, even if others came after it.
  ///
  /// Where the change is an undo, what it had undone is made again.
  /// - Parameter id: As ``ChangeReport/operation`` and ``Operation/id`` have it, or any name that
  ///   git has for one of its commits.
  /// - Throws: ``MemoError`` of kind `notFound` where there is no such change, `refused` where it
  ///   was taken back already.
  public func undo(
    operation id: String, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> UndoReport {
    try write(patience) { session throws(MemoError) in
      guard let head = session.head.commit, let name = try session.git.operation(named: id) else {
        throw .noOperation(id)
      }
      let stack = try UndoStack(
        session.git, head: head, session.git.operationFile, of: name, called: id.asCommit)
      guard !stack.items.isEmpty else { throw .noOperation(id) }
      return try takeBack(stack, &session)
    }
  }

  /// Undoes the last changes that a program made, on any clone, with a commit for each.
  ///
  /// What others changed since stays, as in ``undo(_:_:)``.
  /// - Parameters:
  ///   - client: The program's name, as in the commits' `Memo-Client`.
  ///   - count: At most so many changes; nil for all.
  /// - Throws: ``MemoError`` of kind `notFound` where there is nothing of it to undo.
  public func undo(
    client: String, _ count: Int? = nil, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> UndoReport {
    try write(patience) { session throws(MemoError) in
      var obstacles: [String] = []
      var stack: UndoStack?
      if let head = session.head.commit {
        stack = try UndoStack(
          session.git, head: head, client: client, upTo: count ?? .max, &obstacles)
      }
      session.notices += obstacles.map { "\($0): it can't be undone" }
      guard let stack, !stack.items.isEmpty else {
        throw MemoError(
          .notFound, "there is nothing of '\(client)' to undo", details: session.notices,
          hints: ["'memo log --client \(client.quotedForShell)' shows what it did"])
      }
      return try takeBack(stack, &session)
    }
  }

  /// Makes again what was undone last, as long as nothing else was done since.
  ///
  /// - Throws: ``MemoError`` of kind `refused` when there is not that much.
  public func redo(
    _ count: Int = 1, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> UndoReport {
    try takeBack(.redo, count, patience)
  }

  /// What could be undone and redone now, the next first; hand edits that are not recorded
  /// yet are not among it.
  ///
  /// - Parameter count: At most so many that can be undone; 0 for what can be redone only.
  /// - Throws: ``MemoError`` of kind `refused` where the last change was made with git.
  public func operations(
    upTo count: Int
  ) throws(MemoError) -> (undoable: [Operation], redoable: [Operation]) {
    let git = try git()
    guard let head = try git.head().commit else { return ([], []) }
    let file = git.operationFile
    var undoable: [UndoStack.Item] = []
    if count > 0 { undoable = try UndoStack(.undo, git, head: head, file, upTo: count).items }
    let redoable = try UndoStack(.redo, git, head: head, file, upTo: .max).items
    return (undoable.map(\.operation), redoable.map(\.operation))
  }

  /// Whether a change of this name was made, and is in the history.
  public func hasMade(_ operation: TaskID) throws(MemoError) -> Bool {
    let git = try git()
    guard let commit = try git.head().commit else { return false }
    return try git.hasMade(operation, behind: commit)
  }

  private func takeBack(
    _ kind: UndoMark.Kind, _ count: Int, _ patience: LockTimeout
  ) throws(MemoError) -> UndoReport {
    try write(patience) { session throws(MemoError) in
      let git = session.git
      guard let head = session.head.commit else { throw .nothingTo(kind, count, found: 0) }
      let stack = try UndoStack(kind, git, head: head, git.operationFile, upTo: count)
      if stack.items.isEmpty, kind == .undo, !stack.isKnown {
        throw .nothingIsKnown(try git.lastChange(head))
      }
      guard stack.items.count == count else {
        throw .nothingTo(kind, count, found: stack.items.count)
      }
      return try takeBack(stack, &session)
    }
  }

  private func takeBack(
    _ stack: UndoStack, _ session: inout WriteSession
  ) throws(MemoError) -> UndoReport {
    let git = session.git
    let (changes, merged) = try session.takeBack(stack.items) { () throws(MemoError) in
      try history(git)
    }
    return UndoReport(
      isRedo: stack.items.first?.mark.kind == .redo, operations: stack.items.map(\.operation),
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
        of: number == 0 ? store.environment.operation : nil, isAsked: true)
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
    if !snapshot.doubleIDs.isEmpty {
      try normalizeAfterwards(
        within: OperationMark(Trailers(try git.commit(tip).message))?.id)
    }
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

extension String {
  /// A commit's full name as git shortens it; all else as it is.
  fileprivate var asCommit: String {
    [40, 64].contains(utf8.count) && allSatisfy(\.isHexDigit) ? String(prefix(7)) : self
  }
}

extension MemoError {
  fileprivate static func noOperation(_ id: String) -> MemoError {
    MemoError(
      .notFound, "there is no change '\(id.asCommit)' that could be undone",
      details: ["it is named by its commit; merges and what was there before memo are none"],
      hints: ["'memo log' lists the commits"])
  }

  /// - Parameter last: What was done last, wherever.
  fileprivate static func nothingIsKnown(_ last: Commit?) -> MemoError {
    let name = last.map { String($0.id.hex.prefix(7)) }
    return MemoError(
      .refused, "there is no record of what was done on this clone",
      details: ["what a sync brought is not undone"],
      hints: [
        name.map { "'memo undo \($0)' undoes the last change, whoever made it" }
          ?? "'memo log' shows what happened"
      ])
  }

  fileprivate static func nothingTo(
    _ kind: UndoMark.Kind, _ count: Int, found: Int
  ) -> MemoError {
    let word = kind.word
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

extension StoreGit {
  /// The edits with the line ends that the files have now, where git would record the very same of
  /// them.
  ///
  /// Where git normalises line ends, a blob doesn't tell how its file ended its lines, so that a
  /// checkout of it would give other bytes than there were before the change that is taken back.
  /// - Parameter changes: Tells where tasks that are moved come from.
  func keepingLineEnds(
    _ edits: [FileEdit], _ changes: [SideChange]
  ) throws(MemoError) -> [FileEdit] {
    var former: [PathKey: String] = [:]
    for places in changes.compactMap(\.taskPlaces) { former[PathKey(places.after)] = places.before }
    var present: [PathKey: [UInt8]] = [:]
    for edit in edits { present[PathKey(edit.path)] = edit.before }
    var filters = ContentFilters(repository)
    var kept = edits
    for (index, edit) in edits.enumerated() {
      let source = PathKey(former[PathKey(edit.path)] ?? edit.path)
      guard let after = edit.after, let before = present[source] else { continue }
      let candidate = EndedLine.joined(
        EndedLine.lines(of: after, endedAs: EndedLine.lines(of: before)))
      guard candidate != after else { continue }
      let isSame = try run("read \(edit.path)") { _ throws(GitError) in
        let recorded = try filters.blobContent(of: after, at: edit.path)
        return try filters.blobContent(of: candidate, at: edit.path) == recorded
      }
      if isSame { kept[index].after = candidate }
    }
    return kept
  }
}

/// A line, and how it ends.
private struct EndedLine {
  var text: ArraySlice<UInt8>
  /// Empty behind the last one.
  var end: ArraySlice<UInt8>

  static func lines(of bytes: [UInt8]) -> [EndedLine] {
    var lines: [EndedLine] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let hasReturn = index > start && bytes[index - 1] == UInt8(ascii: "\r")
      let end = hasReturn ? index - 1 : index
      lines.append(EndedLine(text: bytes[start..<end], end: bytes[end...index]))
      start = index + 1
    }
    if start < bytes.count { lines.append(EndedLine(text: bytes[start...], end: [])) }
    return lines
  }

  /// A text's lines: those that another begins or ends with as they end there, and what is between
  /// them as the other's first line does.
  static func lines(of bytes: [UInt8], endedAs others: [EndedLine]) -> [EndedLine] {
    var lines = lines(of: bytes)
    guard let usual = others.first?.end, !usual.isEmpty else { return lines }
    let most = min(lines.count, others.count)
    let shared = zip(lines, others).prefix { $0.text == $1.text }.count
    let ending = zip(lines.reversed(), others.reversed()).prefix { $0.text == $1.text }.count
    let tail = min(ending, most - shared)
    for index in lines.indices where !lines[index].end.isEmpty {
      let fromEnd = lines.count - index
      let end =
        index < shared
        ? others[index].end : fromEnd <= tail ? others[others.count - fromEnd].end : usual
      if !end.isEmpty { lines[index].end = end }
    }
    return lines
  }

  static func joined(_ lines: [EndedLine]) -> [UInt8] { lines.flatMap { $0.text + $0.end } }
}
