package import Git
internal import Merging
package import StoreFiles
internal import TaskFile

/// The origin of the commit that the files follow.
package enum NewCommit {
  case remote
  case undo
  /// A commit that git made in this clone.
  case git

  private var changed: String {
    switch self {
    case .remote: "the remote changed"
    case .undo: "this would change"
    case .git: "the last commit changed"
    }
  }

  private var wayAround: String {
    switch self {
    case .remote: "'memo git pull --no-rebase' merges it; then 'memo sync' again"
    case .undo: "'memo git revert' does it"
    case .git: "'memo git checkout' brings it"
    }
  }

  /// The error for a change that memo can't make in the work tree.
  ///
  /// - Parameter hint: Nil for the git command that makes it.
  fileprivate func refusal(_ what: String, _ hint: String? = nil) -> MemoError {
    MemoError(.refused, "\(changed) \(what)", hints: [hint ?? wayAround])
  }
}

extension WriteSession {
  /// The changes of the work tree between two commits.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if a file is in the middle of a save, another file
  ///   has uncommitted changes, or memo can't check it out.
  package func fileEdits(
    _ changes: [FileChange], of commit: NewCommit
  ) throws(MemoError) -> [FileEdit] {
    let edits = try git.repository.keepingAttributes { () throws(MemoError) in
      try git.fileEdits(changes, store.recording.absent, of: commit)
    }
    let paths = edits.compactMap { git.storePath($0.path) }.filter {
      store.recording.filesBeingSaved.contains(PathKey($0))
    }
    guard paths.isEmpty else {
      throw commit.refusal(
        "what is being edited here: \(paths.joined(separator: ", "))",
        "finish the edit; memo commits a broken file after a while")
    }
    return edits
  }
}

extension StoreGit {
  /// The changes of the work tree between two commits.
  ///
  /// - Parameter absent: Files that are absent without being deleted, relative to the store. New
  ///   versions are written if their path is free, as git does outside of a sparse checkout.
  fileprivate func fileEdits(
    _ changes: [FileChange], _ absent: Set<PathKey>, of commit: NewCommit
  ) throws(MemoError) -> [FileEdit] {
    var edits: [FileEdit] = []
    var changedByHand: [String] = []
    var inTheWay: [String] = []
    // A file and a folder can't both be at one path, so the change could not be rolled back.
    if let path = Paths.changingKind(
      new: changes.filter { $0.before == nil && $0.after != nil }.map(\.path),
      gone: changes.filter { $0.before != nil && $0.after == nil }.map(\.path))
    {
      throw commit.refusal("a file into a folder, or a folder into a file: \(path)")
    }
    for file in changes {
      guard file.after == nil || file.path.isCheckoutPath else { throw .forbidden(file.path) }
      let modes = [file.before, file.after].compactMap { $0?.mode }
      // A submodule is another repository; git's merge doesn't move it either.
      if modes.contains(.submodule) { continue }
      if modes.contains(.symbolicLink) {
        throw commit.refusal("\(file.path), a symbolic link, which memo never writes")
      }
      if try isFiltered(file.path) {
        throw commit.refusal("\(file.path), to which a git filter applies, which memo doesn't run")
      }
      let path = storePath(file.path)
      let isAbsent = path.map { absent.contains(PathKey($0)) } ?? false
      let before = isAbsent ? nil : try presentContent(file.before)
      let isInFolder = path.flatMap { StoredTask.folderStatus(of: $0) } != nil
      let isTask = isInFolder && path.map(StoredTask.isTaskName) == true
      // For an existing task only the content matters.
      let there = isTask && file.before != nil ? nil : try status(of: file.path)
      if file.before == nil, there != nil { inTheWay.append(file.path) }
      // The next attempt commits a newer save in the store, so only other files are checked here.
      let isOfStore = isInFolder || path.map(NonTaskFiles.contains) == true
      let isLarge = !isTask && there.map { $0.size > NonTaskFiles.mostBytes } ?? false
      if !isOfStore || isLarge {
        let isSparse = try run("read the index", repository.isSparse(file.path))
        guard !isSparse || there != nil else {
          var error = commit.refusal("\(file.path), which a sparse checkout leaves out here")
          error.hints.append("'memo git sparse-checkout disable' brings all files")
          throw error
        }
        let staged = try run("read the index", repository.stagedBlob(at: file.path))
        if try content(of: file.path) != before || staged != file.before?.id {
          changedByHand.append(file.path)
        }
      }
      edits.append(
        FileEdit(
          path: file.path, before: before, after: try workTreeContent(file.after),
          isExecutable: file.after.map { $0.mode == .executable }))
    }
    // All other untracked files are committed by now. These are ignored, or no regular files.
    guard inTheWay.isEmpty else {
      throw commit.refusal(
        "files that are untracked here: " + inTheWay.joined(separator: ", "),
        "move them away, and try again")
    }
    guard changedByHand.isEmpty else {
      throw commit.refusal(
        "files that have changes of your own: " + changedByHand.joined(separator: ", "),
        "commit or stash them with git, and try again")
    }
    return edits
  }
}
