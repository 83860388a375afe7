internal import CGit2

extension Repository {
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    // Not `git_blob_lookup`: ``size(of:)`` would not find its result in libgit2's object cache.
    try database().content(of: id, GIT_OBJECT_BLOB)
  }

  /// Nil, without reading the blob, if it has more than `most` bytes.
  public func blob(_ id: ObjectID, atMost most: Int) throws(GitError) -> [UInt8]? {
    try size(of: id) <= most ? try blob(id) : nil
  }

  /// In bytes.
  public func size(of id: ObjectID) throws(GitError) -> Int {
    let database = try database()
    var (size, kind, raw) = (0, GIT_OBJECT_INVALID, id.raw)
    let status = database.use { git_odb_read_header(&size, &kind, $0, &raw) }
    try check("git_odb_read_header", status)
    return size
  }

  func database() throws(GitError) -> Handle {
    try Handle("git_repository_odb", git_odb_free, in: self) { git_repository_odb(&$0, pointer) }
  }

  /// Nothing refers to the blob yet.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var raw = git_oid()
    let status = bytes.withUnsafeBytes {
      git_blob_create_from_buffer(&raw, pointer, $0.baseAddress, $0.count)
    }
    try check("git_blob_create_from_buffer", status)
    return ObjectID(raw)
  }

  public func commit(_ id: ObjectID) throws(GitError) -> Commit {
    var commit = try commitHandle(id).use { Commit($0) }
    if isShallow, shallowBoundary.contains(id) { commit.parents = [] }
    return commit
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let database = try database()
    var raw = id.raw
    return database.use { git_odb_exists($0, &raw) } == 1
  }

  /// Returns the objects that exist; lists packs only once.
  public func contained(among ids: [ObjectID]) throws(GitError) -> Set<ObjectID> {
    let database = try database()
    return try database.use { (database) throws(GitError) in
      try check("git_odb_refresh", git_odb_refresh(database))
      return Set(
        ids.filter { id in
          var raw = id.raw
          return git_odb_exists_ext(database, &raw, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
        })
    }
  }

  /// Caches folders, so reading many files of one commit takes no longer than listing them.
  public func entry(at path: String, in commit: ObjectID) throws(GitError) -> TreeEntry? {
    try CommitFiles(self, commit).file(at: path)
  }

  /// The tree of a folder in a tree; nil if there is no folder at this path.
  ///
  /// - Parameters:
  ///   - path: Relative to `tree`; "" for `tree` itself.
  ///   - tree: A tree, not a commit.
  public func folder(at path: String, in tree: ObjectID) throws(GitError) -> ObjectID? {
    try storedTrees().folder(at: path, in: tree)
  }

  /// All files of a commit, recursively, in git's order.
  ///
  /// - Parameter folders: Only files below these folders; empty for all. A folder that the commit
  ///   lacks has no files.
  public func files(
    in commit: ObjectID, under folders: [String] = []
  ) throws(GitError) -> [TreeEntry] {
    try CommitFiles(self, commit).files(below: folders.isEmpty ? [""] : folders)
  }
}

extension Handle {
  /// The content of an object in this database.
  ///
  /// - Parameter kind: A blob or a tree.
  borrowing func content(of id: ObjectID, _ kind: git_object_t) throws(GitError) -> [UInt8] {
    var (object, raw): (OpaquePointer?, git_oid) = (nil, id.raw)
    let status = use { git_odb_read(&object, $0, &raw) }
    try check("git_odb_read", status)
    defer { git_odb_object_free(object) }
    guard let object, git_odb_object_type(object) == kind else {
      throw GitError(
        code: .notFound, operation: "git_odb_read",
        message: "\(id.short) is not a \(kind == GIT_OBJECT_BLOB ? "file" : "folder")")
    }
    let size = git_odb_object_size(object)
    guard size > 0, let content = git_odb_object_data(object) else { return [] }
    return Array(UnsafeRawBufferPointer(start: content, count: size))
  }
}

extension Repository {
  func commitHandle(_ id: ObjectID) throws(GitError) -> Handle {
    do throws(GitError) {
      return try Handle("git_commit_lookup", git_commit_free, in: self) {
        var raw = id.raw
        return git_commit_lookup(&$0, pointer, &raw)
      }
    } catch {
      var error = error
      // libgit2 gives no area for a malformed commit, which git wouldn't create.
      if error.code == .generic {
        error.area = .objects
        error.message = "commit \(id.short): \(error.message)"
      }
      throw error
    }
  }

  func treeHandle(_ id: ObjectID) throws(GitError) -> Handle {
    try Handle("git_tree_lookup", git_tree_free, in: self) {
      var raw = id.raw
      return git_tree_lookup(&$0, pointer, &raw)
    }
  }
}
