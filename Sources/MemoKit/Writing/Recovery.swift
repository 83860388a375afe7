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
    var undone: [FileEdit] = []
    var edits: [FileEdit] = []
    var isTouched = false
    for change in changes {
      let path = change.path
      git.files.removeTemporaries(in: Paths.parent(of: path))
      let before = try git.workTreeContent(change.before)
      let after = try git.workTreeContent(change.after)
      let edit = FileEdit(
        path: path, before: before, after: after,
        isExecutable: change.after.map { $0.mode == .executable })
      switch try? git.files.read(path).bytes {
      case after: undone.append(edit.inverse)
      case before: edits.append(edit)
      default: isTouched = true
      }
    }
    guard !isTouched else {
      // What somebody wrote meanwhile was written on top of the one or the other version. To
      // go on could undo what came in; to go back makes it an edit like any other.
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

/// `refs/heads/main OLD NEW`, with `-` for a branch that has no commit yet.
private struct RecoveryNote {
  var reference: String
  var old: ObjectID?
  var new: ObjectID

  /// Nil for an empty note and for one that was cut off while it was written.
  init?(_ text: String) {
    guard text.hasSuffix("\n") else { return nil }
    let parts = text.dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let new = ObjectID(hex: String(parts[2])) else { return nil }
    reference = String(parts[0])
    self.new = new
    if parts[1] != "-" {
      guard let old = ObjectID(hex: String(parts[1])) else { return nil }
      self.old = old
    }
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
}
