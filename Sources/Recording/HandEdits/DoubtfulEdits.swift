package import Git
package import StoreFiles
public import TaskHistory

/// What was found as hand edits, and may have been a slip, or no person at all.
public struct DoubtfulEdits: Sendable {
  /// Why, as it begins an error or a question: `45 of 60 tasks are gone from their folders`.
  public let sentence: String
  /// What a terminal asks.
  public let question: String
  /// What it is about; files that are no tasks are called by their paths.
  public let changes: [TaskChange]
  private let hints: [String]

  init(_ sentence: String, question: String, _ changes: [TaskChange], hints: [String]) {
    self.sentence = sentence
    self.question = question
    self.changes = changes
    self.hints = hints
  }
}

extension DoubtfulEdits {
  package var notice: String {
    "\(sentence); that is recorded only where somebody confirms it, as with --yes"
  }

  fileprivate var error: MemoError {
    let shown = changes.prefix(5).map(\.nameAndPath)
    let rest = changes.count - shown.count
    return MemoError(
      .unconfirmed, "\(sentence), so nothing is recorded until somebody says that it was meant",
      details: shown + (rest > 0 ? ["… and \(rest) more"] : []), hints: hints)
  }
}

extension Store {
  /// What of the hand edits nobody has confirmed yet, and somebody should.
  package func doubts(
    _ found: HandEdits, _ snapshot: Snapshot, _ git: StoreGit, _ head: Head
  ) throws(MemoError) -> DoubtfulEdits? {
    try DoubtfulEdits(halfCheckout: found, git, head, besides: recording.confirmed)
      ?? DoubtfulEdits(deleted: found, snapshot, besides: recording.confirmed)
  }

  /// Refuses to record what nobody has confirmed.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed`; ``isConfirmed()`` asks for it then.
  func checkMeant(
    _ found: HandEdits, _ snapshot: Snapshot, _ git: StoreGit, _ head: Head
  ) throws(MemoError) {
    let doubted = try doubts(found, snapshot, git, head)
    recording.doubted = doubted
    if let doubted { throw doubted.error }
  }

  /// Asks whether what was refused was meant.
  func isConfirmed() -> Bool {
    guard let doubted = recording.doubted, confirms?(doubted) == true else { return false }
    recording.confirmed.formUnion(doubted.changes.map { PathKey($0.path) })
    recording.doubted = nil
    return true
  }
}

extension TaskChange {
  /// `Milk (todo/milk.md)`; of a file that is no task its path.
  public var nameAndPath: String { title == path ? path : "\(title) (\(path))" }
}
