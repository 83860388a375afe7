internal import Platform
internal import Synchronization

/// A folder of files, read and written without ever following a symbolic link below it, or going
/// where git wouldn't check a file out.
///
/// Every path is relative to the folder, with `/` between its parts. Nothing here starts
/// libgit2: listing and reading stay as fast as the file system.
public final class WorkTree: Sendable {
  /// The folder's absolute path.
  public let path: String
  private let root: Int32
  /// The folders that are kept open; nil where none is.
  private let open = Mutex<[PathKey: OpenFolder]?>(nil)
  /// The folders that stay when they are empty.
  let lasting: Set<String>

  /// - Parameters:
  ///   - path: An existing folder. It may itself be reached through links.
  ///   - lasting: The folders below it that stay when their last file goes; those at the top do.
  /// - Throws: ``FileError`` when it is missing, not a folder, or not readable.
  public init(_ path: String, lasting: Set<String> = []) throws(FileError) {
    let opened = Platform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .last("open", path) }
    self.path = path
    self.root = opened
    self.lasting = lasting
  }

  deinit { close(root) }

  /// Opens a folder below the root, one part at a time so that no link is followed.
  ///
  /// - Parameters:
  ///   - creating: Makes the folders that are missing.
  ///   - body: Gets the open folder, which is closed when it returns.
  func inFolder<Value: ~Copyable>(
    _ path: String, creating: Bool = false, _ body: (Int32) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    if let known = open.withLock({ $0?[PathKey(path)] }) { return try known.descriptor.use(body) }
    let folder = OpenFolder(try folder(path, creating: creating))
    open.withLock { open in
      if open?.count ?? 0 >= Self.mostOpen { open = [:] }
      open?[PathKey(path)] = folder
    }
    return try folder.descriptor.use(body)
  }

  /// Does something to many files, for which each folder is opened once.
  ///
  /// A folder that somebody moves away meanwhile takes along what is written there.
  public func keepingFoldersOpen<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    open.withLock { $0 = $0 ?? [:] }
    defer { open.withLock { $0 = nil } }
    return try body()
  }

  /// Has a folder that goes be opened anew by whoever makes it again.
  func forget(_ folder: String) { open.withLock { $0?[PathKey(folder)] = nil } }

  private static let mostOpen = 64

  private func folder(_ path: String, creating: Bool) throws(FileError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    guard !path.isEmpty else {
      guard let top = Descriptor(".", in: root, flags) else { throw .last("open", path) }
      return top
    }
    let (parent, name) = try Self.place(of: path, "open")
    return try inFolder(parent, creating: creating) { (parent) throws(FileError) in
      if creating, mkdirat(parent, name, 0o777) != 0, errno != EEXIST {
        throw .last("create", path)
      }
      guard let folder = Descriptor(name, in: parent, flags) else {
        let code = errno
        // With O_DIRECTORY some systems say "not a directory" of a link.
        let isLink = FileStatus(name: name, in: parent)?.kind == .symbolicLink
        throw FileError("open", path, isLink ? .symbolicLink : .system(code))
      }
      return folder
    }
  }

  /// A path's folder and name, for who is about to open the file.
  ///
  /// - Throws: ``FileError`` with reason `forbiddenName`, as for one that leads out of the folder.
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

/// A folder that several may use, until the last of them has done.
private final class OpenFolder: Sendable {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

extension WorkTree {
  /// What stands at a path, or nil when surely nothing does.
  ///
  /// - Throws: ``FileError`` when the system doesn't tell, or a symbolic link is on the way.
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

  /// A file's content and its status at the moment of reading.
  ///
  /// - Parameter most: A file of more bytes is not read.
  /// - Throws: ``FileError``, also when the path is a link or not a regular file.
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
    // Non-blocking, so that a pipe in the folder can't hang the reader.
    guard let file = Descriptor(name, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = file.use({ FileStatus(descriptor: $0) })
    else { throw .last("read", path) }
    guard status.kind == .regular else { throw FileError("read", path, .system(EINVAL)) }
    guard status.size <= most else { throw FileError("read", path, .tooLarge) }
    guard let bytes = file.readAll(sizeHint: Int(status.size)) else { throw .last("read", path) }
    return (bytes, status)
  }

  /// Looks at many files of one folder, opening the folder once.
  ///
  /// - Parameters:
  ///   - numbers: Of the files.
  ///   - names: A block of bytes with their names, each with a zero behind it.
  ///   - start: Where in the block a file's name begins.
  ///   - body: Gets each number, and what stands there; nil also when the system didn't tell.
  public func look(
    at numbers: Range<Int>, in folder: String, names: [UInt8], start: (Int) -> Int,
    _ body: (Int, FileStatus?) -> Void
  ) throws(FileError) {
    try inFolder(folder) { folder in
      names.withUnsafeBytes { names in
        for number in numbers {
          let start = start(number)
          // Without a zero it would have no end.
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

  /// Reads many files of one folder, opening the folder once.
  ///
  /// - Parameters:
  ///   - paths: Of files that lie in `folder` itself, relative to the work tree.
  ///   - most: Files of more bytes are not read.
  ///   - isKnown: Whether a file of this path and status need not be read.
  ///   - body: Gets each path's content, or why it could not be read.
  public func read(
    _ paths: [String], in folder: String, atMost most: Int = .max,
    unless isKnown: ((String, FileStatus) -> Bool)? = nil,
    _ body: (String, Swift.Result<(bytes: [UInt8], status: FileStatus), FileError>) -> Void
  ) throws(FileError) {
    let offset = folder.utf8.count + 1
    try inFolder(folder) { handle in
      for path in paths {
        if let isKnown,
          let status = path.withCString({ FileStatus(name: $0 + offset, in: handle) }),
          status.kind == .regular, isKnown(path, status)
        {
          continue
        }
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
  /// A regular file's content, or nil when there surely is no file.
  ///
  /// - Throws: ``FileError`` when it can't be read, or something else stands there.
  public func content(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try read(path).bytes
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }
}
