internal import Git
public import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What a claim says, and where it has to be known.
public struct ClaimRequest: Sendable {
  /// Who works on the task.
  public var name: String
  /// For how long.
  public var seconds: Int64
  /// Whether the remote is not asked, so that somebody else may claim the task there.
  public var isLocal: Bool

  public init(name: String, seconds: Int64 = 3600, isLocal: Bool = false) {
    self.name = name
    self.seconds = seconds
    self.isLocal = isLocal
  }
}

extension Store {
  /// Claims one task for one worker, and moves it to doing, in one commit.
  ///
  /// Where there is a remote, the commit is made on top of everything that the remote has, and sent
  /// before the branch and the files here move to it. Where somebody else is quicker, the commit is
  /// dropped, and a task is chosen anew: so no task is claimed twice.
  /// - Parameter choose: Names the task to claim; it may throw an error of its own where there is
  ///   none.
  /// - Throws: ``MemoError``: of kind `remote` when the remote was not reached or refused; then
  ///   nothing is claimed.
  public func claim(
    _ request: ClaimRequest, _ progress: SyncProgress = SyncProgress(),
    _ patience: LockTimeout = LockTimeout(), _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    let git = try git()
    if request.isLocal { return try claimHere(request, patience, choose) }
    guard let link = try git.upstream(try git.readyHead()) else {
      // A remote that nothing can be sent to is an error, and none is none.
      let remotes = try git.run("read the remotes", git.repository.remotes())
      guard remotes.isEmpty else { throw try git.missingUpstream(try git.head()) }
      return try claimHere(request, patience, choose)
    }
    guard link.push == nil, try git.hasOneHome(link) else {
      throw MemoError(
        .refused, "a claim needs one remote to fetch from and to push to",
        hints: ["'memo claim --local' claims on this clone only"])
    }
    do throws(MemoError) {
      return try claimThere(request, git, progress, patience, choose)
    } catch {
      guard error.kind == .remote else { throw error }
      var error = error
      error.hints.append("'memo claim --local' claims all the same, on this clone only")
      throw error
    }
  }

  private func claimHere(
    _ request: ClaimRequest, _ patience: LockTimeout,
    _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    try write(patience) { session throws(MemoError) in
      try session.claim(
        try choose(session.snapshot), by: request.name, for: request.seconds)
    }
  }

  private func claimThere(
    _ request: ClaimRequest, _ git: StoreGit, _ progress: SyncProgress, _ patience: LockTimeout,
    _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    var recorded: [TaskChange] = []
    var sent: (claim: ChangeReport, parent: ObjectID?, made: ObjectID?, link: SyncLink)?
    var report = try sync(progress, patience, onRecord: { recorded += $0.recorded }) {
      remote, report, link throws(MemoError) in
      let (claim, parent, made) = try write(patience) { session throws(MemoError) in
        session.isDrafting = true
        let parent = session.head.commit
        let claim = try session.claim(
          try choose(session.snapshot), by: request.name, for: request.seconds)
        return (claim, parent, session.draft)
      }
      try remote.push(&report, made)
      sent = (claim, parent, made, link)
    }
    guard let sent, let made = sent.made else {
      // It was claimed by the same worker until the same minute.
      if let sent { return sent.claim }
      return ChangeReport(unchanged: [], of: try read())
    }
    let isNext = try write(patience) { session throws(MemoError) in
      guard session.head.commit == sent.parent else { return false }
      try session.arrive(at: made)
      return true
    }
    var unsent: UnsentMerge?
    if !isNext {
      try integrate(git, sent.link, patience, &report, &unsent) { recorded += $0.recorded }
    }
    return try write(patience, recording: false) { session throws(MemoError) in
      // What came back as by a sync was done here all the same, and can be undone.
      if !isNext {
        try git.operationFile.append(git, from: sent.parent, to: made, isMade: true)
      }
      let changes = sent.claim.changes
      var claim = ChangeReport(session, changes: changes, paths: changes.map(\.path))
      claim.operation = sent.claim.operation
      claim.recorded = recorded
      claim.notices = report.notices + claim.notices
      return claim
    }
  }
}
