internal import Platform

/// For paths that lie in no work tree: settings, the place of a new store.
extension WorkTree {
  /// The absolute path with every link on the way resolved, or nil when nothing is there.
  public static func resolved(_ path: String) -> String? {
    guard let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  /// What stands at an absolute path; a symbolic link at its end is itself.
  public static func status(at path: String) -> FileStatus? {
    FileStatus(name: path, in: AT_FDCWD)
  }

  /// The content of a regular file, or nil when there is none that can be read.
  public static func content(at path: String) -> [UInt8]? {
    // Only for what is as good as missing where it can't be read: else knownContent(at:) is it.
    (try? knownContent(at: path)) ?? nil
  }

  /// What a pipe gives until it ends, or nil where there is none that can be read.
  ///
  /// Waits for whoever writes to it.
  ///
  /// - Parameter most: What has more bytes is not read to its end: it may have none.
  public static func content(ofPipe path: String, atMost most: Int) -> [UInt8]? {
    // Opened once, since who writes to a pipe ends when nobody reads it any more.
    guard FileStatus(following: path)?.kind == .other,
      let file = Descriptor(path, in: AT_FDCWD, O_RDONLY)
    else { return nil }
    // How much there is nobody knows before its end.
    return file.readAll(sizeHint: -1, atMost: most)
  }

  /// The content of a regular file, or nil when there surely is none.
  ///
  /// - Throws: ``FileError`` when it can't be read.
  public static func knownContent(at path: String) throws(FileError) -> [UInt8]? {
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NONBLOCK) else {
      let error = FileError.last("read", path)
      guard error.isMissing else { throw error }
      return nil
    }
    guard let status = file.use({ FileStatus(descriptor: $0) }) else { throw .last("read", path) }
    guard status.kind == .regular else { return nil }
    guard let bytes = file.readAll(sizeHint: Int(status.size)) else { throw .last("read", path) }
    return bytes
  }

  /// What stands at an absolute path, or nil when surely nothing does.
  ///
  /// - Throws: ``FileError`` when the system doesn't tell.
  public static func knownStatus(at path: String) throws(FileError) -> FileStatus? {
    try FileStatus.found(path, in: AT_FDCWD, as: path)
  }

  /// Makes a folder and those above it that are missing.
  ///
  /// - Throws: ``FileError``, also when something else stands there.
  public static func createFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0 else { return }
    switch errno {
    case ENOENT:
      let parent = split(path).folder
      guard !parent.isEmpty, parent != path else { throw .last("create", path) }
      try createFolder(parent)
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last("create", path) }
    case EEXIST:
      var raw = stat()
      guard stat(path, &raw) == 0, FileStatus(raw).kind == .folder else {
        throw FileError("create", path, .system(EEXIST))
      }
    default: throw .last("create", path)
    }
  }

  /// Whether a path leads to a file that this process may start.
  public static func isProgram(_ path: String) -> Bool {
    var raw = stat()
    return stat(path, &raw) == 0 && FileStatus(raw).kind == .regular && access(path, X_OK) == 0
  }

  /// Everything in a folder except its `.` and `..`; nil when it can't be read to the end.
  public static func names(in path: String) -> [String]? {
    // Nil says as much as callers want to know.
    try? knownNames(in: path)
  }

  /// Everything in a folder except its `.` and `..`.
  ///
  /// - Throws: ``FileError``, also when it can't be read to the end.
  public static func knownNames(in path: String) throws(FileError) -> [String] {
    try listedNames(in: path).sorted()
  }

  private static func listedNames(in path: String) throws(FileError) -> [String] {
    let stream = try FolderStream(path)
    var names: [String] = []
    while let entry = try stream.next() {
      let name = Self.name(of: entry)
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withName(of: entry) { String(cString: $0) }
  }

  /// Lends a name, with a zero behind it.
  static func withName<Value>(
    of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { body($0) }
    }
  }
}

/// Whole folders at absolute paths: to make something aside, and put it in its place.
extension WorkTree {
  /// Gives a file or folder another name on the same disk, in one step.
  ///
  /// - Throws: ``FileError``, also when something else has that name; an empty folder at the
  ///   place of a folder is no obstacle.
  public static func move(_ old: String, to new: String) throws(FileError) {
    if let there = status(at: new), there.kind != .folder || names(in: new)?.isEmpty != true {
      throw FileError("create", new, .system(EEXIST))
    }
    guard renameat(AT_FDCWD, old, AT_FDCWD, new) == 0 else { throw .last("create", new) }
  }

  /// Removes a file, or a folder with all that is in it; links are not followed.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeTree(_ path: String) throws(FileError) {
    guard let status = status(at: path) else { return }
    guard status.kind == .folder else {
      guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
      return
    }
    guard let names = names(in: path) else { throw .last("list", path) }
    for name in names { try removeTree("\(path)/\(name)") }
    try removeFolder(path)
  }

  /// Removes an empty folder.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeFolder(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Removes a file or a link.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// The folders of a path that are not there yet, the outermost first.
  public static func missingFolders(_ path: String) -> [String] {
    guard !path.isEmpty, path != "/", status(at: path) == nil else { return [] }
    return missingFolders(split(path).folder) + [path]
  }

  /// Removes those of some folders that are empty, the last one first.
  public static func removeEmptyFolders(_ paths: [String]) {
    for path in paths.reversed() { rmdir(path) }
  }
}

/// Files of memo's own in git's folder: marks, caches, and what boards know.
///
/// A folder that is missing is made with the permissions of the one around it, whatever the umask
/// says: those who may use the repository may use it.
extension WorkTree {
  /// Replaces a file in one step, so that a reader sees the old content or the new one.
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
