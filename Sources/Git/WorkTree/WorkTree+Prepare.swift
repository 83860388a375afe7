internal import Platform

/// Bulk changes: one flush for many files takes hardly longer than a flush for one.
extension WorkTree {
  /// Writes new contents to hidden files, and flushes all of them at once.
  ///
  /// - Returns: The hidden files by path, for ``change(_:prepared:)``. Omits a file if its folder
  ///   doesn't exist yet, or if its path is no regular file. Empty for fewer than `fewest` files,
  ///   and where the system can't flush a whole file system.
  /// - Throws: ``FileError``, after removing all hidden files.
  public func prepare(
    _ edits: [FileEdit], unlessFewerThan fewest: Int = fewestPrepared
  ) throws(FileError) -> [PathKey: String] {
    guard edits.count(where: { $0.after != nil }) >= fewest else { return [:] }
    var volumes = Volumes()
    var prepared: [PathKey: String] = [:]
    do throws(FileError) {
      for edit in edits where prepared[PathKey(edit.path)] == nil {
        if let bytes = edit.after {
          prepared[PathKey(edit.path)] = try prepare(edit, bytes, &volumes)
        }
      }
      guard try volumes.synchronize() else {
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
    _ edit: FileEdit, _ bytes: [UInt8], _ volumes: inout Volumes
  ) throws(FileError) -> String? {
    let (folderPath, name) = try Self.place(of: edit.path, "write")
    // `change` creates missing folders.
    guard (try? status(of: folderPath))??.kind == .folder || folderPath.isEmpty else { return nil }
    let before = try edit.movedFrom.flatMap { (former) throws(FileError) in
      try status(of: former)
    }
    return try inFolder(folderPath) { (folder) throws(FileError) in
      let old = FileStatus(name: name, in: folder)
      guard old?.kind == .regular || old == nil else { return nil }
      volumes.add(folder)
      return try Self.writeTemporary(
        bytes, for: name, keeping: old?.mode ?? before?.mode,
        isExecutable: edit.isExecutable, in: folder, edit.path, isSynchronized: false)
    }
  }
}

private struct Volumes: ~Copyable {
  private var devices: Set<UInt64> = []
  private var folders: [Int32] = []

  /// Call it before writing to the folder.
  mutating func add(_ folder: Int32) {
    let device = FileStatus(descriptor: folder)?.device ?? 0
    guard !devices.contains(UInt64(truncatingIfNeeded: device)) else { return }
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return }
    devices.insert(UInt64(truncatingIfNeeded: device))
    folders.append(copy)
  }

  /// - Returns: False where the system doesn't support this.
  borrowing func synchronize() throws(FileError) -> Bool {
    for folder in folders {
      guard let status = System.synchronizeFileSystem(folder) else { return false }
      guard status == 0 else {
        if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
        throw .last("write", ".")
      }
    }
    return true
  }

  deinit { for folder in folders { close(folder) } }
}
