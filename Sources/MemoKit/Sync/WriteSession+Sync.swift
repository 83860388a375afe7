internal import Git
internal import TaskFile

extension WriteSession {
  /// Moves the branch and the files to a commit of the other side that has all of this one.
  mutating func fastForward(to target: ObjectID, _ link: SyncLink) throws(MemoError) {
    try arrive(at: target, reason: "fast-forward to \(link.shortName)", isMade: false)
  }

  /// Commits a merge with what was fetched, and brings the files there.
  ///
  /// - Parameter ours: This side's commit; HEAD may be at an earlier merge of it already.
  /// - Returns: The merge.
  mutating func commit(
    _ merge: TreeMerge, _ ours: ObjectID, _ theirs: ObjectID, _ link: SyncLink
  ) throws(MemoError) -> ObjectID {
    let target = try writer().write(
      merge.treeEdits, on: [ours, theirs], merge.message(link), .merge)
    try arrive(at: target, reason: "merge \(link.shortName)", isMade: true)
    return target
  }

  private mutating func arrive(
    at target: ObjectID, reason: String, isMade: Bool
  ) throws(MemoError) {
    let (old, git) = (head.commit, git)
    let changes = try git.run("read what came in") { repository throws(GitError) in
      try repository.changedFiles(from: old, to: target, under: [])
    }
    let files = changes.map {
      TreeMerge.MergedFile(path: $0.path, ours: $0.before, result: $0.after)
    }
    try arrive(
      at: target, edits: try git.fileEdits(files, store.missing), reason: reason, isMade: isMade,
      hook: .postMerge)
  }
}

extension TreeMerge {
  /// `merge: origin/main (3 tasks)`; below what came in, what was merged and what gave way.
  func message(_ link: SyncLink) -> String {
    let tasks = incoming.filter { $0.change.id != nil }.count
    let count = tasks == 1 ? "1 task" : "\(tasks) tasks"
    var lines = incoming.map { "- \(JournalEntry(changes: [$0.change]).subject)" }
    for task in merged {
      lines.append("- merged: \(task.title.journalTitle)")
      lines += task.notes.flatMap { note in
        note.description.split(separator: "\n").map { "  \($0)" }
      }
    }
    var message = "merge: \(link.shortName) (\(count))\n\n" + lines.joined(separator: "\n") + "\n"
    let ids = merged.compactMap(\.id)
    if !ids.isEmpty {
      message += "\n" + ids.map { "\(JournalEntry.trailer): \($0)\n" }.joined()
    }
    return message
  }
}

extension StoreGit {
  /// What the work tree has to do for files of a commit to become files of another.
  ///
  /// - Parameter missing: The tasks that are not here, relative to the store: what comes in of
  ///   them is put where nothing stands.
  /// - Throws: ``MemoError`` of kind `refused` when a file outside the task folders has
  ///   changes of the user's own, or is of a kind that memo does not check out.
  func fileEdits(
    _ merged: [TreeMerge.MergedFile], _ missing: Set<PathKey>
  ) throws(MemoError) -> [FileEdit] {
    var edits: [FileEdit] = []
    var changedByHand: [String] = []
    var inTheWay: [String] = []
    for file in merged {
      guard file.result == nil || file.path.isCheckoutPath else { throw .forbidden(file.path) }
      let modes = [file.ours, file.result].compactMap { $0?.mode }
      // A submodule's folder is its own repository; git doesn't move it in a merge either.
      if modes.contains(.submodule) { continue }
      if modes.contains(.symbolicLink) {
        throw MemoError(
          .refused, "the remote changed \(file.path), a symbolic link, which memo never writes",
          hints: ["'memo git pull' takes it in; then 'memo sync' again"])
      }
      let path = storePath(file.path)
      let isMissing = path.map { missing.contains(PathKey($0)) } ?? false
      let before = isMissing ? nil : try presentContent(file.ours)
      let there = try status(of: file.path)
      if file.ours == nil, there != nil { inTheWay.append(file.path) }
      // What was saved since the files of the store were recorded is recorded before the next try.
      let isOfStore = path.map { StoredTask.folderStatus(of: $0) != nil || StoreFiles.contains($0) }
      let isLarge = there.map { $0.size > StoreFiles.mostBytes } ?? false
      if isOfStore != true || isLarge && path.map(StoredTask.isTaskName) != true {
        let staged = try run("read the index") { repository throws(GitError) in
          try repository.stagedBlob(at: file.path)
        }
        if try content(of: file.path) != before || staged != file.ours?.id {
          changedByHand.append(file.path)
        }
      }
      edits.append(
        FileEdit(
          path: file.path, before: before, after: try workTreeContent(file.result),
          isExecutable: file.result.map { $0.mode == .executable }))
    }
    // What git would record has been recorded; so it ignores these, or they are no files.
    guard inTheWay.isEmpty else {
      throw MemoError(
        .refused,
        "the remote has new files where files stand here that git doesn't know: "
          + inTheWay.joined(separator: ", "), hints: ["move them away, and try again"])
    }
    guard changedByHand.isEmpty else {
      throw MemoError(
        .refused,
        "the remote changed files that have changes of your own: "
          + changedByHand.joined(separator: ", "),
        hints: ["commit or stash them with git, and try again"])
    }
    return edits
  }
}

extension MemoError {
  /// For a tree that no git makes, and that nobody must check out.
  static func forbidden(_ path: String) -> MemoError {
    MemoError(
      .refused, "the remote has a file \(path), and git allows no such path",
      details: ["nothing was changed here"],
      hints: [
        "such a file is made to harm; 'memo git log @{upstream}' tells who sent it",
        "its branch has to be put right on the remote; then 'memo sync' again",
      ])
  }
}
