internal import Git
package import StoreFiles

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
