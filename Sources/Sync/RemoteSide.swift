internal import Git
internal import Merging
internal import Recording
internal import StoreFiles

/// The other end of a sync.
struct RemoteSide {
  private let git: StoreGit
  private let link: SyncLink
  private let environment: Environment
  private let progress: SyncProgress
  private let patience: Patience
  private let chain: CredentialChain
  /// Whether commits of other files than the store's may be pushed.
  private let pushesOthers: Bool

  init(
    _ git: StoreGit, _ link: SyncLink, _ environment: Environment, _ progress: SyncProgress,
    _ patience: Patience, pushesOthers: Bool = true
  ) {
    self.pushesOthers = pushesOthers
    self.git = git
    self.link = link
    self.environment = environment
    self.progress = progress
    self.patience = patience
    chain = CredentialChain(environment, in: git.repository.workTree, progress)
  }

  /// Brings what the remote has and this repository lacks.
  func fetch() throws(MemoError) {
    try talk("fetch from", link.remote, \.url) { repository, handlers throws(GitError) in
      try repository.fetch(link.remote, handlers: handlers)
    }
  }

  /// - Throws: ``MemoError`` of kind `interrupted` when somebody wants to stop.
  func checkInterruption() throws(MemoError) { try progress.check() }

  /// Sends HEAD's branch, if the remote lacks any of it.
  ///
  /// - Throws: ``MemoError`` of kind `raced` when somebody else pushed since the fetch.
  func push(_ report: inout SyncReport) throws(MemoError) {
    let head = try git.head()
    guard let reference = head.reference, let ours = head.commit else { return }
    report.head = ours.hex
    let target = link.target
    let waiting = try git.distance(from: ours, to: target.trackingReference).ahead
    if waiting > 0 {
      // Somebody may have committed since the fetch.
      try checkOthers()
      let theirs = try git.run(
        "read \(target.shortName)", git.repository.commitID(of: target.trackingReference))
      // Before anybody else has to wait: a hook may take its time.
      try git.askBeforePush(
        of: BranchToSend(reference, ours, to: target, from: theirs), environment)
      try talk("push to", target.remote, \.pushAddress) { repository, handlers throws(GitError) in
        try repository.push(
          target.remote, refspecs: ["\(reference):refs/heads/\(target.branch)"],
          handlers: handlers)
      }
      // Only now: the longer it takes from the fetch, the more often somebody else is quicker.
      (report.outgoing, report.sent) = (
        waiting, try git.changes(from: theirs, to: ours).besidesFollowing.map(\.change)
      )
    }
    guard !link.isConfigured else { return }
    let branch = String(reference.dropFirst("refs/heads/".count))
    try git.takingTurns(patience, progress) { () throws(MemoError) in
      try git.run(
        "remember the upstream",
        git.repository.setUpstream(
          ofBranch: branch, remote: link.remote, remoteBranch: link.branch))
    }
  }

  private func talk(
    _ what: String, _ remote: String, _ address: KeyPath<RemoteInfo, String>,
    _ body: (Repository, TransferHandlers) throws(GitError) -> Void
  ) throws(MemoError) {
    try git.takingTurns(patience, progress) { () throws(MemoError) in
      try talkInTurn(what, remote, address, body)
    }
  }

  private func talkInTurn(
    _ what: String, _ remote: String, _ address: KeyPath<RemoteInfo, String>,
    _ body: (Repository, TransferHandlers) throws(GitError) -> Void
  ) throws(MemoError) {
    defer { progress.end() }
    do throws(GitError) {
      try body(git.repository, chain.handlers(progress))
      chain.approve()
    } catch {
      try progress.check()
      // A server that refuses a change has let us in.
      let isLetIn = [.refused, .notFastForward, .locked, .checkedOut, .uncommitted].contains(
        error.code)
      if isLetIn { chain.approve() } else if error.code == .authentication { chain.reject() }
      if let race = Self.race(error), link.push == nil { throw race }
      // Only to be shown, in place of the remote's name.
      let url = try? git.repository.remote(named: remote)[keyPath: address]
      var failure = MemoError(
        error, url: url ?? remote, doing: "\(what) \(ShownAddress(remote))",
        retry: "'memo sync' again sends what waits")
      if error.code == .refused, try sendsMerge() {
        failure.hints.insert(
          "if it takes no merge commits: memo git pull --rebase "
            + "\(link.remoteName.quotedForShell) \(link.branch.quotedForShell) && memo sync", at: 0)
      }
      throw failure
    }
  }
}

extension RemoteSide {
  /// Whether a merge is among what the remote lacks.
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

  /// Refuses to push what is no change of tasks, as the code of a project that the store is in,
  /// unless somebody has agreed.
  ///
  /// - Throws: ``MemoError`` of kind `otherCommits`.
  func checkOthers() throws(MemoError) {
    guard !pushesOthers, let others = try git.otherCommits(for: link) else { return }
    throw MemoError(
      .otherCommits, "a sync would also push \(others.sentence) to \(link.target.shortName)",
      details: others.lines,
      hints: [
        "'memo sync --yes' pushes them, too",
        "'memo git config \(Store.pushAllKey) true' has every sync push them",
      ])
  }

  /// What may go well a moment later: somebody else is about to move the branch, or has moved it.
  private static func race(_ error: GitError) -> MemoError? {
    switch error.code {
    case .notFastForward, .modified: MemoError(.raced, "somebody else pushed first")
    // Usually for a moment, unless a git was killed there.
    case .locked:
      MemoError(.raced, "its branch is locked: \(error.message)", details: error.details)
    default: nil
    }
  }
}

extension RemoteInfo {
  /// The first of those to push to, for messages.
  fileprivate var pushAddress: String { pushURLs.first ?? url }
}
