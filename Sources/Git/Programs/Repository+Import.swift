internal import CGit2
internal import Platform

extension Repository {
  /// Stores files as blobs, flushed to disk, with git's content filters applied.
  ///
  /// For many new blobs, `git fast-import` writes one pack. Loose objects need two flushes each,
  /// which takes most of the time for thousands of files. Without git, memo writes loose objects.
  /// - Returns: The blobs' ids, in the same order.
  public func writeBlobs(
    _ files: [(path: String, bytes: [UInt8])], _ variables: [String: String]
  ) throws(GitError) -> [ObjectID] {
    let contents = try keepingAttributes { () throws(GitError) in
      try files.map { file throws(GitError) in try blobContent(of: file.bytes, at: file.path) }
    }
    guard contents.count >= Self.fewestToImport else {
      return try contents.map { content throws(GitError) in try writeBlob(content) }
    }
    let ids = try contents.map { content throws(GitError) in try ObjectID.blob(content) }
    var known = try contained(among: ids)
    try importBlobs(
      zip(ids, contents).filter { id, _ in known.insert(id).inserted }.map { $1 }, variables)
    return ids
  }

  private func importBlobs(
    _ new: [[UInt8]], _ variables: [String: String]
  ) throws(GitError) {
    var rest = new[...]
    while rest.count >= Self.fewestToImport {
      var (stream, count) = ([UInt8](), 0)
      while count < rest.count, stream.count < Self.mostBytes {
        let content = rest[rest.startIndex + count]
        stream += Array("blob\ndata \(content.count)\n".utf8) + content + [UInt8(ascii: "\n")]
        count += 1
      }
      guard try fastImport(stream + Array("done\n".utf8), variables) else { break }
      rest = rest.dropFirst(count)
    }
    for content in rest { _ = try writeBlob(content) }
    let database = try database()
    try database.use { (database) throws(GitError) in
      try check("git_odb_refresh", git_odb_refresh(database))
    }
  }

  /// Starting git takes as long as writing this many loose objects.
  private static let fewestToImport = 50
  /// The memory limit in bytes.
  private static let mostBytes = 32 << 20

  /// - Returns: False without git, or if the import fails; `writeBlob` then reports the cause.
  private func fastImport(
    _ stream: [UInt8], _ variables: [String: String]
  ) throws(GitError) -> Bool {
    let program = HelperProgram.git(
      [
        "--git-dir=\(gitDirectory)", "-c", "fastimport.unpackLimit=1", "-c", "core.compression=1",
        "fast-import", "--quiet", "--done",
      ], in: commonDirectory, variables)
    do throws(GitError) {
      guard try program.ask(stream).isSuccess else { return false }
    } catch {
      guard error.code == .programMissing else { throw error }
      return false
    }
    // Some file systems can't flush folders.
    _ = Descriptor("\(commonDirectory)/objects/pack", in: AT_FDCWD, O_RDONLY | O_DIRECTORY)?
      .synchronize()
    return true
  }
}
