internal import MemoKit
internal import Terminal

/// The tasks that a command selects from, and the notes about its filter.
struct Listing {
  let store: Store
  let snapshot: Snapshot
  /// The time for "today" and "overdue".
  let now: LocalTime
  let page: Page
  /// Nil for the present.
  let past: PastState?
  let narrowing: Selection.Narrowing
  /// The number of problems in the store.
  private let problems: Int
  /// A notice about files that were never checked out.
  let checkout: String?
  /// The reason for an empty list, or a note about named tasks that are hidden.
  var emptiness: String?

  /// - Parameters:
  ///   - ignoresContext: Whether to ignore the context and the clone's default filter.
  ///   - keys: The keys to sort by, or to print.
  init(
    _ words: [String], ignoresContext: Bool = false, keys: [String] = [], in context: Context
  ) throws {
    store = try context.store()
    (snapshot, past) = try context.snapshot(of: store)
    now = past?.localTime(in: context) ?? context.now
    page = Page(context, at: now)
    try context.checkTags(words, among: snapshot.tasks)
    narrowing = try Selection.narrowing(
      words, noFilter: ignoresContext || context.options.noFilter, keys: keys, snapshot, store,
      at: now, commit: past?.commit)
    problems = past == nil ? snapshot.problemCount : 0
    checkout = past == nil ? store.checkoutNotice(snapshot) : nil
  }

  var filter: Filter { narrowing.filter }

  /// - Parameters:
  ///   - typed: The typed filter.
  ///   - matching: The hidden tasks that the filter finds.
  mutating func explainEmptiness(_ typed: [String], hiding matching: [StoredTask]) {
    emptiness = EmptyResult.reason(
      snapshot, of: store, words: narrowing.words(typed),
      hidden: matching, at: now, past)
  }

  static func note(problems: Int) -> String? {
    problems > 0 ? "\(problems.counted("problem")), 'memo check' shows more" : nil
  }

  var notes: [String] {
    let notes = [past?.note(page), checkout.map { "note: \($0)" }, emptiness].compactMap { $0 }
    return narrowing.notices + notes + [Self.note(problems: problems)].compactMap(\.self)
  }

  /// The lines for a result that leave room for notes and the prompt; nil in a pipe.
  var room: Int? {
    guard let height = page.height, let width = page.style.width else { return nil }
    let lines = notes.reduce(0) {
      $0 + max(1, ($1.sanitized.terminalWidth + width - 1) / max(width, 1))
    }
    return max(height - 1 - lines, 1)
  }

  func document(_ kind: DocumentKind, _ members: JSON) -> JSON {
    .document(
      kind,
      ["at": past?.json, "filter": .text(narrowing.understood)] + members
        + ["notices": .texts(narrowing.notices + [checkout].compactMap { $0 })])
  }
}

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
