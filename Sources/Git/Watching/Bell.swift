internal import Platform

/// A wakeup signal for `poll`; stays set until it is cleared.
public final class WakePipe: Sendable {
  private let ends: (read: Int32, write: Int32)

  /// - Throws: ``FileError`` when the process has too many open files.
  public init() throws(FileError) {
    guard let ends = System.pipe() else { throw .last("make", "a pipe") }
    self.ends = ends
    System.setNonblocking(ends.read)
    System.setNonblocking(ends.write)
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  /// The write end; any byte written to it also rings, as from a signal handler.
  ///
  /// Valid as long as the object exists.
  public var descriptor: Int32 { ends.write }

  public func ring() {
    // A full pipe has already woken its reader.
    _ = withUnsafeBytes(of: UInt8(0)) { System.write(ends.write, $0) }
  }

  public var isRung: Bool { Readable.wait(for: [ends.read], upTo: 0)[0] }

  /// - Returns: Whether it was set.
  @discardableResult
  public func silence() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    var wasRung = false
    while buffer.withUnsafeMutableBytes({ System.read(ends.read, into: $0) }) > 0 { wasRung = true }
    return wasRung
  }

  /// Readable while the signal is set.
  public var readable: Int32 { ends.read }
}

public enum Readable {
  /// Waits for readable descriptors.
  ///
  /// - Parameter seconds: The timeout, at most one day; nil for none.
  /// - Returns: For each descriptor whether it is readable; all false after a signal.
  @discardableResult
  public static func wait(for descriptors: [Int32], upTo seconds: Double?) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = seconds.map { Int32(min(max($0, 0) * 1000, 86_400_000).rounded(.up)) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
    return polled.map { count > 0 && $0.revents != 0 }
  }
}
