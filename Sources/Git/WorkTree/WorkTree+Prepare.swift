internal import Platform

/// A new content for a file, of many that are written together.
public struct NewContent: Sendable {
  /// Relative to the work tree.
  public var path: String
  let bytes: [UInt8]
  /// As ``WorkTree/change(_:from:to:isExecutable:movedFrom:prepared:)`` takes it.
  public var isExecutable: Bool?
  /// Likewise.
  public var former: String?

  public init(path: String, bytes: [UInt8], isExecutable: Bool?, movedFrom former: String?) {
    self.path = path
    self.bytes = bytes
    self.isExecutable = isExecutable
    self.former = former
  }
}

/// Many changes at once: each file has to reach the disk before it gets its place, and to wait for
/// all together takes hardly longer than to wait for one.
extension WorkTree {
  /// Writes contents beside the files that they are for, and waits until the disk has all of them.
  ///
  /// - Returns: The hidden files by path, for
  ///   ``change(_:from:to:isExecutable:movedFrom:prepared:)``. One whose folder has still to be
  ///   made, or that something stands in the way of, is not among them, and none is where the
  ///   system can't wait for all at once.
  /// - Throws: ``FileError``; then nothing is left of them.
  public func prepare(_ contents: [NewContent]) throws(FileError) -> [PathKey: String] {
    var volumes = Volumes()
    var prepared: [PathKey: String] = [:]
    do throws(FileError) {
      for content in contents where prepared[PathKey(content.path)] == nil {
        prepared[PathKey(content.path)] = try prepare(content, &volumes)
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

  /// Removes what was prepared and got no place.
  public func discard(_ prepared: [PathKey: String]) {
    for (key, name) in prepared {
      // What can't be removed is found, and put away, with the next change.
      _ = try? inFolder(Self.split(key.path).folder) { unlinkat($0, name, 0) }
    }
  }

  private func prepare(
    _ content: NewContent, _ volumes: inout Volumes
  ) throws(FileError) -> String? {
    let (folderPath, name) = try Self.place(of: content.path, "write")
    // Whether it can be made is found out when its turn comes.
    guard (try? status(of: folderPath))??.kind == .folder || folderPath.isEmpty else { return nil }
    let before = try content.former.flatMap { (former) throws(FileError) in
      try status(of: former)
    }
    return try inFolder(folderPath) { (folder) throws(FileError) in
      let old = FileStatus(name: name, in: folder)
      guard old?.kind == .regular || old == nil else { return nil }
      volumes.add(folder)
      return try Self.writeTemporary(
        content.bytes, for: name, keeping: old?.mode ?? before?.mode,
        isExecutable: content.isExecutable, in: folder, content.path, isSynchronized: false)
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
