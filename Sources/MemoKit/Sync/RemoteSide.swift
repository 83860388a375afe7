internal import Git

/// The other end of a sync.
struct RemoteSide {
  private let git: StoreGit
  private let link: SyncLink
  private let progress: SyncProgress
  private let patience: Patience
  private let chain: CredentialChain

  init(
    _ git: StoreGit, _ link: SyncLink, _ world: World, _ progress: SyncProgress,
    _ patience: Patience
  ) {
    self.git = git
    self.link = link
    self.progress = progress
    self.patience = patience
    chain = CredentialChain(world, in: git.repository.workTree, progress)
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
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let reference = head.reference, let ours = head.commit else { return }
    report.head = ours.hex
    let target = link.target
    let waiting = try git.distance(from: ours, to: target.trackingReference).ahead
    if waiting > 0 {
      let theirs = try git.run("read \(target.shortName)") { repository throws(GitError) in
        try repository.commitID(of: target.trackingReference)
      }
      let sent = try git.changes(from: theirs, to: ours).map(\.change)
      try talk("push to", target.remote, \.pushAddress) { repository, handlers throws(GitError) in
        try repository.push(
          target.remote, refspecs: ["\(reference):refs/heads/\(target.branch)"],
          handlers: handlers)
      }
      (report.outgoing, report.sent) = (waiting, sent)
    }
    guard !link.isConfigured else { return }
    let branch = String(reference.dropFirst("refs/heads/".count))
    try git.takingTurns(patience) { () throws(MemoError) in
      try git.run("remember the upstream") { repository throws(GitError) in
        try repository.setUpstream(
          ofBranch: branch, remote: link.remote, remoteBranch: link.branch)
      }
    }
  }

  private func talk(
    _ what: String, _ remote: String, _ address: KeyPath<RemoteInfo, String>,
    _ body: (Repository, TransferHandlers) throws(GitError) -> Void
  ) throws(MemoError) {
    try git.takingTurns(patience) { () throws(MemoError) in
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
      let isLetIn = error.code == .refused || error.code == .notFastForward
      if isLetIn { chain.approve() } else if error.code == .authentication { chain.reject() }
      if error.code == .notFastForward, link.push == nil {
        // Usually for a moment, unless a git was killed there.
        let isLocked = error.message.contains(" ref")
        throw MemoError(
          .raced,
          isLocked ? "its branch is locked: \(error.message)" : "somebody else pushed first",
          details: isLocked ? error.details : [])
      }
      let url = try? git.repository.remote(named: remote)[keyPath: address]
      throw MemoError(
        error, url: url ?? remote, doing: "\(what) \(remote)",
        retry: "'memo sync' again sends what waits")
    }
  }
}

extension RemoteInfo {
  /// The first of those to push to, for messages.
  fileprivate var pushAddress: String { pushURLs.first ?? url }
}
