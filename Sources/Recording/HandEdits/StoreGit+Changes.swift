internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension StoreGit {
  /// The paths, relative to the store, whose files differ from a commit's.
  func changedPaths(_ snapshot: Snapshot, since head: ObjectID?) throws(MemoError) -> [String] {
    try changes(snapshot, since: head).compactMap { storePath($0.path) }
  }

  /// How the task files differ from a commit's.
  func changes(
    _ snapshot: Snapshot, since head: ObjectID?
  ) throws(MemoError) -> [WorkTreeChange] {
    var found: [WorkTreeFile] = []
    found.reserveCapacity(snapshot.tasks.count)
    for task in snapshot.tasks {
      if let file = task.file { found.append(WorkTreeFile(path: repositoryPath(task.path), file)) }
    }
    return try run("compare the files with the last commit") { repository throws(GitError) in
      try repository.compare(found, with: head, under: taskFolders) { path throws(GitError) in
        // What git would make of it nobody here knows: it counts as changed.
        if try repository.isFiltered(path) { return nil }
        return storePath(path).flatMap { snapshot.tasks(at: [$0]).first?.document.bytes } ?? []
      }
    }
  }

  /// A task file as a commit has it; nil when it has none there.
  func version(at path: String, in commit: ObjectID?) throws(MemoError) -> TaskVersion? {
    guard let commit else { return nil }
    return try run("read \(path) of the last commit") { repository throws(GitError) in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode.isFile
      else { return nil }
      let text = try repository.taskText(entry.id)
      let bytes =
        try repository.isFiltered(entry.path)
        ? text : repository.workTreeContent(of: text, at: entry.path)
      return TaskVersion(path: path, document: document(bytes), mode: entry.mode)
    }
  }

  /// Those of the store's files that a filter of git's keeps from being recorded.
  func filtered(_ paths: [String]) throws(MemoError) -> Set<PathKey> {
    var found: Set<PathKey> = []
    try run("read the attributes") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      for path in paths where try filters.isFiltered(repositoryPath(path)) {
        found.insert(PathKey(path))
      }
    }
    return found
  }

  /// Whether a filter of git's keeps memo from recording a file.
  ///
  /// - Parameter path: Relative to the repository.
  func isFiltered(_ path: String) throws(MemoError) -> Bool {
    try run("read the attributes", repository.isFiltered(path))
  }
}
