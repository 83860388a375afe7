internal import Platform

/// A folder of files, accessed without following symbolic links below it.
///
/// Refuses paths that git wouldn't check out. Every path is relative to the folder, with `/` as
/// separator. Doesn't use libgit2, so listing and reading are as fast as the file system.
public final class WorkTree: Sendable {
  /// The folder's absolute path.
  public let path: String
  private let root: Descriptor
  /// The folders that stay when they become empty.
  let lasting: Set<String>

  /// - Parameters:
  ///   - path: An existing folder, which may itself be reached through symbolic links.
  ///   - lasting: The subfolders to keep when they become empty; top-level folders always stay.
  /// - Throws: ``FileError`` for a missing or unreadable path, or one that is no folder.
  public init(_ path: String, lasting: Set<String> = []) throws(FileError) {
    guard let root = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .last("open", path)
    }
    self.path = path
    self.root = root
    self.lasting = lasting
  }

  /// Opens a folder below the root, one path component at a time so that no link is followed.
  ///
  /// - Parameters:
  ///   - creating: Whether to create missing folders.
  ///   - body: Gets the open folder's descriptor, valid until it returns.
  func inFolder<Value: ~Copyable>(
    _ path: String, creating: Bool = false, _ body: (Int32) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    guard !path.isEmpty else { return try root.use(body) }
    return try folder(path, creating: creating).use(body)
  }

  func top() throws(FileError) -> Descriptor {
    let top = root.use { Descriptor(".", in: $0, Self.folderFlags) }
    guard let top else { throw .last("open", "") }
    return top
  }

  private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

  private func folder(_ path: String, creating: Bool) throws(FileError) -> Descriptor {
    let (parent, name) = try Self.place(of: path, "open")
    return try inFolder(parent, creating: creating) { (parent) throws(FileError) in
      if creating, mkdirat(parent, name, 0o777) != 0, errno != EEXIST {
        throw .last("create", path)
      }
      guard let folder = Descriptor(name, in: parent, Self.folderFlags) else {
        let code = errno
        // Some systems report ENOTDIR for a symbolic link opened with O_DIRECTORY.
        let isLink = FileStatus(name: name, in: parent)?.kind == .symbolicLink
        throw FileError("open", path, isLink ? .symbolicLink : .system(code))
      }
      return folder
    }
  }

  /// Splits a path that the caller will open into folder and name.
  ///
  /// - Throws: ``FileError`` with reason `forbiddenName` for a name that git wouldn't check out.
  static func place(
    of path: String, _ operation: String
  ) throws(FileError) -> (folder: String, name: String) {
    let (folder, name) = split(path)
    guard Substring(name).isCheckoutName else {
      throw FileError(operation, path, .forbiddenName)
    }
    return (folder, name)
  }

  /// Splits `todo/home/x.md` into `todo/home` and `x.md`.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}

extension WorkTree {
  /// The status of a path; nil if it certainly doesn't exist.
  ///
  /// - Throws: ``FileError`` when the system can't tell, or for a symbolic link in the path.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    let (folder, name) = Self.split(path)
    do throws(FileError) {
      return try inFolder(folder) { (folder) throws(FileError) in
        try FileStatus.found(name, in: folder, as: path)
      }
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// A file's content, and its status at the time of reading.
  ///
  /// - Parameter most: The size limit in bytes; a larger file is not read.
  /// - Throws: ``FileError``, also for a symbolic link and anything but a regular file.
  public func read(
    _ path: String, atMost most: Int = .max
  ) throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    let (folder, name) = try Self.place(of: path, "read")
    return try inFolder(folder) { (folder) throws(FileError) in
      try Self.read(name, in: folder, path, atMost: most)
    }
  }

  static func read(
    _ name: String, in folder: Int32, _ path: String, atMost most: Int = .max
  ) throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    // O_NONBLOCK, so that opening a named pipe can't hang.
    guard let file = Descriptor(name, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = file.use({ FileStatus(descriptor: $0) })
    else { throw .last("read", path) }
    guard status.kind == .regular else { throw FileError("read", path, .system(EINVAL)) }
    guard status.size <= most else { throw FileError("read", path, .tooLarge) }
    guard let bytes = file.readAll(sizeHint: Int(status.size)) else { throw .last("read", path) }
    return (bytes, status)
  }

  /// Reads the status of many files in one folder.
  ///
  /// - Parameters:
  ///   - names: The NUL-terminated names, in one block of bytes.
  ///   - start: Returns the offset of a file's name in `names`.
  ///   - body: Gets each number with its status; nil for a missing file or an error.
  public func look(
    at numbers: Range<Int>, in folder: String, names: [UInt8], start: (Int) -> Int,
    _ body: (Int, FileStatus?) -> Void
  ) throws(FileError) {
    try inFolder(folder) { folder in
      names.withUnsafeBytes { names in
        for number in numbers {
          let start = start(number)
          // Without a NUL, the system would read past the block's end.
          guard let base = names.baseAddress, names.indices.contains(start),
            memchr(base + start, 0, names.count - start) != nil
          else {
            body(number, nil)
            continue
          }
          let name = (base + start).assumingMemoryBound(to: CChar.self)
          body(number, FileStatus(name: name, in: folder))
        }
      }
    }
  }

  /// Reads many files in one folder.
  ///
  /// - Parameters:
  ///   - paths: The files' paths relative to the work tree, all directly in `folder`.
  ///   - most: The size limit in bytes; larger files are not read.
  ///   - body: Gets each path with its content or error.
  public func read(
    _ paths: [String], in folder: String, atMost most: Int = .max,
    _ body: (String, Swift.Result<(bytes: [UInt8], status: FileStatus), FileError>) -> Void
  ) throws(FileError) {
    let offset = folder.utf8.count + 1
    try inFolder(folder) { handle in
      for path in paths {
        do throws(FileError) {
          let name = String(path.utf8.dropFirst(offset)) ?? ""
          body(path, .success(try Self.read(name, in: handle, path, atMost: most)))
        } catch {
          body(path, .failure(error))
        }
      }
    }
  }
}

extension WorkTree {
  /// A regular file's content; nil if the file certainly doesn't exist.
  ///
  /// - Throws: ``FileError`` for an unreadable file, or one that is not regular.
  public func content(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try read(path).bytes
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }
}
