internal import Git
public import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

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
      try session.recordHandEdits(on: .sync)
      return (session.head, ChangeReport(session))
    }
    if !early.recorded.isEmpty { onRecord(early) }
    let git = try git()
    guard let link = try git.upstream(head) else { throw .noRemote }
    if let obstacle = link.obstacle { throw obstacle }
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [],
      recorded: early.recorded, notices: early.notices)
    do throws(MemoError) {
      try exchange(
        RemoteSide(git, link, environment, progress, patience), git, link, patience, &report,
        onRecord)
    } catch {
      guard error.kind == .remote || error.kind == .interrupted else { throw error }
      throw try explained(error, git, link, report)
    }
    noteSync(git)
    addDecisions(to: &report)
    if let notice = try arrivalNotice(report.changes) { report.notices.append(notice) }
    return report
  }

  /// Fetches, integrates and pushes until nobody comes in between.
  private func exchange(
    _ remote: RemoteSide, _ git: StoreGit, _ link: SyncLink, _ patience: Patience,
    _ report: inout SyncReport, _ onRecord: (ChangeReport) -> Void
  ) throws(MemoError) {
    var race = SyncRace(link, patience)
    var unsent: UnsentMerge?
    var start = ContinuousClock.now
    try pause(upTo: git.courtesy(at: environment.now()), remote)
    while true {
      do throws(MemoError) {
        try remote.fetch()
        try remote.checkInterruption()
        let hasNews = try hasSomethingToTake(git, link)
        if hasNews || ContinuousClock.now - start > Self.savingTime {
          try integrate(git, link, patience, &report, &unsent, onRecord)
          try remote.checkInterruption()
        }
        return try remote.push(&report)
      } catch {
        guard error.kind == .raced else { throw error }
        let tip = try git.run(
          "read \(link.shortName)", git.repository.commitID(of: link.trackingReference))
        let longest = try race.lost(error, at: tip)
        git.noteRace()
        try pause(upTo: longest, remote)
        // Nobody has looked at the files since.
        start -= Self.savingTime
      }
    }
  }

  /// Who waits longer for the network may have saved something meanwhile, which goes along.
  private static let savingTime = Duration.seconds(1)

  /// Asked without the lock and without a look at the files, since mostly nothing is new.
  private func hasSomethingToTake(_ git: StoreGit, _ link: SyncLink) throws(MemoError) -> Bool {
    guard let theirs = try git.fetched(link) else { return false }
    let ours = try git.head().commit
    let plan = try SyncPlan(git, link, ours: ours, theirs: theirs, joining: joinsUnrelatedStores)
    return plan != .nothingToTake
  }

  /// Waits for any time up to so many milliseconds, so that two clones get out of step.
  private func pause(upTo longest: Int, _ remote: RemoteSide) throws(MemoError) {
    guard longest > 0 else { return }
    let end = ContinuousClock.now + .milliseconds(environment.randomNumber() % UInt64(longest))
    while ContinuousClock.now < end {
      pause(milliseconds: 20)
      try remote.checkInterruption()
    }
  }

  /// Says with a failure how much waits here.
  private func explained(
    _ error: MemoError, _ git: StoreGit, _ link: SyncLink, _ report: SyncReport
  ) throws(MemoError) -> MemoError {
    var error = error
    let head = try git.head()
    guard let ours = head.commit else { return error }
    let waiting = try git.distance(from: ours, to: link.target.trackingReference).ahead
    error.details.append(
      waiting == 0
        ? "nothing is lost: all changes of this clone are on \(link.target.shortName) already"
        : "nothing is lost: \(waiting) \(waiting == 1 ? "change waits" : "changes wait") here "
          + "to be sent")
    return error
  }
}

extension MemoError {
  static var noRemote: MemoError {
    MemoError(
      .refused, "there is no remote to sync with",
      hints: ["memo git remote add origin URL, then 'memo sync' again"])
  }
}
