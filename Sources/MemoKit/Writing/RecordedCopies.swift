internal import Git
internal import TaskFile

extension Store {
  /// Files that somebody committed with plain git as copies, the id included.
  ///
  /// Of several files with one id the one that was there first keeps it.
  /// - Parameter changed: Files that differ from the last commit; they are no matter of
  ///   history.
  /// - Returns: The paths of the copies.
  func recordedCopies(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?, besides changed: Set<PathKey>
  ) throws(MemoError) -> [String] {
    var holders: [TaskID: [String]] = [:]
    holders.reserveCapacity(snapshot.tasks.count)
    for task in snapshot.tasks where !changed.contains(PathKey(task.path)) {
      if let id = task.id { holders[id, default: []].append(task.path) }
    }
    var copies: [String] = []
    for (id, paths) in holders where paths.count > 1 {
      let first = try eldest(paths, of: id, git, since: head)
      copies += paths.filter { path in first.map { !path.isSamePath(as: $0) } ?? true }
    }
    return copies
  }

  /// The path that had the id before the others, as far as a thousand commits tell.
  private func eldest(
    _ paths: [String], of id: TaskID, _ git: StoreGit, since head: ObjectID?
  ) throws(MemoError) -> String? {
    try git.run("read the history of \(paths[0])") { repository throws(GitError) in
      var remaining = paths
      var next = head
      for _ in 0..<1000 {
        guard let commit = next else { break }
        var present: [String] = []
        for path in remaining {
          guard let entry = try repository.entry(at: git.repositoryPath(path), in: commit),
            TaskDocument(try repository.blob(entry.id)).item(fileName: "").id == id
          else { continue }
          present.append(path)
        }
        if present.isEmpty { break }
        remaining = present
        if remaining.count == 1 { break }
        next = try repository.commit(commit).parents.first
      }
      return remaining.first
    }
  }
}
