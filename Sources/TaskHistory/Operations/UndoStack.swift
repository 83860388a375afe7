package import Git
package import StoreFiles
internal import TaskFile

/// The operations to undo or redo, the next one first.
package struct UndoStack {
  package struct Item {
    package var operation: Operation
    /// The commits before and after the change.
    package var old: ObjectID
    package var new: ObjectID
    /// memo's later normalization of files that the change wrote.
    package var normalization: [FileChange] = []
    /// The trailer of the commit that will undo this change.
    package var mark: UndoMark
  }

  package private(set) var items: [Item] = []
  /// The changes of a program that can't be undone.
  package private(set) var obstacles: [String] = []
  /// Whether this clone has a file of operations.
  package private(set) var isKnown = true

  /// - Parameters:
  ///   - kind: Undo or redo.
  ///   - count: The maximum number of operations.
  /// - Throws: ``MemoError`` of kind `refused` if the last change was made with git.
  package init(
    _ kind: LogEntry.Cause, _ git: StoreGit, head: ObjectID, upTo count: Int
  ) throws(MemoError) {
    let found = try git.operationSteps()
    isKnown = found != nil
    let steps = found ?? []
    var finder = OperationFinder(git, head: head)
    try finder.checkLastChange(kind, steps)
    // The newest step of an operation decides whether it is done or undone.
    var decided: Set<OperationName> = []
    for step in steps.reversed() where items.count < count {
      switch step {
      case .sync: break
      case .done(let id):
        guard let done = try finder.operation(.operation(id)) else { continue }
        let isNew = decided.insert(.operation(id)).inserted
        guard isNew || kind == .redo else { continue }
        guard let item = try finder.undoable(done, .operation(id)) else { continue }
        guard kind == .undo else { return }
        items.append(item)
      case .reversal(let id, let mark):
        guard let made = try finder.operation(.operation(id)), decided.insert(mark.name).inserted,
          kind != mark.kind
        else { continue }
        guard let item = try finder.reversal(of: made, UndoMark(kind, mark.name)) else { continue }
        items.append(item)
      }
    }
  }
}

extension UndoStack {
  /// The changes of a program that are not undone, from any clone.
  ///
  /// - Parameters:
  ///   - name: As in ``LogQuery/client``.
  ///   - count: The maximum number of changes.
  package init(
    _ git: StoreGit, head: ObjectID, client name: String, upTo count: Int
  ) throws(MemoError) {
    var found: [(name: OperationName, commit: Commit)] = []
    // The newest commit of an operation decides whether it is done or undone.
    var last: [OperationName: LogEntry.Cause] = [:]
    try git.walk(from: head, hiding: []) { commit in
      let trailers = Trailers(commit.message)
      let undo = UndoMark(trailers)
      if let undo, last[undo.name] == nil { last[undo.name] = undo.kind }
      // Skips undos and redos. The program's own operations have commits of their kind, and those
      // of others don't belong here.
      guard undo == nil, commit.isMade(byClient: name), let mark = OperationMark(trailers) else {
        return true
      }
      let name = OperationName.operation(mark.id)
      if last[name] != .undo, found.last?.name != name { found.append((name, commit)) }
      return true
    }
    var finder = OperationFinder(git, head: head)
    for (name, commit) in found where items.count < count {
      let title = commit.id.hex.prefix(7) + " " + commit.subject
      if let item = try finder.item(of: name, called: title) {
        items.append(item)
      } else {
        obstacles.append(title)
      }
    }
  }
}

/// Finds operations in HEAD's history by the trailers of commits.
package struct OperationFinder {
  private let git: StoreGit
  private let head: ObjectID
  private var newest: [OperationName: Commit] = [:]
  private var known: [OperationName: OperationCommits] = [:]
  /// The next commit on the first-parent line.
  private var next: ObjectID?
  private var isWhole = false

  package init(_ git: StoreGit, head: ObjectID) {
    (self.git, self.head, next) = (git, head, head)
  }

  /// - Returns: Nil if it is not in the history.
  package mutating func operation(
    _ name: OperationName
  ) throws(MemoError) -> OperationCommits? {
    if let known = known[name] { return known }
    // The operation is usually near, and sorting a whole history takes long.
    while newest[name] == nil, let place = next {
      let commit = try git.commit(place)
      read(commit)
      next = git.isCutOff(place) ? nil : commit.parents.first
    }
    if newest[name] == nil, !isWhole {
      isWhole = true
      try git.walk(from: head, hiding: []) { commit in
        read(commit)
        return true
      }
    }
    guard let commit = newest[name] else { return nil }
    known[name] = try OperationCommits(commit, git)
    return known[name]
  }

  private mutating func read(_ commit: Commit) {
    let name = commit.operationName
    if newest[name] == nil { newest[name] = commit }
  }

  /// The item that undoes an operation; nil if it didn't change files of the store.
  func undoable(
    _ done: OperationCommits, _ name: OperationName
  ) throws(MemoError) -> UndoStack.Item? {
    // Files that memo recorded unchanged before it adopted them stay.
    guard !done.commits[0].isAsFound, try changesTasks(from: done.old, to: done.new) else {
      return nil
    }
    let operation = Operation(name, done.commits, at: done.commits[0].committer)
    return UndoStack.Item(
      operation: operation, old: done.old, new: done.new, mark: UndoMark(.undo, name))
  }

  /// The item that undoes an undo or a redo; nil if it changed only other stores of the repository.
  mutating func reversal(
    of undone: OperationCommits, _ mark: UndoMark
  ) throws(MemoError) -> UndoStack.Item? {
    let isEmpty = try git.commit(undone.old).tree == git.commit(undone.new).tree
    if !isEmpty, try !changesTasks(from: undone.old, to: undone.new) { return nil }
    return try item(reverting: undone, mark)
  }

  /// The item that undoes an undo or a redo, with the original operation's subject.
  private mutating func item(
    reverting undone: OperationCommits, _ mark: UndoMark
  ) throws(MemoError) -> UndoStack.Item {
    // A rebase may have dropped the operation, or the history is shallow.
    let original = try operation(mark.name) ?? undone
    let dated = mark.kind == .undo ? original : undone
    return UndoStack.Item(
      operation: Operation(mark.name, original.commits, at: dated.commits[0].committer),
      old: undone.old, new: undone.new, mark: mark)
  }

  /// A named change by any author; for an undo, the change that it undid.
  ///
  /// - Parameter text: The name, for errors.
  /// - Returns: Nil if it can't be undone. It is then a merge, a commit of files before memo
  ///   adopted them, outside HEAD's history, or not a change of the store's files.
  /// - Throws: ``MemoError`` of kind `refused` if it was undone already.
  package mutating func item(
    of name: OperationName, called text: String
  ) throws(MemoError) -> UndoStack.Item? {
    guard let found = try operation(name), !found.commits[0].isAsFound else { return nil }
    let mark = found.commits.lazy.compactMap { UndoMark($0.message) }.first
    let meant = mark?.name ?? name
    // Undos by other people count, too.
    var latest: LogEntry.Cause?
    var normalizations: [Commit] = []
    let own = Set(found.commits.map(\.id))
    try git.walk(from: head, hiding: [found.old]) { commit in
      guard !own.contains(commit.id) else { return true }
      let trailers = Trailers(commit.message)
      if let mark = UndoMark(trailers), mark.name == meant { latest = latest ?? mark.kind }
      if OperationMark(trailers)?.kind == .normalize { normalizations.append(commit) }
      return true
    }
    guard mark == nil ? latest != .undo : latest == nil else {
      throw MemoError(
        .refused, "\(text) was undone already", hints: ["'memo log' shows what happened"])
    }
    if let mark {
      return try item(
        reverting: found, UndoMark(mark.kind == .undo ? .redo : .undo, mark.name))
    }
    var item = try undoable(found, name)
    item?.normalization = try git.edits(of: normalizations, toFilesOf: found)
    return item
  }

  /// Whether tasks or other files of the store differ between two commits.
  ///
  /// False if the first commit lacks the store, for example because it was moved since.
  private func changesTasks(from old: ObjectID, to new: ObjectID) throws(MemoError) -> Bool {
    try git.run("compare two commits") { repository throws(GitError) in
      let marker = git.repositoryPath(Store.marker)
      guard try repository.entry(at: marker, in: old) != nil else { return false }
      let folders = NonTaskFiles.watchedFolders.map { git.repositoryPath($0) }
      return try !repository.changedFiles(from: old, to: new, under: folders).isEmpty
    }
  }

  /// The newest commit on the first-parent line that changed the store's files.
  ///
  /// memo's own normalization doesn't count.
  /// - Parameter known: Commits at which the search ends.
  /// - Returns: Nil if a merge is newer.
  package func lastChange(besides known: Set<ObjectID> = []) throws(MemoError) -> Commit? {
    var next: ObjectID? = head
    while let id = next, !known.contains(id), !git.isCutOff(id) {
      let commit = try git.commit(id)
      guard commit.parents.count == 1 else { return nil }
      let kind = commit.operationMark.map { $0.kind ?? .edit }
      if let kind, kind != .normalize { return commit }
      if kind == nil, try changesTasks(from: commit.parents[0], to: id) { return commit }
      next = commit.parents[0]
    }
    return nil
  }

  /// - Throws: ``MemoError`` of kind `refused` if the last change was made with git. Users expect
  ///   an undo of that change, so they must name its commit.
  func checkLastChange(
    _ kind: LogEntry.Cause, _ steps: [OperationStep]
  ) throws(MemoError) {
    let synced = steps.compactMap { step -> ObjectID? in
      if case .sync(let commit) = step { commit } else { nil }
    }
    guard let last = try lastChange(besides: Set(synced)),
      last.operationMark == nil
    else { return }
    let name = last.id.hex.prefix(7)
    throw MemoError(
      .refused, "the last change, \(name) '\(last.subject)', was made with git, not memo",
      hints: [
        kind == .undo ? "'memo undo \(name)' undoes it" : "'memo log' shows what happened"
      ])
  }
}

extension StoreGit {
  /// memo's later normalization of the files whose ids, statuses or paths a change modified.
  fileprivate func edits(
    of normalizations: [Commit], toFilesOf change: OperationCommits
  ) throws(MemoError) -> [FileChange] {
    guard !normalizations.isEmpty else { return [] }
    var left: Set<TreeEntry> = []
    for file in try changedFiles(from: change.old, to: change.new).compactMap(\.after) {
      guard let path = storePath(file.path), let found = try state(at: path, in: change.new) else {
        continue
      }
      let former = try state(at: path, in: change.old)
      if former == nil || former?.id != found.id || former?.said != found.said {
        left.insert(file)
      }
    }
    var edits: [FileChange] = []
    for commit in normalizations {
      guard let parent = commit.parents.first else { continue }
      let files = try changedFiles(from: parent, to: commit.id)
      // If the commit normalized other changes, too, only the files that stayed in place.
      let isWhole = files.allSatisfy { $0.before.map(left.contains) ?? true }
      edits += files.filter { file in
        isWhole || file.after != nil && file.before.map(left.contains) ?? false
      }
    }
    return edits
  }

  private func changedFiles(
    from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [FileChange] {
    try run("compare two commits", repository.changedFiles(from: old, to: new, under: []))
  }
}
