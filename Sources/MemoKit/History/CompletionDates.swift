internal import Git
internal import TaskFile

extension StoreGit {
  /// The days on which tasks came into `done/`, on the clocks of those who did them.
  ///
  /// Everybody who has the history gets the same days. Where the arrival itself is not in it, as
  /// in a clone that was cut off, it is the day of the oldest commit that has the task there.
  /// - Returns: By id; without those that no commit has in `done/`.
  func completionDates(
    of ids: Set<TaskID>, at paths: [String: TaskID], since head: ObjectID?
  ) throws(MemoError) -> [TaskID: CalendarDate] {
    guard let head, !ids.isEmpty else { return [:] }
    var search = CompletionSearch(git: self, missing: ids, paths: paths)
    try run("read the history") { repository throws(GitError) in
      do throws(GitError) {
        try repository.walk(from: [head]) { commit throws(GitError) in
          try search.look(at: commit)
          return !search.missing.isEmpty
        }
      } catch {
        guard error.code == .shallow else { throw error }
        try search.follow(head)
      }
    }
    return search.found.merging(search.merged) { own, _ in own }
  }
}

/// Goes through commits from the newest to the oldest.
private struct CompletionSearch {
  let git: StoreGit
  /// The tasks whose arrival has not been seen yet.
  var missing: Set<TaskID>
  /// Where the tasks are: a file may have been in `done/` before it was given its id.
  let paths: [String: TaskID]
  var found: [TaskID: CalendarDate] = [:]
  /// What only a merge itself brought to `done/`.
  var merged: [TaskID: CalendarDate] = [:]

  init(git: StoreGit, missing: Set<TaskID>, paths: [String: TaskID]) {
    self.git = git
    self.missing = missing
    self.paths = paths
  }

  /// Goes from parent to parent as far as a history reaches that was cut off.
  mutating func follow(_ head: ObjectID) throws(GitError) {
    var next: ObjectID? = head
    while let id = next, !missing.isEmpty, try git.repository.contains(id) {
      let commit = try git.repository.commit(id)
      try look(at: commit)
      next = commit.parents.first
    }
  }

  mutating func look(at commit: Commit) throws(GitError) {
    let changes = try changes(of: commit)
    let added = changes.filter { $0.before == nil }
    guard !added.isEmpty else { return }
    var leaving: Set<TaskID> = []
    for change in changes where change.after == nil {
      if let entry = change.before, let id = try id(of: entry) { leaving.insert(id) }
    }
    let stamp = Timestamp(
      secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes)
    for change in added {
      // A file that only changed its place within the folder was done before.
      guard let entry = change.after, let id = try id(of: entry), missing.contains(id),
        !leaving.contains(id), let date = stamp.date
      else { continue }
      if commit.parents.count > 1 {
        merged[id] = merged[id] ?? date
      } else {
        found[id] = date
        missing.remove(id)
      }
    }
  }

  private func changes(of commit: Commit) throws(GitError) -> [FileChange] {
    let folder = git.repositoryPath(Status.done.rawValue)
    do throws(GitError) {
      return try git.repository.changedFiles(
        from: commit.parents.first, to: commit.id, under: [folder])
    } catch {
      // The parent is beyond the end of a history that was cut off.
      guard git.repository.isShallow else { throw error }
      return try git.repository.changedFiles(from: nil, to: commit.id, under: [folder])
    }
  }

  private func id(of entry: TreeEntry) throws(GitError) -> TaskID? {
    guard entry.mode == .regular || entry.mode == .executable else { return nil }
    return TaskDocument(try git.repository.taskText(entry.id)).item(fileName: "").id
      ?? git.storePath(entry.path).flatMap { paths[$0] }
  }
}
