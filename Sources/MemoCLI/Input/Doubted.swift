internal import MemoKit
internal import TaskFile
internal import Terminal

extension Context {
  /// The store that the user means, for a command that writes: many tasks that were deleted by
  /// hand are recorded if somebody says that it was meant.
  ///
  /// - Parameter isConfirmed: It was said with `--yes`.
  func store(confirming isConfirmed: Bool) throws(MemoError) -> Store {
    let store = try store()
    store.confirms = { isConfirmed || confirm($0) }
    return store
  }

  /// Shows what is gone and asks; where nobody can be asked, it is refused.
  func confirm(_ edits: UnconfirmedEdits) -> Bool {
    guard canAsk else { return false }
    var lines = ["\(edits.sentence):"]
    lines += edits.changes.prefix(Self.mostShown).map { "  \($0.nameAndPath)".sanitized }
    if edits.changes.count > Self.mostShown {
      lines.append("  … and \(edits.changes.count - Self.mostShown) more")
    }
    return agrees(to: Question(edits.question, above: lines))
  }

  /// More than a window's lines would scroll away what matters.
  private static let mostShown = 10
}
