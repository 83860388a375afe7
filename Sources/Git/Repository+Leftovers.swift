internal import Platform

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
