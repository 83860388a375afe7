internal import Dispatch
internal import Git
internal import TaskFile

extension Store {
  /// Records hand edits, takes in what the remote has, and sends what it lacks.
  ///
  /// The store's lock is held only while files and branch change, never while the network
  /// is waited for. When somebody else pushes in between, it is done again, with growing
  /// pauses, a bounded number of times.
  /// - Throws: ``MemoError``: of kind `remote` when the remote was not reached or refused;
  ///   everything is then committed locally and nothing is half done.
  public func sync(
    _ progress: SyncProgress = SyncProgress(), _ patience: Patience = Patience()
  ) throws(MemoError) -> SyncReport {
    let (head, recorded, notices) = try write(patience) { session throws(MemoError) in
      (session.head, session.recorded, session.notices)
    }
    let git = try git()
    guard let link = try git.upstream(head) else { throw .noRemote(recorded) }
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [], recorded: recorded,
      notices: notices)
    let remote = try RemoteSide(git, link, world, progress)
    var lastError: MemoError?
    for attempt in 0..<Self.mostAttempts {
      if attempt > 0 { pause(attempt) }
      do throws(MemoError) {
        try remote.fetch()
        try integrate(link, patience, &report)
        try remote.push(&report)
        noteSync(git)
        return report
      } catch {
        switch error.kind {
        case .raced: lastError = error
        case .remote: throw try explained(error, git, link, report)
        default: throw error
        }
      }
    }
    throw try explained(
      MemoError(
        .remote, "\(Self.mostAttempts) tries to sync with \(link.shortName) were not enough",
        details: [lastError?.message].compactMap { $0 }, hints: ["try again in a moment"]),
      git, link, report)
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
    _ link: SyncLink, _ patience: Patience, _ report: inout SyncReport
  ) throws(MemoError) {
    let git = try git()
    let theirs = try git.run("read \(link.shortName)") { repository throws(GitError) in
      try repository.commitID(of: link.trackingReference)
    }
    guard let theirs else { return }
    try write(patience) { session throws(MemoError) in
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      let plan = try SyncPlan(git, ours: session.head.commit, theirs: theirs)
      switch plan {
      case .nothingToTake: break
      case .fastForward(let base):
        let incoming = try git.changes(from: base, to: theirs)
        report.incoming += try git.count(from: theirs, hiding: base)
        report.changes += incoming.map(\.change)
        try session.fastForward(to: theirs, link)
      case .merge(let base):
        guard let ours = session.head.commit else { return }
        let merge = try TreeMerge(git, base: base, ours: ours, theirs: theirs)
        report.incoming += try git.count(from: theirs, hiding: ours)
        report.changes += merge.incoming.map(\.change)
        report.merged += merge.merged
        try session.commit(merge, theirs, link)
      }
    }
  }
}

extension MemoError {
  fileprivate static func noRemote(_ recorded: [TaskChange]) -> MemoError {
    MemoError(
      .refused, "there is no remote to sync with",
      details: recorded.map { "recorded here: \($0.kind.rawValue) \($0.title)" },
      hints: ["memo git remote add origin URL, then 'memo sync' again"])
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
