internal import MemoKit
internal import TaskFile
internal import Terminal

/// What the words of a list let through, and what is to be said beside any list.
struct Listing {
  let store: Store
  let snapshot: Snapshot
  /// What "today" and "overdue" are measured by.
  let now: LocalTime
  /// Nil for the present.
  let past: PastState?
  let narrowing: Selection.Narrowing
  /// In the whole store.
  private let problems: Int
  /// What is to be said of files that were never checked out.
  private let checkout: String?
  /// Why nothing is shown, or what that was asked for by its name is left out.
  var emptiness: String?

  /// - Parameter keys: By which tasks are sorted, or whose values are shown.
  init(
    _ words: TypedWords, noFilter: Bool, keys: [String] = [], at moment: PastOption = PastOption(),
    in context: Context
  ) throws {
    store = try context.store()
    (snapshot, past) = try moment.snapshot(of: store)
    now = past?.localTime(in: context) ?? context.now
    narrowing = try Selection.narrowing(
      words, noFilter: noFilter, keys: keys, snapshot, store, at: now, commit: past?.commit)
    problems = past == nil ? snapshot.problemCount : 0
    checkout = past == nil ? store.checkoutNotice(snapshot) : nil
  }

  var filter: Filter { narrowing.filter }
  /// What ``Report/moment`` is.
  var moment: LocalTime? { past.map { _ in now } }

  /// - Parameters:
  ///   - typed: What narrows, as it was typed.
  ///   - matching: What the filter finds, and is not shown.
  mutating func explainEmptiness(_ typed: TypedWords, hiding matching: [StoredTask]) {
    emptiness = EmptyResult.reason(
      snapshot, of: store, words: narrowing.words(typed),
      hidden: EmptyResult.Hidden(matching, at: now), past)
  }

  /// For standard error.
  func notes(_ page: Page) -> [String] {
    var notes = [past?.note(page), checkout.map { "note: \($0)" }, emptiness].compactMap { $0 }
    if problems > 0 { notes.append("\(problems.counted("problem")), 'memo check' shows more") }
    return narrowing.notes(page) + notes.map { page.errorStyle.paint($0, .dim) }
  }

  /// A document with what is listed.
  func document(_ kind: DocumentKind, _ members: [(Member, JSON)]) -> JSON {
    .document(
      kind,
      (past.map { [(.at, $0.json)] } ?? []) + [(.filter, .text(narrowing.understood))] + members
        + [(.notices, .texts(narrowing.notices + [checkout].compactMap { $0 }))])
  }
}
