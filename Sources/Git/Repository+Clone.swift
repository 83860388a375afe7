internal import CGit2

extension Repository {
  /// Brings a whole repository and checks its files out.
  ///
  /// - Parameters:
  ///   - url: An address or a path.
  ///   - path: A folder that is missing or empty.
  ///   - budget: How many files may be checked out.
  /// - Throws: ``GitError``; then a folder that was made is gone again.
  public static func clone(
    _ url: String, to path: String, handlers: TransferHandlers = TransferHandlers(),
    budget: TreeBudget = .endless
  ) throws(GitError) -> Repository {
    Runtime.started
    if let names = WorkTree.names(in: path), !names.isEmpty {
      throw GitError(
        code: .exists, operation: "git_clone", message: "the folder \(path) is there and not empty")
    }
    var session: RemoteSession?
    var raw: OpaquePointer?
    var source: String?
    do throws(GitError) {
      let configuration = try Configuration.outside()
      let address = try RemoteAddress(URLRewriting(configuration).rewritten(url))
      try address.checkThere()
      try address.checkKnown()
      if address.method == .local { source = address.localPath }
      let made = try RemoteSession(
        handlers, address.text, remote: "origin", configuration, in: nil)
      session = made
      try made.run("git_clone") { callbacks, proxy, headers in
        var options = git_clone_options()
        git_clone_options_init(&options, UInt32(GIT_CLONE_OPTIONS_VERSION))
        options.fetch_opts.callbacks = callbacks
        options.fetch_opts.proxy_opts = proxy
        options.fetch_opts.custom_headers = headers
        // Not before it is known that it comes to an end.
        options.checkout_opts.checkout_strategy = GIT_CHECKOUT_NONE.rawValue
        // Also from a path through git, which knows whom to trust.
        options.local = GIT_CLONE_NO_LOCAL
        return git_clone(&raw, url, path, &options)
      }
    } catch {
      guard let git = GitProgram(error, session, handlers.surroundings, in: nil) else {
        throw error
      }
      try git.clone(url, to: path, after: error)
    }
    git_repository_free(raw)
    let clone = try open(at: path)
    let hasTaken = try clone.takeBranch(of: "origin")
    if raw != nil || hasTaken { try clone.checkOutFirst(budget) }
    if !hasTaken { try clone.nameFirstBranch(of: "origin", at: source) }
    try clone.hide(RemoteAddress(url))
    if let whole = session?.address { try clone.hide(whole) }
    clone.share(since: .distantPast)
    return clone
  }

  /// Puts HEAD on the branch that is meant where the remote's own HEAD names one that it hasn't,
  /// as of a bare repository whose default branch is called otherwise: the only one, or else
  /// `main` or `master`.
  ///
  /// - Returns: Whether that was so, and there is such a branch.
  private func takeBranch(of remote: String) throws(GitError) -> Bool {
    guard try head().commit == nil else { return false }
    let branches = try branches(ofRemote: remote)
    let usual = ["main", "master"].first(where: branches.contains)
    guard let name = branches.count == 1 ? branches[0] : usual,
      let commit = try commitID(of: "\(RemoteAddress.trackingFolder(of: remote))/\(name)")
    else { return false }
    var target = commit.raw
    _ = try Handle<ReferenceKind>("git_reference_create", in: self) {
      git_reference_create(
        &$0, pointer, "refs/heads/\(name)", &target, 0, "clone: the branch that \(remote) has")
    }
    try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(name)"))
    try setUpstream(ofBranch: name, remote: remote, remoteBranch: name)
    return true
  }

  /// Calls the branch that a clone of an empty repository begins with as everybody else's.
  ///
  /// - Parameter path: The repository's folder, whose own HEAD names it. What a server's names it
  ///   doesn't tell as long as it is empty; then it is the user's `init.defaultBranch`, else `main`,
  ///   as in a new repository.
  private func nameFirstBranch(of remote: String, at path: String?) throws(GitError) {
    guard case .unborn(let old) = try head(), try branches(ofRemote: remote).isEmpty else { return }
    var wanted: String?
    if let path, case .unborn(let name) = try Self.open(at: path).head() { wanted = name }
    if wanted == nil { wanted = try Self.userDefaultBranch() }
    let name = wanted ?? "main"
    guard name != old else { return }
    try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(name)"))
    for key in ["remote", "merge"] { try unset("branch.\(old).\(key)") }
    try setUpstream(ofBranch: name, remote: remote, remoteBranch: name)
  }

  /// Checks out the files of a clone that has none yet.
  private func checkOutFirst(_ budget: TreeBudget) throws(GitError) {
    guard let commit = try head().commit else { return }
    treeBudget = budget
    _ = try files(in: commit)
    var options = git_checkout_options()
    git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION))
    options.checkout_strategy = GIT_CHECKOUT_SAFE.rawValue
    try check("git_checkout_head", git_checkout_head(pointer, &options))
  }
}
