internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// Asks who pushes local commits: an open board by itself, or the user.
extension BoardState {
  /// Asks when the clone first has unpushed commits.
  ///
  /// It waits until all jobs have ended, since their results would replace the question. It asks
  /// once, whatever the answer; the next start asks again without one.
  mutating func askWhoSends() {
    guard !hasAskedWhoSends, let status = present?.status, status.ahead > 0,
      status.syncsByItself == nil, past == nil, !isChanging,
      panes.isEmpty
    else { return }
    hasAskedWhoSends = true
    message = Message(
      kind: .question, text: words.askToSyncAutomatically(bindings.text(.sync)))
  }

  /// Handles an answer to the question in the message line; nil for other keys.
  mutating func answer(_ stroke: KeyStroke) -> [Effect]? {
    guard message?.kind == .question else { return nil }
    switch stroke {
    case KeyStroke("y"): return run(Job(.syncByItself(true)))
    case KeyStroke("n"): return run(Job(.syncByItself(false)))
    default: return nil
    }
  }
}
