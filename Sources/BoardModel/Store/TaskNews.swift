package import MemoCLI
package import MemoKit
package import TaskFile
internal import Terminal
package import Words

/// What others did to a task while a sheet of it was open.
package struct TaskNews: Sendable {
  /// What was recorded last.
  package var recorded: LogEntry?
  /// What somebody did to the file itself, which no commit has.
  package var byHand: TaskChange?
  /// All that is other than in the sheet; nil where it isn't known what that has.
  package var change: TaskChange?
}

extension Store {
  /// - Parameter opened: What the sheet goes on from; nil where that isn't known.
  /// - Returns: Nil where the task is as it was opened.
  package func news(
    of task: StoredTask, since opened: PlacedDocument?
  ) throws(MemoError) -> TaskNews? {
    let change = opened.flatMap { task.change(since: $0.document, at: $0.path) }
    if opened != nil, change == nil { return nil }
    // What somebody did to the file itself is in no journal yet, whose last line is an older one.
    let byHand = try status().pending.first { $0.isAt(task.path) }
    var entries = try opened.flatMap { opened throws(MemoError) in
      try self.entries(of: task, since: opened)
    }
    if byHand == nil, entries == nil {
      var last: [LogEntry] = []
      try log(LogQuery(tasks: [task.logTarget], limit: 1)) { entry in
        last = [entry]
        return false
      }
      entries = last
    }
    return TaskNews(recorded: entries?.first, byHand: byHand, change: change)
  }
}

extension Words {
  /// Who had a hand in it, and when; nil where nobody knows.
  package func who(_ news: TaskNews, on page: Page) -> String? {
    let who = [
      news.recorded.map { theirs($0.author.sanitized, moment($0.time, on: page)) },
      news.byHand.map { _ in somebodyByHand },
    ].compactMap(\.self)
    return who.isEmpty ? nil : who.joined(separator: "; ")
  }

  /// Who has deleted a task that is open.
  ///
  /// - Parameter key: Its id, or the path of a file that had none.
  package func whoDeleted(_ key: TaskKey, in store: Store, on page: Page) throws(MemoError)
    -> String
  {
    var line = deletedMeanwhile
    try store.deletedTasks { deletion in
      guard deletion.id?.text == key.name || deletion.path == key.name else { return true }
      line = deletedBy(deletion.author.sanitized, moment(deletion.time, on: page))
      return false
    }
    return "\(line); \(doneRestores)"
  }
}
