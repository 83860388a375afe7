internal import CGit2

extension Repository {
  /// The reference that follows a remote's branch, as `remote.NAME.fetch` says.
  ///
  /// - Parameter remote: A name, or an address.
  /// - Returns: Nil where none does, or there is no such remote.
  public func trackingReference(
    of branch: String, on remote: String
  ) throws(GitError) -> String? {
    if !RemoteAddress.isNameless(remote) {
      guard try remotes().contains(remote) else { return nil }
    }
    return try self.remote(named: remote).fetchRefspecs.tracking(branch)
  }

  /// The names of the remotes.
  public func remotes() throws(GitError) -> [String] {
    let keys = [".url", ".pushurl"]
    let entries = try configuration.entries(of: "remote", keys)
    let names = entries.compactMap { entry -> String? in
      guard let key = keys.first(where: { entry.name.hasSuffix($0) }) else { return nil }
      let name = entry.name.dropFirst("remote.".count).dropLast(key.count)
      return name.isEmpty ? nil : String(name)
    }
    return Set(names).sorted()
  }

  public func remote(named name: String) throws(GitError) -> RemoteInfo {
    let info = try RemoteInfo(name, configuration)
    guard info.isThere else {
      throw GitError(
        code: .notFound, operation: "git_remote_lookup",
        message: "there is no remote '\(name)'")
    }
    return info
  }

  /// Adds a remote with git's usual refspec.
  public func addRemote(_ name: String, url: String) throws(GitError) {
    try set("remote.\(name).url", to: url)
    try set("remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
  }

  /// Downloads what the remote has and this repository lacks, and notes where its branches are.
  ///
  /// Branches that the remote no longer has are forgotten.
  public func fetch(
    _ name: String, handlers: TransferHandlers = TransferHandlers()
  ) throws(GitError) {
    let info = try remote(named: name)
    let refspecs = info.fetchRefspecs.texts
    try talk(
      name, info.url, handlers, isPush: false,
      otherwise: { (git, error) throws(GitError) in
        // By its name, git finds the rest in the settings.
        try git.fetch(name, RemoteAddress.isNameless(name) ? refspecs : [], after: error)
      }
    ) { (remote, session) throws(GitError) in
      try session.run("git_remote_fetch") { callbacks, proxy, headers in
        var options = git_fetch_options()
        git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
        options.callbacks = callbacks
        options.proxy_opts = proxy
        options.custom_headers = headers
        options.prune = GIT_FETCH_PRUNE
        options.download_tags = info.tags
        // It would hold the address whole, and nobody reads it.
        options.update_fetchhead = 0
        return withStringArray(refspecs) { array in
          var array = array
          return git_remote_fetch(remote, &array, &options, "memo: fetch")
        }
      }
    }
  }

  /// Uploads references, to every place that the remote has for pushes.
  ///
  /// - Parameter refspecs: As `refs/heads/main:refs/heads/main`.
  /// - Throws: ``GitError`` with code `notFastForward` when somebody else was quicker, `locked`
  ///   when a reference there, or what is known of it here, can't be moved just now, and
  ///   `refused` when the server says no to it.
  public func push(
    _ name: String, refspecs: [String], handlers: TransferHandlers = TransferHandlers()
  ) throws(GitError) {
    let info = try remote(named: name)
    let branches = try refspecs.map { refspec throws(GitError) in try PushedBranch(refspec, self) }
    for url in info.pushURLs {
      var pushed = Dictionary(branches.map { ($0.target, $0.commit) }) { $1 }
      try talk(
        name, url, handlers, isPush: true,
        otherwise: { (git, error) throws(GitError) in
          // By its name, git also notes where the branch is then.
          try git.push(
            info.pushURLs.count == 1 ? name : url, branches.map(\.refspec), after: error)
        }
      ) { (remote, session) throws(GitError) in
        try session.run("git_remote_push") { callbacks, proxy, headers in
          var options = git_push_options()
          git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION))
          options.callbacks = callbacks
          options.proxy_opts = proxy
          options.custom_headers = headers
          return withStringArray(refspecs) { array in
            var array = array
            return git_remote_push(remote, &array, &options)
          }
        }
        pushed = session.pushed
      }
      for (branch, commit) in pushed { try note(commit, at: branch, info.fetchRefspecs) }
    }
  }

  /// Notes what a push has brought there, as a fetch would.
  private func note(
    _ commit: ObjectID, at branch: String, _ noted: FetchRefspecs
  ) throws(GitError) {
    guard branch.hasPrefix("refs/heads/"),
      let name = noted.tracking(String(branch.dropFirst("refs/heads/".count))),
      try commitID(of: name) != commit
    else { return }
    var (target, made) = (commit.raw, OpaquePointer?.none)
    let status = git_reference_create(&made, pointer, name, &target, 1, "update by push")
    git_reference_free(made)
    try check("git_reference_create", status)
  }

  /// A remote for one talk: with an address alone.
  ///
  /// By a name, libgit2 would look for it in the settings, and compare the names of them all, which
  /// takes memory for good (see ``Configuration``). It would also rewrite the address once
  /// more.
  private func remoteHandle(at url: String) throws(GitError) -> Handle<RemoteKind> {
    var options = git_remote_create_options()
    git_remote_create_options_init(&options, UInt32(GIT_REMOTE_CREATE_OPTIONS_VERSION))
    options.repository = pointer
    options.flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF.rawValue
    return try Handle<RemoteKind>("git_remote_create_with_opts", in: self) {
      git_remote_create_with_opts(&$0, url, &options)
    }
  }

  /// Talks to a remote at an address: by libgit2, and where that can't, by git.
  ///
  /// A relative path counts from the work tree, as with git.
  private func talk(
    _ name: String, _ url: String, _ handlers: TransferHandlers, isPush: Bool,
    otherwise byGit: (GitProgram, GitError) throws(GitError) -> Void,
    _ body: (OpaquePointer, RemoteSession) throws(GitError) -> Void
  ) throws(GitError) {
    let folder = workTree ?? gitDirectory
    let address = RemoteAddress(url).seen(from: folder)
    try address.checkThere()
    var session: RemoteSession?
    do throws(GitError) {
      try address.checkKnown()
      let made = try RemoteSession(
        handlers, address.text, remote: name, configuration, in: folder, isPush: isPush)
      session = made
      try remoteHandle(at: address.text).use { (remote) throws(GitError) in
        try body(remote, made)
      }
    } catch {
      // Looking for what both sides have, libgit2 before 1.7 goes on behind the end.
      if isShallow, error.message.hasPrefix("object not found") {
        throw GitError(
          code: .shallow, operation: "git_remote", message: "the history of this clone was cut off")
      }
      guard let git = GitProgram(error, session, handlers.surroundings, in: folder) else {
        throw error
      }
      try byGit(git, error)
    }
  }
}

/// What git sends to a reference of a remote: the commit that a branch is at when the push begins,
/// wherever others move the branch meanwhile.
private struct PushedBranch {
  let commit: ObjectID
  let target: String
  private let isForced: Bool

  init(_ refspec: String, _ repository: Repository) throws(GitError) {
    isForced = refspec.hasPrefix("+")
    let sides = refspec.drop { $0 == "+" }.split(separator: ":", maxSplits: 1).map(String.init)
    guard sides.count == 2, let commit = try repository.commitID(of: sides[0]) else {
      throw GitError(
        code: .notFound, operation: "git_remote_push",
        message: "there is nothing to push as '\(refspec)'")
    }
    (self.commit, target) = (commit, sides[1])
  }

  var refspec: String { "\(isForced ? "+" : "")\(commit.hex):\(target)" }
}
