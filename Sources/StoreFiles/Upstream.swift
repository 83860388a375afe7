package import Git

/// The remote branch that a store is synced with.
package struct SyncLink: Hashable {
  package var remote: String
  /// The branch's name on the remote, such as `main`.
  package var branch: String
  /// Whether git's configuration names it as the upstream.
  package var isConfigured: Bool
  /// The branch to push to, if it is another one, for example in a fork.
  package var push: PushLink?

  /// The remote-tracking branch, according to `remote.NAME.fetch`.
  package var trackingReference: String
  /// Why the remote's state is unknown; nil if it is known.
  package var obstacle: MemoError?

  package var shortName: String { "\(remoteName)/\(branch)" }
  /// The remote's name, or its URL without a password.
  package var remoteName: String { "\(RemoteAddress(remote))" }
}

/// A remote branch to push to.
package struct PushLink: Hashable {
  package var remote: String
  package var branch: String
  /// The remote-tracking branch.
  package var trackingReference: String

  package var shortName: String { "\(RemoteAddress(remote))/\(branch)" }
}

extension PushLink {
  /// The branch that a push refspec maps a branch to; nil if it doesn't match.
  fileprivate static func name(of branch: String, by refspec: String) -> String? {
    let prefix = "refs/heads/"
    let target =
      FetchRefspecs.target(of: prefix + branch, by: refspec)
      ?? FetchRefspecs.target(of: "HEAD", by: refspec)
    return target.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
  }
}

extension SyncLink {
  package var target: PushLink {
    push
      ?? PushLink(
        remote: remote, branch: branch, trackingReference: trackingReference)
  }
}

extension StoreGit {
  /// The branch that `git push` pushes to; nil if it is the upstream.
  ///
  /// On another remote, or with `push.default` set to `current` or `matching`, the branch keeps its
  /// name. A refspec in `remote.NAME.push` can rename it.
  private func pushLink(
    _ branch: String, _ upstream: String, _ upstreamBranch: String, _ repository: Repository
  ) throws(GitError) -> PushLink? {
    var remote = try repository.string("branch.\(branch).pushRemote")
    if remote == nil { remote = try repository.string("remote.pushDefault") }
    let target = remote ?? upstream
    let keepsName = ["current", "matching"].contains(try repository.string("push.default"))
    let usual = target != upstream || keepsName ? branch : upstreamBranch
    let refspecs =
      try repository.remotes().contains(target)
      ? repository.remote(named: target).pushRefspecs : []
    let name = refspecs.lazy.compactMap { PushLink.name(of: branch, by: $0) }.first ?? usual
    return target == upstream && name == upstreamBranch
      ? nil
      : PushLink(
        remote: target, branch: name,
        trackingReference: try repository.trackingReference(of: name, on: target)
          ?? "refs/remotes/\(target)/\(name)")
  }

  private func link(
    to remote: String, _ branch: String, isConfigured: Bool, push: PushLink?,
    _ repository: Repository
  ) throws(GitError) -> SyncLink {
    let usual = "refs/remotes/\(remote)/\(branch)"
    let found = try repository.trackingReference(of: branch, on: remote)
    var link = SyncLink(
      remote: remote, branch: branch, isConfigured: isConfigured, push: push,
      trackingReference: found ?? usual)
    let remotes = try repository.remotes()
    if !remotes.contains(remote) {
      link.obstacle = .unnamed(
        remote, "memo git branch --set-upstream-to=NAME/BRANCH, after a fetch from it")
    } else if let push, !remotes.contains(push.remote) {
      link.obstacle = .unnamed(push.remote, "memo git config branch.BRANCH.pushRemote NAME")
    } else if found == nil || found?.hasPrefix("refs/heads/") == true {
      link.obstacle = .notFollowed(
        link, noted: found, usual: usual,
        leftOut: try repository.remote(named: remote).fetchRefspecs.exclusion(of: branch))
      // `remote.NAME.fetch` writes to a local branch, which isn't the remote's state.
      link.trackingReference = usual
    }
    return link
  }

  /// The link to a remote: the upstream of HEAD's branch if it is there, else the branch of the
  /// same name.
  ///
  /// - Returns: Nil if HEAD is detached or there is no such remote.
  package func link(to remote: String, _ head: Head) throws(MemoError) -> SyncLink? {
    if let link = try upstream(head), link.remote == remote { return link }
    return try head.branchName.flatMap { branch throws(MemoError) in
      try link(to: remote, branch: branch)
    }
  }

  /// - Returns: Nil if there is no such remote.
  package func link(to remote: String, branch: String) throws(MemoError) -> SyncLink? {
    try run("read the remote \(RemoteAddress(remote))") { repository throws(GitError) in
      guard try repository.remotes().contains(remote) else { return nil }
      return try link(to: remote, branch, isConfigured: false, push: nil, repository)
    }
  }

  /// The upstream of HEAD's branch.
  ///
  /// Without one, the branch of the same name on `origin`, or on the only remote.
  package func upstream(_ head: Head) throws(MemoError) -> SyncLink? {
    guard let branch = head.branchName else { return nil }
    return try run("read the upstream") { repository throws(GitError) in
      let known = try repository.upstream(ofBranch: branch)
      let remotes = known == nil ? try repository.remotes() : []
      let usual = remotes.contains("origin") ? "origin" : remotes.count == 1 ? remotes[0] : nil
      guard let remote = known?.remote ?? usual else { return nil }
      let other = known?.branch ?? branch
      return try link(
        to: remote, other, isConfigured: known != nil,
        push: try pushLink(branch, remote, other, repository), repository)
    }
  }

  /// The error if ``upstream(_:)`` is nil: no remote, or several.
  package func missingUpstream(_ head: Head) throws(MemoError) -> MemoError {
    let remotes = try run("read the remotes", repository.remotes())
    guard remotes.count > 1, let branch = head.branchName else {
      return MemoError(
        .noRemote, "there is no remote to sync with",
        hints: ["memo git remote add origin URL, then 'memo sync' again"])
    }
    let known = try run("read the remotes") { repository throws(GitError) -> String? in
      for remote in remotes
      where try repository.commitID(of: "refs/remotes/\(remote)/\(branch)") != nil {
        return remote
      }
      return nil
    }
    let remote = known ?? remotes[0]
    let choice = "memo git branch --set-upstream-to=\("\(remote)/\(branch)".quotedForShell)"
    let (name, target) = (remote.quotedForShell, branch.quotedForShell)
    return MemoError(
      .refused,
      "\(branch) has no upstream, and there are several remotes: "
        + remotes.joined(separator: ", "),
      hints: known != nil
        ? [choice]
        : [
          "if \(remote) has the branch: memo git fetch \(name) && \(choice)",
          "if it hasn't: memo git push --set-upstream \(name) \(target)",
        ])
  }

  /// The number of commits that only one side has, as of the last fetch.
  ///
  /// - Returns: Nil if the remote's state is unknown.
  package func distance(
    from ours: ObjectID, to link: SyncLink
  ) throws(MemoError) -> (ahead: Int, behind: Int)? {
    guard link.obstacle == nil else { return nil }
    return try distance(from: ours, to: link.trackingReference)
  }

  package func distance(
    from ours: ObjectID, to reference: String
  ) throws(MemoError) -> (ahead: Int, behind: Int) {
    try run("compare with \(reference)") { repository throws(GitError) in
      let theirs = try repository.commitID(of: reference)
      let behind = try theirs.map { theirs throws(GitError) in
        try repository.count(of: theirs, besides: ours)
      }
      return (try repository.count(of: ours, besides: theirs), behind ?? 0)
    }
  }
}

extension MemoError {
  /// - Parameters:
  ///   - remote: A value of `branch.NAME.remote` or the like, perhaps an address.
  ///   - use: A hint to use a new remote in its place.
  fileprivate static func unnamed(_ remote: String, _ use: String) -> MemoError {
    MemoError(
      .refused, "there is no remote '\(RemoteAddress(remote))'",
      details: ["memo syncs with remotes that have a name"],
      hints: ["memo git remote add NAME URL", use])
  }

  fileprivate static func notFollowed(
    _ link: SyncLink, noted: String?, usual: String, leftOut: String?
  ) -> MemoError {
    let key = "remote.\(link.remoteName).fetch"
    return MemoError(
      .refused,
      noted.map { "\(key) writes the remote's branch \(link.branch) over \($0)" }
        ?? "\(key) doesn't say where the remote's branch \(link.branch) is noted here",
      details: ["memo can't tell what the remote has, so it neither fetched nor pushed"],
      hints: [
        leftOut.map { "memo git config --unset-all --fixed-value \(key) '\($0)'" }
          ?? "memo git config --\(noted == nil ? "add" : "replace-all") \(key) "
          + "'+refs/heads/*:\(usual.dropLast(link.branch.count))*'"
      ])
  }
}

extension Store {
  package func remoteNames() throws(MemoError) -> [String] {
    let git = try git()
    return try git.run("read the remotes", git.repository.remotes())
  }
}
