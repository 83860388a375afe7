internal import Git

/// The branch of a remote that a store is synced with.
struct SyncLink: Hashable {
  var remote: String
  /// The branch's name on the remote, as `main`.
  var branch: String
  /// Whether git's configuration names it already as the branch's upstream.
  var isConfigured: Bool

  /// Where git keeps what it last saw of it.
  var trackingReference: String { "refs/remotes/\(remote)/\(branch)" }
  var shortName: String { "\(remote)/\(branch)" }
}

extension StoreGit {
  /// The upstream of HEAD's branch; without one, its namesake on `origin` or the only remote.
  func upstream(_ head: Head) throws(MemoError) -> SyncLink? {
    guard let reference = head.reference else { return nil }
    let branch = String(reference.dropFirst("refs/heads/".count))
    return try run("read the upstream") { repository throws(GitError) in
      if let known = try repository.upstream(ofBranch: branch) {
        return SyncLink(
          remote: known.remote,
          branch: String(known.remoteReference.dropFirst("refs/heads/".count)),
          isConfigured: true)
      }
      let remotes = try repository.remotes()
      let remote = remotes.contains("origin") ? "origin" : remotes.count == 1 ? remotes[0] : nil
      return remote.map { SyncLink(remote: $0, branch: branch, isConfigured: false) }
    }
  }

  /// How many commits a link's two sides have for themselves, as last seen.
  func distance(
    from ours: ObjectID, to link: SyncLink?
  ) throws(MemoError) -> (ahead: Int, behind: Int) {
    guard let link else { return (0, 0) }
    return try run("compare with \(link.shortName)") { repository throws(GitError) in
      guard let theirs = try repository.commitID(of: link.trackingReference) else {
        var count = 0
        try repository.walk(from: [ours]) { _ throws(GitError) in
          count += 1
          return true
        }
        return (count, 0)
      }
      return try repository.aheadBehind(ours, theirs)
    }
  }
}
