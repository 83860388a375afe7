internal import Git

/// The other end of a sync.
struct RemoteSide {
  private let git: StoreGit
  private let link: SyncLink
  private let progress: SyncProgress
  private let url: String
  private let world: World

  init(
    _ git: StoreGit, _ link: SyncLink, _ world: World, _ progress: SyncProgress
  ) throws(MemoError) {
    self.git = git
    self.link = link
    self.world = world
    self.progress = progress
    url = try git.run("read the remote \(link.remote)") { repository throws(GitError) in
      try repository.remote(named: link.remote).url
    }
  }

  /// Brings what the remote has and this repository lacks.
  func fetch() throws(MemoError) {
    try talk("fetch from") { repository, handlers throws(GitError) in
      try repository.fetch(link.remote, handlers: handlers)
    }
  }

  /// Sends HEAD's branch, if the remote lacks any of it.
  ///
  /// - Throws: ``MemoError`` of kind `raced` when somebody else pushed since the fetch.
  func push(_ report: inout SyncReport) throws(MemoError) {
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let reference = head.reference, let ours = head.commit else { return }
    report.head = ours.hex
    let waiting = try git.distance(from: ours, to: link).ahead
    if waiting > 0 {
      try talk("push to") { repository, handlers throws(GitError) in
        try repository.push(
          link.remote, refspecs: ["\(reference):refs/heads/\(link.branch)"], handlers: handlers)
      }
      report.outgoing = waiting
    }
    guard !link.isConfigured else { return }
    try git.run("remember the upstream") { repository throws(GitError) in
      try repository.setUpstream(
        ofBranch: String(reference.dropFirst("refs/heads/".count)), remote: link.remote,
        remoteBranch: link.branch)
    }
  }

  private func talk(
    _ what: String,
    _ body: (Repository, TransferHandlers) throws(GitError) -> Void
  ) throws(MemoError) {
    let chain = CredentialChain(world)
    defer { progress.end() }
    do throws(GitError) {
      try body(git.repository, chain.handlers(progress))
      chain.approve()
    } catch {
      if error.code == .authentication { chain.reject() }
      if error.code == .notFastForward { throw MemoError(.raced, "somebody else pushed first") }
      throw MemoError(
        error, url: url, doing: "\(what) \(link.remote)",
        retry: "'memo sync' again sends what waits")
    }
  }
}
