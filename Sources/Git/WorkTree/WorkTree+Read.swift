internal import Platform

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
  /// - Throws: ``FileError`` when a folder, or anything in it, can't be read to the end: what is
  ///   not listed is not there.
  public func list(
    _ folder: String, upTo depth: Int = .max, onHidden: (String) -> Void = { _ in }
  ) throws(FileError) -> [Entry] {
    var found: [Entry] = []
    switch try status(of: folder)?.kind {
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
    let stream = try FolderStream(copy, folder)
    while let entry = try stream.next() {
      let name = Self.name(of: entry)
      guard !name.hasPrefix(".") else {
        if name.hasPrefix(Self.hiddenPrefix) { onHidden("\(folder)/\(name)") }
        continue
      }
      let path = "\(folder)/\(name)"
      var kind = Self.kind(entry.pointee.d_type)
      let isUTF8 = Self.hasValidName(entry)
      if kind == nil { kind = try FileStatus.found(name, in: copy, as: path)?.kind }
      // Gone since it was listed.
      guard let kind else { continue }
      found.append(Entry(path: path, kind: kind, isUTF8: isUTF8))
      if kind == .folder, try FileStatus.found("\(name)/.git", in: copy, as: path) == nil {
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
