#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

extension WorkTree {
  /// A name found below a folder.
  public struct Entry: Hashable, Sendable {
    /// Relative to the work tree's root.
    public var path: String
    public var kind: FileStatus.Kind
    /// False for a name that is no UTF-8; the path shows `U+FFFD` then and leads nowhere.
    public var isUTF8 = true
    /// A folder whose content is not listed, since it lies so deep.
    public var isTooDeep = false
  }

  /// Everything below a folder, its subfolders' content included, sorted by path.
  ///
  /// Names that start with a dot are passed over, and so is what lies in another repository.
  /// A missing folder has no entries; a symbolic link is an entry and is not followed.
  /// - Parameters:
  ///   - depth: How many folders deep it goes, the first one counted.
  ///   - onHidden: Gets the paths that changes which are at work, or were killed, have given to
  ///     their files.
  /// - Throws: ``FileError`` when a folder can't be read.
  public func list(
    _ folder: String, upTo depth: Int = .max, onHidden: (String) -> Void = { _ in }
  ) throws(FileError) -> [Entry] {
    var found: [Entry] = []
    switch status(of: folder)?.kind {
    case .folder: try list(folder, upTo: depth, into: &found, onHidden)
    case .symbolicLink: throw FileError("list", folder, .symbolicLink)
    case .regular, .other: throw FileError("list", folder, .system(ENOTDIR))
    case nil: return []
    }
    return found.sorted { $0.path < $1.path }
  }

  private func list(
    _ folder: String, upTo depth: Int, into found: inout [Entry], _ onHidden: (String) -> Void
  ) throws(FileError) {
    // The stream takes the descriptor over, so it gets one of its own.
    let copy = try inFolder(folder) { dup($0) }
    guard copy >= 0, let stream = fdopendir(copy) else { throw .last("list", folder) }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      guard !name.hasPrefix(".") else {
        if name.hasPrefix(Self.hiddenPrefix) { onHidden("\(folder)/\(name)") }
        continue
      }
      let path = "\(folder)/\(name)"
      let kind = Self.kind(entry.pointee.d_type) ?? FileStatus(name: name, in: copy)?.kind
      guard let kind else { continue }
      found.append(Entry(path: path, kind: kind, isUTF8: Self.hasValidName(entry)))
      if kind == .folder, FileStatus(name: "\(name)/.git", in: copy) == nil {
        if depth > 1 {
          try list(path, upTo: depth - 1, into: &found, onHidden)
        } else {
          found[found.count - 1].isTooDeep = true
        }
      }
    }
  }

  /// Some file systems don't tell; then only `fstatat` knows.
  private static func kind(_ type: UInt8) -> FileStatus.Kind? {
    switch Int32(type) {
    case Int32(DT_REG): .regular
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .symbolicLink
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// What stands at a path, or nil when nothing does or no way leads there.
  public func status(of path: String) -> FileStatus? {
    let (folder, name) = Self.split(path)
    return try? inFolder(folder) { FileStatus(name: name, in: $0) }
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

  /// Reads many files of one folder, opening the folder once.
  ///
  /// - Parameters:
  ///   - names: File names inside `folder`.
  ///   - most: Files of more bytes are not read.
  ///   - known: The content of a file of this name and status, where it is known already.
  ///   - body: Gets each name's content, or why it could not be read.
  public func read(
    _ names: ArraySlice<String>, in folder: String, atMost most: Int = .max,
    known: ((String, FileStatus) -> [UInt8]?)? = nil,
    _ body: (String, Swift.Result<(bytes: [UInt8], status: FileStatus), FileError>) -> Void
  ) throws(FileError) {
    try inFolder(folder) { handle in
      for name in names {
        if let known, let status = FileStatus(name: name, in: handle), status.kind == .regular,
          let bytes = known(name, status)
        {
          body(name, .success((bytes, status)))
          continue
        }
        do throws(FileError) {
          body(name, .success(try Self.read(name, in: handle, "\(folder)/\(name)", atMost: most)))
        } catch {
          body(name, .failure(error))
        }
      }
    }
  }
}

extension WorkTree {
  /// A regular file's content, or nil when there is none that can be read.
  public func content(_ path: String) -> [UInt8]? {
    try? read(path).bytes
  }
}
