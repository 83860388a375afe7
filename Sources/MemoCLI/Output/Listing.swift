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
