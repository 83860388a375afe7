package import MemoCLI
package import MemoKit
internal import Terminal
package import Words

/// A sentence about changes by others to a task while a sheet shows it.
package struct TaskNews: Hashable, Sendable {
  package var text: String
  /// Whether the task was deleted.
  package var isGone = false
}

extension Store {
  /// What others have changed since a sheet was opened; nil if the task is unchanged.
  ///
  /// - Parameters:
  ///   - key: The task when the sheet was opened.
  ///   - opened: The version in the sheet.
  ///   - storeState: The present tasks.
  package func news(
    of key: TaskKey, since opened: TaskVersion, in storeState: StoreState, _ words: Words,
    on page: Page
  ) throws(MemoError) -> TaskNews? {
    var task = storeState.tasks[key]
    // A file without an id gets another key when it moves.
    if task == nil, let snapshot = storeState.snapshot {
      task = try self.task(openedAs: opened, snapshot)
    }
    guard let task else {
      return TaskNews(text: try words.whoDeleted(key, in: self, on: page), isGone: true)
    }
    guard let change = task.change(since: opened) else { return nil }
    // The log lacks an unrecorded hand edit.
    let isByHand = try status().pending.contains { $0.isAt(task.path) }
    let who = try lastEntry(of: task, since: opened, isEdited: isByHand).map {
      "\($0.author.sanitized), \(words.moment($0.time, on: page))"
    }
    let authors = [who, isByHand ? words.somebodyByHand : nil].compactMap(\.self)
    let said = words.said(change, on: page)
    // The details of a broken file say nothing.
    let what =
      task.problems.compactMap(\.place).first.map { words.problemInLine($0.line) }
      ?? (said.details.isEmpty ? said.word : said.details.joined(separator: ", "))
    return TaskNews(
      text: (authors.isEmpty ? words.changedMeanwhile : authors.joined(separator: "; "))
        + ": \(what)")
  }
}

extension Words {
  /// A sentence about who deleted an open task.
  ///
  /// - Parameter key: The task's id, or its path if it had no id.
  fileprivate func whoDeleted(_ key: TaskKey, in store: Store, on page: Page) throws(MemoError)
    -> String
  {
    var line = deletedMeanwhile
    try store.deletedTasks { task in
      guard task.id?.text == key.name || task.path == key.name else { return true }
      line = deletedBy(task.deletion.author.sanitized, moment(task.deletion.time, on: page))
      return false
    }
    return "\(line); \(doneRestores)"
  }
}
