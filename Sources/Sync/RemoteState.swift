internal import Git
internal import Recording
internal import StoreFiles

extension StoreGit {
  /// The other side's commit after a fetch; nil for a remote that is still empty.
  ///
  /// - Throws: ``MemoError`` when the remote has branches, but not this one. To make it there
  ///   could split a team that has agreed on another.
  func fetched(_ link: SyncLink) throws(MemoError) -> ObjectID? {
    let (commit, others) = try run("read \(link.shortName)") { repository throws(GitError) in
      (
        try repository.commitID(of: link.trackingReference),
        try repository.branches(ofRemote: link.remote)
      )
    }
    guard commit == nil, let other = others.first else { return commit }
    let names = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? ", …" : "")
    let likely = others.contains("main") ? "main" : others.contains("master") ? "master" : other
    throw MemoError(
      .refused, "\(link.remoteName) has no branch \(link.branch), but \(names)",
      hints: [
        "if \(likely) is meant: memo git branch --set-upstream-to=\(link.remoteName)/\(likely)",
        "if \(link.branch) shall be there, too, for tasks that those on \(likely) never get: "
          + "memo git push --set-upstream \(link.remoteName) \(link.branch)",
      ])
  }

  /// - Throws: ``MemoError`` when the remote has thrown away commits that are here: to merge
  ///   would bring them back, and only a person knows whether that is wanted.
  func checkNotRewritten(
    _ link: SyncLink, ours: ObjectID, theirs: ObjectID
  ) throws(MemoError) {
    let lost = try run("read the reflog of \(link.shortName)") {
      repository throws(GitError) -> ObjectID? in
      let steps = try repository.reflog(link.trackingReference).prefix(Self.mostSteps)
      // Another sync of this clone was quicker; what it sent is nothing that the remote lost.
      guard try repository.commitID(of: link.trackingReference) == theirs else {
        throw GitError(
          code: .modified, operation: "reflog", message: "\(link.shortName) was moved")
      }
      for step in steps {
        if let old = step.old, try repository.contains(old),
          try repository.isAncestor(old, of: ours), try !repository.isAncestor(old, of: theirs)
        {
          return old
        }
      }
      return nil
    }
    guard let lost else { return }
    let gone = try distance(from: lost, to: link.trackingReference).ahead
    let (own, behind) = try run("compare with \(link.shortName)") { repository throws(GitError) in
      (
        try repository.aheadBehind(ours, lost).ahead,
        try repository.isAncestor(theirs, of: ours)
      )
    }
    throw MemoError(
      .refused,
      "\(link.shortName) was rewritten: \(gone == 1 ? "a commit" : "\(gone) commits") that it had, "
        + "up to \(lost.short), \(gone == 1 ? "is" : "are") gone from it",
      hints: [
        own == 0
          ? "to drop \(gone == 1 ? "it" : "them") here, too: "
            + "memo git reset --keep \(link.shortName)"
          : "to put your own on top of its new history: "
            + "memo git rebase --onto \(link.shortName) \(lost.short)",
        behind
          ? "to push \(gone == 1 ? "it" : "them") again: memo git push"
          : "to keep \(gone == 1 ? "it" : "them"): memo git merge \(link.shortName)",
      ])
  }

  /// How many of the last fetches and pushes are looked at.
  private static let mostSteps = 20
}
