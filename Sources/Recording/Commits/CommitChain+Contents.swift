internal import Git
internal import StoreFiles
internal import TaskHistory

/// A file as a commit is to have it.
struct NewFile {
  var bytes: [UInt8]
  /// Relative to the repository.
  var path: String
  var mode: FileMode
}

extension NewFile {
  init(_ version: TaskVersion, _ git: StoreGit) {
    self.init(
      bytes: version.bytes, path: git.repositoryPath(version.path), mode: version.mode)
  }
}

/// The contents of files that are in commits.
extension CommitChain {
  func put(_ file: NewFile) throws(MemoError) -> TreeEdit {
    if let id = stored(file) { return .put(path: file.path, id: id, mode: file.mode) }
    return try git.run("store \(file.path)") { repository throws(GitError) in
      let content = try repository.blobContent(of: file.bytes, at: file.path)
      return .put(path: file.path, id: try repository.writeBlob(content), mode: file.mode)
    }
  }

  /// The same of many files; where they are many, they reach the disk as one pack.
  func put(_ files: [NewFile]) throws(MemoError) -> [TreeEdit] {
    guard files.count >= Self.fewestInPack, files.contains(where: { stored($0) == nil }) else {
      return try files.map { file throws(MemoError) in try put(file) }
    }
    return try git.run("store \(files.count) files") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      let contents = try files.map { file throws(GitError) in
        PackedContent(try filters.blobContent(of: file.bytes, at: file.path))
      }
      let ids = try repository.writePack(of: contents)
      return zip(files, ids).map { .put(path: $0.path, id: $1, mode: $0.mode) }
    }
  }

  /// Stores as one pack what several commits are about to say of many files: nothing for a few.
  ///
  /// - Parameter files: As they were found, and what memo makes of them, which is most of the
  ///   same text.
  mutating func store(
    _ files: [(found: NewFile?, made: NewFile?)]
  ) throws(MemoError) {
    guard files.count >= Self.fewestInPack else { return }
    let (added, ids) = try git.run("store \(files.count) files") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      var added: [NewFile] = []
      var contents: [PackedContent] = []
      for file in files {
        let former = file.found == nil ? nil : contents.count
        for (file, former) in [(file.found, nil), (file.made, former)] {
          guard let file else { continue }
          let bytes = try filters.blobContent(of: file.bytes, at: file.path)
          contents.append(PackedContent(bytes, former: former))
          added.append(file)
        }
      }
      return (added, try repository.writePack(of: contents))
    }
    for (file, id) in zip(added, ids) {
      stored[PathKey(file.path), default: []].append((file.bytes, id))
    }
  }

  private func stored(_ file: NewFile) -> ObjectID? {
    stored[PathKey(file.path)]?.first { $0.bytes == file.bytes }?.id
  }

  /// Fewer are written as files of their own, as git does with what it fetches.
  static let fewestInPack = 50
}
