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
  /// Follows the first parents back from HEAD, through moves of the file from one status
  /// folder to another, for at most a thousand commits.
  func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    let git = try git()
    return try git.run("read the history of \(task.path)") { repository throws(GitError) in
      var path = git.repositoryPath(task.path)
      var next = try repository.head().commit
      for _ in 0..<1000 {
        guard let commit = next else { return nil }
        var found = try repository.entry(at: path, in: commit)
        if found == nil { found = try repository.moved(task, in: commit, git, &path) }
        if let entry = found {
          let folder = git.storePath(path).flatMap(StoredTask.folderStatus)
          let text = TaskDocument(try repository.blob(entry.id)).item(fileName: "").status
          if let folder, text ?? folder == folder { return folder }
        }
        next = try repository.commit(commit).parents.first
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
  /// The same task's file in another status folder of a commit.
  fileprivate func moved(
    _ task: StoredTask, in commit: ObjectID, _ git: StoreGit, _ path: inout String
  ) throws(GitError) -> TreeEntry? {
    guard let id = task.id, let storePath = git.storePath(path) else { return nil }
    for status in Status.allCases {
      let candidate = git.repositoryPath(StoredTask.path(storePath, movedTo: status))
      guard candidate != path, let entry = try entry(at: candidate, in: commit),
        TaskDocument(try blob(entry.id)).item(fileName: "").id == id
      else { continue }
      path = candidate
      return entry
    }
    return nil
  }
}
