internal import CGit2

extension Repository {
  /// Writes the tree of a commit with some changes, without reading or touching the index.
  ///
  /// - Parameters:
  ///   - commit: Nil for an empty tree.
  ///   - edits: To remove a path that is not there is no error.
  public func writeTree(
    basedOn commit: ObjectID?, _ edits: [TreeEdit]
  ) throws(GitError) -> ObjectID {
    let base = try commit.map { commit throws(GitError) in try root(of: commit) }
    var there: [TreeEdit] = []
    var needed: [TreeEdit] = []
    for edit in edits {
      let isThere = try commit.map { commit throws(GitError) in
        try entry(at: edit.path, in: commit) != nil
      }
      if isThere == true { there.append(.remove(path: edit.path)) }
      if isThere == true || edit != .remove(path: edit.path) { needed.append(edit) }
    }
    do throws(GitError) {
      return try updatedTree(of: base, needed)
    } catch {
      // libgit2 refuses a file in place of a folder that the same edits empty, and the other way
      // round: first all of them go, and then the new ones come.
      let rest = try updatedTree(of: base, there)
      return try updatedTree(of: rest, needed.filter { $0 != .remove(path: $0.path) })
    }
  }

  /// - Parameter base: A tree; nil for an empty one.
  private func updatedTree(
    of base: ObjectID?, _ edits: [TreeEdit]
  ) throws(GitError) -> ObjectID {
    var names: [UnsafeMutablePointer<CChar>] = []
    defer { for name in names { name.deallocate() } }
    let updates = edits.map { edit in
      var update = git_tree_update()
      switch edit {
      case .put(_, let id, let mode):
        update.action = GIT_TREE_UPDATE_UPSERT
        update.id = id.raw
        update.filemode = mode.raw
      case .remove: update.action = GIT_TREE_UPDATE_REMOVE
      }
      let name = edit.path.copyAsCString()
      names.append(name)
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

  /// Writes a commit; no reference moves.
  ///
  /// - Parameter message: In UTF-8; ends with a newline.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String, author: Signature, committer: Signature
  ) throws(GitError) -> ObjectID {
    var id = git_oid()
    try withParts(tree, parents, author, committer) { parts throws(GitError) in
      try check(
        "git_commit_create",
        memo_git2_commit_create(
          &id, pointer, parts.author, parts.committer, message, parts.tree, parents.count,
          parts.parents))
    }
    return ObjectID(id)
  }

  /// A commit as it would be written, in UTF-8, for somebody to convert.
  public func commitContent(
    tree: ObjectID, parents: [ObjectID], message: String, author: Signature, committer: Signature
  ) throws(GitError) -> String {
    var content = git_buf()
    defer { git_buf_dispose(&content) }
    try withParts(tree, parents, author, committer) { parts throws(GitError) in
      try check(
        "git_commit_create_buffer",
        memo_git2_commit_create_buffer(
          &content, pointer, parts.author, parts.committer, message, parts.tree, parents.count,
          parts.parents))
    }
    return content.ptr.map { String(cString: $0) } ?? ""
  }

  /// Writes a commit of this content; no reference moves.
  public func writeCommit(_ content: [UInt8]) throws(GitError) -> ObjectID {
    var id = git_oid()
    let text = content.map { CChar(bitPattern: $0) } + [0]
    try check(
      "git_commit_create_with_signature",
      git_commit_create_with_signature(&id, pointer, text, nil, nil))
    return ObjectID(id)
  }

  /// What libgit2 wants to know of a commit, valid while `body` runs.
  private struct Parts {
    var tree: OpaquePointer
    var parents: UnsafeMutablePointer<OpaquePointer?>?
    var author: UnsafePointer<git_signature>
    var committer: UnsafePointer<git_signature>
  }

  private func withParts(
    _ tree: ObjectID, _ parents: [ObjectID], _ author: Signature, _ committer: Signature,
    _ body: (Parts) throws(GitError) -> Void
  ) throws(GitError) {
    let treeHandle = try treeHandle(tree)
    let list = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: parents.count)
    list.initialize(repeating: nil, count: parents.count)
    defer {
      for index in parents.indices { git_commit_free(list[index]) }
      list.deallocate()
    }
    for (index, id) in parents.enumerated() {
      var oid = id.raw
      try check("git_commit_lookup", git_commit_lookup(&list[index], pointer, &oid))
    }
    try treeHandle.use { (tree) throws(GitError) in
      try author.use { (author) throws(GitError) in
        try committer.use { (committer) throws(GitError) in
          try body(Parts(tree: tree, parents: list, author: author, committer: committer))
        }
      }
    }
  }

  /// Writes an index file that holds just what a tree does.
  ///
  /// - Parameter path: Where nothing is, or an old file of this kind.
  public func writeIndexFile(_ path: String, of tree: ObjectID) throws(GitError) {
    let treeHandle = try treeHandle(tree)
    let index = try Handle<IndexKind>("git_index_open", in: self) { git_index_open(&$0, path) }
    try index.use { (index) throws(GitError) in
      try treeHandle.use { (tree) throws(GitError) in
        try check("git_index_read_tree", git_index_read_tree(index, tree))
      }
      try check("git_index_write", git_index_write(index))
    }
  }
}

extension String {
  /// A copy for C, to be deallocated by whoever asked for it.
  func copyAsCString() -> UnsafeMutablePointer<CChar> {
    let bytes = utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { copy.initialize(from: base, count: buffer.count) }
    }
    return copy
  }
}
