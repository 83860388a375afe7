internal import Git
internal import TaskFile

/// A file of the work tree that a change replaces, makes or removes.
struct FileEdit: Hashable {
  /// Relative to the repository.
  var path: String
  /// What is in the file now, and may be replaced; nil when nothing may be there.
  var before: [UInt8]?
  /// What will be in it; nil when it goes.
  var after: [UInt8]?
  /// Nil leaves the permissions as they are.
  var isExecutable: Bool?
}

/// The one way in which a store changes: from the commit at HEAD to another one.
///
/// The new commit is complete before anything moves. Then: git's lock of the index is taken;
/// a note of what is about to happen goes into memo's lock file; the files are changed; the
/// reference, if nobody moved it; the index; the note is cleared. A process that is killed in between leaves a note with which the next
/// one finishes the work, and a change that can't be made leaves everything as it was.
struct Transition {
  let git: StoreGit
  let head: Head
  /// The commit to arrive at; must have HEAD's commit in its history.
  let target: ObjectID
  /// The work tree's way there.
  let edits: [FileEdit]
  /// Why, for the reflog.
  let reason: String
  let signature: Signature

  func run(_ lock: borrowing FileLock) throws(MemoError) {
    guard let reference = head.reference else {
      throw MemoError(.refused, "HEAD is not on a branch")
    }
    try git.run("change the index") { repository throws(GitError) in try repository.lockIndex() }
    defer { git.repository.unlockIndex() }
    try lock.write(try RecoveryNote(reference, from: head.commit, to: target, edits).text)
    var done: [FileEdit] = []
    do throws(MemoError) {
      for edit in FileEdit.inOrder(edits) {
        try git.apply(edit)
        done.append(edit)
      }
      git.files.synchronize(folders: Set(edits.map { Paths.parent(of: $0.path) }))
      try git.run("record the change") { repository throws(GitError) in
        try repository.move(
          reference, to: target, from: head.commit, message: "memo: \(reason)", by: signature)
      }
    } catch {
      for edit in done.reversed() { try? git.apply(edit.inverse) }
      try? lock.write("")
      throw error
    }
    try Self.refreshIndex(git, from: head.commit, to: target, also: edits.map(\.path))
    try lock.write("")
  }

  /// Makes the index agree with the new commit where the two commits differ.
  static func refreshIndex(
    _ git: StoreGit, from old: ObjectID?, to new: ObjectID, also paths: [String] = []
  ) throws(MemoError) {
    try git.run("refresh the index") { repository throws(GitError) in
      let changed = try repository.changedFiles(from: old, to: new, under: [])
      let all = Set((changed.map(\.path) + paths).map(PathKey.init))
      try repository.refreshIndex(all.map(\.path).sorted(), to: new)
    }
  }
}

extension FileEdit {
  var inverse: FileEdit { FileEdit(path: path, before: after, after: before) }

  /// New files first, so that at every moment each task is in at least one.
  static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    edits.filter { $0.after != nil } + edits.filter { $0.after == nil }
  }
}

extension StoreGit {
  /// Changes one file of the work tree, if it still holds what was read from it.
  func apply(_ edit: FileEdit) throws(MemoError) {
    do throws(FileError) {
      switch (edit.before, edit.after) {
      case (let before, let after?):
        try files.replace(
          edit.path, with: after, expecting: before, isExecutable: edit.isExecutable)
      case (let before?, nil): try files.remove(edit.path, expecting: before)
      case (nil, nil): break
      }
    } catch {
      throw MemoError(error)
    }
  }
}

extension Head {
  /// The branch's full name, as `refs/heads/main`; nil when HEAD is detached.
  var reference: String? {
    switch self {
    case .branch(let name, _), .unborn(let name): "refs/heads/\(name)"
    case .detached: nil
    }
  }
}

extension FileLock {
  /// Notes what is about to be done, with the library's own error.
  borrowing func write(_ note: String) throws(MemoError) {
    do throws(FileError) {
      try setNote(note)
    } catch {
      throw MemoError(error)
    }
  }
}
