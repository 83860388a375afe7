internal import Git

/// So many tasks that were deleted by hand that it may have been a slip, or no person at all.
public struct ManyDeletions: Sendable {
  /// What is gone, by path.
  public var tasks: [TaskChange]
  /// How many tasks the store had.
  public var total: Int

  /// More than so many, and more than a fifth of the store.
  static let most = 20
}

extension ManyDeletions {
  /// `45 of 60 tasks are gone from their folders`, as it begins an error or a question.
  public var sentence: String { "\(tasks.count) of \(total) tasks are gone from their folders" }

  /// - Returns: Nil for as many as anybody deletes.
  init?(_ found: HandEdits, _ snapshot: Snapshot, besides confirmed: Set<PathKey>) {
    let gone = found.steps.filter { $0.before != nil && $0.after == nil }.map(\.change)
    tasks = gone.filter { !confirmed.contains(PathKey($0.path)) }
    let new = found.steps.filter { $0.before == nil }.count
    total = snapshot.tasks.count - new + gone.count
    guard tasks.count > Self.most, tasks.count * 5 > total else { return nil }
  }

  var notice: String {
    "\(sentence); that is recorded only where somebody confirms it, as with --yes"
  }

  fileprivate var error: MemoError {
    let shown = tasks.prefix(5).map { "\($0.title) (\($0.path))" }
    let rest = tasks.count - shown.count
    return MemoError(
      .unconfirmed, "\(sentence), so nothing is recorded until somebody says that it was meant",
      details: shown + (rest > 0 ? ["… and \(rest) more"] : []),
      hints: [
        "'memo restore --missing' brings them back",
        "the same command with --yes records that they are deleted",
      ])
  }
}

extension Store {
  /// Refuses to record many deletions that nobody has confirmed.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed`; ``isConfirmed()`` asks for it then.
  func checkMeant(_ found: HandEdits, _ snapshot: Snapshot) throws(MemoError) {
    doubted = ManyDeletions(found, snapshot, besides: confirmed)
    if let doubted { throw doubted.error }
  }

  /// Asks whether what was refused was meant.
  func isConfirmed() -> Bool {
    guard let doubted, confirmsDeletion?(doubted) == true else { return false }
    confirmed.formUnion(doubted.tasks.map { PathKey($0.path) })
    self.doubted = nil
    return true
  }
}
