package import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A commit that moves or deletes a task includes its folder's committed files.
///
/// Other files are moved in the work tree only.
extension CommitChain {
  /// Moves the folders of tasks.
  ///
  /// - Parameters:
  ///   - taken: The paths of tasks afterwards.
  ///   - removed: Tasks that memo deletes with their folders.
  mutating func addFolders(
    of tasks: [TaskEdit], besides taken: Set<PathKey>, _ removed: [TaskEdit],
    _ tree: inout [FileChange]
  ) throws(MemoError) {
    let folders = tasks.folderMoves(besides: taken.union(places))
    guard let tip, !folders.isEmpty || !removed.isEmpty else { return }
    var plan = FolderPlan(git: git, commit: tip, tasks: taken)
    for folder in folders {
      moves += try plan.move(folder)
      movesSoFar.append(folder)
    }
    for task in removed {
      if let path = task.before?.path { try plan.remove(TaskFolder.path(of: path)) }
    }
    tree += plan.tree
    edits += plan.edits
    notices += plan.notices
  }

  /// The new path of a file in a folder that moved with its task.
  func place(of path: String) throws(MemoError) -> String {
    let moved = movesSoFar.target(of: path)
    guard let tip, !moved.isSamePath(as: path) else { return path }
    let place = git.repositoryPath(moved)
    if try git.status(of: place) != nil { return moved }
    let entry = try git.run("read the last commit", git.repository.entry(at: place, in: tip))
    return entry == nil ? path : moved
  }
}

private struct FolderPlan {
  let git: StoreGit
  /// The last commit.
  let commit: ObjectID
  let tasks: Set<PathKey>
  var tree: [FileChange] = []
  var edits: [FileEdit] = []
  var notices: [String] = []
  /// The new paths of committed files.
  var taken: Set<PathKey> = []

  /// - Returns: The moves in the work tree: of files whose names are taken, then of the folder.
  mutating func move(_ folder: PathMove) throws(MemoError) -> [PathMove] {
    var moves: [PathMove] = []
    var free = FreePaths()
    for entry in try entries(in: folder.from) {
      guard let path = git.storePath(entry.path), let wanted = folder.target(of: path) else {
        continue
      }
      let isBlocked = try isFileAbove(wanted, below: folder.to)
      let target = try free.free(
        like: isBlocked ? Paths.join(folder.to, Paths.name(of: path)) : wanted
      ) { target throws(MemoError) in try isTaken(target, for: path) }
      if !target.isSamePath(as: wanted) {
        moves.append(PathMove(from: entry.path, to: git.repositoryPath(target)))
        notices.append(StoreGit.notice(from: path, to: target))
      }
      tree.append(.remove(path: entry.path))
      tree.append(.put(path: git.repositoryPath(target), id: entry.id, mode: entry.mode))
      taken.insert(PathKey(target))
    }
    return moves + [git.inRepository(folder)]
  }

  /// Deletes the committed files that are unchanged; others stay.
  mutating func remove(_ folder: String) throws(MemoError) {
    var count = 0
    for entry in try entries(in: folder) where entry.mode.isFile {
      guard try git.status(of: entry.path) != nil else {
        tree.append(.remove(path: entry.path))
        continue
      }
      // A file with a git filter can't be compared, so it stays.
      guard let found = try git.content(of: entry.path),
        let recorded = try? git.presentContent(entry), found == recorded
      else { continue }
      tree.append(.remove(path: entry.path))
      edits.append(FileEdit(path: entry.path, before: found, after: nil))
      count += 1
    }
    if count > 0 {
      notices.append("\(folder)/ goes with it: \(count == 1 ? "1 file" : "\(count) files")")
    }
  }

  private func entries(in folder: String) throws(MemoError) -> [TreeEntry] {
    var own: [TreeEntry] = []
    for entry in try files(below: folder) {
      guard let path = git.storePath(entry.path) else { continue }
      let isOwn = try TaskFolder.owns(folder, path) { task throws(MemoError) in
        if tasks.contains(PathKey(task)) { return true }
        return try file(at: task) != nil
      }
      if isOwn { own.append(entry) }
    }
    return own
  }

  private func file(at path: String) throws(MemoError) -> TreeEntry? {
    try git.run(
      "read the last commit", git.repository.entry(at: git.repositoryPath(path), in: commit))
  }

  private func files(below path: String) throws(MemoError) -> [TreeEntry] {
    try git.run(
      "read the last commit",
      git.repository.files(in: commit, under: [git.repositoryPath(path)]))
  }

  /// Whether a file is in the place of a needed folder.
  private func isFileAbove(_ path: String, below folder: String) throws(MemoError) -> Bool {
    var inner = Paths.parent(of: path)
    while inner.utf8.count > folder.utf8.count {
      if try file(at: inner) != nil { return true }
      let there = try git.status(of: git.repositoryPath(inner))
      if let there, there.kind != .folder { return true }
      inner = Paths.parent(of: inner)
    }
    return false
  }

  private func isTaken(_ path: String, for source: String) throws(MemoError) -> Bool {
    if taken.contains(PathKey(path)) { return true }
    if try file(at: path) != nil { return true }
    if try !files(below: path).isEmpty { return true }
    guard let there = try git.status(of: git.repositoryPath(path)),
      let own = try git.status(of: git.repositoryPath(source))
    else {
      // The folder was moved by hand with the task, so the file is there already.
      return false
    }
    return there.inode != own.inode || there.device != own.device
  }
}

extension StoreGit {
  /// The moves of what is there, inner folders first.
  func existing(_ moves: [PathMove]) -> [PathMove] {
    var existing: [PathMove] = []
    for move in moves {
      // Most tasks have no folder. One that can't be read is moved, too, or the move says why not.
      let isMade = existing.contains { "\(move.from)/".hasPrefix("\($0.to)/") }
      let found = Result { () throws(FileError) in try files.status(of: move.from) }
      if !isMade, case .success(nil) = found { continue }
      // An outer folder would take the inner one along.
      let outer = existing.firstIndex { move.from.hasPrefix("\($0.from)/") }
      existing.insert(move, at: outer ?? existing.endIndex)
    }
    return existing
  }

  /// The folders of moved tasks, found by id, except those that the commit has at their old paths.
  package func folderMoves(
    _ edits: [FileEdit], to target: ObjectID
  ) throws(MemoError) -> [PathMove] {
    let tasks = edits.filter { isTask($0.path) }
    let new = tasks.filter { $0.before == nil && $0.after != nil }
    guard !new.isEmpty else { return [] }
    var former: [TaskID: String] = [:]
    for edit in tasks where edit.after == nil {
      if let id = edit.before.flatMap({ TaskDocument($0).id }) { former[id] = edit.path }
    }
    guard !former.isEmpty else { return [] }
    let moved = new.compactMap { edit in
      edit.after.flatMap { TaskDocument($0).id }.flatMap { former[$0] }.flatMap(storePath)
        .flatMap { from in storePath(edit.path).map { (from: from, to: $0) } }
    }
    let taken = Set(tasks.filter { $0.after != nil }.compactMap { storePath($0.path) })
    let folders = PathMove.folders(ofTasks: moved, besides: Set(taken.map(PathKey.init)))
    guard !folders.isEmpty else { return [] }
    var moves: [PathMove] = []
    for folder in folders.sorted(by: { $0.from.utf8.count > $1.from.utf8.count }) {
      let left = try run(
        "read a commit", repository.files(in: target, under: [repositoryPath(folder.from)]))
      if left.isEmpty { moves.append(inRepository(folder)) }
    }
    return moves
  }

  fileprivate func inRepository(_ move: PathMove) -> PathMove {
    PathMove(from: repositoryPath(move.from), to: repositoryPath(move.to))
  }
}
