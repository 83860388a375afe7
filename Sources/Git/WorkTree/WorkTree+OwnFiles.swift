internal import Platform

/// Files of memo's own in git's folder: marks, caches, and what boards know.
///
/// A folder that is missing is made with the permissions of the one around it, whatever the umask
/// says: those who may use the repository may use it.
extension WorkTree {
  /// Puts a file in place of what is there, in one step: whoever opens it has the one or the other.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - isPrivate: Whether only its owner may read it.
  ///   - isSynchronized: Whether the disk is waited for. What it loses otherwise must be told by a
  ///     checksum, or missed by nobody.
  /// - Throws: ``FileError``; what was there is then as it was.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, isPrivate: Bool = false,
    isSynchronized: Bool = false
  ) throws(FileError) {
    let name = split(path).name
    try ownFolder(of: path).use { (folder) throws(FileError) in
      let old = name.withCString { FileStatus(name: $0, in: folder) }
      let mode = old?.kind == .regular ? old?.mode : nil
      let temporary = try writeTemporary(
        Array(bytes), for: name, keeping: isPrivate ? 0o600 : mode, isExecutable: nil, in: folder,
        path, isSynchronized: isSynchronized)
      guard renameat(folder, temporary, folder, name) == 0 else {
        let error = FileError.last("write", path)
        unlinkat(folder, temporary, 0)
        throw error
      }
    }
  }

  /// Appends to a file with one write, and waits until the disk has it.
  ///
  /// - Parameter path: Absolute.
  public static func append(_ text: String, to path: String) throws(FileError) {
    try makeFolder(split(path).folder)
    // A pipe that stands there would be waited for, for ever.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    guard let file = Descriptor(path, in: AT_FDCWD, flags), file.writeAll(Array(text.utf8)),
      file.synchronize()
    else { throw .last("write", path) }
  }

  /// Whether a folder belongs to the user, or to a group that may write to it: nobody leaves files in
  /// somebody else's, whose memo might not be able to replace them.
  public static func isOwnFolder(_ path: String) -> Bool {
    guard let status = status(at: path) else { return false }
    return status.owner == geteuid() || status.mode & 0o020 != 0
  }

  private static func ownFolder(of path: String) throws(FileError) -> Descriptor {
    let folder = split(path).folder
    try makeFolder(folder)
    guard let opened = Descriptor(folder, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .last("write", path)
    }
    return opened
  }

  private static func makeFolder(_ path: String) throws(FileError) {
    guard status(at: path) == nil else { return }
    let outer = split(path).folder
    guard !outer.isEmpty, outer != path else { throw FileError("create", path, .system(ENOENT)) }
    try makeFolder(outer)
    let mode = mode_t((status(at: outer)?.mode ?? 0o777) & 0o7777)
    if mkdir(path, mode) == 0 {
      chmod(path, mode)
    } else if errno != EEXIST {
      throw .last("create", path)
    }
  }
}
