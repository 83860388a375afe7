internal import CGit2

extension Repository {
  /// The names of the remotes.
  public func remotes() throws(GitError) -> [String] {
    try takeStrings("git_remote_list") { git_remote_list(&$0, pointer) }
  }

  public func remote(named name: String) throws(GitError) -> RemoteInfo {
    // Fails where there is no such remote.
    _ = try remoteHandle(name)
    return try config().use { (config) throws(GitError) in try RemoteInfo(name, config) }
  }

  /// Adds a remote with git's usual refspec.
  public func addRemote(_ name: String, url: String) throws(GitError) {
    _ = try Handle<RemoteKind>("git_remote_create", in: self) {
      git_remote_create(&$0, pointer, name, url)
    }
  }

  /// Downloads what the remote has and this repository lacks, and notes where its branches are.
  ///
  /// Branches that the remote no longer has are forgotten.
  public func fetch(
    _ name: String, handlers: TransferHandlers = TransferHandlers()
  ) throws(GitError) {
    try talk(name, try remote(named: name).url, handlers, isPush: false) {
      (remote, session) throws(GitError) in
      try session.run("git_remote_fetch") { callbacks, proxy, headers in
        var options = git_fetch_options()
        git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
        options.callbacks = callbacks
        options.proxy_opts = proxy
        options.custom_headers = headers
        options.prune = GIT_FETCH_PRUNE
        return git_remote_fetch(remote, nil, &options, "memo: fetch")
      }
    }
  }

  /// Uploads references, to every place that the remote has for pushes.
  ///
  /// - Parameter refspecs: As `refs/heads/main:refs/heads/main`.
  /// - Throws: ``GitError`` with code `notFastForward` when somebody else was quicker, and
  ///   `refused` when the server says no to a reference.
  public func push(
    _ name: String, refspecs: [String], handlers: TransferHandlers = TransferHandlers()
  ) throws(GitError) {
    for url in try remote(named: name).pushURLs {
      try talk(name, url, handlers, isPush: true) { (remote, session) throws(GitError) in
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
      }
    }
  }

  private func remoteHandle(_ name: String) throws(GitError) -> Handle<RemoteKind> {
    try Handle<RemoteKind>("git_remote_lookup", in: self) {
      git_remote_lookup(&$0, pointer, name)
    }
  }

  /// Lends a remote to talk to at an address, and what listens to the talk.
  ///
  /// A relative path counts from the work tree, as with git.
  private func talk(
    _ name: String, _ url: String, _ handlers: TransferHandlers, isPush: Bool,
    _ body: (OpaquePointer, RemoteSession) throws(GitError) -> Void
  ) throws(GitError) {
    let remote = try remoteHandle(name)
    let folder = workTree ?? gitDirectory
    let address = RemoteAddress(url).seen(from: folder)
    try address.checkThere()
    let session = try config().use { (config) throws(GitError) in
      try RemoteSession(
        handlers, address.text, remote: name, config, in: folder, isPush: isPush)
    }
    try remote.use { (remote) throws(GitError) in
      try check(
        "git_remote_set_instance_url",
        isPush
          ? git_remote_set_instance_pushurl(remote, address.text)
          : git_remote_set_instance_url(remote, address.text))
      do throws(GitError) {
        try body(remote, session)
      } catch {
        // Looking for what both sides have, libgit2 before 1.7 goes on behind the end.
        guard isShallow, error.message.hasPrefix("object not found") else { throw error }
        throw GitError(
          code: .shallow, operation: "git_remote", message: "the history of this clone was cut off")
      }
    }
  }

  /// Brings a whole repository and checks its files out.
  ///
  /// - Parameters:
  ///   - url: An address or a path.
  ///   - path: A folder that is missing or empty.
  /// - Throws: ``GitError``; then a folder that was made is gone again.
  public static func clone(
    _ url: String, to path: String, handlers: TransferHandlers = TransferHandlers()
  ) throws(GitError) -> Repository {
    Runtime.started
    if let names = WorkTree.names(in: path), !names.isEmpty {
      throw GitError(
        code: .exists, operation: "git_clone", message: "the folder \(path) is there and not empty")
    }
    let session = try defaultConfig().use { (config) throws(GitError) in
      let address = try URLRewriting(config).rewritten(url)
      try RemoteAddress(address).checkThere()
      return try RemoteSession(handlers, address, remote: "origin", config, in: nil)
    }
    var raw: OpaquePointer?
    try session.run("git_clone") { callbacks, proxy, headers in
      var options = git_clone_options()
      git_clone_options_init(&options, UInt32(GIT_CLONE_OPTIONS_VERSION))
      options.fetch_opts.callbacks = callbacks
      options.fetch_opts.proxy_opts = proxy
      options.fetch_opts.custom_headers = headers
      options.checkout_opts.checkout_strategy = GIT_CHECKOUT_SAFE.rawValue
      // Also from a path through git, which knows whom to trust.
      options.local = GIT_CLONE_NO_LOCAL
      return git_clone(&raw, url, path, &options)
    }
    git_repository_free(raw)
    return try open(at: path)
  }
}
