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
    _ progress: SyncProgress = SyncProgress(), _ patience: LockTimeout = LockTimeout(),
    onRecord: (ChangeReport) -> Void = { _ in }
  ) throws(MemoError) -> SyncReport {
    try sync(progress, patience, onRecord: onRecord) { remote, report, _ throws(MemoError) in
      try remote.push(&report)
    }
  }

  /// The same with a way of its own to send.
  ///
  /// - Parameter send: Called when everything of the remote is here; again where it throws a
  ///   ``MemoError`` of kind `raced`.
  func sync(
    _ progress: SyncProgress, _ patience: LockTimeout, onRecord: (ChangeReport) -> Void,
    _ send: (RemoteSide, inout SyncReport, SyncLink) throws(MemoError) -> Void
  ) throws(MemoError) -> SyncReport {
    try progress.check()
    // What an undo left wrong is nothing to send to others.
    let (head, early) = try write(patience, recording: false) {
      session throws(MemoError) in
      let found = try session.recordHandEdits([.undone, .fromOthers])
      try session.finishStep()
      var report = ChangeReport(session)
      report.notices += [found.unsentNotice].compactMap { $0 }
      return (session.head, report)
    }
    if !early.recorded.isEmpty { onRecord(early) }
    let git = try git()
    guard var link = try git.upstream(head) else { throw try git.missingUpstream(head) }
    if let obstacle = link.obstacle { throw obstacle }
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [],
      recorded: early.recorded, notices: early.notices)
    do throws(MemoError) {
      try exchange(git, &link, progress, patience, &report, onRecord, send)
    } catch {
      guard error.kind == .remote || error.kind == .interrupted else { throw error }
      throw try explained(error, git, link, report)
    }
    noteSync(git)
    forgetEmptyRemote(git)
    if let notice = try arrivalNotice(report.changes) { report.notices.append(notice) }
    return report
  }

  /// Fetches, integrates and pushes until nobody comes in between.
  private func exchange(
    _ git: StoreGit, _ link: inout SyncLink, _ progress: SyncProgress, _ patience: LockTimeout,
    _ report: inout SyncReport, _ onRecord: (ChangeReport) -> Void,
    _ send: (RemoteSide, inout SyncReport, SyncLink) throws(MemoError) -> Void
  ) throws(MemoError) {
    let pushesOthers = try pushesOthers(git)
    var remote = RemoteSide(self, git, link, progress, patience, pushesOthers: pushesOthers)
    var race = SyncRace(link, patience)
    var unsent: UnsentMerge?
    var start = ContinuousClock.now
    try pause(upTo: git.courtesy(at: environment.now()), remote)
    while true {
      do throws(MemoError) {
        try remote.fetch()
        try remote.checkInterruption()
        if let other = try git.firstBranch(for: link, try join(git, link)) {
          link = try take(other, git, patience)
          report.upstream = link.shortName
          remote = RemoteSide(self, git, link, progress, patience, pushesOthers: pushesOthers)
        }
        try remote.checkOthers()
        let hasNews = try hasSomethingToTake(git, link)
        if hasNews || ContinuousClock.now - start > Self.savingTime {
          try integrate(git, link, patience, &report, &unsent, onRecord)
          try remote.checkInterruption()
        }
        return try send(remote, &report, link)
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
    let plan = try SyncPlan(git, link, ours: ours, theirs: theirs, try join(git, link))
    return plan != .nothingToTake
  }

  /// Waits for any time up to so many milliseconds, so that two clones get out of step.
  private func pause(upTo longest: Int, _ remote: RemoteSide) throws(MemoError) {
    guard longest > 0 else { return }
    try remote.wait(milliseconds: Int(environment.randomNumber() % UInt64(longest)))
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
        : "nothing is lost: \(waiting) \(waiting == 1 ? "change is" : "changes are") "
          + "not pushed yet")
    return error
  }
}

extension HandEdits {
  /// What is said of files that others don't get.
  fileprivate var unsentNotice: String? {
    guard let first = filtered.first else { return nil }
    let names = filtered.prefix(3).joined(separator: ", ") + (filtered.count > 3 ? ", …" : "")
    let (are, them) = filtered.count == 1 ? ("\(first) is", "it") : ("\(names) are", "them")
    return "\(are) not pushed: a git filter applies to \(them); 'memo status' shows more"
  }
}

extension Store {
  package static let pushAllKey = "memo.pushAll"

  private enum PushingOthers: StoreKey {
    static var initialValue: Bool { false }
  }

  /// Whether a sync also pushes commits that change other files than the store's, as a project's
  /// code; the setting `memo.pushAll` of the clone says so for every sync.
  ///
  /// Without, such a sync throws a ``MemoError`` of kind `otherCommits`, and pushes nothing.
  public var pushesOtherCommits: Bool {
    get { self[PushingOthers.self] }
    set { self[PushingOthers.self] = newValue }
  }

  private func pushesOthers(_ git: StoreGit) throws(MemoError) -> Bool {
    if pushesOtherCommits { return true }
    return try git.run("read \(Self.pushAllKey)", git.repository.bool(Self.pushAllKey)) ?? false
  }
}

extension Commit {
  /// Whether memo began a store with it, before anything else was there.
  var isBeginning: Bool {
    parents.isEmpty && OperationMark(Trailers(message))?.kind == .initialize
  }
}

/// Commits that change files of which the store is none.
struct OtherCommits {
  var count = 0
  /// The first of them.
  var lines: [String] = []

  private static let mostShown = 5

  mutating func add(_ commit: Commit) {
    count += 1
    if count <= Self.mostShown { lines.append("\(commit.id.short) \(commit.subject)") }
    if count == Self.mostShown + 1 { lines.append("…") }
  }

  var sentence: String {
    (count == 1 ? "1 commit" : "\(count) commits") + " of files outside the store"
  }
}

extension StoreGit {
  /// What a push would send besides changes of the store; nil for nothing.
  func otherCommits(for link: SyncLink) throws(MemoError) -> OtherCommits? {
    guard let ours = try head().commit else { return nil }
    return try run("read the history") { repository throws(GitError) in
      let theirs = try repository.commitID(of: link.target.trackingReference)
      guard theirs != ours else { return nil }
      let comparison = try TreeComparison(repository, under: [])
      var others = OtherCommits()
      try repository.walk(from: [ours], hiding: [theirs].compactMap { $0 }) {
        commit throws(GitError) in
        // What a merge brings in, other commits have changed; what memo commits is the store's.
        guard commit.parents.count < 2, OperationMark(Trailers(commit.message)) == nil else {
          return true
        }
        let before = try commit.parents.first.map { parent throws(GitError) in
          try repository.commit(parent).tree
        }
        let changes = try comparison.changes(from: before, to: commit.tree)
        if changes.contains(where: { !isOwn($0.path) && storePath($0.path) != ".gitignore" }) {
          others.add(commit)
        }
        return true
      }
      guard others.count > 0, try !isStoresOwn(repository, ours) else { return nil }
      return others
    }
  }

  /// Whether a repository began with the store, at its top: then nothing in it is a project's.
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

/// How long a sync goes on where others are quicker, or a git holds a lock there.
///
/// As long as the remote's branch moves, somebody gets on, and it is this clone's turn sooner or
/// later. Where it stands still and can't be moved all the same, a lock was left behind.
struct SyncRace {
  private let link: SyncLink
  private let longestStandstill: Double
  private let start = ContinuousClock.now
  private var tries = 0
  /// Where the remote's branch was last, and since when.
  private var tip: ObjectID?
  private var lastMove = ContinuousClock.now

  /// - Parameter patience: For a lock, as for those of this store.
  init(_ link: SyncLink, _ patience: LockTimeout) {
    self.link = link
    longestStandstill = patience.seconds
  }

  /// In seconds.
  private static let longestRace = 300.0
  /// In milliseconds; the first pause is between none and the first of these, and every other
  /// one up to twice as long.
  private static let (firstPause, longestPause) = (50, 1600)

  /// Takes one more try that was in vain.
  ///
  /// - Parameter tip: Where the remote's branch was then, as of the last fetch.
  /// - Returns: For how many milliseconds to wait at most before the next one.
  /// - Throws: ``MemoError`` of kind `remote` when it has taken too long.
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

extension StoreGit {
  /// For how many milliseconds at most a sync waits before it begins.
  ///
  /// Where many sync at once, whoever has just sent something has nothing to merge, and would be
  /// quicker than all others again and again.
  ///
  /// - Parameter now: In seconds since 1970.
  func courtesy(at now: Int64) -> Int {
    guard let race = WorkTree.status(at: "\(repository.gitDirectory)/\(Self.raceFile)") else {
      return 0
    }
    return abs(now - Int64(race.modified.seconds)) <= 10 ? 3000 : 0
  }

  /// Remembers that somebody else was quicker just now; to forget it costs nothing but time.
  func noteRace() {
    try? WorkTree.write(
      "\(ContinuousClock.now)\n".utf8, to: "\(repository.gitDirectory)/\(Self.raceFile)")
  }

  private static let raceFile = "memo/last-race"
}
