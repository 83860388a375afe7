#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

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
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NONBLOCK),
      let status = file.use({ FileStatus(descriptor: $0) }), status.kind == .regular
    else { return nil }
    return file.readAll(sizeHint: Int(status.size))
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

  /// Everything in a folder except its `.` and `..`; nil when it can't be read.
  public static func names(in path: String) -> [String]? {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func hasValidName(_ entry: UnsafeMutablePointer<dirent>) -> Bool {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
        String(validatingCString: $0) != nil
      }
    }
  }

  static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
  }
}
