internal import CGit2
internal import Platform

extension Repository {
  /// Makes the index agree with a commit for exactly these paths.
  ///
  /// Everything else in the index stays, so that what the user staged stays staged. Where the
  /// work tree's file is as the commit has it, its status goes into the entry, and git needs
  /// not read the file again.
  /// - Parameter old: A commit that differs from the other in these paths only, if that is known:
  ///   where the index has what a folder had there, it has what the folder has now, and git need
  ///   not find that out.
  /// - Throws: ``GitError``, as ``lockIndex()`` does where the lock is not held yet.
  public func refreshIndex(
    _ paths: [String], from old: ObjectID? = nil, to commit: ObjectID
  ) throws(GitError) {
    guard !paths.isEmpty else { return }
    // Attribute files may be among what has changed.
    keptFolders = [:]
    let tree = try files(at: Set(paths.map(PathKey.init)), in: commit)
    try lockIndex()
    defer { unlockIndex() }
    let (place, copy) = ("\(gitDirectory)/index", "\(gitDirectory)/memo/index")
    guard let workTree else { return }
    let files: WorkTree
    do throws(FileError) {
      files = try WorkTree(workTree)
    } catch {
      throw GitError(error, "open")
    }
    let entries = try indexEntries() ?? IndexEntries()
    var edit = IndexEdit(entries)
    // As git has it, a file takes the place of a folder's files, and a folder's that of a file.
    let inTheWay = tree.keys.reduce(into: Set<PathKey>()) { found, key in
      found.formUnion(entries.pathsInTheWay(of: key.path))
    }.subtracting(paths.map(PathKey.init))
    for key in inTheWay { edit.set(key.path, nil) }
    let racy = WorkTree.status(at: place).map { edit.racy(since: $0.modified) } ?? []
    try files.keepingFoldersOpen { () throws(GitError) in
      var filters = ContentFilters(self)
      for key in Set(paths.map(PathKey.init)) {
        edit.set(
          key.path,
          try tree[key].map { entry throws(GitError) in
            try indexEntry(for: entry, files, &filters)
          })
      }
      for (index, path) in racy {
        // What can't be read is in doubt, and git looks into it itself.
        guard let bytes = try? files.read(path).bytes,
          try !filters.isFiltered(path),
          try ObjectID.blob(try filters.blobContent(of: bytes, at: path)) == edit.id(at: index)
        else {
          edit.doubt(index)
          continue
        }
      }
    }
    // Which trees the others make, git finds out where a folder came or went with its name.
    let known = inTheWay.isEmpty ? knownTree(of: edit, entries, from: old, to: commit) : nil
    let bytes = edit.bytes(known)
    unlink(copy)
    guard let file = Descriptor(copy, in: AT_FDCWD, O_WRONLY | O_CREAT | O_EXCL),
      file.writeAll(bytes), !Runtime.isDurable || file.synchronize()
    else {
      throw GitError(
        code: .generic, operation: "write", message: "\(copy): \(String(cString: strerror(errno)))")
    }
    sharedPermissions?.apply(to: copy)
    guard rename(copy, place) == 0 else {
      throw GitError(
        code: .generic, operation: "rename",
        message: "\(place): \(String(cString: strerror(errno)))")
    }
    // libgit2's is read again by whoever asks it.
    git_repository_set_index(pointer, nil)
  }

  /// What is known of the trees that the new entries make.
  ///
  /// To know it saves time, so what can't be read is left to git.
  private func knownTree(
    of edit: IndexEdit, _ old: IndexEntries, from before: ObjectID?, to after: ObjectID
  ) -> IndexTree? {
    let changes = edit.treeChanges
    guard let before, let was = try? CommitFiles(self, before),
      let becomes = try? CommitFiles(self, after)
    else {
      var tree = old.tree
      tree?.change(changes) { _, _ in nil }
      return tree
    }
    var tree = old.tree ?? IndexTree()
    try? tree.prove(by: old, changes, as: root(of: before), storedTrees())
    tree.change(changes) { path, id in
      guard let folder = try? [was.folder(at: path)], folder == [id] else { return nil }
      return try? becomes.folder(at: path)
    }
    return tree
  }

  private func indexEntry(
    for entry: TreeEntry, _ files: WorkTree, _ filters: inout ContentFilters
  ) throws(GitError) -> git_index_entry {
    var raw = git_index_entry()
    raw.id = entry.id.raw
    raw.mode = UInt32(entry.mode.rawValue)
    // Of what a filter of git's writes only git can tell whether it is the same; of what can't be
    // read nobody can. Without times in the entry git compares the content.
    guard try !filters.isFiltered(entry.path), let found = try? files.read(entry.path),
      try ObjectID.blob(try filters.blobContent(of: found.bytes, at: entry.path)) == entry.id
    else { return raw }
    let status = found.status
    raw.ctime = git_index_time(status.changed)
    raw.mtime = git_index_time(status.modified)
    raw.dev = UInt32(truncatingIfNeeded: status.device)
    raw.ino = UInt32(truncatingIfNeeded: status.inode)
    raw.uid = status.owner
    raw.gid = status.group
    raw.file_size = UInt32(truncatingIfNeeded: status.size)
    return raw
  }

  private func files(
    at paths: Set<PathKey>, in commit: ObjectID
  ) throws(GitError) -> [PathKey: TreeEntry] {
    let files = try CommitFiles(self, commit)
    var found: [PathKey: TreeEntry] = [:]
    for key in paths { found[key] = try files.file(at: key.path) }
    return found
  }
}

extension git_index_time {
  init(_ time: FileStatus.Time) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds), nanoseconds: time.nanoseconds)
  }
}
