internal import CGit2

extension Repository {
  /// Stores contents that reach the disk together, as one pack, before this returns.
  ///
  /// Each as a file of its own is forced to the disk twice, its content and its name, which takes
  /// most of the time where there are thousands.
  /// - Parameter contents: With a name each, by which similar ones are found.
  /// - Returns: Their names, in the same order.
  public func writePack(
    ofBlobs contents: [(content: [UInt8], path: String)]
  ) throws(GitError) -> [ObjectID] {
    guard !contents.isEmpty else { return [] }
    var disk: OpaquePointer?
    try check("git_repository_odb", git_repository_odb(&disk, pointer))
    defer { git_odb_free(disk) }
    let folder = "\(commonDirectory)/objects"
    // Without the disk: for what isn't there it would be listed twice, for each content anew.
    var memory: OpaquePointer?
    try check("git_odb_new", git_odb_new(&memory))
    defer { git_odb_free(memory) }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check("git_mempack_new", git_mempack_new(&backend))
    // From here on it belongs to the database.
    try check("git_odb_add_backend", git_odb_add_backend(memory, backend, 1000))
    var ids: [ObjectID] = []
    for (content, _) in contents {
      var id = git_oid()
      let status = content.withUnsafeBytes {
        git_odb_write(&id, memory, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
      }
      try check("git_odb_write", status)
      ids.append(ObjectID(id))
    }
    // The packer takes objects from the repository's own database.
    try check("git_repository_set_odb", git_repository_set_odb(pointer, memory))
    let written = Result { () throws(GitError) in
      try writePack(of: zip(ids, contents.map(\.path)), into: "\(folder)/pack")
    }
    try check("git_repository_set_odb", git_repository_set_odb(pointer, disk))
    try written.get()
    try check("git_odb_refresh", git_odb_refresh(disk))
    return ids
  }

  private func writePack(
    of objects: some Sequence<(ObjectID, String)>, into folder: String
  ) throws(GitError) {
    var packer: OpaquePointer?
    try check("git_packbuilder_new", git_packbuilder_new(&packer, pointer))
    defer { git_packbuilder_free(packer) }
    git_packbuilder_set_threads(packer, 0)
    for (id, path) in objects {
      var raw = id.raw
      let status = git_packbuilder_insert(packer, &raw, path)
      try check("git_packbuilder_insert", status)
    }
    try check("git_packbuilder_write", git_packbuilder_write(packer, folder, 0, nil, nil))
  }
}
