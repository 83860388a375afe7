internal import Git
internal import Merging
internal import Recording
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// How to integrate the other side's commits.
enum SyncPlan: Hashable {
  /// The other side has no new commits.
  case nothingToTake
  /// Only the other side has new commits.
  ///
  /// The value is the merge base, or nil for a branch without commits.
  case fastForward(from: ObjectID?)
  /// Both sides have commits since their merge base, which is nil for unrelated histories.
  case merge(base: ObjectID?, ours: ObjectID)

  /// - Parameter joins: Whether to join unrelated histories. If one of them has only the commit that
  ///   created it, they are always joined.
  /// - Throws: ``MemoError`` if the histories are unrelated, or if the remote has dropped commits
  ///   that this clone has.
  init(
    _ git: StoreGit, _ link: SyncLink, ours: ObjectID?, theirs: ObjectID, joins: Bool
  ) throws(MemoError) {
    guard let ours else {
      self = .fastForward(from: nil)
      return
    }
    guard let base = try git.commonAncestor(ours, theirs) else {
      guard try git.isStore(theirs) else { throw .noStore(in: link) }
      if try git.hasOnlyBegun(ours) {
        // This drops only the commit that created the store.
        try git.checkUsable(theirs, of: link, since: theirs)
        self = .fastForward(from: nil)
        return
      }
      if !joins, try !git.hasOnlyBegun(theirs) {
        throw .unrelated(link, try git.taskCount(in: theirs))
      }
      self = .merge(base: nil, ours: ours)
      return
    }
    if base != theirs { try git.checkUsable(theirs, of: link, since: base) }
    if base != ours { try git.checkNotRewritten(link, ours: ours, theirs: theirs) }
    self =
      base == theirs
      ? .nothingToTake : base == ours ? .fastForward(from: ours) : .merge(base: base, ours: ours)
  }
}

extension Store {
  func joins(_ git: StoreGit, _ link: SyncLink) throws(MemoError) -> Bool {
    if joinsUnrelatedStores { return true }
    guard let url = WorkTree.content(at: git.emptyRemoteFile) else { return false }
    let remote = try git.run("read the remote", git.repository.remote(named: link.remote))
    return remote.url == String(decoding: url, as: UTF8.self)
  }
}

extension StoreGit {
  /// Whether a history has only the commit that created the store.
  func hasOnlyBegun(_ commit: ObjectID) throws(MemoError) -> Bool {
    guard try self.commit(commit).isBeginning else { return false }
    let own = [Store.marker, MergeSetup.attributesFile].map(repositoryPath)
    return try run("read a commit", repository.files(in: commit)).allSatisfy {
      own.contains($0.path)
    }
  }

  /// The remote's first branch, of any name, if this clone's branch has no commits yet; nil to keep
  /// this clone's branch.
  func firstBranch(for link: SyncLink, joins: Bool) throws(MemoError) -> SyncLink? {
    let others = try run("read \(link.shortName)") { repository throws(GitError) in
      try repository.commitID(of: link.trackingReference) == nil
        ? repository.branches(ofRemote: link.remote) : []
    }
    let usual = ["main", "master"].first(where: others.contains)
    guard link.push == nil, let name = others.count == 1 ? others[0] : usual,
      let other = try self.link(to: link.remote, branch: name), other.obstacle == nil
    else { return nil }
    let (ours, theirs) = (
      try head().commit, try run("read \(name)", repository.commitID(of: other.trackingReference))
    )
    guard let ours, !joins, let theirs else { return other }
    if try hasOnlyBegun(ours) { return other }
    return try hasOnlyBegun(theirs) ? other : nil
  }
}

extension Store {
  /// Renames HEAD's branch to the remote's branch, and makes it track that branch.
  func take(_ link: SyncLink, _ git: StoreGit) throws(MemoError) -> SyncLink {
    try write(recording: false) { session throws(MemoError) in
      guard let old = session.head.branchName else { return }
      try session.configure { git throws(MemoError) in
        try git.run("take the branch \(link.shortName)") { repository throws(GitError) in
          if try repository.branches().contains(link.branch) {
            try repository.setUpstream(
              ofBranch: old, remote: link.remote, remoteBranch: link.branch)
          } else {
            try repository.renameBranch(old, to: link.branch, on: link.remote)
          }
        }
      }
    }
    return try git.upstream(try git.readyHead()) ?? link
  }
}

extension StoreGit {
  fileprivate func isStore(_ commit: ObjectID) throws(MemoError) -> Bool {
    try run("look for a store", repository.entry(at: repositoryPath(Store.marker), in: commit))
      != nil
  }

  /// Throws if a commit would remove the store, or make it read-only for this memo.
  fileprivate func checkUsable(
    _ theirs: ObjectID, of link: SyncLink, since base: ObjectID
  ) throws(MemoError) {
    let marker = repositoryPath(Store.marker)
    let bytes = try run("read the remote's settings") { repository throws(GitError) in
      try repository.entry(at: marker, in: theirs).flatMap { entry throws(GitError) in
        entry.mode.isFile ? try repository.blob(entry.id, atMost: Limits.taskBytes) : nil
      }
    }
    if let bytes { return try StoreSettings(bytes).checkWritable() }
    guard try isStore(base) else { return }
    throw MemoError(
      .refused,
      "\(link.shortName) has no \(Store.marker) any more: the store was moved or deleted there",
      details: ["nothing was changed here, and nothing was pushed"],
      hints: [
        "'memo git log -1 --diff-filter=D \(link.shortName) -- \(Store.marker)' shows that commit",
        // Without this setting, git reports conflicts for tasks added here meanwhile.
        "if it moved the store: 'memo git -c merge.directoryRenames=true merge \(link.shortName)'; "
          + "then use memo in the new folder",
        "if it deleted it: where that was done, 'git checkout HEAD~1 -- \(Store.marker)', a commit "
          + "and a push bring it back",
      ])
  }

  fileprivate func taskCount(in commit: ObjectID) throws(MemoError) -> Int {
    try run("read the remote's tasks", repository.files(in: commit, under: taskFolders))
      .count { storePath($0.path).map(StoredTask.isTaskName) == true }
  }
}

extension MemoError {
  fileprivate static func unrelated(_ link: SyncLink, _ count: Int) -> MemoError {
    MemoError(
      .unrelated,
      "\(link.shortName) is another store, with an unrelated history",
      details: [count == 1 ? "it has 1 task" : "it has \(count) tasks"],
      hints: [
        "'memo sync --join' makes one store of both, with all tasks and both histories",
        "'memo clone \(link.remoteName == "origin" ? "URL" : link.remoteName) FOLDER' keeps them "
          + "apart",
      ])
  }

  fileprivate static func noStore(in link: SyncLink) -> MemoError {
    MemoError(
      .refused,
      "\(link.shortName) is not a memo store, and its history is unrelated",
      hints: [
        "'memo git remote set-url origin URL' names another remote",
        "if both belong together: memo git pull --no-rebase --allow-unrelated-histories",
      ])
  }
}

extension StoreGit {
  /// The remote's commit after a fetch; nil for an empty remote.
  ///
  /// - Throws: ``MemoError`` if the remote has branches, but not this one. To create it could split
  ///   a team that uses another branch.
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
        "to push \(link.branch) as a second branch, which users of \(likely) don't see: "
          + "memo git push --set-upstream \(link.remoteName) \(link.branch)",
      ])
  }

  /// - Throws: ``MemoError`` if the remote has dropped commits that this clone has. A merge would
  ///   bring them back, and only the user knows whether to do that.
  func checkNotRewritten(
    _ link: SyncLink, ours: ObjectID, theirs: ObjectID
  ) throws(MemoError) {
    let lost = try run("read the reflog of \(link.shortName)") {
      repository throws(GitError) -> ObjectID? in
      let steps = try repository.reflog(link.trackingReference).prefix(Self.mostSteps)
      // Another sync of this clone was faster. The remote hasn't dropped the commits it pushed.
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
        try repository.count(of: ours, besides: lost),
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

  /// The number of recent fetches and pushes to check.
  private static let mostSteps = 20
}
