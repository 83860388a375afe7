internal import Platform

extension WorkTree {
  /// A name found below a folder.
  public struct Entry: Hashable, Sendable {
    /// Relative to the work tree's root.
    public var path: String
    /// How many bytes of the path stand before the name.
    public var nameOffset: Int
    public var kind: FileStatus.Kind
    /// False for a name that is no UTF-8; the path shows `U+FFFD` then and leads nowhere.
    public var isUTF8 = true
    /// A folder whose content is not listed, since it lies so deep.
    public var isTooDeep = false
    /// A folder whose content is not listed, since it is another repository.
    public var isRepository = false
  }

  /// Everything below a folder, its subfolders' content included, sorted by path.
  ///
  /// Names that start with a dot are passed over, and so is what lies in another repository.
  /// A missing folder has no entries; a symbolic link is an entry and is not followed.
  /// - Parameters:
  ///   - depth: How many folders deep it goes, the first one counted.
  ///   - onHidden: Gets the paths that changes which are at work, or were killed, have given to
  ///     their files.
  ///   - onDotName: Gets the paths of all others whose names start with a dot.
  /// - Throws: ``FileError`` when a folder, or anything in it, can't be read to the end: what is
  ///   not listed is not there.
  public func list(
    _ folder: String, upTo depth: Int = .max, onHidden: (String) -> Void = { _ in },
    onDotName: (String) -> Void = { _ in }
  ) throws(FileError) -> [Entry] {
    var found: [Entry] = []
    switch try status(of: folder)?.kind {
    case .folder: try list(folder, upTo: depth, into: &found, onHidden, onDotName)
    case .symbolicLink: throw FileError("list", folder, .symbolicLink)
    case .regular, .other: throw FileError("list", folder, .system(ENOTDIR))
    case nil: return []
    }
    return Self.order(of: found).map { found[$0] }
  }

  /// The entries' places in the order of the bytes of their paths.
  ///
  /// On one array of bytes, for there are thousands.
  private static func order(of entries: [Entry]) -> [Int] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 48)
    var starts: [Int] = []
    starts.reserveCapacity(entries.count)
    for entry in entries {
      starts.append(bytes.count)
      bytes += entry.path.utf8
      // Less than all that can be in a path.
      bytes.append(0)
    }
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return starts.withUnsafeBufferPointer { starts in
        entries.indices.sorted {
          strcmp(
            (base + starts[$0]).assumingMemoryBound(to: CChar.self),
            (base + starts[$1]).assumingMemoryBound(to: CChar.self)) < 0
        }
      }
    }
  }

  private func list(
    _ folder: String, upTo depth: Int, into found: inout [Entry], _ onHidden: (String) -> Void,
    _ onDotName: (String) -> Void
  ) throws(FileError) {
    // The stream takes the descriptor over, so it gets one of its own.
    let copy = try inFolder(folder) { dup($0) }
    let stream = try FolderStream(copy, folder)
    let prefix = Array("\(folder)/".utf8)
    while let entry = try stream.next() {
      guard entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) else {
        let name = Self.name(of: entry)
        if name.hasPrefix(Self.hiddenPrefix) {
          onHidden("\(folder)/\(name)")
        } else if name != ".", name != ".." {
          onDotName("\(folder)/\(name)")
        }
        continue
      }
      let (path, isUTF8) = Self.path(of: entry, behind: prefix)
      var kind = Self.kind(entry.pointee.d_type)
      let name = { String(path.utf8.dropFirst(prefix.count)) ?? "" }
      if kind == nil { kind = try FileStatus.found(name(), in: copy, as: path)?.kind }
      // Gone since it was listed.
      guard let kind else { continue }
      found.append(Entry(path: path, nameOffset: prefix.count, kind: kind, isUTF8: isUTF8))
      if kind == .folder {
        if try FileStatus.found("\(name())/.git", in: copy, as: path) != nil {
          found[found.count - 1].isRepository = true
        } else if depth > 1 {
          try list(path, upTo: depth - 1, into: &found, onHidden, onDotName)
        } else {
          found[found.count - 1].isTooDeep = true
        }
      }
    }
  }

  /// Made at once, for there are thousands.
  ///
  /// - Returns: Also whether the name is UTF-8.
  private static func path(
    of entry: UnsafeMutablePointer<dirent>, behind prefix: [UInt8]
  ) -> (String, isUTF8: Bool) {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) { name in
        let count = strlen(name)
        var all: UInt8 = 0
        let path = String(unsafeUninitializedCapacity: prefix.count + count) { buffer in
          _ = buffer.initialize(from: prefix)
          for index in 0..<count {
            all |= name[index]
            buffer[prefix.count + index] = name[index]
          }
          return prefix.count + count
        }
        // Most are ASCII. What is no UTF-8 has become `U+FFFD`.
        let isSame =
          all < 0x80
          || path.utf8.count == prefix.count + count
            && path.utf8.dropFirst(prefix.count).elementsEqual(
              UnsafeBufferPointer(start: name, count: count))
        return (path, isSame)
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
