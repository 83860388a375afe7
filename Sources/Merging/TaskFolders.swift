internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The tasks that the sides of a merge moved, with their folders.
///
/// Files in a task's folder are merged at the task's path in the base, then moved to its path in
/// the result. So a file that one side adds follows a task that the other side moved.
struct TaskFolders {
  /// A moved task, with repository paths.
  struct Moved {
    var path: String
    var place: String
    var id: String?
    /// Whether only the other side moved it.
    var isTheirs: Bool
  }

  let moved: [Moved]
  let ours: Side
  let theirs: Side

  /// Repository paths of one side.
  struct Side {
    /// From a folder's path on this side to its path in the base.
    var moves = PathMoves()
    /// The folders of tasks that this side deleted and the other side kept.
    var deleted: Set<PathKey> = []
    /// The paths of changed tasks.
    var tasks: Set<PathKey> = []
  }

  /// - Parameter isUndo: An undo may also delete files in the folders of deleted tasks.
  init(_ here: [SideChange], _ there: [SideChange], isUndo: Bool) {
    let (here, there) = (here.filter(\.isTask), there.filter(\.isTask))
    ours = Side(here, besides: there, isUndo)
    theirs = Side(there, besides: here, isUndo)
    var moved: [Moved] = []
    var seen: Set<PathKey> = []
    for (number, change) in (here + there).enumerated() {
      guard let before = change.before, let after = change.after,
        !before.path.isSamePath(as: after.path), seen.insert(PathKey(before.path)).inserted
      else { continue }
      moved.append(
        Moved(
          path: before.path, place: after.path, id: change.change.id, isTheirs: number >= here.count
        ))
    }
    self.moved = moved
  }
}

extension TaskFolders.Side {
  fileprivate init(_ changes: [SideChange], besides others: [SideChange], _ isUndo: Bool) {
    tasks = Set(changes.compactMap { $0.after.map { PathKey($0.path) } })
    moves = PathMoves(
      PathMove.folders(ofTasks: changes.moves, besides: tasks)
        .map { PathMove(from: $0.to, to: $0.from) })
    let gone = isUndo ? [] : changes.filter { $0.after == nil }
    guard !gone.isEmpty else { return }
    let kept = Set(others.compactMap { $0.after == nil ? nil : $0.before.map { PathKey($0.path) } })
    deleted = Set(
      gone.compactMap { $0.before?.path }.filter { kept.contains(PathKey($0)) }
        .map { PathKey(TaskFolder.path(of: $0)) })
  }
}

extension TaskFolders.Side {
  /// The changes of a side as if no task's folder had moved.
  func atBasePaths(
    _ changes: [SideChange], _ tree: MergedTree
  ) throws(MemoError) -> [SideChange] {
    guard !moves.isEmpty || !deleted.isEmpty else { return changes }
    var kept: [SideChange] = []
    var gone: [PathKey: SideChange] = [:]
    var came: [SideChange] = []
    for change in changes {
      if change.isTask {
        kept.append(change)
      } else if change.after == nil {
        // The other side keeps the task, so its folder stays too.
        if try !staysWithTask(change.path, tree) { gone[PathKey(change.path)] = change }
      } else if change.before == nil {
        came.append(change)
      } else {
        kept.append(change)
      }
    }
    let occupied = Set((kept + came).compactMap { $0.after.map { PathKey($0.path) } })
    for change in came {
      guard let after = change.after, let home = try home(of: after.path, tree) else {
        kept.append(change)
        continue
      }
      let former = gone[PathKey(home)]?.before
      if former == nil {
        let there = try tree.file(at: home)
        guard there == nil, !occupied.contains(PathKey(home)) else {
          kept.append(change)
          continue
        }
      }
      gone[PathKey(home)] = nil
      let entry = TreeEntry(path: home, id: after.id, mode: after.mode)
      guard entry != former else { continue }
      kept.append(SideChange(FileChange(path: home, before: former, after: entry)))
    }
    return kept + gone.values.sorted { $0.path.precedes(path: $1.path) }
  }

  /// The path that a file would have if its task hadn't moved; nil if it belongs to no moved task.
  private func home(of path: String, _ tree: MergedTree) throws(MemoError) -> String? {
    for move in moves.around(path) where try owns(move.from, path, tree) {
      return move.target(of: path)
    }
    return nil
  }

  private func staysWithTask(_ path: String, _ tree: MergedTree) throws(MemoError) -> Bool {
    var folder = Paths.parent(of: path)
    while !folder.isEmpty, !deleted.isEmpty {
      if deleted.contains(PathKey(folder)) { return try owns(folder, path, tree) }
      folder = Paths.parent(of: folder)
    }
    return false
  }

  private func owns(
    _ folder: String, _ path: String, _ tree: MergedTree
  ) throws(MemoError) -> Bool {
    try TaskFolder.owns(folder, path) { task throws(MemoError) in
      if tasks.contains(PathKey(task)) { return true }
      return try tree.file(at: task) != nil
    }
  }
}

extension MergedTree {
  /// Moves the files in tasks' folders to the tasks' paths in the result.
  ///
  /// - Parameters:
  ///   - tasks: The moved tasks.
  ///   - former: In an undo, the commit to restore. Files that were apart from their task there
  ///     become so again.
  mutating func moveFolders(
    of tasks: [TaskFolders.Moved], backTo former: ObjectID?
  ) throws(MemoError) {
    var full: [(task: TaskFolders.Moved, files: [TreeEntry])] = []
    let now = changed(below: Set(tasks.map { PathKey(TaskFolder.path(of: $0.path)) }))
    for task in tasks where try file(at: task.path) == nil {
      let folder = TaskFolder.path(of: task.path)
      var files = try files(in: folder, now: now[PathKey(folder)] ?? [])
      if task.isTheirs, let former, !files.isEmpty {
        let paths = Set(try self.files(below: folder, in: former).map { PathKey($0.path) })
        files.removeAll { paths.contains(PathKey($0.path)) }
      }
      guard !files.isEmpty else { continue }
      full.append((task, files))
    }
    guard !full.isEmpty else { return }
    let places = try places(of: Set(full.compactMap(\.task.id)))
    var free = FreePaths()
    var moves = PathMoves()
    for (task, files) in full {
      var place = task.id.flatMap { places[$0] }
      // Without an id, the task is at the path of that side, or not found.
      if task.id == nil, try file(at: task.place) != nil { place = task.place }
      guard let place, !place.isSamePath(as: task.path) else { continue }
      let move = PathMove(from: TaskFolder.path(of: task.path), to: TaskFolder.path(of: place))
      moves.append(move)
      for file in files {
        guard let wanted = move.target(of: file.path) else { continue }
        let target = try free.free(like: wanted) { path throws(MemoError) in
          try self.file(at: path) != nil
        }
        changed[PathKey(file.path)] = .some(nil)
        changed[PathKey(target)] = TreeEntry(path: target, id: file.id, mode: file.mode)
        try checkFolders(of: target)
      }
    }
    displaced = displaced.map { (moves.target(of: $0.from), moves.target(of: $0.to)) }
  }

  /// The files below some folders that differ from the base, by folder.
  ///
  /// One call finds them for all folders, since thousands of tasks may move.
  private func changed(below folders: Set<PathKey>) -> [PathKey: [TreeEntry]] {
    var found: [PathKey: [TreeEntry]] = [:]
    for entry in changed.values.compactMap({ $0 }) {
      var folder = Paths.parent(of: entry.path)
      while !folder.isEmpty {
        let key = PathKey(folder)
        if folders.contains(key) { found[key, default: []].append(entry) }
        folder = Paths.parent(of: folder)
      }
    }
    return found
  }

  /// The files that belong to a task, in its folder.
  ///
  /// - Parameter now: The files in the folder that differ from the base.
  private func files(
    in folder: String, now: [TreeEntry]
  ) throws(MemoError) -> [TreeEntry] {
    let before = try files(below: folder, in: base).filter { changed[PathKey($0.path)] == nil }
    var own: [TreeEntry] = []
    for entry in before + now {
      let isOwn = try TaskFolder.owns(folder, entry.path) { task throws(MemoError) in
        try file(at: task) != nil
      }
      if isOwn { own.append(entry) }
    }
    return own.sorted { $0.path.precedes(path: $1.path) }
  }

  private func places(of ids: Set<String>) throws(MemoError) -> [String: String] {
    var places: [String: String] = [:]
    for entry in changed.values.compactMap({ $0 }) where StoredTask.isTaskName(entry.path) {
      let id = try git.idText(of: entry)
      if ids.contains(id) { places[id] = entry.path }
    }
    return places
  }
}

extension [SideChange] {
  fileprivate var moves: [(from: String, to: String)] {
    compactMap { change in
      change.before.flatMap { before in change.after.map { (before.path, $0.path) } }
    }
  }

  /// Leaves out files that only moved with their tasks.
  package var besidesFollowing: [SideChange] {
    let moves = PathMoves(PathMove.folders(ofTasks: filter(\.isTask).moves, besides: []))
    guard !moves.isEmpty else { return self }
    var came: [PathKey: TreeEntry] = [:]
    for change in self where !change.isTask && change.before == nil {
      came[PathKey(change.path)] = change.after
    }
    var following: Set<PathKey> = []
    for change in self where !change.isTask && change.after == nil {
      for target in moves.around(change.path).compactMap({ $0.target(of: change.path) }) {
        guard let new = came[PathKey(target)], new.id == change.before?.id else { continue }
        following.formUnion([PathKey(change.path), PathKey(target)])
      }
    }
    return filter { $0.isTask || !following.contains(PathKey($0.path)) }
  }
}
