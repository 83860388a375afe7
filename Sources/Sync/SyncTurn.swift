internal import Git
internal import Recording
internal import StoreFiles

extension StoreGit {
  /// Talks to a remote while no other memo does so for this repository.
  ///
  /// What a sync that was killed left in git's directory is put away first: its git has ended, or it
  /// would still hold the lock.
  ///
  /// - Parameter body: Given the lock's descriptor, for git to inherit.
  /// - Throws: ``MemoError`` of kind `busy` when another sync takes too long, `interrupted` when
  ///   somebody wants to stop meanwhile.
  func takingTurns<Value>(
    _ patience: LockTimeout, _ progress: SyncProgress, _ body: (Int32) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    let lock = try syncLock(patience, progress)
    // Only a process that was killed leaves the note; one that can't be read may be there.
    if (try? lock.note()) != "" { repository.removeLeftoverTransferLocks() }
    try lock.write("syncing\n")
    let start = FileStatus.Time.now
    defer { repository.share(since: start) }
    let result: Result<Value, MemoError>
    do throws(MemoError) {
      result = .success(try body(lock.descriptor))
    } catch {
      result = .failure(error)
    }
    // The next one waits a second because of a note that is left, and finds nothing.
    try? lock.clearNote()
    return try result.get()
  }

  private func syncLock(
    _ patience: LockTimeout, _ progress: SyncProgress
  ) throws(MemoError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        "\(repository.commonDirectory)/memo/sync-lock",
        waitingUpTo: patience.syncSeconds ?? patience.seconds, quietFor: patience.quiet,
        unless: progress.isInterrupted, onWait: patience.onWait)
      repository.share(["memo", "memo/sync-lock"])
      return lock
    } catch {
      guard error.reason == .busy else { throw MemoError(error) }
      try progress.check()
      throw MemoError(
        .busy, "another memo is syncing this store",
        hints: ["wait until it has finished; then try again"])
    }
  }
}
