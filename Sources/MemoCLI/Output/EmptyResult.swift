internal import MemoKit
internal import Terminal

/// Explains an empty result.
enum EmptyResult {
  /// - Parameters:
  ///   - hidden: The hidden tasks that the filter finds.
  ///   - past: Nil for the present.
  static func reason(
    _ snapshot: Snapshot, of store: Store, words: [String], hidden: [StoredTask] = [],
    at now: LocalTime, _ past: PastState?
  ) -> String? {
    guard !snapshot.tasks.isEmpty else {
      return past == nil ? reason(noTasksIn: store, snapshot) : "there were no tasks then"
    }
    let found = words.isEmpty ? "" : " \(words.joined(separator: " ").sanitized)"
    guard let also = leftOut(hidden, at: now) else {
      // `list today` and `list kx` search titles, which is rarely meant.
      let isID =
        words.count == 1
        && snapshot.tasks.contains { $0.id?.text.hasPrefix(words[0]) ?? false }
      let meant =
        isID ? "id:\(words[0])" : Filter.meant(by: words, now: store.environment.localTime)
      return "no task matches\(found)"
        + (meant.map { " in its title; did you mean '\($0.sanitized)'?" } ?? "")
    }
    return (words.isEmpty ? "nothing to do now" : "no open task matches\(found)")
      + "; \(also)"
  }

  /// A note about hidden tasks, such as `--all also shows 2 that are done and 1 that is waiting`;
  /// nil if there are none.
  static func leftOut(_ tasks: [StoredTask], at now: LocalTime) -> String? {
    let counts = [
      (tasks.count { $0.status == .done }, "done"),
      (tasks.count { $0.isWaiting(at: now) }, "waiting"),
    ].filter { $0.0 > 0 }.map { "\($0.grouped) that \($0 == 1 ? "is" : "are") \($1)" }
    return counts.isEmpty ? nil : "--all also shows \(counts.joined(separator: " and "))"
  }

  /// - Returns: Nil if a note about the checkout explains it.
  static func reason(noTasksIn store: Store, _ snapshot: Snapshot) -> String? {
    guard store.checkoutNotice(snapshot) == nil else { return nil }
    // Without a repository there are no deleted tasks, and this is only a hint.
    return (try? store.formerTasks(snapshot).isEmpty) == false
      ? "no tasks are left; 'memo log --deleted' lists those that were deleted"
      : "no tasks yet; 'memo add TITLE' makes one"
  }
}
