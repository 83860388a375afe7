internal import Git
internal import StoreFiles
internal import TaskHistory

extension Store {
  /// Finishes or rolls back an interrupted change, by the note in the lock file.
  ///
  /// The process was killed, or the disk was full.
  ///
  /// - Throws: ``MemoError`` if that fails. The note stays.
  func recover(_ lock: borrowing FileLock, _ git: StoreGit) throws(MemoError) {
    let text = try MemoError.rethrowing(lock.note())
    guard !text.isEmpty else { return }
    if text == RecoveryNote.configuring { git.repository.removeLeftoverConfigLock() }
    if let note = RecoveryNote(text) {
      if let change = try UnfinishedChange(note, git) { try finish(change, git) }
      git.sweep(Set(note.before.map { Paths.parent(of: $0.path) }), replaced: note)
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
      try rollBack(change.note, git, because: error)
    }
  }

  private func moveOn(_ change: UnfinishedChange, _ git: StoreGit) throws(MemoError) {
    var note = change.note
    git.files.synchronize(folders: Set(note.before.map { Paths.parent(of: $0.path) }))
    if !change.hasMoved {
      let isMade = try !git.hasFetched(note.new)
      if isMade { note.new = try finished(note, git) }
      let commit = try git.commit(note.new)
      // If git doesn't know the user any more, the reflog is less exact.
      let committer = isMade ? nil : (try? Signatures(git, environment))?.committer
      // A line that is there already counts once.
      try git.appendOperations(from: note.old, to: note.new, isMade: isMade)
      try git.run(
        "record the change",
        git.repository.move(
          note.reference, to: note.new, from: note.old, message: "memo: \(note.reason)",
          by: committer ?? commit.committer))
    }
    // The notices were shown before. Files that can't be moved stay.
    var notices: [String] = []
    _ = git.move(note.moves, &notices)
    try git.refreshIndex(from: note.old, to: note.new, also: note.before.map(\.path))
  }

  private func finished(_ note: RecoveryNote, _ git: StoreGit) throws(MemoError) -> ObjectID {
    var news: [ObjectID] = []
    try git.run("read the unfinished change") { repository throws(GitError) in
      try repository.walk(from: [note.new], hiding: note.old.map { [$0] } ?? []) {
        commit throws(GitError) in
        news.append(commit.id)
        return commit.parents.count < 2
      }
    }
    let commit = try git.commit(note.new)
    var chain = CommitChain(
      git: git, environment: environment,
      signatures: Signatures(author: commit.author, committer: commit.committer), isTrial: false,
      start: note.old, drafts: news.reversed(), moves: note.moves)
    return try chain.finished(note.new, since: note.old)
  }

  /// Rolls back a change that can't be finished, for example in a read-only folder.
  private func rollBack(
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
}

extension StoreGit {
  /// Removes temporary files, but gives a visible name to content that is nowhere else.
  ///
  /// - Parameters:
  ///   - folders: Paths relative to the repository.
  ///   - note: The contents that it lists were replaced on purpose.
  func sweep(_ folders: Set<String>, replaced note: RecoveryNote? = nil) {
    let replaced = Set(note?.before.compactMap(\.content) ?? [])
    for folder in folders {
      files.sweep(folder) { bytes in
        // If it can't be checked, the content may be nowhere else.
        guard let id = try? ObjectID.blob(bytes) else { return false }
        return replaced.contains(id) || (try? repository.contains(id)) == true
          || isRecorded(bytes)
      }
    }
  }

  /// Whether a commit came from the remote.
  ///
  /// An unfinished change of this clone can't have been pushed.
  fileprivate func hasFetched(_ commit: ObjectID) throws(MemoError) -> Bool {
    let head = try head()
    guard let link = try upstream(head) else { return false }
    return try run("read \(link.shortName)") { repository throws(GitError) in
      guard let theirs = try repository.commitID(of: link.trackingReference) else { return false }
      return try repository.isAncestor(commit, of: theirs)
    }
  }

  /// Whether the repository has a text, with git's line endings.
  fileprivate func isRecorded(_ bytes: [UInt8]) -> Bool {
    // An error is no proof, as above.
    (try? repository.contains(repository.blobID(of: bytes, at: taskFolders[0] + "/x.md"))) == true
  }
}

extension MemoError {
  var leavingUnfinished: MemoError {
    var error = self
    error.details.append("the change could be neither finished nor rolled back; no task is lost")
    error.hints = [
      GitError.tellsOfFullDisk(message)
        ? "make room on the disk: the next command that writes finishes it"
        : "the next command that writes finishes it"
    ]
    return error
  }
}
