internal import Platform

/// A lock that one process holds at a time, and a note that outlives its holder.
///
/// The operating system lets go of the lock when the process ends, however it ends. The
/// note is the file's content: what the holder was about to do, so that the next one can
/// finish the work of one that was killed.
public struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor
  private let path: String

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - path: A file, made when missing; its folders are made too.
  ///   - seconds: How long to wait for another holder.
  ///   - quiet: In seconds.
  ///   - isGivenUp: Asked while it waits; once it says true, the time is up.
  ///   - onWait: Called once, when the lock is not free after the quiet time.
  /// - Throws: ``FileError`` with reason `busy` when the time is up, and `notRegular` when
  ///   something else than a file stands there.
  public init(
    _ path: String, waitingUpTo seconds: Double, quietFor quiet: Double = 0,
    unless isGivenUp: () -> Bool = { false }, onWait: () -> Void = {}
  ) throws(FileError) {
    let folder = WorkTree.split(path).folder
    // Without the folder, the file would only be missing.
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
      // Who has the queue is the next one, and nobody who comes later gets in between. Not for
      // ever: whoever is stopped there must not stop all others.
      _ = try wait(queue, upTo: seconds / 2)
      isOurs = try wait(file, upTo: seconds)
      if isOurs { Self.sign(queue) }
      _ = queue.use { flock($0, LOCK_UN) }
    } else {
      isOurs = try wait(file, upTo: seconds)
    }
    guard isOurs else { throw FileError("lock", path, .busy) }
    self.file = file
    self.path = path
  }

  /// The number of the process that got the lock last, where it was ready to wait for it; nil where
  /// that isn't known.
  ///
  /// It is kept beside the lock, where whoever waits looks first.
  public static func holder(of path: String) -> Int32? {
    WorkTree.content(at: "\(path).queue").flatMap { bytes in
      Int32(String(decoding: bytes.filter { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
  }

  /// In one call, and as long for every number, so that none is ever read in part.
  private static func sign(_ queue: borrowing Descriptor) {
    var text = Array("\(getpid())".utf8)
    while text.count < 11 { text.append(0x20) }
    _ = queue.use { pwrite($0, text + [0x0A], 12, 0) }
  }

  /// From one look at a lock to the next one, in microseconds.
  private static let pause: ClosedRange<UInt32> = 1_000...10_000

  /// Never through a link, and never waiting for the other end of a pipe.
  private static let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK

  /// - Parameter obstacle: Why its folder wasn't made.
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

  /// Whether some process has the lock; nobody who wants it is in the way of this.
  public static func isHeld(_ path: String) -> Bool {
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    guard file.use({ flock($0, LOCK_SH | LOCK_NB) }) == 0 else { return errno == EWOULDBLOCK }
    _ = file.use { flock($0, LOCK_UN) }
    return false
  }

  deinit {
    // Closing is not enough: a child of another thread, which is just about to become another
    // program, would keep the lock for that moment.
    _ = file.use { flock($0, LOCK_UN) }
  }

  /// What a holder that was killed had noted, or nothing.
  public borrowing func note() throws(FileError) -> String {
    file.use { _ = lseek($0, 0, SEEK_SET) }
    guard let bytes = file.readAll(sizeHint: 128) else { throw .last("read", path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Notes what is about to be done, and waits until the disk has it.
  ///
  /// - Throws: ``FileError``; there is no note then, or one that is cut off.
  public borrowing func setNote(_ text: String) throws(FileError) {
    try clearNote()
    guard file.writeAll(Array(text.utf8)), file.synchronize() else {
      let error = FileError.last("write", path)
      try clearNote()
      throw error
    }
  }

  /// Says that what was noted is done.
  ///
  /// The disk may learn it later: a note of what is done already does no harm.
  public borrowing func clearNote() throws(FileError) {
    guard file.use({ lseek($0, 0, SEEK_SET) == 0 && ftruncate($0, 0) == 0 }) else {
      throw .last("write", path)
    }
  }

  /// For a program that is started and inherits it: the lock lasts as long as that runs, also where
  /// this process is killed.
  public var descriptor: Int32 { file.use { $0 } }

  /// The number of the process that holds it: this one.
  public var process: Int32 { getpid() }
}
