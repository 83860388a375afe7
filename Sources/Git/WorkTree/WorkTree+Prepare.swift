internal import Platform

/// Many changes at once: each file has to reach the disk before it gets its place, and to wait for
/// all together takes hardly longer than to wait for one.
extension WorkTree {
  /// Writes contents beside the files that they are for, and waits until the disk has all of them.
  ///
  /// - Returns: The hidden files by path, for ``change(_:prepared:)``. A file is left out if its
  ///   folder does not exist yet, or if something else is at its path. Empty for a few files, and
  ///   on systems that can't wait for all at once.
  /// - Throws: ``FileError``; then nothing is left of them.
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

  /// Fewer files are written to the disk one by one in the same time.
  public static let fewestPrepared = 50

  /// Removes what was prepared and got no place.
  public func discard(_ prepared: [PathKey: String]) {
    for (key, name) in prepared {
      // What can't be removed is found, and put away, with the next change.
      _ = try? inFolder(Self.split(key.path).folder) { unlinkat($0, name, 0) }
    }
  }

  private func prepare(
    _ edit: FileEdit, _ bytes: [UInt8], _ volumes: inout Volumes
  ) throws(FileError) -> String? {
    let (folderPath, name) = try Self.place(of: edit.path, "write")
    // Whether it can be made is found out when its turn comes.
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

/// The file systems that something is written to.
private struct Volumes: ~Copyable {
  private var devices: Set<UInt64> = []
  private var folders: [Int32] = []

  /// Notes a folder's before anything is written there.
  mutating func add(_ folder: Int32) {
    let device = FileStatus(descriptor: folder)?.device ?? 0
    guard !devices.contains(UInt64(truncatingIfNeeded: device)) else { return }
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return }
    devices.insert(UInt64(truncatingIfNeeded: device))
    folders.append(copy)
  }

  /// Waits until they have it.
  ///
  /// - Returns: False where the system has no call for that.
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
