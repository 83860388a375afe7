internal import Git
public import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

public struct ClaimRequest: Sendable {
  /// The worker's name.
  public var name: String
  /// The duration of the claim in seconds.
  public var seconds: Int64
  /// Whether to claim without the remote, where somebody else may then claim the task.
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
  /// With a remote, the commit is based on all commits of the remote. memo pushes it before it
  /// moves the local branch and files. If another push is faster, memo drops the commit and chooses
  /// again, so that nobody claims a task twice.
  ///
  /// - Parameter choose: Returns the task to claim; throws if none.
  /// - Throws: ``MemoError``, of kind `remote` if the remote was unreachable or rejected the push.
  ///   Nothing is claimed then.
  public func claim(
    _ request: ClaimRequest, _ progress: SyncProgress = SyncProgress(),
    _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    let git = try git()
    if request.isLocal { return try claimHere(request, choose) }
    guard let link = try git.upstream(try git.readyHead()) else {
      // Without a remote, claim locally. Several remotes without an upstream are an error.
      let remotes = try git.run("read the remotes", git.repository.remotes())
      guard remotes.isEmpty else { throw try git.missingUpstream(try git.head()) }
      return try claimHere(request, choose)
    }
    guard link.push == nil, try git.hasSinglePushURL(link) else {
      throw MemoError(
        .refused, "a claim needs one remote to fetch from and to push to",
        hints: ["'memo claim --local' claims on this clone only"])
    }
    do throws(MemoError) {
      return try claimThere(request, git, progress, choose)
    } catch {
      guard error.kind == .remote else { throw error }
      var error = error
      error.hints.append("'memo claim --local' claims on this clone only")
      throw error
    }
  }

  private func claimHere(
    _ request: ClaimRequest, _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    try write { session throws(MemoError) in
      try session.claim(
        try choose(session.snapshot), by: request.name, for: request.seconds)
    }
  }

  private func claimThere(
    _ request: ClaimRequest, _ git: StoreGit, _ progress: SyncProgress,
    _ choose: (Snapshot) throws(MemoError) -> String
  ) throws(MemoError) -> ChangeReport {
    var recorded: [TaskChange] = []
    var sent: (claim: ChangeReport, parent: ObjectID?, made: ObjectID?, link: SyncLink)?
    var report = try sync(progress, onRecord: { recorded += $0.recorded }) {
      remote, report throws(MemoError) in
      let (claim, parent, made) = try write { session throws(MemoError) in
        // Only the claim waits for the remote.
        try session.finishStep()
        var made: ObjectID?
        session.onDraft = { made = $0 }
        let parent = session.head.commit
        let claim = try session.claim(
          try choose(session.snapshot), by: request.name, for: request.seconds)
        return (claim, parent, made)
      }
      try remote.push(&report, made)
      sent = (claim, parent, made, remote.link)
    }
    guard let sent, let made = sent.made else {
      // The worker already had the claim until the same minute, so nothing changed.
      if let sent { return sent.claim }
      return ChangeReport(unchanged: [], of: try read())
    }
    let isNext = try write { session throws(MemoError) in
      try session.finishStep()
      guard session.head.commit == sent.parent else { return false }
      try session.arrive(at: made)
      return true
    }
    var unsent: UnsentMerge?
    if !isNext {
      try integrate(git, sent.link, &report, &unsent) { recorded += $0.recorded }
    }
    return try write(recording: false) { session throws(MemoError) in
      // The claim arrived as in a sync, but it was made here, so it can be undone.
      if !isNext {
        try git.appendOperations(from: sent.parent, to: made, isMade: true)
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
