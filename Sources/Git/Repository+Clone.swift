internal import CGit2

extension Repository {
  /// Brings a whole repository and checks its files out.
  ///
  /// - Parameters:
  ///   - url: An address or a path.
  ///   - path: A folder that is missing or empty.
  ///   - budget: How many files may be checked out.
  /// - Throws: ``GitError``; where git failed, a folder that was made is gone again.
  public static func clone(
    _ url: String, to path: String, _ surroundings: ProgramEnvironment = ProgramEnvironment(),
    budget: TreeBudget = .endless
  ) throws(GitError) -> Repository {
    if let names = WorkTree.names(in: path), !names.isEmpty {
      throw GitError(
        code: .exists, operation: "git clone", message: "the folder \(path) is there and not empty")
    }
    let settings = try Configuration.outside()
    // What an empty repository's first branch is called, where the server doesn't tell.
    let branch = try settings.string("init.defaultBranch") ?? "main"
    let git = GitProgram(surroundings, in: nil, hiding: try Secrets(settings, and: url))
    // Also from a path through a server program, which knows whom to trust. No file is checked out
    // before it is known that there aren't too many.
    try git.run([
      "-c", "init.defaultBranch=\(branch)", "clone", "--progress", "--no-local", "--no-checkout",
      "--origin", "origin", "--", url, path,
    ])
    let clone: Repository
    do throws(GitError) {
      clone = try open(at: path)
    } catch {
      try checkFormat(of: path)
      throw error
    }
    try clone.takeBranch(of: "origin")
    try clone.checkOutFirst(budget)
    clone.share(since: .distantPast)
    return clone
  }

  /// Puts HEAD on the branch that is meant where the remote's own HEAD names one that it hasn't,
  /// as of a bare repository whose default branch is called otherwise: the only one, or else
  /// `main` or `master`.
  private func takeBranch(of remote: String) throws(GitError) {
    guard try head().commit == nil else { return }
    let branches = try branches(ofRemote: remote)
    let usual = ["main", "master"].first(where: branches.contains)
    guard let name = branches.count == 1 ? branches[0] : usual,
      let commit = try commitID(of: "\(RemoteAddress.trackingFolder(of: remote))/\(name)")
    else { return }
    var target = commit.raw
    _ = try Handle<ReferenceKind>("git_reference_create", in: self) {
      git_reference_create(
        &$0, pointer, "refs/heads/\(name)", &target, 0, "clone: the branch that \(remote) has")
    }
    try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(name)"))
    try setUpstream(ofBranch: name, remote: remote, remoteBranch: name)
  }

  /// Checks out the files of a clone that has none yet.
  private func checkOutFirst(_ budget: TreeBudget) throws(GitError) {
    guard let commit = try head().commit else { return }
    treeBudget = budget
    if let file = try files(in: commit).first(where: { !$0.path.isCheckoutPath }) {
      throw GitError(
        code: .forbiddenPath, operation: "git_checkout_head", message: "invalid path '\(file.path)'")
    }
    var options = git_checkout_options()
    git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION))
    options.checkout_strategy = GIT_CHECKOUT_SAFE.rawValue
    try check("git_checkout_head", git_checkout_head(pointer, &options))
  }
}
