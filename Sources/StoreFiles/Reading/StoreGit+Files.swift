package import Git

/// Files of the work tree, with the library's own errors.
extension StoreGit {
  /// A regular file's content, or nil when there surely is no file.
  package func content(of path: String) throws(MemoError) -> [UInt8]? {
    try MemoError.rethrowing(files.content(path))
  }

  /// What stands at a path, or nil when surely nothing does.
  package func status(of path: String) throws(MemoError) -> FileStatus? {
    try MemoError.rethrowing(files.status(of: path))
  }
}

extension StoreGit {
  /// Finds paths that neither a task nor anything else has: a file that git ignores, a link or a
  /// folder on the disk, or a link or a folder in a commit.
  ///
  /// A file that the commit has, and the disk has not, was moved or deleted: its path is free.
  /// - Parameter absent: Of the commit, and neither here nor gone.
  package func freePaths(
    besides tasks: [StoredTask], in commit: ObjectID?, absent: Set<PathKey> = []
  ) -> FreePaths {
    lazy var recorded = commit.flatMap { try? CommitFiles(repository, $0) }
    return FreePaths(besides: tasks) { path in
      if absent.contains(PathKey(path)) { return true }
      let place = repositoryPath(path)
      // What can't be looked at is told by whoever writes there next.
      if (try? files.status(of: place)) != nil { return true }
      if let entry = try? recorded?.file(at: place), !entry.mode.isFile { return true }
      return (try? recorded?.files(below: place))?.isEmpty == false
    } isNoFolder: { folder in
      let place = repositoryPath(folder)
      if let status = try? files.status(of: place) { return status.kind != .folder }
      return (try? recorded?.file(at: place))?.map { _ in true } ?? false
    }
  }
}
