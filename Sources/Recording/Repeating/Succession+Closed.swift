internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What follows from a change, where it would lie in a folder that can't be written.
extension Succession {
  /// - Throws: ``MemoError`` of kind `refused` where what follows from a change can't be written.
  mutating func check(_ edit: TaskEdit) throws(MemoError) {
    if edit.after?.isDone == true, let path = edit.after?.path,
      closed.obstacle(toWriting: StoredTask.path(path, movedTo: .todo)) == nil
    {
      return
    }
    // What would follow is only looked at.
    var trial = self
    var edits = [edit]
    try trial.follow(&edits)
    try trial.checkFollowing(edits[0])
  }

  /// - Throws: As ``check(_:)``, of what was found to follow.
  mutating func checkFollowing(_ edit: TaskEdit) throws(MemoError) {
    guard let obstacle = obstacle(toFollowing: edit.following) else { return }
    let isNew = edit.following.allSatisfy { $0.before == nil }
    let reason = "the next one can't be \(isNew ? "added" : "taken back"): \(obstacle)"
    var error = MemoError(obstacle)
    error.message = "\(edit.change.title) stays as it is: \(reason)"
    error.problem = edit.before.map {
      StoreProblem(path: $0.path, message: reason, hint: error.hints.first)
    }
    throw error
  }

  /// Leaves hand edits as they were found from which something would follow that can't be written,
  /// so that it comes when memo puts them right.
  ///
  /// - Parameter isTold: Whether that is said also of what was recorded so before.
  mutating func leaveClosed(_ edits: inout [TaskEdit], isTold: Bool) {
    edits = edits.compactMap { edit in
      guard let obstacle = obstacle(toFollowing: edit.following),
        let task = edit.onDisk ?? edit.after
      else {
        return edit
      }
      let found = edit.asFound
      if isTold || found != nil { note(obstacle, task) }
      return found
    }
  }

  mutating func obstacle(toFollowing edits: [TaskEdit]) -> FileError? {
    for edit in edits {
      if let path = (edit.after ?? edit.before)?.path,
        let obstacle = closed.obstacle(toWriting: path)
      {
        return obstacle
      }
    }
    return nil
  }

  mutating func note(_ obstacle: FileError, _ task: TaskVersion) {
    notices.append(
      task.isDone
        ? "nothing comes after \(task.item.title): \(obstacle); when that is mended, "
          + "'memo reopen' and 'memo done' bring it"
        : "\(task.path) is recorded as it is: the next one can't be added: \(obstacle)")
  }
}
