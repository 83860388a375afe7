internal import MemoKit
internal import Terminal

extension Context {
  /// The store, for a command that writes.
  ///
  /// It asks before it commits many deletions by hand, unless `--yes` was given.
  func writableStore() throws(MemoError) -> Store {
    let store = try store()
    store.confirms = { options.yes || confirm($0) }
    return store
  }

  /// The store, for a command that changes as many of its tasks as possible, unless it is strict.
  func bulkStore() throws(MemoError) -> Store {
    let store = try writableStore()
    store.changesWhatCanBe = !options.strict
    return store
  }

  /// Shows the deleted files and asks; without a terminal, the answer is no.
  func confirm(_ edits: UnconfirmedEdits) -> Bool {
    guard canAsk else { return false }
    let lines = edits.changes.listed(atMost: Question.mostShown) { $0.nameAndPath.sanitized }
    return agrees(
      to: Question(edits.question, above: ["\(edits.sentence):"] + lines.map { "  \($0)" }))
  }
}
