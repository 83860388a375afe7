internal import Git
public import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Tasks as records for another program, with the times when they were done and changed.
  ///
  /// - Throws: ``MemoError`` if the history can't be read.
  public func records(
    of tasks: [StoredTask]
  ) throws(MemoError) -> [TaskRecord] {
    let completed = try completionTimes(of: tasks)
    let changes = try changeCounts(of: tasks)
    let git = try git()
    let past = CommittedHistory(self, git, of: try git.head().commit)
    return try tasks.map { task throws(MemoError) in
      var record = TaskRecord(task)
      // A task without an id gets its computed id, so that a calendar recognizes it later.
      if record.id == nil { record.id = try past.sharedID(at: task.path) }
      if task.status == .done, record["completed"] == nil {
        record.set("completed", completed[task.path]?.description)
      }
      if let (count, last) = changes[task.path] {
        (record.revision, record.modified) = (count, last)
      }
      return record
    }
  }
}
