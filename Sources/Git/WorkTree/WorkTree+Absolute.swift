internal import Platform

/// For absolute paths outside any work tree, as settings and the folder of a new store.
extension WorkTree {
  /// Nil if the path doesn't exist.
  public static func resolved(_ path: String) -> String? {
    guard let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  /// Doesn't follow a symbolic link at the end of the path.
  public static func status(at path: String) -> FileStatus? {
    FileStatus(name: path, in: AT_FDCWD)
  }

  /// Nil for a missing, unreadable or non-regular file.
  public static func content(at path: String) -> [UInt8]? {
    // Only where an unreadable file counts as missing; otherwise use `knownContent(at:)`.
    (try? knownContent(at: path)) ?? nil
  }

  /// The content of a named pipe until its end; nil for a missing or unreadable one.
  ///
  /// Waits for the pipe's writer.
  /// - Parameter most: The limit in bytes; a pipe may never end.
  public static func content(ofPipe path: String, atMost most: Int) -> [UInt8]? {
    // Opened once, because the writer gets an error when the last reader closes the pipe.
    guard FileStatus(following: path)?.kind == .other,
      let file = Descriptor(path, in: AT_FDCWD, O_RDONLY)
    else { return nil }
    // A pipe's size is unknown before its end.
    return file.readAll(sizeHint: -1, atMost: most)
  }

  /// Nil if there is certainly no regular file.
  ///
  /// - Throws: ``FileError`` for an unreadable file.
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

  /// Nil if the path certainly doesn't exist.
  ///
  /// - Throws: ``FileError`` when the system can't tell.
  public static func knownStatus(at path: String) throws(FileError) -> FileStatus? {
    try FileStatus.found(path, in: AT_FDCWD, as: path)
  }

  /// Also creates missing parents.
  ///
  /// - Parameter isShared: Whether new folders get their parent's permissions regardless of the
  ///   umask.
  /// - Throws: ``FileError``, also if something else has that name.
  public static func createFolder(_ path: String, isShared: Bool = false) throws(FileError) {
    let outer = split(path).folder
    var isMade = mkdir(path, 0o777) == 0
    if !isMade, errno == ENOENT, !outer.isEmpty {
      try createFolder(outer, isShared: isShared)
      isMade = mkdir(path, 0o777) == 0
    }
    if isMade {
      if isShared, let mode = status(at: outer)?.mode { chmod(path, mode_t(mode & 0o7777)) }
      return
    }
    let error = FileError.last("create", path)
    guard error.isTaken, FileStatus(following: path)?.kind == .folder else { throw error }
  }

  /// The folder above an absolute path.
  static func folder(above path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "/" : folder
  }

  public static func isProgram(_ path: String) -> Bool {
    FileStatus(following: path)?.kind == .regular && access(path, X_OK) == 0
  }

  /// Without `.` and `..`; nil if the folder can't be read completely.
  public static func names(in path: String) -> [String]? {
    try? knownNames(in: path)
  }

  /// Without `.` and `..`, sorted.
  ///
  /// - Throws: ``FileError``, also if the folder can't be read completely.
  public static func knownNames(in path: String) throws(FileError) -> [String] {
    try FolderStream(path).names().sorted()
  }

  static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withName(of: entry) { String(cString: $0) }
  }

  static func withName<Value>(
    of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { body($0) }
    }
  }
}

/// Operations on whole folders at absolute paths, to build a folder aside and move it in place.
extension WorkTree {
  /// Atomically renames a file or folder on the same disk.
  ///
  /// - Throws: ``FileError``, also if the new name exists; only an empty folder may be replaced by
  ///   a folder.
  public static func move(_ old: String, to new: String) throws(FileError) {
    if let there = status(at: new), there.kind != .folder || names(in: new)?.isEmpty != true {
      throw FileError("create", new, .system(EEXIST))
    }
    guard renameat(AT_FDCWD, old, AT_FDCWD, new) == 0 else { throw .last("create", new) }
  }

  /// Removes a file, or a folder with its content; doesn't follow symbolic links.
  ///
  /// - Throws: ``FileError``; a missing path is no error.
  public static func removeTree(_ path: String) throws(FileError) {
    guard status(at: path)?.kind == .folder else { return try removeFile(path) }
    for name in try knownNames(in: path) { try removeTree("\(path)/\(name)") }
    try removeFolder(path)
  }

  /// - Throws: ``FileError``, also for a nonempty folder; a missing path is no error.
  public static func removeFolder(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// - Throws: ``FileError``; a missing path is no error.
  public static func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Outermost first.
  public static func missingFolders(_ path: String) -> [String] {
    guard !path.isEmpty, path != "/", status(at: path) == nil else { return [] }
    return missingFolders(split(path).folder) + [path]
  }

  /// Removes the empty ones, last one first.
  public static func removeEmptyFolders(_ paths: [String]) {
    for path in paths.reversed() { rmdir(path) }
  }
}

/// memo's own files in git's folder: marks, caches and the state of boards.
///
/// A new folder gets its parent's permissions regardless of the umask, so everyone who shares the
/// repository can use it.
extension WorkTree {
  /// Atomically replaces a file.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - isPrivate: Whether only the owner may read the file.
  ///   - isSynchronized: Whether to flush the content first. Otherwise a power cut may damage it,
  ///     so it needs a checksum or must be dispensable.
  /// - Throws: ``FileError``; the old content then stays.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, isPrivate: Bool = false,
    isSynchronized: Bool = false
  ) throws(FileError) {
    let (folderPath, name) = split(path)
    try makeFolder(of: path)
    guard let folder = Descriptor(folderPath, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .last("write", path)
    }
    try folder.use { (folder) throws(FileError) in
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

  /// Appends with one write, and flushes to disk.
  public static func append(_ text: String, to path: String) throws(FileError) {
    try makeFolder(of: path)
    // O_NONBLOCK, so that opening a named pipe can't hang.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    guard let file = Descriptor(path, in: AT_FDCWD, flags), file.writeAll(Array(text.utf8)),
      file.synchronize()
    else { throw .last("write", path) }
  }

  /// Whether a folder belongs to the user, or is writable by its group.
  ///
  /// memo creates no files in another user's folder, because that user's memo might not be able to
  /// replace them.
  public static func isOwnFolder(_ path: String) -> Bool {
    guard let status = status(at: path) else { return false }
    return status.owner == geteuid() || status.mode & 0o020 != 0
  }

  private static func makeFolder(of path: String) throws(FileError) {
    let folder = split(path).folder
    if status(at: folder) == nil { try createFolder(folder, isShared: true) }
  }
}
