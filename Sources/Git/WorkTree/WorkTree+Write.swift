internal import Platform

extension WorkTree {
  /// Puts a file in place of what was read from it, or of nothing, in one step.
  ///
  /// The new content is written beside the target and reaches the disk first; then the two
  /// change places, and only if what came out is what was expected does the new file stay.
  /// So there is no moment at which another program's save could be lost.
  ///
  /// - Parameters:
  ///   - path: Missing folders on the way are made.
  ///   - bytes: The new content.
  ///   - expected: The content that may be replaced; nil when nothing may be there.
  ///   - isExecutable: Nil leaves a replaced file's permissions as they are.
  /// - Throws: ``FileError`` with reason `changed` when something else is there, else what
  ///   the system said. The target is then as it was.
  public func replace(
    _ path: String, with bytes: [UInt8], expecting expected: [UInt8]?,
    isExecutable: Bool? = nil
  ) throws(FileError) {
    let change = try change(path, from: expected, to: bytes, isExecutable: isExecutable)
    // The old content that is left under a hidden name is put away with the next change.
    try? finish(change)
  }

  /// Removes a file if it still holds what was read from it.
  ///
  /// Folders that become empty stay, except those below the first part of the path.
  /// - Throws: ``FileError``; the file is then as it was.
  public func remove(_ path: String, expecting expected: [UInt8]) throws(FileError) {
    let change = try change(path, from: expected, to: nil)
    do throws(FileError) {
      try finish(change)
    } catch {
      try takeBack(change)
      throw error
    }
  }

  /// Waits until the disk knows the names in these folders.
  ///
  /// Not every file system can say so, and the content of the files is on the disk already.
  public func synchronize(folders: some Sequence<String>) {
    for path in folders {
      _ = try? inFolder(path) { fsync($0) }
    }
  }

  func removeEmptyFolders(above path: String) {
    var (folder, _) = Self.split(path)
    while folder.utf8.contains(UInt8(ascii: "/")), !lasting.contains(folder) {
      let (parent, name) = Self.split(folder)
      forget(folder)
      // One that is not empty, or can't be removed, stays, and so do those above it.
      guard (try? inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }) == 0 else { return }
      folder = parent
    }
  }
}
