internal import Platform

/// An exclusive lock between processes, with a note that outlives its holder.
///
/// The operating system releases the lock when the process ends. The note is the file's content: it
/// describes the holder's work, so that the next holder can finish it after a kill.
public struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor
  private let path: String

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - path: The lock file; created if missing, with its folder.
  ///   - seconds: The time to wait for another holder.
  ///   - quiet: The time in seconds before `onWait`.
  ///   - isGivenUp: Called while waiting; returning true ends the wait.
  ///   - onWait: Called once, if the lock is still not free after `quiet`.
  /// - Throws: ``FileError`` with reason `busy` at the end of the wait, or `notRegular` if the path
  ///   is no regular file.
  public init(
    _ path: String, waitingUpTo seconds: Double, quietFor quiet: Double = 0,
    unless isGivenUp: () -> Bool = { false }, onWait: () -> Void = {}
  ) throws(FileError) {
    let folder = WorkTree.split(path).folder
    // Report this error, not that the lock file is missing.
    let obstacle = mkdir(folder, 0o777) == 0 ? nil : FileError.last("create", folder)
    let file = try Self.open(path, inFolderWith: obstacle)
    let start = ContinuousClock.now
    var hasWaited = false
    func wait(_ file: borrowing Descriptor, upTo seconds: Double) throws(FileError) -> Bool {
      while file.use({ flock($0, LOCK_EX | LOCK_NB) }) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw .last("lock", path) }
        let waited = (ContinuousClock.now - start) / .seconds(1)
        if !hasWaited, waited >= quiet {
          onWait()
          hasWaited = true
        }
        guard waited < seconds, !isGivenUp() else { return false }
        usleep(.random(in: Self.pause))
      }
      return true
    }
    let isOurs: Bool
    if seconds > 0, let queue = Descriptor("\(path).queue", in: AT_FDCWD, Self.flags) {
      // The holder of the queue is next, and later processes wait behind it. Limit the wait for the
      // queue, so that a stopped process can't block all others.
      _ = try wait(queue, upTo: seconds / 2)
      isOurs = try wait(file, upTo: seconds)
      _ = queue.use { flock($0, LOCK_UN) }
    } else {
      isOurs = try wait(file, upTo: seconds)
    }
    guard isOurs else { throw FileError("lock", path, .busy) }
    self.file = file
    self.path = path
  }

  /// The time between attempts, in microseconds.
  private static let pause: ClosedRange<UInt32> = 1_000...10_000

  /// Don't follow symbolic links, and don't wait for the other end of a pipe.
  private static let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK

  /// - Parameter obstacle: The error of creating the folder, if any.
  private static func open(
    _ path: String, inFolderWith obstacle: FileError?
  ) throws(FileError) -> Descriptor {
    guard
      let file = Descriptor(path, in: AT_FDCWD, flags)
    else {
      let error = FileError.last("lock", path)
      if let obstacle, error.isMissing, obstacle.isForbidden { throw obstacle }
      guard let kind = WorkTree.status(at: path)?.kind, kind == .folder || kind == .other else {
        throw error
      }
      throw FileError("lock", path, .notRegular)
    }
    guard file.use({ FileStatus(descriptor: $0) })?.kind == .regular else {
      throw FileError("lock", path, .notRegular)
    }
    return file
  }

  /// Doesn't delay processes that want the lock.
  public static func isHeld(_ path: String) -> Bool {
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    guard file.use({ flock($0, LOCK_SH | LOCK_NB) }) == 0 else { return errno == EWOULDBLOCK }
    _ = file.use { flock($0, LOCK_UN) }
    return false
  }

  deinit {
    // Closing isn't enough: a child process that another thread is just starting has a copy of the
    // descriptor until it executes its program.
    _ = file.use { flock($0, LOCK_UN) }
  }

  /// Empty without a killed holder.
  public borrowing func note() throws(FileError) -> String {
    file.use { _ = lseek($0, 0, SEEK_SET) }
    guard let bytes = file.readAll(sizeHint: 128) else { throw .last("read", path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Flushes the note to disk.
  ///
  /// - Throws: ``FileError``; the note is then empty or truncated.
  public borrowing func setNote(_ text: String) throws(FileError) {
    try clearNote()
    guard file.writeAll(Array(text.utf8)), file.synchronize() else {
      let error = FileError.last("write", path)
      try clearNote()
      throw error
    }
  }

  /// Clears the note without a flush: a stale note of completed work does no harm.
  public borrowing func clearNote() throws(FileError) {
    guard file.use({ lseek($0, 0, SEEK_SET) == 0 && ftruncate($0, 0) == 0 }) else {
      throw .last("write", path)
    }
  }

  /// A descriptor for a child process to inherit, to hold the lock while it runs, even if this
  /// process is killed.
  public var descriptor: Int32 { file.use { $0 } }

  public var process: Int32 { getpid() }
}
