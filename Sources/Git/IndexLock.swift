internal import Platform

/// git's own lock of the index, taken so that it can be proven later whose it is.
///
/// `index.lock` is made as a second name of `memo/index-lock`. Where a process was killed
/// while it held the lock, both names are left and lead to one file, and the next holder of
/// memo's lock may remove the first. Where files can't have two names, as on FAT, it is made as
/// a folder, which no other program does. A lock of any other program is never touched.
struct IndexLock {
  private let folder: String
  private let isFolder: Bool

  /// - Throws: ``GitError`` with code `locked` when another program holds it.
  init(gitDirectory folder: String) throws(GitError) {
    self.folder = folder
    mkdir("\(folder)/memo", 0o777)
    if try Self.makeLink(in: folder) {
      isFolder = false
      return
    }
    guard mkdir("\(folder)/index.lock", 0o777) == 0 else { throw Self.failed(folder) }
    isFolder = true
  }

  func release() {
    if isFolder { rmdir("\(folder)/index.lock") } else { unlink("\(folder)/index.lock") }
  }

  /// - Returns: False where files can't have two names.
  private static func makeLink(in folder: String) throws(GitError) -> Bool {
    let own = "\(folder)/memo/index-lock"
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    // Something else may stand there, as a pipe: then it is no use, and no harm.
    guard let file = Descriptor(own, in: AT_FDCWD, flags),
      file.use({ FileStatus(descriptor: $0) })?.kind == .regular
    else { return false }
    guard link(own, "\(folder)/index.lock") != 0 else { return true }
    if errno == EEXIST { throw failed(folder) }
    return false
  }

  private static func failed(_ folder: String) -> GitError {
    let code = errno
    return GitError(
      code: code == EEXIST ? .locked : .generic, operation: "link",
      message: code == EEXIST
        ? "another git process holds \(folder)/index.lock"
        : "\(folder)/index.lock: \(String(cString: strerror(code)))")
  }

  /// Whether a lock is there that is not memo's.
  static func isForeign(gitDirectory folder: String) -> Bool {
    guard let lock = WorkTree.status(at: "\(folder)/index.lock"), lock.kind != .folder else {
      return false
    }
    let ours = WorkTree.status(at: "\(folder)/memo/index-lock")
    return ours?.inode != lock.inode || ours?.device != lock.device
  }

  /// Removes a lock that a killed process of memo left; only for who holds memo's own lock.
  static func removeLeftover(gitDirectory folder: String) {
    // Of a copy of the index that was not finished.
    unlink("\(folder)/memo/index.lock")
    unlink("\(folder)/memo/index")
    guard let lock = WorkTree.status(at: "\(folder)/index.lock") else { return }
    if lock.kind == .folder {
      rmdir("\(folder)/index.lock")
    } else if let ours = WorkTree.status(at: "\(folder)/memo/index-lock"),
      ours.inode == lock.inode, ours.device == lock.device
    {
      unlink("\(folder)/index.lock")
    }
  }
}

extension Repository {
  /// Takes git's lock of the index until ``unlockIndex()``: a change that will end in the index
  /// is not begun where it can't be finished, and no git changes files meanwhile.
  ///
  /// Who has it may take it again, and gives it back as often.
  /// - Throws: ``GitError`` with code `locked` when another process holds `index.lock` for
  ///   longer than about five seconds. Its lock is never deleted.
  public func lockIndex() throws(GitError) {
    if let held = heldIndexLock {
      heldIndexLock = (held.lock, held.depth + 1)
      return
    }
    var pause: UInt32 = 5_000
    while true {
      do throws(GitError) {
        heldIndexLock = (try IndexLock(gitDirectory: gitDirectory), 1)
        keptFolders = [:]
        share(["memo", "memo/index-lock"])
        return
      } catch {
        // 5 ms, 10, 20, … 2.56 s: 5.1 seconds in all, and the last try.
        guard error.code == .locked, pause < 5_000_000 else { throw error }
        usleep(pause)
        pause *= 2
      }
    }
  }

  public func unlockIndex() {
    guard let held = heldIndexLock else { return }
    guard held.depth == 1 else {
      heldIndexLock = (held.lock, held.depth - 1)
      return
    }
    held.lock.release()
    heldIndexLock = nil
  }

  /// Whether another program than memo holds the lock of the index: a git is at work, or was
  /// killed.
  public var isIndexLockedByAnother: Bool {
    heldIndexLock == nil && IndexLock.isForeign(gitDirectory: gitDirectory)
  }

  /// Removes a lock of a reference that a process of memo left when it was killed.
  ///
  /// Only for who holds memo's own lock.
  ///
  /// - Parameters:
  ///   - reference: The reference that was about to be moved.
  ///   - target: Where to: what the lock holds if it was memo's.
  public func removeLeftoverLock(of reference: String, to target: ObjectID) {
    let lock = "\(commonDirectory)/\(reference).lock"
    guard var content = WorkTree.content(at: lock) else { return }
    if content.isEmpty {
      // Made a moment before it is written. Nobody takes a second for that, unless killed.
      usleep(1_000_000)
      content = WorkTree.content(at: lock) ?? []
      guard content.isEmpty else { return }
    } else if content != Array("\(target.hex)\n".utf8) {
      return
    }
    unlink(lock)
  }

  /// Whether a lock that a process of memo left is there still.
  ///
  /// On a full disk of some file systems, nothing can be removed either. The lock is empty before
  /// the new commit is written to it.
  public func hasLeftoverLock(of reference: String, to target: ObjectID) -> Bool {
    guard let content = WorkTree.content(at: "\(commonDirectory)/\(reference).lock") else {
      return false
    }
    return content.isEmpty || content == Array("\(target.hex)\n".utf8)
  }
}

extension Repository {
  /// Removes what a process of memo left in git's folder when it was killed: a lock of the
  /// index, and files that were not finished.
  ///
  /// Only for who holds memo's own lock, so that no other memo can be at work.
  public func removeLeftovers() {
    IndexLock.removeLeftover(gitDirectory: gitDirectory)
    // A reader may be writing what it remembers, without the lock: that is no loss.
    // What can't be listed is put away the next time.
    for folder in ["\(gitDirectory)/memo", "\(gitDirectory)/memo/cache"] {
      for name in WorkTree.names(in: folder) ?? [] where name.hasPrefix(WorkTree.hiddenPrefix) {
        unlink("\(folder)/\(name)")
      }
    }
  }

  /// Removes the locks that a git left behind when it was killed, with the memo that ran it.
  ///
  /// Only for who knows that a memo was killed, and holds the lock that its git inherited: that git
  /// is no more. A lock that goes away or is made anew within a second belongs to another git that
  /// is at work, and stays.
  public func removeLeftoverTransferLocks() {
    removeDead(
      ["packed-refs.lock", "config.lock"].map { "\(commonDirectory)/\($0)" }
        + Self.locks(below: "\(commonDirectory)/refs/remotes")
        + Self.unfinished(in: "\(commonDirectory)/objects", prefix: "tmp_object_git2_"))
  }

  /// The same for the lock of the settings, which memo itself may have left behind.
  public func removeLeftoverConfigLock() { removeDead(["\(commonDirectory)/config.lock"]) }

  private func removeDead(_ paths: [String]) {
    let found = paths.compactMap { path in WorkTree.status(at: path).map { (path, $0) } }
    guard !found.isEmpty else { return }
    usleep(1_000_000)
    for (path, status) in found where WorkTree.status(at: path) == status { unlink(path) }
  }

  /// Files of libgit2's own that have no name yet: git never removes them, and they may be large.
  private static func unfinished(in folder: String, prefix: String) -> [String] {
    (WorkTree.names(in: folder) ?? []).filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
  }

  private static func locks(below folder: String) -> [String] {
    // What is not seen stays, and is looked for again by the next one.
    (WorkTree.names(in: folder) ?? []).flatMap { name in
      let path = "\(folder)/\(name)"
      return WorkTree.status(at: path)?.kind == .folder
        ? locks(below: path) : name.hasSuffix(".lock") ? [path] : []
    }
  }
}
