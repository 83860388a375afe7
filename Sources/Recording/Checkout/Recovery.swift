internal import Git
internal import StoreFiles
internal import TaskHistory

extension Store {
  /// Finishes what a process that was killed, or found no room on the disk, had begun, as its
  /// note in the lock tells.
  ///
  /// - Throws: ``MemoError`` when it still can't be finished; the note stays then.
  func recover(_ lock: borrowing FileLock, _ git: StoreGit) throws(MemoError) {
    let text = try MemoError.rethrowing(lock.note())
    guard !text.isEmpty else { return }
    if text == RecoveryNote.configuring { git.repository.removeLeftoverConfigLock() }
    if let note = RecoveryNote(text) {
      if let change = try UnfinishedChange(note, git) { try finish(change, git) }
      sweep(Set(note.before.map { Paths.parent(of: $0.path) }), git, replaced: note)
    }
    try MemoError.rethrowing(lock.clearNote())
  }

  private func finish(_ change: UnfinishedChange, _ git: StoreGit) throws(MemoError) {
    git.repository.removeLeftoverLock(of: change.note.reference, to: change.note.new)
    do throws(MemoError) {
      for edit in FileEdit.inOrder(change.edits) { try git.apply(edit) }
      if !change.goesBack { try moveOn(change, git) }
    } catch {
      guard error.kind != .raced, error.kind != .busy else { throw error }
      try takeBack(change.note, git, because: error)
    }
  }

  private func moveOn(_ change: UnfinishedChange, _ git: StoreGit) throws(MemoError) {
    var note = change.note
    git.files.synchronize(folders: Set(note.before.map { Paths.parent(of: $0.path) }))
    if !change.hasMoved {
      let isMade = try !git.hasFetched(note.new)
      if isMade { note.new = try finished(note, git) }
      let commit = try git.commit(note.new)
      // Where git doesn't know the user any more, only the reflog is less exact.
      let signature = (try? Signatures(git, environment))?.reflogEntry(for: commit, isMade: isMade)
      // It may be there already, and counts once.
      try git.operationFile.append(git, from: note.old, to: note.new, isMade: isMade)
      try git.move(
        note.reference, to: note.new, from: note.old, message: "memo: \(note.reason)",
        by: signature ?? commit.committer)
    }
    // Whoever is to be told of it has been told. What can't be moved now either stays.
    var notices: [String] = []
    _ = git.move(note.moves, &notices)
    try Transition.refreshIndex(git, from: note.old, to: note.new, also: note.before.map(\.path))
  }

  /// What was about to be committed, once hooks have agreed to it.
  private func finished(_ note: RecoveryNote, _ git: StoreGit) throws(MemoError) -> ObjectID {
    var news: [ObjectID] = []
    try git.run("read the unfinished change") { repository throws(GitError) in
      try repository.walk(from: [note.new], hiding: note.old.map { [$0] } ?? []) {
        commit throws(GitError) in
        news.append(commit.id)
        return commit.parents.count < 2
      }
    }
    return try CommitWriter(git, Signatures(git, environment), environment, Drafts(news.reversed()))
      .finished(note.new, since: note.old)
  }

  /// Takes back what can't be finished, as in a folder that may not be written any more.
  private func takeBack(
    _ note: RecoveryNote, _ git: StoreGit, because error: MemoError
  ) throws(MemoError) {
    guard let change = try UnfinishedChange(note, git), !change.hasMoved, change.canGoBack else {
      throw error.leavingUnfinished
    }
    do throws(MemoError) {
      for edit in FileEdit.inOrder(change.back) { try git.apply(edit) }
    } catch {
      throw error.leavingUnfinished
    }
  }

  /// Puts away what was left under hidden names; what is found nowhere else gets a name.
  ///
  /// - Parameters:
  ///   - folders: Relative to the repository.
  ///   - note: What was replaced on purpose is kept in another form.
  func sweep(_ folders: Set<String>, _ git: StoreGit, replaced note: RecoveryNote? = nil) {
    let replaced = Set(note?.before.compactMap(\.content) ?? [])
    for folder in folders {
      git.files.sweep(folder) { bytes in
        // What can't be asked about is not proven to be elsewhere.
        guard let id = try? ObjectID.blob(bytes) else { return false }
        return replaced.contains(id) || (try? git.repository.contains(id)) == true
          || git.isRecorded(bytes)
      }
    }
  }
}

extension StoreGit {
  /// Whether a commit came from the remote: what was not finished here can't have been sent.
  fileprivate func hasFetched(_ commit: ObjectID) throws(MemoError) -> Bool {
    let head = try head()
    guard let link = try upstream(head) else { return false }
    return try run("read \(link.shortName)") { repository throws(GitError) in
      guard let theirs = try repository.commitID(of: link.trackingReference) else { return false }
      return try repository.isAncestor(commit, of: theirs)
    }
  }

  /// Whether the repository has a text, with the line ends that git gives it there.
  fileprivate func isRecorded(_ bytes: [UInt8]) -> Bool {
    // As above: an error is no proof.
    (try? repository.contains(
      ObjectID.blob(repository.blobContent(of: bytes, at: taskFolders[0] + "/x.md")))) == true
  }
}

extension MemoError {
  /// This error, of a change that could be neither made nor taken back.
  var leavingUnfinished: MemoError {
    var error = self
    error.details.append("the change could not be finished, nor taken back; no task is lost")
    error.hints = [
      GitError.tellsOfFullDisk(message)
        ? "make room on the disk: the next command that writes finishes it"
        : "the next command that writes finishes it"
    ]
    return error
  }
}
