internal import Git
internal import TaskFile

extension Store {
  /// Settles the status of tasks whose folder and text disagree; the files stay as they are.
  func settleStatuses(_ snapshot: inout Snapshot) throws(MemoError) {
    for index in snapshot.tasks.indices where snapshot.tasks[index].disagrees {
      let task = snapshot.tasks[index]
      snapshot.tasks[index].status =
        Reconciliation(
          folder: task.folderStatus, text: task.item.status, agreed: try lastAgreement(on: task)
        ).status
    }
  }

  /// What a task's folder and text both said in the newest commit in which they agreed.
  ///
  /// Follows the first parents back from HEAD, wherever the file was then, for at most a
  /// thousand commits.
  func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    // Where nothing is recorded, as in a copy without git, they never did.
    guard gitFolder != nil else { return nil }
    let git = try git()
    return try git.run("read the history of \(task.path)") { repository throws(GitError) in
      var path = git.repositoryPath(task.path)
      var (next, child) = (try repository.head().commit, ObjectID?.none)
      for _ in 0..<1000 {
        guard let commit = next,
          let entry = try repository.entry(of: task, lastSeenAt: path, in: commit, git, child)
        else { return nil }
        path = entry.path
        let folder = git.storePath(path).flatMap(StoredTask.folderStatus)
        let text = TaskDocument(try repository.taskText(entry.id)).item(fileName: "").status
        if let folder, text ?? folder == folder { return folder }
        (next, child) = (try repository.commit(before: commit, entry), commit)
      }
      return nil
    }
  }
}

extension StoredTask {
  /// Whether the front matter names another status than the folder does.
  var disagrees: Bool { item.status.map { $0 != folderStatus } ?? false }
}

extension Repository {
  /// A task's file in a commit: where it was last seen, or where else its id is.
  ///
  /// - Parameter child: The commit that came after; nil for HEAD's own.
  fileprivate func entry(
    of task: StoredTask, lastSeenAt path: String, in commit: ObjectID, _ git: StoreGit,
    _ child: ObjectID?
  ) throws(GitError) -> TreeEntry? {
    guard let id = task.id else { return try entry(at: path, in: commit) }
    if let entry = try entry(at: path, in: commit) {
      let found = TaskDocument(try taskText(entry.id)).item(fileName: "").id
      if found == nil || found == id { return entry }
    }
    for status in Status.allCases {
      guard let storePath = git.storePath(path) else { break }
      let candidate = git.repositoryPath(StoredTask.path(storePath, movedTo: status))
      if !candidate.isSamePath(as: path), let entry = try entry(at: candidate, in: commit),
        try has(entry, id)
      {
        return entry
      }
    }
    guard let child else { return nil }
    for change in try changedFiles(from: commit, to: child, under: git.taskFolders) {
      if let entry = change.before, try has(entry, id) { return entry }
    }
    return nil
  }

  /// The first parent; of an undo that brought a file back, the commit that had it then.
  ///
  /// What was taken back is nothing that was agreed on.
  fileprivate func commit(
    before id: ObjectID, _ entry: TreeEntry
  ) throws(GitError) -> ObjectID? {
    let commit = try commit(id)
    guard let mark = UndoMark(commit.message), mark.kind == .undo else {
      return commit.parents.first
    }
    for name in mark.names {
      for undone in try commits(of: name, behind: id) {
        if let old = undone.parents.first, try self.entry(at: entry.path, in: old) == entry {
          return old
        }
      }
    }
    return commit.parents.first
  }

  private func has(_ entry: TreeEntry, _ id: TaskID) throws(GitError) -> Bool {
    guard entry.mode == .regular || entry.mode == .executable else { return false }
    return TaskDocument(try taskText(entry.id)).item(fileName: "").id == id
  }
}
