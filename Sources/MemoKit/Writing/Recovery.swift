internal import Git

extension Store {
  /// Finishes what a process that was killed had begun, as its note in the lock tells.
  ///
  /// When somebody has changed one of the files since, what was begun is taken back, and that
  /// file is left as it is: a hand edit like any other.
  func recover(_ lock: borrowing FileLock, _ git: StoreGit) throws(MemoError) {
    git.repository.removeLeftoverIndexLock()
    guard let note = try? lock.note(), let plan = RecoveryNote(note) else { return }
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    let isWhole = try git.run("read the unfinished change") { repository throws(GitError) in
      guard try repository.contains(plan.new) else { return false }
      guard let old = plan.old else { return true }
      return try repository.contains(old)
    }
    if isWhole, head.reference == plan.reference {
      git.repository.removeLeftoverLock(of: plan.reference, to: plan.new)
      if head.commit == plan.new {
        try Transition.refreshIndex(git, from: plan.old, to: plan.new)
      } else if head.commit == plan.old {
        try finish(plan, git, head)
      }
    }
    try lock.write("")
  }

  private func finish(_ plan: RecoveryNote, _ git: StoreGit, _ head: Head) throws(MemoError) {
    let changes = try git.run("read the unfinished change") { repository throws(GitError) in
      try repository.changedFiles(from: plan.old, to: plan.new, under: [])
    }
    let byPath = Dictionary(uniqueKeysWithValues: changes.map { (PathKey($0.path), $0) })
    var undone: [FileEdit] = []
    var edits: [FileEdit] = []
    var (isTouched, canGoBack) = (false, true)
    for (path, noted) in plan.before {
      let change = byPath[PathKey(path)]
      git.files.removeTemporaries(in: Paths.parent(of: path))
      let found = try? git.files.read(path).bytes
      let after = try git.workTreeContent(change?.after)
      if found == after {
        let before = try git.workTreeContent(change?.before)
        if try before.map(RecoveryNote.hash) != noted { canGoBack = false }
        undone.append(FileEdit(path: path, before: after, after: before))
      } else if try found.map(RecoveryNote.hash) == noted {
        edits.append(
          FileEdit(
            path: path, before: found, after: after,
            isExecutable: change?.after.map { $0.mode == .executable }))
      } else {
        isTouched = true
      }
    }
    // What somebody wrote meanwhile was written on top of the one or the other version. To go
    // on could undo what came in; to go back makes it an edit like any other. But what no commit
    // has, as a file edited by hand before it got its id, can't be brought back.
    if isTouched, canGoBack {
      for edit in FileEdit.inOrder(undone) { try git.apply(edit) }
      return
    }
    for edit in FileEdit.inOrder(edits) { try git.apply(edit) }
    try git.run("finish the change") { repository throws(GitError) in
      let signature = try repository.commit(plan.new).committer
      try repository.move(
        plan.reference, to: plan.new, from: plan.old, message: "memo: finish", by: signature)
    }
    try Transition.refreshIndex(git, from: plan.old, to: plan.new)
  }
}

extension StoreGit {
  /// A blob as its file in the work tree holds it; nil for no entry.
  func workTreeContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    guard let entry else { return nil }
    return try run("read \(entry.path)") { repository throws(GitError) in
      try repository.workTreeContent(of: try repository.blob(entry.id), at: entry.path)
    }
  }

  /// What an entry's file holds now, where git would record the very same of it; else how git
  /// would write it.
  ///
  /// The two differ where line ends are git's to choose: a file that was written with others
  /// than a checkout would give it is no edit.
  func presentContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    let written = try workTreeContent(entry)
    guard let entry, let found = try? files.read(entry.path).bytes, found != written else {
      return written
    }
    return try run("read \(entry.path)") { repository throws(GitError) in
      let recorded = try repository.blobContent(of: found, at: entry.path)
      return try ObjectID.blob(recorded) == entry.id ? found : written
    }
  }
}
