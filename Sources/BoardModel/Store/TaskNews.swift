package import MemoCLI
package import MemoKit
internal import Terminal
package import Words

/// Changes by others to a task while a sheet shows it.
package struct TaskNews: Sendable {
  /// The newest recorded change.
  package var recorded: LogEntry?
  /// An unrecorded hand edit of the file.
  package var byHand: TaskChange?
  /// All differences from the sheet; nil if the sheet's version is unknown.
  package var change: TaskChange?
}

extension Store {
  /// Returns what others have changed since the sheet was opened.
  ///
  /// - Parameter opened: The version in the sheet; nil if unknown.
  /// - Returns: Nil if the task is unchanged.
  package func news(
    of task: StoredTask, since opened: PlacedDocument?
  ) throws(MemoError) -> TaskNews? {
    let change = opened.flatMap { task.change(since: $0.document, at: $0.path) }
    if opened != nil, change == nil { return nil }
    // The log lacks an unrecorded hand edit, so its newest entry would be an older change.
    let byHand = try status().pending.first { $0.isAt(task.path) }
    var entries = try opened.flatMap { opened throws(MemoError) in
      try self.entries(of: task, since: opened)
    }
    if byHand == nil, entries == nil {
      entries = try self.entries(LogQuery(tasks: refs(of: [task]), limit: 1))
    }
    return TaskNews(recorded: entries?.first, byHand: byHand, change: change)
  }
}

extension Words {
  /// The author and time of the changes; nil if unknown.
  package func who(_ news: TaskNews, on page: Page) -> String? {
    let who = [
      news.recorded.map { theirs($0.author.sanitized, moment($0.time, on: page)) },
      news.byHand.map { _ in somebodyByHand },
    ].compactMap(\.self)
    return who.isEmpty ? nil : who.joined(separator: "; ")
  }

  /// A sentence about who deleted an open task.
  ///
  /// - Parameter key: The task's id, or its path if it had no id.
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
