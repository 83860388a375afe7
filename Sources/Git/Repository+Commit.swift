internal import CGit2
internal import Platform

extension Repository {
  /// Writes a commit's tree with some changes, without reading or touching the index.
  ///
  /// - Parameters:
  ///   - commit: Nil for an empty tree.
  ///   - changes: Removing a missing path is no error. The last change of a path counts.
  public func writeTree(
    basedOn commit: ObjectID?, _ changes: [FileChange]
  ) throws(GitError) -> ObjectID {
    let base = try commit.map { commit throws(GitError) in try root(of: commit) }
    var there: [FileChange] = []
    var needed: [FileChange] = []
    let last = Dictionary(changes.map { (PathKey($0.path), $0) }, uniquingKeysWith: { $1 })
    for change in last.values {
      let isThere = try commit.map { commit throws(GitError) in
        try entry(at: change.path, in: commit) != nil
      }
      if isThere == true { there.append(.remove(path: change.path)) }
      if isThere == true || change.after != nil { needed.append(change) }
    }
    // libgit2 refuses to replace a folder that the same changes empty by a file, and vice versa.
    // So the old files go first.
    let replacesFolder = last.keys.contains { key in key.parents.contains { last[$0] != nil } }
    guard replacesFolder else { return try updatedTree(of: base, needed) }
    let rest = try updatedTree(of: base, there)
    return try updatedTree(of: rest, needed.filter { $0.after != nil })
  }

  private func updatedTree(
    of base: ObjectID?, _ changes: [FileChange]
  ) throws(GitError) -> ObjectID {
    let names = changes.map { strdup($0.path) }
    defer { for name in names { free(name) } }
    let updates = zip(changes, names).map { change, name in
      var update = git_tree_update()
      update.action = change.after == nil ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT
      if let after = change.after {
        update.id = after.id.raw
        update.filemode = after.mode.raw
      }
      update.path = UnsafePointer(name)
      return update
    }
    var tree: OpaquePointer?
    defer { git_tree_free(tree) }
    if var id = base?.raw { try check("git_tree_lookup", git_tree_lookup(&tree, pointer, &id)) }
    var raw = git_oid()
    try check(
      "git_tree_create_updated",
      git_tree_create_updated(&raw, pointer, tree, updates.count, updates))
    return ObjectID(raw)
  }

  /// Writes a commit in UTF-8; moves no reference.
  ///
  /// - Parameter message: With a newline at the end.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String, author: Signature, committer: Signature
  ) throws(GitError) -> ObjectID {
    let head =
      ["tree \(tree.hex)"] + parents.map { "parent \($0.hex)" }
      + ["author \(author.header)", "committer \(committer.header)"]
    // git refuses NUL in a commit.
    let content = Array((head + ["", message]).joined(separator: "\n").utf8.prefix { $0 != 0 })
    let database = try database()
    var raw = git_oid()
    let status = database.use { git_odb_write(&raw, $0, content, content.count, GIT_OBJECT_COMMIT) }
    try check("git_odb_write", status)
    return ObjectID(raw)
  }

  /// Writes an index file with exactly the files of a tree.
  ///
  /// - Parameter path: A free path, or an old file to replace.
  public func writeIndexFile(_ path: String, of tree: ObjectID) throws(GitError) {
    let treeHandle = try treeHandle(tree)
    let index = try Handle("git_index_open", git_index_free, in: self) { git_index_open(&$0, path) }
    try index.use { (index) throws(GitError) in
      try treeHandle.use { (tree) throws(GitError) in
        try check("git_index_read_tree", git_index_read_tree(index, tree))
      }
      try check("git_index_write", git_index_write(index))
    }
  }
}
