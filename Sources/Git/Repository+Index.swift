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
    if try editIndex(paths, tree, from: old, to: commit) { return }
    try rewriteIndex(paths, tree)
  }

  /// Writes the new index beside the old one and puts it in its place, by its bytes.
  ///
  /// - Returns: False where libgit2 has to do it.
  private func editIndex(
    _ paths: [String], _ tree: [PathKey: TreeEntry], from before: ObjectID?, to after: ObjectID
  ) throws(GitError) -> Bool {
    let (place, copy) = ("\(gitDirectory)/index", "\(gitDirectory)/memo/index")
    guard let old = try indexEntries(), let written = WorkTree.status(at: place)?.modified,
      let files = workTree.flatMap({ try? WorkTree($0) })
    else { return false }
    var edit = IndexEdit(old)
    // As git has it, a file takes the place of a folder's files, and a folder's that of a file.
    let inTheWay = tree.keys.reduce(into: Set<PathKey>()) { found, key in
      found.formUnion(old.pathsInTheWay(of: key.path))
    }.subtracting(paths.map(PathKey.init))
    for key in inTheWay { edit.set(key.path, nil) }
    guard let racy = edit.racy(since: written, most: Self.mostRacy) else { return false }
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
    let known = inTheWay.isEmpty ? knownTree(of: edit, old, from: before, to: after) : nil
    let bytes = edit.bytes(known)
    unlink(copy)
    guard let file = Descriptor(copy, in: AT_FDCWD, O_WRONLY | O_CREAT | O_EXCL),
      file.writeAll(bytes), !Runtime.isDurable || file.synchronize()
    else {
      throw GitError(
        code: .generic, operation: "write", message: "\(copy): \(String(cString: strerror(errno)))")
    }
    try putInPlace(copy, place)
    // libgit2's is read again by whoever asks it.
    git_repository_set_index(pointer, nil)
    return true
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

  /// More of them are what many changes at once have left; libgit2 looks into each as well.
  private static let mostRacy = 200

  private func putInPlace(_ copy: String, _ place: String) throws(GitError) {
    sharedPermissions?.apply(to: copy)
    guard rename(copy, place) == 0 else {
      throw GitError(
        code: .generic, operation: "rename",
        message: "\(place): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes the new index beside the old one and puts it in its place.
  private func rewriteIndex(
    _ paths: [String], _ tree: [PathKey: TreeEntry]
  ) throws(GitError) {
    let (place, copy) = ("\(gitDirectory)/index", "\(gitDirectory)/memo/index")
    try copyIndex(from: place, to: copy)
    let index = try Handle<IndexKind>("git_index_open", in: self) { git_index_open(&$0, copy) }
    // Entries are checked against the objects of the repository that an index belongs to.
    defer { git_repository_set_index(pointer, nil) }
    try index.use { (index) throws(GitError) in
      try check("git_repository_set_index", git_repository_set_index(pointer, index))
      for path in paths {
        // All stages: a conflict that was resolved by the commit is gone.
        for stage in Int32(0)...3 {
          _ = try checkFound("git_index_remove", git_index_remove(index, path, stage))
        }
      }
      try add(paths.compactMap { tree[PathKey($0)] }, to: index)
      try check("git_index_write", git_index_write(index))
    }
    try putInPlace(copy, place)
  }

  private func add(_ entries: [TreeEntry], to index: OpaquePointer) throws(GitError) {
    // Without a file's times in its entry git compares the content, and finds the same.
    guard let files = workTree.flatMap({ try? WorkTree($0) }) else {
      return try add(entries, nil, to: index)
    }
    try files.keepingFoldersOpen { () throws(GitError) in try add(entries, files, to: index) }
  }

  private func add(
    _ entries: [TreeEntry], _ files: WorkTree?, to index: OpaquePointer
  ) throws(GitError) {
    var filters = ContentFilters(self)
    for entry in entries {
      var raw = try indexEntry(for: entry, files, &filters)
      let status = entry.path.withCString { name in
        raw.path = name
        return git_index_add(index, &raw)
      }
      try check("git_index_add", status)
    }
  }

  /// With the time of the original: to git and libgit2, a file that changed in the very moment in
  /// which the index was written, or later, may have changed unseen.
  private func copyIndex(from place: String, to copy: String) throws(GitError) {
    unlink(copy)
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try WorkTree.knownContent(at: place)
    } catch {
      // A new one in its place would forget what is staged.
      throw GitError(code: .generic, operation: "read", message: error.description)
    }
    guard let bytes else { return }
    let written = WorkTree.status(at: place)?.modified
    guard let file = Descriptor(copy, in: AT_FDCWD, O_WRONLY | O_CREAT | O_EXCL),
      file.writeAll(bytes)
    else {
      throw GitError(
        code: .generic, operation: "write", message: "\(copy): \(String(cString: strerror(errno)))")
    }
    guard let written else { return }
    let time = timespec(tv_sec: Int(written.seconds), tv_nsec: Int(written.nanoseconds))
    // Where times can't be set, it is as new as it looks.
    _ = file.use { futimens($0, [time, time]) }
  }

  private func indexEntry(
    for entry: TreeEntry, _ files: WorkTree?, _ filters: inout ContentFilters
  ) throws(GitError) -> git_index_entry {
    var raw = git_index_entry()
    raw.id = entry.id.raw
    raw.mode = UInt32(entry.mode.rawValue)
    // Of what a filter of git's writes only git can tell whether it is the same; of what can't be
    // read nobody can. Without times in the entry git compares the content.
    guard let folder = files, try !filters.isFiltered(entry.path),
      let found = try? folder.read(entry.path),
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

  /// Whether files are in the index that a merge could not put together.
  public func hasConflicts() throws(GitError) -> Bool {
    if let entries = try indexEntries() { return entries.hasConflicts }
    return try freshIndex().use { git_index_has_conflicts($0) } == 1
  }

  /// The content that the index has for a path, or nil when it has none.
  public func stagedBlob(at path: String) throws(GitError) -> ObjectID? {
    var hint = 0
    if let entries = try lastIndexEntries() { return entries.entry(of: path, hint: &hint)?.id }
    return try index().use { index in
      git_index_get_bypath(index, path, 0).map { ObjectID($0.pointee.id) }
    }
  }

  /// Whether the index knows a path.
  public func isTracked(_ path: String) throws(GitError) -> Bool {
    var hint = 0
    if let entries = try lastIndexEntries() { return entries.entry(of: path, hint: &hint) != nil }
    return try index().use { git_index_get_bypath($0, path, 0) != nil }
  }

  /// The index as read when it was last asked for.
  func index() throws(GitError) -> Handle<IndexKind> {
    try Handle<IndexKind>("git_repository_index", in: self) { git_repository_index(&$0, pointer) }
  }

  /// The index as it is on the disk now.
  func freshIndex() throws(GitError) -> Handle<IndexKind> {
    let index = try index()
    try index.use { (index) throws(GitError) in
      try check("git_index_read", git_index_read(index, 0))
    }
    return index
  }
}

extension git_index_time {
  init(_ time: FileStatus.Time) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds), nanoseconds: time.nanoseconds)
  }
}
