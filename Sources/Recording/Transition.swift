internal import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The one way in which a store changes: from the commit at HEAD to another one.
///
/// The new commit is written before anything moves. Then: git's lock of the index is taken;
/// a note of what is about to happen goes into memo's lock file; the files are changed, with
/// what they held kept beside them; hooks are asked; what this clone does is noted in `operations`;
/// the reference is moved, if nobody else did; what was kept goes, and folders follow their tasks;
/// the index; the note is cleared. A change that can't be made leaves everything as it was. Where even that can't
/// be had, or the process is killed, the note stays, and with it the next one finishes the work.
struct Transition {
  let git: StoreGit
  let head: Head
  /// The commit to arrive at; must have HEAD's commit in its history, or be it.
  let target: ObjectID
  /// The work tree's way there.
  let edits: [FileEdit]
  /// What goes elsewhere as it is, in this order.
  let moves: [PathMove]
  /// Why, for the reflog.
  let reason: String
  let signature: Signature
  /// Whether the target was made here.
  let isMade: Bool

  /// What is left for the next one to do, though the change is made; the note tells it.
  struct Rest {
    /// What a person should hear of it.
    var obstacle: MemoError?
  }

  /// - Parameters:
  ///   - notices: What a person should hear.
  ///   - finish: Called when the files are changed: asks whoever may refuse the commit.
  /// - Returns: The commit that the branch is at, and what is left to do; nil for nothing.
  /// - Throws: ``MemoError``; everything is as it was then, or the error says that the next
  ///   command finishes what was begun.
  func run(
    _ lock: borrowing FileLock, _ notices: inout [String],
    _ finish: () throws(MemoError) -> ObjectID
  ) throws(MemoError) -> (tip: ObjectID, rest: Rest?) {
    guard let reference = head.reference else {
      throw MemoError(.refused, "HEAD is not on a branch")
    }
    try git.run("change the index", git.repository.lockIndex())
    defer { git.repository.unlockIndex() }
    var note = try RecoveryNote(
      reference, from: head.commit, to: target, edits, moves: moves,
      reason: reason.filter { $0 != "\0" })
    try keep(note)
    try lock.write(note.text)
    var done: [ReversibleChange] = []
    do throws(MemoError) {
      let edits = FileEdit.inOrder(edits)
      let prepared = try git.prepare(edits)
      do throws(MemoError) {
        for edit in edits where edit.after != nil {
          done.append(try git.change(edit, prepared[PathKey(edit.path)]))
        }
        for edit in edits where edit.after == nil { done.append(try git.change(edit)) }
      } catch {
        let places = Set(done.map { PathKey($0.path) })
        git.files.discard(prepared.filter { !places.contains($0.key) })
        throw error
      }
      git.files.synchronize(
        folders: Set(edits.map { Paths.parent(of: $0.path) }))
    } catch {
      throw takeBack(done, lock, because: error)
    }
    var target = target
    if target != head.commit {
      do throws(MemoError) {
        target = try finish()
        // Whoever finds the branch there has to know that all is done.
        if target != self.target {
          note.new = target
          try lock.write(note.text)
        }
      } catch {
        throw takeBack(done, lock, because: error)
      }
      do throws(MemoError) {
        try git.operationFile.append(git, from: head.commit, to: target, isMade: isMade)
        try git.move(
          reference, to: target, from: head.commit, message: "memo: \(reason)", by: signature)
      } catch {
        // Only the note tells whose a lock is that couldn't be removed.
        guard git.isProven(reference, at: head.commit, not: target),
          error.kind == .busy || !git.repository.hasLeftoverLock(of: reference, to: target)
        else { throw error.leavingUnfinished }
        throw takeBack(done, lock, because: error)
      }
    }
    var isClean = true
    for change in done {
      do throws(FileError) {
        try git.files.finish(change)
      } catch {
        // Only the note proves that what is left is needed no more.
        isClean = false
      }
    }
    if !git.move(moves, &notices) { isClean = false }
    do throws(MemoError) {
      try Self.refreshIndex(
        git, from: head.commit, to: target, also: edits.map(\.path))
    } catch {
      return (target, Rest(obstacle: error))
    }
    guard isClean else { return (target, Rest()) }
    // A note of what is done does no harm.
    try? lock.clearNote()
    return (target, nil)
  }

  /// Has the repository keep what files hold that are about to be changed, so that it can be put
  /// back: what somebody wrote by hand is in no commit yet.
  private func keep(_ note: RecoveryNote) throws(MemoError) {
    let known = Dictionary(
      edits.map { (PathKey($0.path), $0.before) }, uniquingKeysWith: { first, _ in first })
    try git.run("keep what is about to be changed") { repository throws(GitError) in
      for case (let path, let id?) in note.before where try !repository.contains(id) {
        let bytes = known[PathKey(path)] ?? (try? git.files.read(path).bytes)
        if let bytes { _ = try repository.writeBlob(bytes) }
      }
    }
  }

  /// Brings the files back to where they were, the last change first.
  ///
  /// - Returns: The error to throw: where that fails as well, it says that the work is left
  ///   unfinished, and each task is still in at least one file.
  private func takeBack(
    _ done: [ReversibleChange], _ lock: borrowing FileLock, because failure: MemoError
  ) -> MemoError {
    do throws(FileError) {
      var failure = failure
      for change in done.reversed() {
        do throws(FileError) {
          try git.files.takeBack(change)
        } catch {
          // Somebody has saved something else there, which stays: a hand edit like any other.
          guard error.reason == .changed else { throw error }
          failure.details.append("\(change.path) was changed meanwhile, and is a hand edit now")
        }
      }
      try lock.clearNote()
      return failure
    } catch {
      return failure.leavingUnfinished
    }
  }

  /// Makes the index agree with the new commit where the two commits differ.
  static func refreshIndex(
    _ git: StoreGit, from old: ObjectID?, to new: ObjectID, also paths: [String] = []
  ) throws(MemoError) {
    try git.run("bring git's index up to date") { repository throws(GitError) in
      let changed =
        old == new ? [] : try repository.changedFiles(from: old, to: new, under: [])
      let all = Set((changed.map(\.path) + paths).map(PathKey.init))
      try repository.refreshIndex(all.map(\.path).sorted(), from: old, to: new)
    }
  }
}

extension StoreGit {
  /// Changes one file of the work tree, if it still holds what was read from it.
  ///
  /// - Parameter prepared: The hidden file that has its new content, where many are changed.
  func change(
    _ edit: FileEdit, _ prepared: String? = nil
  ) throws(MemoError) -> ReversibleChange {
    try MemoError.rethrowing(
      files.change(
        edit.path, from: edit.before, to: edit.after, isExecutable: edit.isExecutable,
        movedFrom: edit.movedFrom, prepared: prepared))
  }

  /// Writes the new contents of many files, and waits for the disk once.
  ///
  /// - Returns: Hidden files, by path; none for a few.
  fileprivate func prepare(
    _ edits: [FileEdit]
  ) throws(MemoError) -> [PathKey: String] {
    let contents = edits.compactMap { edit in
      edit.after.map {
        NewContent(
          path: edit.path, bytes: $0, isExecutable: edit.isExecutable, movedFrom: edit.movedFrom)
      }
    }
    guard contents.count >= Self.fewestPrepared else { return [:] }
    return try MemoError.rethrowing(files.prepare(contents))
  }

  /// Fewer are each forced to the disk by itself as quickly.
  private static let fewestPrepared = 50

  /// Has files and folders follow the tasks that they belong to.
  ///
  /// The change is made already. What can't be moved stays where it is, and what is recorded of
  /// it elsewhere is not taken for deleted.
  /// - Parameter notices: What a person should hear.
  /// - Returns: Whether all have been moved.
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
    // A disk lists a folder's files in any order.
    notices += renamed.sorted { $0.from < $1.from }.map { Self.notice(from: $0.from, to: $0.to) }
    // Once for all: to wait for the disk takes longer than all else.
    let folders = moves.flatMap { [Paths.parent(of: $0.from), Paths.parent(of: $0.to), $0.to] }
    files.synchronize(folders: Set(folders))
    return isAll
  }

  /// For a file that found another of its name where it came to lie.
  static func notice(from old: String, to new: String) -> String {
    "\(old) is \(new) now, since another file had its name there"
  }

  /// Changes one file for good.
  func apply(_ edit: FileEdit) throws(MemoError) {
    let change = try change(edit)
    // What is left under a hidden name is put away with the next change.
    try? files.finish(change)
  }

  /// Moves a branch; an error that came after the branch had moved is none.
  ///
  /// A reference is written first, and forced to the disk then; not every disk can do that.
  /// - Throws: ``MemoError`` of kind `raced` when somebody else has moved it.
  func move(
    _ reference: String, to new: ObjectID, from old: ObjectID?, message: String,
    by signature: Signature
  ) throws(MemoError) {
    do throws(MemoError) {
      try run(
        "record the change",
        repository.move(reference, to: new, from: old, message: message, by: signature))
    } catch {
      if has(reference, reached: new) { return }
      // Where the reflog can't be written, libgit2 leaves its lock.
      if error.kind != .busy { repository.removeLeftoverLock(of: reference, to: new) }
      throw error
    }
  }

  /// Whether a branch is at a commit, or somebody has gone on from there already.
  private func has(_ reference: String, reached new: ObjectID) -> Bool {
    // What can't be read proves nothing.
    (try? repository.commitID(of: reference).map { commit throws(GitError) in
      try repository.isAncestor(new, of: commit)
    }) ?? false
  }

  /// Whether a branch can be read, and is surely not at a commit.
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

extension FileLock {
  /// Notes what is about to be done, with the library's own error.
  package borrowing func write(_ note: String) throws(MemoError) {
    try MemoError.rethrowing(setNote(note))
  }
}
