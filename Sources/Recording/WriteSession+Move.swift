internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Moving a store from HEAD's commit to a descendant that is already written.
///
/// All changes that memo commits go through here. Architecture.md lists what is written without a
/// commit, such as files that are restored as HEAD has them.
///
/// The steps:
///
/// 1. Write a note into memo's lock file.
/// 2. Change the files, and keep their old contents beside them.
/// 3. Run the hooks.
/// 4. Append to `operations`.
/// 5. Move the reference if it is unchanged.
/// 6. Delete the old contents, and move folders with their tasks.
/// 7. Update the index, which the session has locked.
/// 8. Clear the note.
///
/// If a step fails, everything is rolled back. If that fails too, or the process is killed, the
/// note stays. The next process then finishes or rolls back.
extension WriteSession {
  /// - Parameters:
  ///   - commit: The new commit, a descendant of HEAD's.
  ///   - chain: The changes of files, and the commits that need hooks and signatures.
  ///   - reason: The reason, for the reflog.
  ///   - isMade: Whether this clone made the commit.
  /// - Returns: The commit of the branch.
  /// - Throws: ``MemoError``. Either everything is rolled back, or the error says that the next
  ///   command finishes the change.
  mutating func move(
    to commit: ObjectID, _ chain: inout CommitChain, reason: String, isMade: Bool
  ) throws(MemoError) -> ObjectID {
    guard let reference = head.reference else {
      throw MemoError(.refused, "HEAD is not on a branch")
    }
    let edits = FileEdit.inOrder(chain.edits)
    var note = RecoveryNote(
      reference, from: head.commit, to: commit, before: try keep(edits), moves: chain.moves,
      reason: reason.filter { $0 != "\0" })
    try MemoError.rethrowing(lock.setNote(note.text))
    let done = try write(edits)
    var target = commit
    if target != head.commit {
      do throws(MemoError) {
        target = try chain.finished(target, since: head.commit)
      } catch {
        let failure = rollBack(done, because: error)
        guard published < recorded.count else { throw failure }
        // Else only the hint is missing.
        let left = (try? git.left(of: commit, since: head.commit)) ?? []
        throw failure.offeringGit(for: left, git.files)
      }
      do throws(MemoError) {
        if target != commit {
          note.new = target
          // Before the branch moves, so that recovery knows the commit of the files.
          try MemoError.rethrowing(lock.setNote(note.text))
        }
        try git.appendOperations(from: head.commit, to: target, isMade: isMade)
        try git.run(
          "record the change",
          git.repository.move(
            reference, to: target, from: head.commit, message: "memo: \(reason)",
            by: chain.signatures.committer))
      } catch {
        // If the branch's lock can't be removed, only the note shows that it is memo's.
        guard git.isProven(reference, at: head.commit, not: target),
          error.kind == .busy || !git.repository.hasLeftoverLock(of: reference, to: target)
        else { throw error.leavingUnfinished }
        throw rollBack(done, because: error)
      }
    }
    var isClean = true
    // Of contents that stay, only the note shows that they can be deleted.
    for change in done where (try? git.files.finish(change)) == nil { isClean = false }
    if !git.move(chain.moves, &notices) { isClean = false }
    do throws(MemoError) {
      try git.refreshIndex(from: head.commit, to: target, also: edits.map(\.path))
      // A note of a finished change does no harm.
      if isClean { try? lock.clearNote() }
    } catch {
      notices.append("\(error.message); the next command that writes does it")
    }
    return target
  }

  /// Writes the files; if one fails, all others are put back.
  private func write(_ edits: [FileEdit]) throws(MemoError) -> [ReversibleChange] {
    var done: [ReversibleChange] = []
    var prepared: [PathKey: String] = [:]
    do throws(FileError) {
      prepared = try git.files.prepare(edits)
      for edit in edits {
        done.append(try git.files.change(edit, prepared: prepared[PathKey(edit.path)]))
      }
    } catch {
      let places = Set(done.map { PathKey($0.edit.path) })
      git.files.discard(prepared.filter { !places.contains($0.key) })
      throw rollBack(done, because: MemoError(error))
    }
    git.files.synchronize(folders: Set(edits.map { Paths.parent(of: $0.path) }))
    return done
  }

  /// Stores the present contents of files as blobs for a rollback, since hand edits are in no
  /// commit.
  ///
  /// - Returns: The blob for each path; nil for a new file.
  private func keep(
    _ edits: [FileEdit]
  ) throws(MemoError) -> [(path: String, content: ObjectID?)] {
    try git.run("keep what is about to be changed") { repository throws(GitError) in
      var kept: [(path: String, content: ObjectID?)] = []
      for edit in edits {
        let id = try edit.before.map { bytes throws(GitError) in try ObjectID.blob(bytes) }
        kept.append((edit.path, id))
        guard let bytes = edit.before, let id, try !repository.contains(id) else { continue }
        _ = try repository.writeBlob(bytes)
      }
      return kept
    }
  }

  /// Rolls the files back, the last change first.
  ///
  /// - Returns: The error to throw. If the rollback fails, it says that the change is unfinished.
  ///   Each task is still in at least one file.
  private func rollBack(
    _ done: [ReversibleChange], because failure: MemoError
  ) -> MemoError {
    do throws(FileError) {
      var failure = failure
      var left: Set<String> = []
      var changed: [FileEdit] = []
      for change in done.reversed() {
        do throws(FileError) {
          try git.files.rollBack(change)
        } catch {
          // Somebody saved another content, which stays as a hand edit.
          guard error.reason == .changed else { throw error }
          left.insert(Paths.parent(of: change.edit.path))
          changed.append(change.edit)
        }
      }
      let how = failure.isOfSkippableHook ? "by the hook" : "meanwhile"
      for edit in changed {
        let path = returned(edit, among: done)
        failure.details.append(
          "\(path) was changed \(how); the next command commits it as a hand edit")
      }
      // The temporary files with old contents, which the repository has.
      git.sweep(left)
      try lock.clearNote()
      return failure
    } catch {
      return failure.leavingUnfinished
    }
  }

  /// Moves a file back that changed after memo had moved it.
  ///
  /// Otherwise a hook that fixes a moved file and refuses the commit leaves two files of one task.
  ///
  /// - Returns: The path of the file.
  private func returned(_ edit: FileEdit, among done: [ReversibleChange]) -> String {
    do throws(FileError) {
      guard let former = edit.movedFrom,
        let old = done.first(where: { $0.edit.path.isSamePath(as: former) })?.edit.before
      else { return edit.path }
      let now = try git.files.read(edit.path).bytes
      try git.files.finish(git.files.change(FileEdit(path: former, before: old, after: now)))
      try git.files.finish(git.files.change(FileEdit(path: edit.path, before: now, after: nil)))
      return former
    } catch {
      // Somebody is at work there, too. Both files stay.
      return edit.path
    }
  }
}

extension StoreGit {
  /// Updates the index for the paths that differ between two commits, and for some others.
  func refreshIndex(
    from old: ObjectID?, to new: ObjectID, also paths: [String]
  ) throws(MemoError) {
    try run("bring git's index up to date") { repository throws(GitError) in
      let changed =
        old == new ? [] : try repository.changedFiles(from: old, to: new, under: [])
      let all = Set((changed.map(\.path) + paths).map(PathKey.init))
      try repository.refreshIndex(all.map(\.path).sorted(), to: new)
    }
  }

  /// Moves files and folders of tasks after the change is made.
  ///
  /// Files that can't be moved stay, and don't count as deleted.
  ///
  /// - Returns: Whether all were moved.
  func move(_ moves: [PathMove], _ notices: inout [String]) -> Bool {
    var isAll = true
    var renamed: [(from: String, to: String)] = []
    for move in moves {
      do throws(FileError) {
        renamed += try files.move(move.from, to: move.to, besides: TaskFolder.staying)
      } catch {
        isAll = false
        notices.append(
          "\(error); \(move.from) can't follow its task, and the next command that writes tries again"
        )
      }
    }
    // The order within a folder depends on the file system.
    notices += renamed.sorted { $0.from < $1.from }.map { Self.notice(from: $0.from, to: $0.to) }
    // Once for all, since synchronizing takes longest.
    let folders = moves.flatMap { [Paths.parent(of: $0.from), Paths.parent(of: $0.to), $0.to] }
    files.synchronize(folders: Set(folders))
    return isAll
  }

  /// The notice for a file that was renamed because another file had its name.
  static func notice(from old: String, to new: String) -> String {
    "\(old) is \(new) now, since another file had its name there"
  }

  /// The paths among those of a rolled back commit whose files still differ from its parent's.
  func left(of commit: ObjectID, since old: ObjectID?) throws(MemoError) -> [String] {
    let changes = try run(
      "compare two commits", repository.changedFiles(from: old, to: commit, under: []))
    var paths: [String] = []
    for change in changes {
      let bytes = try content(of: change.path)
      let now = try bytes.map { bytes throws(MemoError) in
        try run("compare \(change.path)", repository.blobID(of: bytes, at: change.path))
      }
      if now != change.before?.id { paths.append(change.path) }
    }
    return paths
  }

  /// Changes one file without keeping its old content.
  func apply(_ edit: FileEdit) throws(MemoError) {
    let change = try MemoError.rethrowing(files.change(edit))
    // The next change removes a remaining temporary file.
    try? files.finish(change)
  }

  /// Whether a branch provably doesn't contain a new commit; false if it can't be read.
  func isProven(_ reference: String, at old: ObjectID?, not new: ObjectID) -> Bool {
    do throws(GitError) {
      guard let commit = try repository.commitID(of: reference) else { return old == nil }
      if commit == old { return true }
      return try !repository.isAncestor(new, of: commit)
    } catch {
      return false
    }
  }
}

extension MemoError {
  /// Adds a hint on how to commit hand edits that a hook refuses, since they block every command.
  ///
  /// - Parameter files: The paths of the hand edits, also former ones.
  fileprivate func offeringGit(for files: [String], _ workTree: WorkTree) -> MemoError {
    guard isOfSkippableHook, !files.isEmpty else { return self }
    let places = files.count > 6 ? Set(files.map(Paths.parent(of:))).sorted() : files
    func words(_ places: [String]) -> String {
      places.map { ":/\($0)".quotedForShell }.joined(separator: " ")
    }
    // git adds no path that is neither a file nor in its index, as after `git mv`.
    let here = places.filter { ((try? workTree.status(of: $0)) ?? nil) != nil }
    let adding = here.isEmpty ? "" : "memo git add \(words(here)) && "
    var error = self
    error.hints.append(
      "fix the files, or '\(adding)memo git commit --no-verify -m Mine \(words(places))' commits "
        + "them unchanged")
    return error
  }
}
