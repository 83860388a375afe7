internal import Dispatch
internal import Git
internal import TaskFile

extension Store {
  /// Records hand edits, takes in what the remote has, and sends what it lacks.
  ///
  /// The store's lock is held only while files and branch change, never while the network
  /// is waited for. When somebody else pushes in between, it is done again, with growing
  /// pauses, a bounded number of times.
  /// - Parameter onRecord: Called with the hand edits that were recorded, if any, before the
  ///   network is asked for anything: they are told however the rest ends.
  /// - Throws: ``MemoError``: of kind `remote` when the remote was not reached or refused;
  ///   everything is then committed locally and nothing is half done.
  public func sync(
    _ progress: SyncProgress = SyncProgress(), _ patience: Patience = Patience(),
    onRecord: (ChangeReport) -> Void = { _ in }
  ) throws(MemoError) -> SyncReport {
    try progress.check()
    // What an undo left wrong is nothing to send to others.
    let (head, early) = try write(patience, recording: false) {
      session throws(MemoError) in
      try session.recordHandEdits(sparingUndone: false)
      return (session.head, ChangeReport(session))
    }
    if !early.recorded.isEmpty { onRecord(early) }
    let git = try git()
    guard let link = try git.upstream(head) else { throw .noRemote(early.recorded) }
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [],
      recorded: early.recorded, notices: early.notices)
    do throws(MemoError) {
      try exchange(
        RemoteSide(git, link, world, progress, patience), git, link, patience, &report, onRecord)
    } catch {
      guard error.kind == .remote || error.kind == .interrupted else { throw error }
      throw try explained(error, git, link, report)
    }
    noteSync(git)
    return report
  }

  /// Fetches, integrates and pushes until nobody comes in between.
  private func exchange(
    _ remote: RemoteSide, _ git: StoreGit, _ link: SyncLink, _ patience: Patience,
    _ report: inout SyncReport, _ onRecord: (ChangeReport) -> Void
  ) throws(MemoError) {
    var lastError: MemoError?
    for attempt in 0..<Self.mostAttempts {
      if attempt > 0 { pause(attempt) }
      do throws(MemoError) {
        try remote.fetch()
        try remote.checkInterruption()
        try integrate(git, link, patience, &report, onRecord)
        try remote.checkInterruption()
        return try remote.push(&report)
      } catch {
        guard error.kind == .raced else { throw error }
        lastError = error
      }
    }
    throw MemoError(
      .remote, "\(Self.mostAttempts) tries to sync with \(link.shortName) were not enough",
      details: [lastError?.message].compactMap { $0 } + (lastError?.details ?? []),
      hints: ["try again in a moment"])
  }

  /// How often somebody else may be quicker before a sync gives up.
  private static let mostAttempts = 8

  /// Waits between 0 and 50, 100, 200, … milliseconds, so that two clones get out of step.
  private func pause(_ attempt: Int) {
    let most = UInt64(50) << UInt64(min(attempt - 1, 5))
    pause(milliseconds: Int(world.randomNumber() % most))
  }

  func pause(milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
  }

  /// Says with a failure how much waits here.
  private func explained(
    _ error: MemoError, _ git: StoreGit, _ link: SyncLink, _ report: SyncReport
  ) throws(MemoError) -> MemoError {
    var error = error
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let ours = head.commit else { return error }
    let waiting = try git.distance(from: ours, to: link.target.trackingReference).ahead
    error.details.append(
      waiting == 0
        ? "nothing is lost: all changes of this clone are on \(link.target.shortName) already"
        : "nothing is lost: \(waiting) \(waiting == 1 ? "change waits" : "changes wait") here "
          + "to be sent")
    return error
  }

  /// Takes in what was fetched: a fast-forward, or a merge where both sides have commits.
  private func integrate(
    _ git: StoreGit, _ link: SyncLink, _ patience: Patience, _ report: inout SyncReport,
    _ onRecord: (ChangeReport) -> Void
  ) throws(MemoError) {
    guard let theirs = try git.fetched(link) else { return }
    try write(patience) { session throws(MemoError) in
      // Saved while the network was waited for.
      if !session.recorded.isEmpty { onRecord(ChangeReport(session)) }
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      let ours = session.head.commit
      switch try SyncPlan(git, link, ours: ours, theirs: theirs) {
      case .nothingToTake: return
      case .fastForward(let base):
        try report.take(theirs, since: base, git)
        try session.fastForward(to: theirs, link)
      case .merge(let base, let ours):
        let merge = try TreeMerge(git, base: base, ours: ours, theirs: theirs)
        try report.take(merge, of: theirs, hiding: ours, git)
        try session.commit(merge, theirs, link)
      }
      // What others committed with git alone may want an id, or one status.
      report.notices += try session.recordHandEdits(sparingUndone: false).notices
      report.recorded += session.recorded
    }
  }
}

extension MemoError {
  static func noRemote(_ recorded: [TaskChange]) -> MemoError {
    MemoError(
      .refused, "there is no remote to sync with",
      details: recorded.map { "recorded here: \($0.kind.rawValue) \($0.title)" },
      hints: ["memo git remote add origin URL, then 'memo sync' again"])
  }
}

extension SyncReport {
  /// Notes what the other side did, when this side did nothing.
  mutating func take(
    _ theirs: ObjectID, since base: ObjectID?, _ git: StoreGit
  ) throws(MemoError) {
    incoming += try git.count(from: theirs, hiding: base)
    changes += try git.changes(from: base, to: theirs).map(\.change)
  }

  /// Notes what a merge brings.
  mutating func take(
    _ merge: TreeMerge, of theirs: ObjectID, hiding ours: ObjectID, _ git: StoreGit
  ) throws(MemoError) {
    incoming += try git.count(from: theirs, hiding: ours)
    changes += merge.incoming.map(\.change)
    merged += merge.merged
  }
}

extension StoreGit {
  /// How many commits lead from one to the other.
  fileprivate func count(from commit: ObjectID, hiding old: ObjectID?) throws(MemoError) -> Int {
    try run("count the commits") { repository throws(GitError) in
      var count = 0
      try repository.walk(from: [commit], hiding: old.map { [$0] } ?? []) { _ throws(GitError) in
        count += 1
        return true
      }
      return count
    }
  }
}
