internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Restores deleted tasks in their last version, to their folder, in one commit.
  ///
  /// - Parameter names: Ids, beginnings of ids, file names, paths, or words of titles.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func restore(_ names: [String]) throws(MemoError) -> ChangeReport {
    try write { session throws(MemoError) in
      let found = try session.deleted(names)
      var free = session.freePaths
      var edits: [TaskEdit] = []
      var files: [FileEdit] = []
      for task in found {
        let bytes = try session.git.run(
          "read \(task.path)", session.git.repository.blob(task.entry.id, atMost: Limits.taskBytes))
        guard let bytes else { throw .tooLarge(task) }
        let version = TaskVersion(
          path: free.take(like: task.path), document: session.git.document(bytes),
          mode: task.entry.mode)
        edits.append(TaskEdit(adding: version, as: .restore))
        files += try session.filesDeleted(with: task, for: version.path)
      }
      try session.commit(edits, and: files)
      // A task that was committed by hand may lack an id, or have another task's.
      try session.normalizeAfterwards(within: session.operation)
      let changes = session.present(edits.map(\.change))
      return ChangeReport(session, changes: changes, paths: changes.map(\.path))
    }
  }
}

extension WriteSession {
  /// The files of a task's folder that were deleted with it, except those that exist again.
  ///
  /// - Parameter path: The task's new path.
  fileprivate mutating func filesDeleted(
    with task: DeletedTask, for path: String
  ) throws(MemoError) -> [FileEdit] {
    guard let id = ObjectID(hex: task.deletion.commit) else { return [] }
    let git = git
    let folder = PathMove(from: TaskFolder.path(of: task.path), to: TaskFolder.path(of: path))
    let gone = try git.run("read \(folder.from)") { repository throws(GitError) in
      let deletion = try repository.commit(id)
      for direct in deletion.parents
      where try repository.entry(at: task.entry.path, in: direct) != nil {
        let parent = try Self.commit(before: deletion, direct, repository)
        var own: [TreeEntry] = []
        for file in try repository.changedFiles(
          from: parent, to: id, under: [git.repositoryPath(folder.from)])
        {
          guard let entry = file.before, file.after == nil, entry.mode.isFile,
            let path = git.storePath(entry.path)
          else { continue }
          let isOwn = try TaskFolder.owns(folder.from, path) { task throws(GitError) in
            try repository.entry(at: git.repositoryPath(task), in: parent) != nil
          }
          if isOwn { own.append(entry) }
        }
        return own
      }
      return []
    }
    var files: [FileEdit] = []
    for entry in gone {
      guard let target = git.storePath(entry.path).flatMap(folder.target) else { continue }
      let place = git.repositoryPath(target)
      guard try git.status(of: place) == nil else {
        notices.append("\(target) exists already, and stays unchanged")
        continue
      }
      files.append(
        FileEdit(
          path: place, after: try git.workTreeContent(entry),
          isExecutable: entry.mode == .executable))
    }
    return files
  }

  /// The commit before an operation, along one parent of its last commit.
  ///
  /// Files deleted together by hand are in one operation, but in several commits.
  private static func commit(
    before last: Commit, _ parent: ObjectID, _ repository: Repository
  ) throws(GitError) -> ObjectID {
    guard let operation = last.operationMark?.id else { return parent }
    var id = parent
    while true {
      let commit = try repository.commit(id)
      guard commit.operationMark?.id == operation, let before = commit.parents.first else {
        return id
      }
      id = before
    }
  }

  /// The deleted tasks with these names, each once, in order.
  fileprivate func deleted(_ names: [String]) throws(MemoError) -> [DeletedTask] {
    // With the deletions by hand that this session commits.
    guard let history = try store.history(git, of: head.commit) else {
      throw try notDeleted(names.first ?? "")
    }
    var all: [DeletedTask] = []
    // Complete ids are unique; other names may also match older tasks.
    var left = Set(names)
    try store.deletedTasks(besides: snapshot, in: history) { task in
      all.append(task)
      if let id = task.id { left.remove(id.text) }
      return !left.isEmpty
    }
    let byID = Dictionary(grouping: all) { $0.id?.text }
    var tasks: [DeletedTask] = []
    var seen: [String: Set<PathKey>] = [:]
    for name in names {
      func titled(_ use: NameUse) -> [DeletedTask] {
        TitleWords(name)?.best(of: all, title: \.title, for: use) ?? []
      }
      let typed = TaskName(name)
      var found = byID[name] ?? all.filter { $0.isMeant(by: typed) }.exact(name)
      if found.isEmpty { found = titled(.changing) }
      guard let task = found.first else {
        let vague = titled(.reading)
        throw vague.isEmpty ? try notDeleted(name) : .vague(name, vague.map(\.task).namedLines())
      }
      guard found.count == 1 else { throw .severalDeleted(name, found) }
      if seen[task.deletion.commit, default: []].insert(PathKey(task.path)).inserted {
        tasks.append(task)
      }
    }
    return tasks
  }

  private func notDeleted(_ name: String) throws(MemoError) -> MemoError {
    // Only for the text of an error.
    if let task = try? snapshot.task(named: name) {
      return MemoError(
        .refused, "\(task.title) is not deleted: it is \(task.path)",
        hints: ["'memo log \(name.quotedForShell)' shows what happened to it"])
    }
    if let error = try store.absence(of: name, snapshot) { return error }
    return MemoError(
      .notFound, "there is no deleted task '\(name)'",
      hints: ["'memo log --deleted' lists what can be restored"]
        + (git.repository.isShallow ? [Store.cutOffWords] : []))
  }
}

extension MemoError {
  fileprivate static func tooLarge(_ task: DeletedTask) -> MemoError {
    MemoError(
      .refused,
      "\(task.path) was larger than \(Limits.taskSize), and memo doesn't write such files",
      hints: ["'memo git show \(task.entry.id.short) > \(task.path.quotedForShell)' brings it back"]
    )
  }
}
