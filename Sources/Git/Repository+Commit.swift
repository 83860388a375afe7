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
    guard let commit else {
      return try newTree(edits)
    }
    var needed: [TreeEdit] = []
    for edit in edits {
      if case .remove(let path) = edit, try entry(at: path, in: commit) == nil { continue }
      needed.append(edit)
    }
    if let update = TreeUpdate(needed, try storedTrees()),
      let tree = try update.write(basedOn: try root(of: commit))
    {
      return tree
    }
    return try updatedTree(of: try tree(of: commit), needed)
  }

  /// As libgit2 does it, one entry after another.
  func updatedTree(
    of base: borrowing Handle<TreeKind>, _ edits: [TreeEdit]
  ) throws(GitError) -> ObjectID {
    var names: [UnsafeMutablePointer<CChar>] = []
    defer { for name in names { name.deallocate() } }
    let updates = edits.map { edit in
      var update = git_tree_update()
      let path: String
      switch edit {
      case .put(let put, let id, let mode):
        path = put
        update.action = GIT_TREE_UPDATE_UPSERT
        update.id = id.raw
        update.filemode = mode.raw
      case .remove(let removed):
        path = removed
        update.action = GIT_TREE_UPDATE_REMOVE
      }
      let name = path.copyAsCString()
      names.append(name)
      update.path = UnsafePointer(name)
      return update
    }
    var raw = git_oid()
    try base.use { (tree) throws(GitError) in
      try check(
        "git_tree_create_updated",
        git_tree_create_updated(&raw, pointer, tree, updates.count, updates))
    }
    return ObjectID(raw)
  }

  /// A tree of nothing but these files.
  private func newTree(_ edits: [TreeEdit]) throws(GitError) -> ObjectID {
    let index = try Handle<IndexKind>("git_index_new", in: self) { git_index_new(&$0) }
    var raw = git_oid()
    try index.use { (index) throws(GitError) in
      for case .put(let path, let id, let mode) in edits {
        var entry = git_index_entry()
        entry.id = id.raw
        entry.mode = UInt32(mode.rawValue)
        let status = path.withCString { name in
          entry.path = name
          return git_index_add(index, &entry)
        }
        try check("git_index_add", status)
      }
      try check("git_index_write_tree_to", git_index_write_tree_to(&raw, index, pointer))
    }
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
