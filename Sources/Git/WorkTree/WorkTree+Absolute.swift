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
