internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// Takes git's lock of the index, and reads HEAD and then the files: no git changes the one or
  /// the others until ``end(isDone:)``.
  ///
  /// Where git is in the middle of something, its lock is not even asked for: a rebase takes it
  /// again and again, and has to find it free.
  ///
  /// What another memo left unfinished is finished first, under that lock as well.
  /// - Parameter isLocking: False for who only looks.
  static func state(
    _ store: Store, _ git: StoreGit, _ lock: borrowing FileLock, locking isLocking: Bool
  ) throws(MemoError) -> (head: Head, snapshot: Snapshot) {
    _ = try git.readyHead()
    if isLocking {
      try git.run("change the store", git.repository.lockIndex())
    }
    do throws(MemoError) {
      try store.recover(lock, git)
      return (try git.readyHead(), try store.read())
    } catch {
      if isLocking { git.repository.unlockIndex() }
      throw error
    }
  }

  /// Finds the hand edits that are to be recorded.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed` for many deletions that nobody has confirmed.
  mutating func findHandEdits(
    on occasion: Occasion
  ) throws(MemoError) -> HandEdits {
    let found = try stableHandEdits(on: occasion)
    isWhole = found.isWhole
    notices = opening
    opening = []
    try store.checkMeant(found, snapshot, git, head)
    return found
  }

  /// Normalizes what the session's own commit brought back, as the next command would, as a part
  /// of the same operation.
  mutating func normalizeAfterwards(within operation: TaskID?) throws(MemoError) {
    let said = notices
    try recordHandEdits(within: operation)
    notices = said + notices.filter { !said.contains($0) }
  }

  /// The changes with the places where their tasks are by now.
  func present(_ changes: [TaskChange]) -> [TaskChange] {
    changes.map { change in
      var change = change
      if change.kind != .delete { change.path = moved[PathKey(change.path)] ?? change.path }
      return change
    }
  }

  /// Finds the hand edits; where a git command has changed files and is about to move HEAD,
  /// when it has.
  mutating func stableHandEdits(
    on occasion: Occasion
  ) throws(MemoError) -> HandEdits {
    var waited = 0.0
    while true {
      let found = try store.findHandEdits(
        snapshot, git, since: head.commit, on: occasion)
      try found.checkListed()
      guard !found.isNothing else { return found }
      let head = head.commit
      let pause = try git.run("look at git's index", git.repository.pauseForHead(at: head))
      guard pause > 0 else { return found }
      guard waited < Self.longestWait else {
        if git.repository.isHeadLocked { throw .headIsLocked(git) }
        throw MemoError(
          .busy, "git changes the files of this store again and again",
          hints: ["try again when it has finished"])
      }
      // It may want the lock once more.
      git.repository.unlockIndex()
      isLocked = false
      store.pause(milliseconds: Int(min(pause, Self.step) * 1000) + 1)
      waited += min(pause, Self.step)
      try readAgain()
    }
  }

  /// In seconds; as long as git's lock of the index is waited for.
  private static let longestWait = 5.0
  /// Between two looks whether HEAD has moved.
  private static let step = 0.1

  /// What was done all the same where a command then failed: hand edits that the branch has now,
  /// and what there is to say of them.
  var done: [String] {
    recorded.isEmpty ? [] : recorded.recordedLines("recorded") + notices.noteLines()
  }

  /// Gives git's lock of the index back, and notes what was seen here.
  ///
  /// - Parameter isDone: Whether all went well, so that HEAD's files are here.
  mutating func end(isDone: Bool) {
    if let isWhole, isDone { store.noteSeen(isWhole ? head.commit : nil, git) }
    if isLocked { git.repository.unlockIndex() }
    isLocked = false
    store.recording.last = snapshot
  }
}

extension MemoError {
  fileprivate static func headIsLocked(_ git: StoreGit) -> MemoError {
    MemoError(
      .busy, "git is about to move HEAD, or was killed when it was",
      details: ["\(git.repository.gitDirectory)/HEAD.lock is there"],
      hints: ["wait for it; if it was killed, remove that file"])
  }
}
