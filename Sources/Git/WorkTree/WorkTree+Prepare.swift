internal import Platform

/// Bulk changes: one flush for many files takes hardly longer than a flush for one.
extension WorkTree {
  /// Writes new contents to hidden files, and flushes all of them at once.
  ///
  /// - Returns: The hidden files by path, for ``change(_:prepared:)``. Omits a file if its folder
  ///   doesn't exist yet or is on another file system, or if its path is no regular file. Empty for
  ///   fewer than `fewest` files, and where the system can't flush a whole file system.
  /// - Throws: ``FileError``, after removing all hidden files.
  public func prepare(
    _ edits: [FileEdit], unlessFewerThan fewest: Int = fewestPrepared
  ) throws(FileError) -> [PathKey: String] {
    guard edits.count(where: { $0.after != nil }) >= fewest else { return [:] }
    // Opened before the writes, so that it reports their failures.
    let top = try top()
    let device = top.use { FileStatus(descriptor: $0)?.device }
    var prepared: [PathKey: String] = [:]
    do throws(FileError) {
      for edit in edits where prepared[PathKey(edit.path)] == nil {
        if let bytes = edit.after {
          prepared[PathKey(edit.path)] = try prepare(edit, bytes, on: device)
        }
      }
      guard try Self.synchronizeFileSystem(of: top) else {
        discard(prepared)
        return [:]
      }
    } catch {
      discard(prepared)
      throw error
    }
    return prepared
  }

  /// For fewer files, single flushes take the same time.
  public static let fewestPrepared = 50

  public func discard(_ prepared: [PathKey: String]) {
    for (key, name) in prepared {
      // The next change removes files that can't be removed now.
      _ = try? inFolder(Self.split(key.path).folder) { unlinkat($0, name, 0) }
    }
  }

  private func prepare(
    _ edit: FileEdit, _ bytes: [UInt8], on device: UInt64?
  ) throws(FileError) -> String? {
    let (folderPath, name) = try Self.place(of: edit.path, "write")
    // `change` creates missing folders, and reports those that can't be looked at.
    guard (try? status(of: folderPath))??.kind == .folder || folderPath.isEmpty else { return nil }
    let before = try edit.movedFrom.flatMap { (former) throws(FileError) in
      try status(of: former)
    }
    return try inFolder(folderPath) { (folder) throws(FileError) in
      let old = FileStatus(name: name, in: folder)
      guard old?.kind == .regular || old == nil, FileStatus(descriptor: folder)?.device == device
      else { return nil }
      return try Self.writeTemporary(
        bytes, for: name, keeping: old?.mode ?? before?.mode,
        isExecutable: edit.isExecutable, in: folder, edit.path, isSynchronized: false)
    }
  }

  /// - Returns: False where the system doesn't support this.
  private static func synchronizeFileSystem(
    of top: borrowing Descriptor
  ) throws(FileError) -> Bool {
    switch top.use(System.synchronizeFileSystem) {
    case nil: return false
    case 0: return true
    default:
      if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
      throw .last("write", ".")
    }
  }
}
