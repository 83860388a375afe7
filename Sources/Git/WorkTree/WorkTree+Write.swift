#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

extension WorkTree {
  /// The prefix of the temporary files that a replacement leaves behind when it is killed.
  static let temporaryPrefix = ".memo-"

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
    let (folderPath, name) = Self.split(path)
    try inFolder(folderPath, creating: true) { (folder) throws(FileError) in
      let old = FileStatus(name: name, in: folder)
      if old?.kind == .symbolicLink { throw FileError("write", path, .symbolicLink) }
      let temporary = try Self.writeTemporary(
        bytes, keeping: old?.mode, isExecutable: isExecutable, in: folder, path)
      // After an exchange this name holds the old content, after a plain rename nothing.
      defer { unlinkat(folder, temporary, 0) }
      if let expected {
        try Self.swap(temporary, with: name, in: folder, expecting: expected, path)
      } else {
        try Self.rename(temporary, to: name, in: folder, .ifFree, path)
      }
    }
  }

  /// Removes a file if it still holds what was read from it.
  ///
  /// Folders that become empty stay, except those below the first part of the path.
  /// - Throws: ``FileError``; the file is then as it was.
  public func remove(_ path: String, expecting expected: [UInt8]) throws(FileError) {
    let (folderPath, name) = Self.split(path)
    try inFolder(folderPath) { (folder) throws(FileError) in
      // Taken out of everybody's sight first, looked at then, so that nothing that is saved
      // in between is thrown away.
      let aside = Self.temporaryName()
      try Self.rename(name, to: aside, in: folder, .ifFree, path)
      guard let found = try? Self.read(aside, in: folder, path), found.bytes == expected else {
        try Self.putBack(aside, as: name, in: folder, path)
        throw FileError("remove", path, .changed)
      }
      guard unlinkat(folder, aside, 0) == 0 else { throw .last("remove", path) }
    }
    removeEmptyFolders(above: path)
  }

  /// Waits until the disk knows the names in these folders.
  public func synchronize(folders: some Sequence<String>) {
    for path in folders {
      _ = try? inFolder(path) { fsync($0) }
    }
  }

  /// Removes what killed replacements left in a folder.
  public func removeTemporaries(in folderPath: String) {
    guard let copy = try? inFolder(folderPath, { dup($0) }), copy >= 0,
      let stream = fdopendir(copy)
    else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      if name.hasPrefix(Self.temporaryPrefix) { unlinkat(copy, name, 0) }
    }
  }

  private func removeEmptyFolders(above path: String) {
    var (folder, _) = Self.split(path)
    while folder.utf8.contains(UInt8(ascii: "/")) {
      let (parent, name) = Self.split(folder)
      guard (try? inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }) == 0 else { return }
      folder = parent
    }
  }
}
