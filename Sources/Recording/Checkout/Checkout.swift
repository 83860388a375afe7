internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Writes absent files of the last commit that were not moved.
  ///
  /// - Returns: Changes of kind `restore`, without commits.
  public func restoreMissing() throws(MemoError) -> ChangeReport {
    try write(recording: false) { session throws(MemoError) in
      let restored = try session.restoreMissing()
      try session.recordHandEdits()
      return ChangeReport(session, changes: restored, paths: restored.map(\.path))
    }
  }

  /// A notice if files of the last commit were never checked out here; nil otherwise.
  ///
  /// Usually this reads only one entry of git's folder.
  public func checkoutNotice(_ snapshot: Snapshot) -> String? {
    // Readers only get a notice; writers get the error.
    guard let folder = gitFolder?.own,
      WorkTree.status(at: "\(folder)/index") == nil || !checkedOut(in: folder).isWhole,
      let git = try? git(), let commit = try? git.repository.head().commit,
      let missing = try? findHandEdits(snapshot, git, since: commit).missing
        .filter(StoredTask.isTaskName), !missing.isEmpty
    else { return nil }
    do throws(MemoError) {
      try git.checkIsCheckedOut()
    } catch {
      return "\(error.message); \(error.hints[0])"
    }
    return FileDifferences.notice(ofMissing: missing)
  }
}

extension WriteSession {
  fileprivate mutating func restoreMissing() throws(MemoError) -> [TaskChange] {
    guard let commit = head.commit else { return [] }
    let found = try store.findHandEdits(snapshot, git, since: commit)
    try found.checkListed()
    let gone =
      found.tasks.filter { $0.after == nil }.compactMap { $0.before?.path }
      + found.others.filter { $0.kind == .delete }.map(\.path) + found.missing
    let paths = Set(gone.map { PathKey(git.repositoryPath($0)) })
    let entries = try git.run(
      "read HEAD", git.repository.files(in: commit).filter { paths.contains(PathKey($0.path)) })
    var written: [String] = []
    for entry in entries where entry.mode.isFile && entry.path.isCheckoutPath {
      let content: [UInt8]?
      do throws(MemoError) {
        guard try git.status(of: entry.path) == nil else { continue }
        content = try git.workTreeContent(entry)
      } catch {
        // git itself checks out other files with a git filter.
        guard git.isTask(entry.path) else { continue }
        throw error
      }
      try git.apply(
        FileEdit(path: entry.path, after: content, isExecutable: entry.mode == .executable))
      written.append(entry.path)
    }
    try git.run("bring git's index up to date", git.repository.refreshIndex(written, to: commit))
    try readFiles()
    let others = written.filter { !git.isTask($0) }.count
    if others > 0 {
      notices.append(others == 1 ? "1 other file is back" : "\(others) other files are back")
    }
    return written.compactMap { path in
      let task = git.storePath(path).flatMap { snapshot.tasks(at: [$0]).first }
      guard var change = TaskChange(from: nil, to: task.map { TaskVersion($0) }) else { return nil }
      change.kind = .restore
      return change
    }
  }
}

extension StoreGit {
  /// Whether a path in the repository is that of a task.
  func isTask(_ path: String) -> Bool {
    guard let path = storePath(path) else { return false }
    return StoredTask.folderStatus(of: path) != nil && StoredTask.isTaskName(path)
  }

  /// Whether a path in the repository is a task's, or that of settings or the merge driver's
  /// attributes.
  package func isOwn(_ path: String) -> Bool {
    guard let path = storePath(path) else { return false }
    return StoredTask.folderStatus(of: path) != nil || path.hasPrefix(".memo/")
      || path == MergeSetup.attributesFile
  }
}

extension StoreGit {
  /// The mode with which git would commit a file: without `core.fileMode`, the committed one stays.
  ///
  /// - Parameter before: The committed mode; nil for a new file.
  func recordedMode(
    _ mode: FileMode, before: @autoclosure () throws(GitError) -> FileMode?
  ) throws(MemoError) -> FileMode {
    try run("read core.fileMode") { repository throws(GitError) in
      guard try repository.bool("core.fileMode") == false else { return mode }
      return try before() ?? .regular
    }
  }
}
