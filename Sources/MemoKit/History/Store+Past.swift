internal import Git
public import TaskFile

/// A store as it was at a moment of its past.
public struct PastState: Sendable {
  public var snapshot: Snapshot
  /// The full name of the commit that says so, in hexadecimal digits.
  public var commit: String
  /// The moment that was asked for; for a revision, when it was committed.
  public var time: Timestamp
}

extension Store {
  /// The store as it was then; nothing moves in the work tree.
  ///
  /// At a date and time that is HEAD's newest ancestor by first parents that was committed by
  /// then; a day means its end.
  /// - Parameter when: Words for a past moment (``PastMoment``), or a git revision.
  /// - Throws: ``MemoError`` when the words mean nothing, or a moment before the history.
  public func past(_ when: String) throws(MemoError) -> PastState {
    let git = try git()
    if let moment = moment(when) {
      return try state(git, try commit(git, at: moment, when), at: moment)
    }
    let found = try git.run("look for \(when)") { repository throws(GitError) -> Commit? in
      guard let id = try? repository.resolve(revision: when) else { return nil }
      return try repository.commit(id)
    }
    guard let found else {
      throw MemoError(
        .notFound, "'\(when)' is no moment of the past, and no revision that git knows",
        hints: DateWordsError(past: when).hints)
    }
    return try state(git, found, at: found.committer.seconds)
  }

  /// In seconds since 1970.
  private func moment(_ words: String) -> Int64? {
    try? PastMoment.parse(words, now: world.localTime, utcOffset: world.utcOffset).last
  }

  private func commit(
    _ git: StoreGit, at moment: Int64, _ words: String
  ) throws(MemoError) -> Commit {
    let found = try git.run("read the history") { repository throws(GitError) -> Commit? in
      var next = try repository.head().commit
      while let id = next {
        let commit = try repository.commit(id)
        if commit.committer.seconds <= moment { return commit }
        next = commit.parents.first
      }
      return nil
    }
    guard let found else {
      throw MemoError(
        .notFound, "the store's history begins after '\(words)'",
        hints: ["'memo log' shows it whole"])
    }
    return found
  }

  private func state(
    _ git: StoreGit, _ commit: Commit, at moment: Int64
  ) throws(MemoError) -> PastState {
    var snapshot = Snapshot(
      root: root, began: .distantPast, tasks: [], strays: [])
    try git.run("read the files of \(commit.id.short)") { repository throws(GitError) in
      for entry in try repository.files(in: commit.id, under: git.taskFolders) {
        guard let path = git.storePath(entry.path), StoredTask.isTaskName(path),
          entry.mode == .regular || entry.mode == .executable,
          let task = StoredTask(path: path, bytes: try repository.taskText(entry.id), file: nil)
        else { continue }
        snapshot.tasks.append(task)
      }
    }
    snapshot.tasks.sort { $0.path < $1.path }
    snapshot.markDoubles()
    return PastState(
      snapshot: snapshot, commit: commit.id.hex,
      time: Timestamp(
        secondsSince1970: moment, offsetMinutes: world.utcOffset(moment) / 60))
  }
}
