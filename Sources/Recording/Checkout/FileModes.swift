internal import Git
internal import StoreFiles
internal import TaskHistory

extension StoreGit {
  /// A task as git would record it: where the file system's permissions mean nothing
  /// (`core.fileMode`), whether it may be run stays as it was.
  ///
  /// - Parameters:
  ///   - path: Where the commit has it.
  ///   - commit: The last one.
  func withRecordedMode(
    _ version: TaskVersion, at path: String, in commit: ObjectID?
  ) throws(MemoError) -> TaskVersion {
    guard version.mode == .executable else { return version }
    return try run("read core.fileMode") { repository throws(GitError) in
      guard try repository.bool("core.fileMode") == false else { return version }
      var version = version
      version.mode = .regular
      if let commit, let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode == .executable
      {
        version.mode = .executable
      }
      return version
    }
  }
}
