internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// Who sends what is done here: whoever shows the board by itself, or somebody who says so.
extension BoardState {
  /// The first time that something is only here, somebody is asked who is to send it.
  ///
  /// Once all is done that was begun: what is told of that would stand in place of the question.
  /// Who went on without an answer is asked again a while later, with what happens then.
  mutating func askWhoSends() {
    guard let standing = present?.standing, standing.isAhead, standing.syncsByItself == nil,
      past == nil, running.isEmpty, askedWhoSends.map({ seconds - $0 >= Self.askInterval }) ?? true
    else { return }
    askedWhoSends = seconds
    var question = Message(
      kind: .question, text: words.askToSyncAutomatically(bindings.text(.sync)))
    // What was done, and how it is taken back, is to be seen as well.
    if case .result(let operation, isUndo: false)? = message?.kind {
      question.above =
        (message?.whole ?? "")
        + (operation == nil ? "" : "   \(bindings.text(.undo)) \(words.undoes)")
    }
    message = question
  }

  /// How long who has not said who sends is left alone, in seconds.
  static let askInterval = 600.0

  /// An answer to the question that stands in the line of messages; nil for none.
  mutating func answer(_ stroke: KeyStroke) -> [Effect]? {
    guard message?.kind == .question, panes.isEmpty else { return nil }
    switch stroke {
    case KeyStroke("y"): return run(Job(.syncByItself(true)))
    case KeyStroke("n"): return run(Job(.syncByItself(false)))
    default: return nil
    }
  }
}
