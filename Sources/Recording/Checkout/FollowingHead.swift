internal import Git
internal import Merging
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// HEAD may move without the files, by a push into this branch or by another work tree.
///
/// `git fetch --update-head-ok` and `git update-ref` do this, too. The files are then still those
/// of the former commit. Compared with HEAD, they would undo all new commits.
extension WriteSession {
  /// Updates the store's files if HEAD moved without them; commits and merges hand edits.
  mutating func followHead() throws(MemoError) {
    guard let new = head.commit, let base = try store.commitOfFiles(git, head) else { return }
    let git = git
    var found = try store.findHandEdits(snapshot, git, since: base)
    try found.checkListed()
    try store.checkMeant(found, snapshot, git, head)
    found.tasks = found.edits
    var chain = try chain(on: base)
    try chain.add(found)
    // The files as a commit on the one that they come from.
    let handEdits = chain.tip ?? base
    var result = try self.chain(on: new)
    if handEdits != base {
      // HEAD is our side: the hand edits come in as changes of it.
      let merge = try TreeMerge(git, base: base, ours: new, theirs: handEdits)
      if !merge.files.isEmpty {
        // A plain commit, so that the hand edits can be undone like any others. As the second
        // parent of a merge, `handEdits` would be a commit that no branch ever had.
        let changes = merge.incoming.map(\.change)
        try result.commit(merge.files, JournalEntry(changes: changes), .init(changes))
      }
    }
    let target = result.tip ?? new
    let changes = try git.run(
      "read what came in",
      git.repository.changedFiles(from: handEdits, to: target).filter { git.isOwn($0.path) })
    result.edits = chain.edits + (try fileEdits(changes, of: .git))
    result.moves = chain.moves + (try git.folderMoves(result.edits, to: target))
    let edited = Set(result.edits.map { PathKey($0.path) })
    // The index entries of files that match HEAD already. They are first, because after the step
    // nothing shows that they are outdated.
    try git.run("bring git's index up to date") { repository throws(GitError) in
      let paths = try repository.changedFiles(from: base, to: new).map(\.path)
        .filter { git.isOwn($0) && !edited.contains(PathKey($0)) }
      try repository.refreshIndex(paths, to: new)
    }
    postpone(result)
    if target != new { remember(handEdits: found.tasks, others: found.others.map(\.change)) }
    try finishStep()
    notices.append(
      "\(Self.leftBehind(head)); they follow it now"
        + (target == new ? "" : ", with what was edited here"))
  }

  static func leftBehind(_ head: Head) -> String {
    "\(head.name) was moved without the files that are here, as a push from elsewhere or "
      + "'git update-ref' does"
  }
}

extension Store {
  /// The commit of the files if HEAD moved without them; nil if it is HEAD.
  ///
  /// git's commands in this work tree write their own entries into HEAD's reflog. A push, a fetch
  /// and `git update-ref` write none, or different ones, and don't change the index.
  func commitOfFiles(_ git: StoreGit, _ head: Head) throws(MemoError) -> ObjectID? {
    let mark = checkedOut(in: git.repository.gitDirectory)
    let seen = mark.isWhole ? mark.commit : nil
    guard let commit = head.commit, head.reference != nil, seen != commit else { return nil }
    let (base, changes) = try git.run("read where HEAD was") {
      (repository) throws(GitError) -> (ObjectID, [FileChange]) in
      guard let base = Self.start(of: try repository.reflog("HEAD")) ?? seen, base != commit,
        try repository.contains(base), try repository.isAncestor(base, of: commit)
      else { return (commit, []) }
      return (base, try repository.changedFiles(from: base, to: commit))
    }
    for change in changes where git.isOwn(change.path) {
      let staged = try git.run("read the index", git.repository.stagedBlob(at: change.path))
      // Somebody may have committed the present files without the index.
      guard staged == change.before?.id else { continue }
      let found = try git.content(of: change.path)
      if try found != git.presentContent(change.after) { return base }
    }
    return nil
  }

  /// HEAD before it moved without the files; nil if the reflog doesn't show it.
  private static func start(of steps: [ReflogEntry]) -> ObjectID? {
    var start = steps.first?.new
    for step in steps {
      let isSilent =
        step.message.isEmpty || step.message.hasPrefix("push")
        || step.message.hasPrefix("fetch")
      guard step.new == start, isSilent, let old = step.old else { break }
      start = old
    }
    return start
  }
}
