internal import MemoKit
internal import TaskFile
internal import Terminal

/// Why there is nothing to be seen, for a person who wonders.
enum EmptyResult {
  /// What a list leaves out though its filter finds it.
  struct Hidden {
    var done: Int = 0
  }

  /// - Parameters:
  ///   - words: The filter as it was typed.
  ///   - past: Nil for the present.
  static func reason(
    _ snapshot: Snapshot, of store: Store, words: [String], hidden: Hidden = Hidden(),
    _ past: PastState?
  ) -> String? {
    guard !snapshot.tasks.isEmpty else {
      return past == nil ? reason(noTasksIn: store, snapshot) : "there were no tasks then"
    }
    let text = DashWords.decoded(words).joined(separator: " ").sanitized
    guard hidden.done > 0 else {
      return words.isEmpty ? "no task matches" : "no task matches \(text)"
    }
    let isAre = hidden.done == 1 ? "is" : "are"
    return words.isEmpty
      ? "no task is open; \(hidden.done.grouped) \(isAre) done, and --all shows "
        + (hidden.done == 1 ? "it" : "them")
      : "no open task matches \(text); --all also finds \(hidden.done.grouped) that \(isAre) done"
  }

  /// - Returns: Nil where a note about the checkout says it.
  static func reason(noTasksIn store: Store, _ snapshot: Snapshot) -> String? {
    guard store.checkoutNotice(snapshot) == nil else { return nil }
    // Without a repository, nobody knows of any; and this is only a hint.
    return (try? store.hasFormerTasks(snapshot)) ?? false
      ? "no tasks are left; 'memo log --deleted' lists those that were deleted"
      : "no tasks yet; 'memo add TITLE' makes one"
  }
}
