internal import Platform

extension FileStatus {
  /// Whether a file named `index.lock` is memo's.
  fileprivate var isOfMemo: Bool { kind == .symbolicLink || kind == .folder }
}

/// git's `index.lock` as a symbolic link, or as a folder where links don't work, as on FAT.
///
/// Other programs create a regular file. So the next holder of memo's own lock knows which lock a
/// killed memo process left, and removes it. memo never removes another program's lock.
extension Repository {
  private var indexLock: String { "\(gitDirectory)/index.lock" }

  /// Takes git's `index.lock`, until ``unlockIndex()``.
  ///
  /// A change takes it before its first step, so that it can update the index at its end and no git
  /// command changes files meanwhile. Calls may be nested.
  /// - Throws: ``GitError`` with code `locked` when another process holds `index.lock` for more
  ///   than about five seconds. memo never removes that lock.
  public func lockIndex() throws(GitError) {
    guard indexLocks == 0 else {
      indexLocks += 1
      return
    }
    let path = indexLock
    // The pauses are 5, 10, 20 ms … 2.56 s, 5.1 seconds in all, before the last try.
    var pause: UInt32 = 5_000
    while symlink("HEAD", path) != 0 {
      if errno != EEXIST, mkdir(path, 0o777) == 0 { break }
      let code = errno
      guard code == EEXIST, pause < 5_000_000 else {
        throw GitError(
          code: code == EEXIST ? .locked : .generic, operation: "symlink",
          message: code == EEXIST
            ? "another git process holds \(path)" : "\(path): \(String(cString: strerror(code)))")
      }
      usleep(pause)
      pause *= 2
    }
    (indexLocks, keptFolders) = (1, [:])
  }

  public func unlockIndex() {
    guard indexLocks > 0 else { return }
    indexLocks -= 1
    guard indexLocks == 0 else { return }
    remove(indexLock)
    keptFolders = nil
  }

  /// A git command is running, or was killed.
  public var isIndexLockedByAnother: Bool {
    indexLocks == 0 && WorkTree.status(at: indexLock).map { !$0.isOfMemo } ?? false
  }

  /// Removes the lock file of a reference that a killed memo process left.
  ///
  /// The caller must hold memo's own lock.
  /// - Parameters:
  ///   - reference: The reference that the killed process was moving.
  ///   - target: The new commit; memo's lock file contains its id.
  public func removeLeftoverLock(of reference: String, to target: ObjectID) {
    guard hasLeftoverLock(of: reference, to: target) else { return }
    let lock = "\(commonDirectory)/\(reference).lock"
    if WorkTree.content(at: lock) != Array("\(target.hex)\n".utf8) {
      // Its process writes it at once, unless killed.
      usleep(1_000_000)
      guard WorkTree.content(at: lock) == [] else { return }
    }
    unlink(lock)
  }

  /// Whether the lock file of a killed memo process still exists.
  ///
  /// On a full disk, some file systems can't delete files. The lock file is empty before libgit2
  /// writes the commit id.
  public func hasLeftoverLock(of reference: String, to target: ObjectID) -> Bool {
    guard let content = WorkTree.content(at: "\(commonDirectory)/\(reference).lock") else {
      return false
    }
    return content.isEmpty || content == Array("\(target.hex)\n".utf8)
  }
}

extension Repository {
  /// Removes the index lock and temporary files that a killed memo process left in git's folder.
  ///
  /// The caller must hold memo's own lock, so that no other memo process is running.
  public func removeLeftovers() {
    if WorkTree.status(at: indexLock)?.isOfMemo == true { remove(indexLock) }
    // A reader may be writing its cache without the lock: losing it does no harm. The next call
    // removes files from folders that can't be listed now.
    for folder in [gitDirectory, "\(gitDirectory)/memo", "\(gitDirectory)/memo/cache"] {
      for name in WorkTree.names(in: folder) ?? [] where name.hasPrefix(WorkTree.hiddenPrefix) {
        unlink("\(folder)/\(name)")
      }
    }
  }

  /// Removes the lock files of a git process that was killed together with memo.
  ///
  /// Call this only after a memo process was killed, while holding the lock that its git process
  /// inherited: that git process is then dead. A lock file that changes within a second belongs to
  /// another running git process, and stays.
  public func removeLeftoverTransferLocks() {
    removeDead(
      ["packed-refs.lock", "config.lock"].map { "\(commonDirectory)/\($0)" }
        + Self.locks(below: "\(commonDirectory)/refs/remotes")
        + Self.unfinished(in: "\(commonDirectory)/objects", prefix: "tmp_object_git2_"))
  }

  /// Removes `config.lock`, which memo itself may have left.
  public func removeLeftoverConfigLock() { removeDead(["\(commonDirectory)/config.lock"]) }

  private func removeDead(_ paths: [String]) {
    let found = paths.compactMap { path in WorkTree.status(at: path).map { (path, $0) } }
    guard !found.isEmpty else { return }
    usleep(1_000_000)
    for (path, status) in found where WorkTree.status(at: path) == status { unlink(path) }
  }

  /// libgit2's temporary object files: git never removes them, and they can be large.
  private static func unfinished(in folder: String, prefix: String) -> [String] {
    (WorkTree.names(in: folder) ?? []).filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
  }

  private static func locks(below folder: String) -> [String] {
    // The next call finds files in folders that can't be listed now.
    (WorkTree.names(in: folder) ?? []).flatMap { name in
      let path = "\(folder)/\(name)"
      return WorkTree.status(at: path)?.kind == .folder
        ? locks(below: path) : name.hasSuffix(".lock") ? [path] : []
    }
  }
}
