internal import CGit2
internal import Platform

extension Repository {
  /// Stores the contents of files as git keeps them, on the disk before this returns.
  ///
  /// Of many new ones, `git fast-import` makes one pack. As files of their own each would be forced
  /// to the disk twice, its content and its name, which takes most of the time where there are
  /// thousands; that is also what happens without git.
  ///
  /// - Returns: Their objects, in the same order.
  public func writeBlobs(
    _ files: [(path: String, bytes: [UInt8])], _ surroundings: ProgramEnvironment
  ) throws(GitError) -> [ObjectID] {
    var filters = ContentFilters(self)
    let contents = try files.map { file throws(GitError) in
      try filters.blobContent(of: file.bytes, at: file.path)
    }
    guard contents.count >= Self.fewestToImport else {
      return try contents.map { content throws(GitError) in try writeBlob(content) }
    }
    let ids = AllCores.parts(of: contents.indices, size: 128) { range in
      // One without a name is stored by libgit2, which says why.
      range.map { try? ObjectID.blob(contents[$0]) }
    }.flatMap { $0 }
    var known = try contained(among: ids.compactMap { $0 })
    var new: [[UInt8]] = []
    for (id, content) in zip(ids, contents) where id.map({ known.insert($0).inserted }) ?? true {
      new.append(content)
    }
    try importBlobs(new, surroundings)
    return try zip(ids, contents).map { id, content throws(GitError) in
      if let id { id } else { try writeBlob(content) }
    }
  }

  private func importBlobs(
    _ new: [[UInt8]], _ surroundings: ProgramEnvironment
  ) throws(GitError) {
    var rest = new[...]
    while rest.count >= Self.fewestToImport {
      var (stream, count) = ([UInt8](), 0)
      while count < rest.count, stream.count < Self.mostBytes {
        let content = rest[rest.startIndex + count]
        stream += Array("blob\ndata \(content.count)\n".utf8) + content + [UInt8(ascii: "\n")]
        count += 1
      }
      guard try fastImport(stream + Array("done\n".utf8), surroundings) else { break }
      rest = rest.dropFirst(count)
    }
    for content in rest { _ = try writeBlob(content) }
    let database = try database()
    try database.use { (database) throws(GitError) in
      try check("git_odb_refresh", git_odb_refresh(database))
    }
  }

  /// Fewer are written as files of their own as quickly as git is started.
  private static let fewestToImport = 50
  /// What is held in memory at a time.
  private static let mostBytes = 32 << 20

  /// - Returns: False without git, and where it can't: what stands in the way is found, and said,
  ///   when each content is stored by itself.
  private func fastImport(
    _ stream: [UInt8], _ surroundings: ProgramEnvironment
  ) throws(GitError) -> Bool {
    var own = surroundings
    own.environment = surroundings.gitEnvironment
    let program = HelperProgram(
      GitProgram.words + [
        "--git-dir=\(gitDirectory)", "-c", "fastimport.unpackLimit=1", "-c", "core.compression=1",
        "fast-import", "--quiet", "--done",
      ], in: commonDirectory, own)
    do throws(GitError) {
      guard try program.ask(stream).isSuccess else { return false }
    } catch {
      guard error.code == .programMissing else { throw error }
      return false
    }
    // Not every file system can say when it has the names.
    _ = Descriptor("\(commonDirectory)/objects/pack", in: AT_FDCWD, O_RDONLY | O_DIRECTORY)?
      .synchronize()
    return true
  }
}
