internal import Git
public import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Commits hand edits, fetches, merges and pushes.
  ///
  /// memo holds the store's lock only while files and branch change, never during a transfer. If
  /// somebody else pushes first, memo fetches and merges again, with growing pauses, a hundred times
  /// at most.
  ///
  /// - Parameter onRecord: Called with committed hand edits before the transfer begins, so that
  ///   they are reported even if it fails.
  /// - Throws: ``MemoError``, of kind `remote` if the remote was unreachable or rejected the push.
  ///   Everything is committed locally then, and no change is half done.
  public func sync(
    _ progress: SyncProgress = SyncProgress(),
    onRecord: (ChangeReport) -> Void = { _ in }
  ) throws(MemoError) -> SyncReport {
    try sync(progress, onRecord: onRecord) { remote, report throws(MemoError) in
      try remote.push(&report)
    }
  }

  /// Syncs with a custom push.
  ///
  /// - Parameter send: Called when this clone has all commits of the remote. Called again after it
  ///   throws a ``MemoError`` of kind `raced`.
  func sync(
    _ progress: SyncProgress, onRecord: (ChangeReport) -> Void,
    _ send: (RemoteSide, inout SyncReport) throws(MemoError) -> Void
  ) throws(MemoError) -> SyncReport {
    try progress.check()
    // A problem that an undo left must not be pushed.
    let (head, early) = try write(recording: false) {
      session throws(MemoError) in
      let found = try session.recordHandEdits(.undone)
      try session.finishStep()
      var report = ChangeReport(session)
      report.notices += found.oldNotices
      return (session.head, report)
    }
    if !early.recorded.isEmpty { onRecord(early) }
    let git = try git()
    guard let link = try git.upstream(head) else { throw try git.missingUpstream(head) }
    if let obstacle = link.obstacle { throw obstacle }
    var remote = RemoteSide(self, git, link, progress, pushesOthers: try pushesOthers(git))
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [],
      recorded: early.recorded, notices: early.notices)
    do throws(MemoError) {
      try exchange(&remote, &report, onRecord, send)
    } catch {
      guard error.kind == .remote || error.kind == .interrupted else { throw error }
      throw try explained(error, git, remote.link)
    }
    noteSync(git)
    // If the file stays, it doesn't change the next sync.
    try? WorkTree.removeFile(git.emptyRemoteFile)
    return report
  }

  /// Fetches, integrates and pushes until no other push interferes.
  private func exchange(
    _ remote: inout RemoteSide, _ report: inout SyncReport, _ onRecord: (ChangeReport) -> Void,
    _ send: (RemoteSide, inout SyncReport) throws(MemoError) -> Void
  ) throws(MemoError) {
    let git = remote.git
    var race = SyncRace(remote.link, lockTimeout)
    var unsent: UnsentMerge?
    var start = ContinuousClock.now
    while true {
      do throws(MemoError) {
        try remote.fetch()
        try remote.checkInterruption()
        if let other = try git.firstBranch(for: remote.link, joins: try joins(git, remote.link)) {
          remote.link = try take(other, git)
          report.upstream = remote.link.shortName
        }
        try remote.checkOthers()
        let hasNews = try hasSomethingToTake(git, remote.link)
        if hasNews || ContinuousClock.now - start > Self.savingTime {
          try integrate(git, remote.link, &report, &unsent, onRecord)
          try remote.checkInterruption()
        }
        return try send(remote, &report)
      } catch {
        guard error.kind == .raced else { throw error }
        let link = remote.link
        let tip = try git.run(
          "read \(link.shortName)", git.repository.commitID(of: link.trackingReference))
        let longest = try race.lost(error, at: tip)
        // A random pause, so that two clones don't retry at the same times.
        try remote.wait(milliseconds: Int(environment.randomNumber() % UInt64(longest)))
        // Time has passed, so check the files again.
        start -= Self.savingTime
      }
    }
  }

  /// After a longer transfer, commit files that were saved meanwhile.
  private static let savingTime = Duration.seconds(1)

  /// Needs neither lock nor files, since usually nothing is new.
  private func hasSomethingToTake(_ git: StoreGit, _ link: SyncLink) throws(MemoError) -> Bool {
    guard let theirs = try git.fetched(link) else { return false }
    let ours = try git.head().commit
    let plan = try SyncPlan(git, link, ours: ours, theirs: theirs, joins: try joins(git, link))
    return plan != .nothingToTake
  }

  /// Adds the number of unpushed commits to an error.
  private func explained(
    _ error: MemoError, _ git: StoreGit, _ link: SyncLink
  ) throws(MemoError) -> MemoError {
    var error = error
    let head = try git.head()
    guard let ours = head.commit else { return error }
    let waiting = try git.distance(from: ours, to: link.target.trackingReference).ahead
    error.details.append(
      waiting == 0
        ? "nothing is lost: all changes of this clone are on \(link.target.shortName) already"
        : "nothing is lost: \(waiting) \(waiting == 1 ? "change is" : "changes are") "
          + "not pushed yet")
    return error
  }
}

extension Store {
  package static let pushAllKey = "memo.pushAll"

  private func pushesOthers(_ git: StoreGit) throws(MemoError) -> Bool {
    if pushesOtherCommits { return true }
    return try git.run("read \(Self.pushAllKey)", git.repository.bool(Self.pushAllKey)) ?? false
  }
}

extension Commit {
  /// Whether this is the first commit of a repository, and created the store.
  var isBeginning: Bool { parents.isEmpty && operationMark?.kind == .initialize }
}

extension StoreGit {
  /// A line for each commit of files outside the store that a push would include.
  func otherCommits(for link: SyncLink) throws(MemoError) -> [String] {
    guard let ours = try head().commit else { return [] }
    return try run("read the history") { repository throws(GitError) in
      let last = try repository.commitID(of: link.target.trackingReference)
      guard last != ours else { return [] }
      // Commits in any branch of the remote are pushed already.
      let remote = link.target.remote
      let others = try repository.branches(ofRemote: remote).map { branch throws(GitError) in
        try repository.commitID(of: "refs/remotes/\(remote)/\(branch)")
      }
      let theirs = ([last] + others).compactMap(\.self)
      let comparison = try TreeComparison(repository, under: [])
      var found: [String] = []
      try repository.walk(from: [ours], hiding: theirs) { commit throws(GitError) in
        // Other commits have the changes of a merge. memo's own commits only change the store.
        guard commit.parents.count < 2, commit.operationMark == nil else { return true }
        let before = try commit.parents.first.map { parent throws(GitError) in
          try repository.commit(parent).tree
        }
        let changes = try comparison.changes(from: before, to: commit.tree)
        if changes.contains(where: { !isOwn($0.path) && storePath($0.path) != ".gitignore" }) {
          found.append("\(commit.id.short) \(commit.subject)")
        }
        return true
      }
      if !found.isEmpty, try isStoresOwn(repository, ours) { return [] }
      return found
    }
  }

  /// Whether the repository began with the store at its root, so that it has no other project.
  private func isStoresOwn(_ repository: Repository, _ head: ObjectID) throws(GitError) -> Bool {
    guard prefix.isEmpty, !repository.isShallow else { return false }
    var isOwn = true
    try repository.walk(from: [head]) { commit throws(GitError) in
      isOwn = !commit.parents.isEmpty || commit.isBeginning
      return isOwn
    }
    return isOwn
  }
}

/// Limits the time that a sync retries while others push first or the remote's branch is locked.
///
/// While the remote's branch moves, other clones make progress, and this one will too. If it
/// doesn't move and can't be updated, the lock is stale.
struct SyncRace {
  private let link: SyncLink
  private let longestStandstill: Double
  private let start = ContinuousClock.now
  private var tries = 0
  /// The last known commit of the remote's branch, and the time when it was first seen.
  private var tip: ObjectID?
  private var lastMove = ContinuousClock.now

  /// - Parameter timeout: Limits how long the branch may stay at one commit.
  init(_ link: SyncLink, _ timeout: LockTimeout) {
    self.link = link
    longestStandstill = timeout.seconds
  }

  /// In seconds.
  private static let longestRace = 300.0
  /// In milliseconds.
  ///
  /// The upper limit of the first pause, and the limit up to which it doubles.
  private static let (firstPause, longestPause) = (50, 1600)

  /// Counts a failed attempt.
  ///
  /// - Parameter tip: The commit of the remote's branch at the last fetch.
  /// - Returns: The longest pause before the next attempt, in milliseconds.
  /// - Throws: ``MemoError`` of kind `remote` after the time limit.
  mutating func lost(_ error: MemoError, at tip: ObjectID?) throws(MemoError) -> Int {
    tries += 1
    let now = ContinuousClock.now
    if tip != self.tip || tries == 1 { (self.tip, lastMove) = (tip, now) }
    let (standstill, race) = ((now - lastMove) / .seconds(1), (now - start) / .seconds(1))
    guard standstill < longestStandstill, race < Self.longestRace else {
      throw MemoError(
        .remote,
        "\(tries) tries in \(Int(race)) seconds to sync with \(link.shortName) failed: others kept pushing",
        details: [error.message] + error.details, hints: ["try again in a moment"])
    }
    return min(Self.firstPause << min(tries - 1, 10), Self.longestPause)
  }
}
