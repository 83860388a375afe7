internal import Git
internal import Merging
internal import Recording
internal import StoreFiles

/// The remote of a sync.
struct RemoteSide {
  private let store: Store
  let git: StoreGit
  var link: SyncLink
  private let progress: SyncProgress
  /// Whether commits of files outside the store may be pushed.
  private let pushesOthers: Bool

  init(
    _ store: Store, _ git: StoreGit, _ link: SyncLink, _ progress: SyncProgress,
    pushesOthers: Bool = true
  ) {
    self.pushesOthers = pushesOthers
    self.store = store
    self.git = git
    self.link = link
    self.progress = progress
  }

  func fetch() throws(MemoError) {
    try talk("fetch", "fetch from", link.remote, \.url) { surroundings throws(GitError) in
      try git.repository.fetch(link.remote, surroundings)
    }
  }

  /// - Throws: ``MemoError`` of kind `interrupted` if the user canceled.
  func checkInterruption() throws(MemoError) { try progress.check() }

  /// Pushes HEAD's branch if the remote lacks some of its commits.
  ///
  /// - Parameter commit: A commit to push instead of HEAD's. No branch has it yet.
  /// - Throws: ``MemoError`` of kind `raced` if somebody else pushed since the fetch.
  func push(_ report: inout SyncReport, _ commit: ObjectID? = nil) throws(MemoError) {
    let head = try git.head()
    guard let branch = head.branchName, let ours = commit ?? head.commit else { return }
    report.head = ours.hex
    let target = link.target
    let waiting = try git.distance(from: ours, to: target.trackingReference).ahead
    if waiting > 0 {
      // Somebody may have committed since the fetch.
      try checkOthers()
      let theirs = try git.run(
        "read \(target.shortName)", git.repository.commitID(of: target.trackingReference))
      try send(ours, to: target)
      // Compute this after the push: a longer time since the fetch makes a race more likely.
      (report.outgoing, report.sent) = (
        waiting, try git.changes(from: theirs, to: ours).besidesFollowing.map(\.change)
      )
    }
    guard !link.isConfigured else { return }
    // Everything is pushed. If this can't be saved now, the next sync saves it.
    try? git.takingTurns(store.lockTimeout, progress) { _ throws(MemoError) in
      try git.run(
        "remember the upstream",
        git.repository.setUpstream(
          ofBranch: branch, remote: link.remote, remoteBranch: link.branch))
    }
  }

  /// Pushes a commit, and retries while the remote's reference may be locked.
  ///
  /// - Throws: ``MemoError`` of kind `raced` if somebody else moved the branch.
  private func send(_ commit: ObjectID, to target: PushLink) throws(MemoError) {
    let start = ContinuousClock.now
    var pause = 250
    while true {
      let result = try talk("push", "push to", target.remote, \.pushURL) {
        surroundings throws(GitError) in
        try git.repository.push(commit, to: target.branch, of: target.remote, surroundings)
      }
      switch result {
      case .accepted: return
      // If the push goes to another remote, a fetch would not bring the new commits.
      case .raced where link.push == nil: throw MemoError(.raced, "somebody else pushed first")
      case .raced(let reason): throw rejection(at: target, reason)
      case .refused(let reason, let said):
        if ContinuousClock.now - start > .seconds(store.lockTimeout.seconds) {
          throw try refusal(by: target, reason, said)
        }
        try wait(milliseconds: pause)
        pause = min(2 * pause, 4000)
      }
    }
  }

  /// - Throws: ``MemoError`` of kind `interrupted` if the user cancels.
  func wait(milliseconds: Int) throws(MemoError) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {
      store.pause(milliseconds: 20)
      try checkInterruption()
    }
  }

  private func talk<Value>(
    _ verb: String, _ what: String, _ remote: String, _ address: KeyPath<RemoteInfo, String>,
    _ body: (ProgramEnvironment) throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    try git.takingTurns(store.lockTimeout, progress) { lock throws(MemoError) in
      defer { progress.end() }
      do throws(GitError) {
        return try body(progress.surroundings(store.environment, holding: lock))
      } catch {
        try progress.check()
        throw MemoError(
          error, at: shown(remote, address),
          doing: "\(what) \(RemoteAddress(remote))",
          hint: error.code == .remote
            ? "'memo git \(verb) \("\(RemoteAddress(remote))".quotedForShell)' tries it with git alone; "
              + "then 'memo sync' again"
            : "'memo sync' pushes the rest")
      }
    }
  }

  /// A remote's URL without a password, or its name if its settings can't be read.
  private func shown(_ remote: String, _ address: KeyPath<RemoteInfo, String>) -> RemoteAddress {
    RemoteAddress((try? git.repository.remote(named: remote)[keyPath: address]) ?? remote)
  }

  private func rejection(at target: PushLink, _ reason: String) -> MemoError {
    MemoError(
      .remote, "\(shown(target.remote, \.pushURL)) has changes that are not here: \(reason)",
      hints: ["'memo git pull --no-rebase' from there merges them; then 'memo sync' again"])
  }

  private func refusal(
    by target: PushLink, _ reason: String, _ said: [String]
  ) throws(MemoError) -> MemoError {
    var hints = ["the remote's rules decide this: a protected branch, a hook, or no right to write"]
    let address = shown(target.remote, \.pushURL)
    if let folder = address.localPath {
      let path = Paths.absolute(folder, from: git.files.path, home: nil)
      if WorkTree.status(at: Paths.join(path, ".git")) != nil {
        // git's message only selects a hint.
        hints = [
          reason.hasPrefix("Working directory has")
            ? "commit what was edited there, with any memo command that writes"
            : "git -C \(path.quotedForShell) config receive.denyCurrentBranch updateInstead",
          "or keep a bare repository for everybody to push to: git clone --bare FOLDER HUB.git",
        ]
      }
    }
    if try sendsMerge() {
      hints.insert(
        "if it takes no merge commits: memo git pull --rebase "
          + "\(link.remoteName.quotedForShell) \(link.branch.quotedForShell) && memo sync", at: 0)
    }
    return MemoError(
      .remote, "\(address) refused to push: \(reason)", details: said, hints: hints)
  }
}

extension RemoteSide {
  /// Whether a push would include a merge commit.
  private func sendsMerge() throws(MemoError) -> Bool {
    guard let ours = try git.head().commit else { return false }
    return try git.run("read the history") { repository throws(GitError) in
      let theirs = try repository.commitID(of: link.target.trackingReference)
      var found = false
      try repository.walk(from: [ours], hiding: [theirs].compactMap { $0 }) {
        commit throws(GitError) in
        found = commit.parents.count > 1
        return !found
      }
      return found
    }
  }

  /// Throws if a push would include commits of files outside the store, such as a project's code.
  ///
  /// - Throws: ``MemoError`` of kind `otherCommits`, unless the user agreed to push them.
  func checkOthers() throws(MemoError) {
    guard !pushesOthers else { return }
    let others = try git.otherCommits(for: link)
    guard !others.isEmpty else { return }
    throw MemoError(
      .otherCommits,
      "a sync would also push \(Self.sentence(others)) to \(link.target.shortName)",
      details: others.prefix(5) + (others.count > 5 ? ["…"] : []),
      hints: [
        "'memo sync --yes' pushes them, too",
        "'memo git config \(Store.pushAllKey) true' has every sync push them",
      ])
  }

  static func sentence(_ others: [String]) -> String {
    (others.count == 1 ? "1 commit" : "\(others.count) commits") + " of files outside the store"
  }
}

extension StoreGit {
  /// Runs a transfer while no other memo process does so for this repository.
  ///
  /// First removes lock files of a killed sync. The git process of that sync has ended, since
  /// otherwise it would still hold memo's lock.
  ///
  /// - Parameter body: Called with the lock's descriptor, which git inherits.
  /// - Throws: ``MemoError`` of kind `busy` if another sync takes too long, `interrupted` if the
  ///   user cancels.
  func takingTurns<Value>(
    _ timeout: LockTimeout, _ progress: SyncProgress, _ body: (Int32) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    let lock = try syncLock(timeout, progress)
    // Only a killed process leaves a note. Treat an unreadable note as one.
    if (try? lock.note()) != "" { repository.removeLeftoverTransferLocks() }
    try MemoError.rethrowing(lock.setNote("syncing\n"))
    let start = FileStatus.Time.now
    defer { repository.share(since: start) }
    // A remaining note only delays the next sync by a second.
    defer { try? lock.clearNote() }
    return try body(lock.descriptor)
  }

  private func syncLock(
    _ timeout: LockTimeout, _ progress: SyncProgress
  ) throws(MemoError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        "\(repository.commonDirectory)/memo/sync-lock",
        waitingUpTo: timeout.syncSeconds ?? timeout.seconds, quietFor: timeout.quiet,
        unless: progress.isInterrupted, onWait: timeout.onWait)
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

extension MemoError {
  /// Describes a failed transfer with the remote and git's message.
  ///
  /// - Parameters:
  ///   - place: The remote's URL.
  ///   - what: The action, such as "fetch from origin".
  ///   - hint: What to do next.
  init(_ error: GitError, at place: RemoteAddress, doing what: String, hint: String) {
    // The remote has nothing to do with a configuration that can't be read here.
    if error.code == .unreadable || error.area == .configuration {
      self.init(error, doing: "\(what) (\(place))")
      return
    }
    self.init(.remote, "can't \(what) (\(place)): \(error.message)", details: error.details)
    hints = [hint]
    switch error.code {
    case .programMissing:
      message = "can't \(what): git is not installed, and talks to remotes"
      hints = ["install git, as with 'apt install git' or 'brew install git'"]
    case .timedOut: hints = ["the server or the network hangs; \(hint)"]
    case .tooLarge: hints = ["no store has so many: is that the right address?"]
    case .unsupportedFormat:
      kind = .refused
      (details, hints) = ([], error.details)
    case .forbiddenPath:
      kind = .refused
      message = "can't \(what) (\(place)): it has a file that git checks out nowhere"
      details = [error.message]
      hints = ["the file is dangerous; remove it from the branch on the remote"]
    default: break
    }
  }
}
