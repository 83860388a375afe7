internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// Finishes the checkout of a clone that has none: `git clone -n`, or one that was killed.
  ///
  /// Where git has no index, nothing was ever checked out to its end, and nobody can have staged
  /// anything; what HEAD has and is not here was then not deleted, and to put it in place loses
  /// nothing. Only files of the store are written, and only where nothing stands, or no more
  /// than the beginning of what HEAD has.
  mutating func completeCheckout() throws(MemoError) {
    guard let commit = head.commit, try git.isWithoutIndex() else { return }
    let missing = Set(try store.findHandEdits(snapshot, git, since: commit).missing)
    let entries = try git.run("read HEAD", git.repository.files(in: commit))
    let own = entries.filter { git.isOwn($0.path) && $0.path.isCheckoutPath }
    var unfinished: [TreeEntry] = []
    for entry in own {
      // What lies elsewhere now was moved.
      let isMoved = git.isTask(entry.path) && !missing.contains(git.storePath(entry.path) ?? "")
      let isThere = try git.status(of: entry.path) != nil
      if isThere || !isMoved { unfinished.append(entry) }
    }
    let written = try checkOut(unfinished, finishing: true)
    try git.run(
      "bring git's index up to date", git.repository.refreshIndex(own.map(\.path), to: commit))
    guard !written.isEmpty else { return }
    try readFiles()
    var isAll = true
    for entry in entries where isAll && !git.isTask(entry.path) {
      isAll = try git.status(of: entry.path) != nil
    }
    notices.append(
      "this clone's checkout was never finished: "
        + (written.count == 1
          ? "1 file of the store is" : "\(written.count) files of the store are")
        + " in place now" + (isAll ? "" : "; 'memo git checkout HEAD -- :/' brings the others"))
  }

  /// Puts files of HEAD where nothing stands.
  ///
  /// - Parameter isFinishing: Also where a checkout that was killed had begun to write them.
  /// - Returns: Those that were not there.
  mutating func checkOut(
    _ entries: [TreeEntry], finishing isFinishing: Bool = false
  ) throws(MemoError) -> [String] {
    var written: [String] = []
    for entry in entries where [.regular, .executable].contains(entry.mode) {
      guard entry.path.isCheckoutPath else { continue }
      var before: [UInt8]?
      let content: [UInt8]?
      do throws(MemoError) {
        if try git.status(of: entry.path) != nil {
          guard isFinishing, try git.isCutShort(entry) else { continue }
          before = try git.content(of: entry.path)
        }
        content = try git.workTreeContent(entry)
      } catch {
        // A file beside the tasks that only git's own filters can write is left to git.
        guard git.isTask(entry.path) else { continue }
        throw error
      }
      try git.apply(
        FileEdit(
          path: entry.path, before: before, after: content,
          isExecutable: entry.mode == .executable))
      written.append(entry.path)
    }
    return written
  }
}

extension Store {
  /// Puts files of the last commit in place that are not here, and that nobody has moved:
  /// deleted by hand, or never checked out.
  ///
  /// - Returns: As changes of kind `restore`; none of them is a commit, since nothing was recorded.
  /// - Throws: ``MemoError``
  public func restoreMissing(_ patience: LockTimeout = LockTimeout()) throws(MemoError)
    -> ChangeReport
  {
    try write(patience, recording: false) { session throws(MemoError) in
      let restored = try session.restoreMissing()
      try session.recordHandEdits()
      return ChangeReport(session, changes: restored, paths: restored.map(\.path))
    }
  }

  /// Says that files of the last commit were never checked out here; nil where all are.
  ///
  /// One look at git's folder, where all is well.
  public func checkoutNotice(_ snapshot: Snapshot) -> String? {
    // A note for who reads; who writes is told why where it fails.
    guard let folder = gitFolder?.own,
      WorkTree.status(at: "\(folder)/index") == nil || sawMissing(in: folder),
      let git = try? git(), let commit = try? git.repository.head().commit,
      let missing = try? findHandEdits(snapshot, git, since: commit).missing, !missing.isEmpty
    else { return nil }
    return FileDifferences.notice(ofMissing: missing)
  }
}

extension WriteSession {
  fileprivate mutating func restoreMissing() throws(MemoError) -> [TaskChange] {
    guard let commit = head.commit else { return [] }
    let found = try stableHandEdits()
    let gone =
      found.tasks.filter { $0.after == nil }.compactMap { $0.before?.path } + found.missing
      + found.files.edits.filter { $0.kind == .delete }.map(\.path) + found.files.missing
    let paths = Set(gone.map { PathKey(git.repositoryPath($0)) })
    let entries = try git.run(
      "read HEAD", git.repository.files(in: commit).filter { paths.contains(PathKey($0.path)) })
    let written = try checkOut(entries)
    try git.run("bring git's index up to date", git.repository.refreshIndex(written, to: commit))
    try readFiles()
    let others = written.filter { !git.isTask($0) }.count
    if others > 0 {
      notices.append(others == 1 ? "1 other file is back" : "\(others) other files are back")
    }
    let byPath = Dictionary(
      uniqueKeysWithValues: snapshot.tasks.map { (PathKey($0.path), TaskVersion($0)) })
    return written.compactMap { path in
      let version = git.storePath(path).flatMap { byPath[PathKey($0)] }
      guard var change = TaskChange(from: nil, to: version) else { return nil }
      change.kind = .restore
      return change
    }
  }
}

extension StoreGit {
  /// Whether a path of the repository is that of a task.
  func isTask(_ path: String) -> Bool {
    guard let path = storePath(path) else { return false }
    return StoredTask.folderStatus(of: path) != nil && StoredTask.isTaskName(path)
  }

  /// Whether a path of the repository is the store's own: in the folders of the tasks, its
  /// settings, or what tells git to merge with memo.
  package func isOwn(_ path: String) -> Bool {
    guard let path = storePath(path) else { return false }
    return StoredTask.folderStatus(of: path) != nil || path.hasPrefix(".memo/")
      || path == MergeSetup.attributesFile
  }
}

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

/// A hidden folder in which something is made, until it is whole and gets its place.
///
/// Its name tells what it is for, so that the next try finds what a killed one left. A lock in
/// it tells a try that is at work from one that was killed.
package struct Staging: ~Copyable {
  /// Absolute.
  let folder: String
  private let lock: FileLock
  /// The folders that had to be made for it, the outermost first.
  private let made: [String]

  /// Where it is made: nothing is there yet.
  package var content: String { Paths.join(folder, "making") }
  /// Where it waits when it is whole.
  package var ready: String { Paths.join(folder, "ready") }
  /// For a program that makes it, and may go on where this process is killed.
  package var lockDescriptor: Int32 { lock.descriptor }
  package var isReady: Bool { WorkTree.status(at: ready) != nil }

  /// Takes the folder; what a killed try left half made goes.
  ///
  /// - Parameter what: What is made there, for the person who tries to make it twice at once.
  /// - Throws: ``MemoError`` of kind `busy` when somebody is making it now.
  package init(
    _ folder: String, for what: String, waitingUpTo seconds: Double = 0
  ) throws(MemoError) {
    let made = WorkTree.missingFolders(Paths.parent(of: folder))
    lock = try Self.take(folder, for: what, seconds, made)
    self.folder = folder
    self.made = made
  }

  private static func take(
    _ folder: String, for what: String, _ seconds: Double, _ made: [String]
  ) throws(MemoError) -> FileLock {
    do throws(FileError) {
      try WorkTree.createFolder(Paths.parent(of: folder))
      let lock = try FileLock(Paths.join(folder, "lock"), waitingUpTo: seconds)
      try WorkTree.removeTree(Paths.join(folder, "making"))
      return lock
    } catch {
      WorkTree.removeEmptyFolders(made)
      guard error.reason == .busy else { throw MemoError(error) }
      throw MemoError(.busy, "another memo is making \(what)", hints: ["wait until it has ended"])
    }
  }

  /// Says that what was made is whole.
  package func finish() throws(MemoError) {
    try MemoError.rethrowing(WorkTree.move(content, to: ready))
  }

  /// Removes the folder, and all that is in it still.
  ///
  /// - Parameter isInVain: Whether the folders around it were made for nothing.
  package consuming func remove(isInVain: Bool) {
    // What can't be removed is found, and removed, by the next try.
    try? WorkTree.removeTree(content)
    try? WorkTree.removeTree(ready)
    for name in ["lock", "lock.queue"] { try? WorkTree.removeFile(Paths.join(folder, name)) }
    try? WorkTree.removeFolder(folder)
    if isInVain { WorkTree.removeEmptyFolders(made) }
  }
}
