internal import Platform

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
