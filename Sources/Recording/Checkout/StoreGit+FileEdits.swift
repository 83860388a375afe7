package import Git
package import Merging
package import StoreFiles
internal import TaskFile

extension StoreGit {
  /// What the work tree has to do for files of a commit to become files of another.
  ///
  /// - Parameter missing: The tasks that are not here, relative to the store: what comes in of
  ///   them is put where nothing stands.
  /// - Throws: ``MemoError`` of kind `refused` when a file outside the task folders has
  ///   changes of the user's own, or is of a kind that memo does not check out.
  package func fileEdits(
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
      let isOfStore = path.map {
        StoredTask.folderStatus(of: $0) != nil || NonTaskFiles.contains($0)
      }
      let isLarge = there.map { $0.size > NonTaskFiles.mostBytes } ?? false
      if isOfStore != true || isLarge && path.map(StoredTask.isTaskName) != true {
        let staged = try run("read the index", repository.stagedBlob(at: file.path))
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
