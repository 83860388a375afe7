internal import Git
internal import Merging
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// HEAD may be moved without the files: by a push into the branch of this work tree, by
/// `git fetch --update-head-ok`, by `git update-ref` or with another work tree.
///
/// The files are still those of the commit where HEAD was, and what differs from that is what
/// people did. Compared with HEAD itself, all that came would look as if it had been taken back.
extension WriteSession {
  /// Brings the store's files to HEAD where it was moved without them; what was edited here by
  /// then is recorded and merged with it.
  mutating func followHead() throws(MemoError) {
    guard let theirs = head.commit, let base = try store.commitOfFiles(git, head) else { return }
    var found = try store.findHandEdits(snapshot, git, since: base)
    try found.checkListed()
    try store.checkMeant(found, snapshot, git, head)
    found.tasks = found.edits
    var chain = CommitChain(git, head: head.at(base), try writer())
    try chain.add(found)
    let edits = chain.takeEdits()
    let ours = chain.tip ?? base
    let target = try merge(ours, into: theirs, since: base)
    try bring(
      from: ours, edits, chain.takeMoves(), to: target, since: base,
      recording: RecordedHandEdits(found.tasks, and: found.files.changes))
    notices.append(
      "\(Self.leftBehind(head)); they follow it now"
        + (target == theirs ? "" : ", with what was edited here"))
  }

  /// `main was moved without the files that are here`, for a notice.
  static func leftBehind(_ head: Head) -> String {
    "\(head.name) was moved without the files that are here, as a push from elsewhere or "
      + "'git update-ref' does"
  }

  /// - Returns: HEAD's commit where nothing was edited.
  private func merge(
    _ edited: ObjectID, into head: ObjectID, since base: ObjectID
  ) throws(MemoError) -> ObjectID {
    if edited == base { return head }
    let merge = try TreeMerge(git, base: base, ours: head, theirs: edited)
    guard !merge.edits.isEmpty else { return head }
    // Not a merge of commits: what people did here is recorded nowhere else, and is undone like
    // any other hand edit.
    let changes = merge.incoming.map(\.change)
    return try writer().write(
      merge.treeEdits, on: [head], JournalEntry(changes: changes).message, .init(changes))
  }

  /// Brings the store's files from a commit to another.
  ///
  /// - Parameters:
  ///   - edits: How the files still differ from the first one.
  ///   - moves: Folders that belong elsewhere in it.
  ///   - base: The commit that the index is of.
  private mutating func bring(
    from old: ObjectID, _ edits: [FileEdit], _ moves: [TaskFolderMove], to target: ObjectID,
    since base: ObjectID, recording handMade: RecordedHandEdits
  ) throws(MemoError) {
    let git = git
    let changes = try git.run(
      "read what came in",
      git.repository.changedFiles(from: old, to: target).filter { git.isOwn($0.path) })
    var all = Dictionary(uniqueKeysWithValues: edits.map { (PathKey($0.path), $0) })
    for edit in try git.fileEdits(
      changes.map { TreeMerge.MergedFile(path: $0.path, ours: $0.before, result: $0.after) },
      store.recording.absent, of: .git)
    {
      var edit = edit
      if let earlier = all[PathKey(edit.path)] { edit.before = earlier.before }
      all[PathKey(edit.path)] = edit
    }
    let rest = all.values.sorted { $0.path.precedes(path: $1.path) }
    // First: afterwards nothing shows any more that the index did not follow.
    try follow(since: base, besides: Set(rest.map { PathKey($0.path) }))
    let moves = try moves + git.folderMoves(rest, to: target)
    try moveHead(
      to: target, edits: rest, moves: moves, reason: "record hand edits",
      recording: target == head.commit ? RecordedHandEdits() : handMade)
  }

  /// Brings the index to HEAD for those files that are as the target has them already.
  private func follow(since base: ObjectID, besides edited: Set<PathKey>) throws(MemoError) {
    guard let theirs = head.commit else { return }
    let git = git
    try git.run("bring git's index up to date") { repository throws(GitError) in
      let paths = try repository.changedFiles(from: base, to: theirs).map(\.path)
        .filter { git.isOwn($0) && !edited.contains(PathKey($0)) }
      try repository.refreshIndex(paths, to: theirs)
    }
  }
}

extension Store {
  /// The commit that the files are of, where HEAD was moved on without them; nil where they are
  /// HEAD's.
  ///
  /// What git does in this work tree stands with its words in the reflog of this HEAD. A push, a
  /// fetch and `git update-ref` say nothing there, or only what they are; and git's index is
  /// still as it was.
  func commitOfFiles(_ git: StoreGit, _ head: Head) throws(MemoError) -> ObjectID? {
    guard let commit = head.commit, head.reference != nil, seenCommit(git) != commit else {
      return nil
    }
    let seen = seenCommit(git)
    let (base, changes) = try git.run("read where HEAD was") {
      (repository) throws(GitError) -> (ObjectID, [FileChange]) in
      guard let base = Self.start(of: try repository.reflog("HEAD")) ?? seen, base != commit,
        try repository.contains(base), try repository.isAncestor(base, of: commit)
      else { return (commit, []) }
      return (base, try repository.changedFiles(from: base, to: commit))
    }
    for change in changes where git.isOwn(change.path) {
      let staged = try git.run("read the index", git.repository.stagedBlob(at: change.path))
      // Somebody may have made a commit of the files that are here, past the index.
      guard staged == change.before?.id else { continue }
      let found = try git.content(of: change.path)
      if try found != git.presentContent(change.after) { return base }
    }
    return nil
  }

  /// Where HEAD was before it was moved without the files, if it was; nil where nothing tells it.
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
