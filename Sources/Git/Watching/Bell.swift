internal import Platform

/// Something to wait for beside other things; once rung, it stays so.
public final class WakePipe: Sendable {
  private let ends: (read: Int32, write: Int32)

  /// - Throws: ``FileError`` when the process has too many files open.
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

  /// Any byte written here rings as well: for signal handlers, which may do little else.
  ///
  /// Open as long as the bell is there.
  public var descriptor: Int32 { ends.write }

  public func ring() { System.writeByte(to: ends.write) }

  public var isRung: Bool { Readable.wait(for: [ends.read], upTo: 0)[0] }

  /// Takes the ringing back, for a bell that rings again and again.
  ///
  /// - Returns: Whether it was rung.
  @discardableResult
  public func silence() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    var wasRung = false
    while buffer.withUnsafeMutableBytes({ System.read(ends.read, into: $0) }) > 0 { wasRung = true }
    return wasRung
  }

  /// Has something to read once it is rung.
  public var readable: Int32 { ends.read }

  /// Waits for the bell, for another descriptor to have something to read, or for time to pass.
  ///
  /// - Returns: Whether the other one has something to read.
  func wait(or other: Int32? = nil, upTo seconds: Double) -> Bool {
    Readable.wait(for: [ends.read] + [other].compactMap { $0 }, upTo: seconds).dropFirst().contains(
      true)
  }
}

/// Waits for descriptors to have something to read.
public enum Readable {
  /// - Parameter seconds: At most so long, and never more than a day; nil for as long as it takes.
  /// - Returns: Which of them have something to read; none also when a signal came.
  @discardableResult
  public static func wait(for descriptors: [Int32], upTo seconds: Double?) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = seconds.map { Int32(min(max($0, 0) * 1000, 86_400_000).rounded(.up)) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
    return polled.map { count > 0 && $0.revents != 0 }
  }
}

extension System {
  /// Makes a reader of a pipe wake up; a pipe that is full has woken it already.
  static func writeByte(to pipe: Int32) {
    _ = withUnsafeBytes(of: UInt8(0)) { write(pipe, $0) }
  }
}

/// Something to wait for beside other things: a moment of the clock on the wall, also where the
/// machine sleeps meanwhile.
///
/// One thread uses it.
public final class ClockTimer {
  private let timer: Int32?

  public init() { timer = System.clockTimer() }

  deinit {
    guard var timer else { return }
    System.close(&timer)
  }

  /// Whether the system has such a thing, and this process may have one more.
  public var isThere: Bool { timer != nil }

  /// Has something to read at the moment that was set, or when the clock was set meanwhile; nil
  /// where there is no timer.
  public var descriptor: Int32? { timer }

  /// - Parameter seconds: From now; 0 or less for at once.
  public func set(after seconds: Int64) {
    guard let timer else { return }
    let (moment, isTooLate) = FileStatus.Time.now.seconds.addingReportingOverflow(seconds)
    System.set(clockTimer: timer, to: isTooLate ? .max : moment)
  }

  /// Takes what there is to read, so that it can be waited for again.
  ///
  /// - Returns: Whether the moment has come, or the clock was set.
  public func take() -> Bool {
    guard let timer, Readable.wait(for: [timer], upTo: 0)[0] else { return false }
    var buffer = [UInt8](repeating: 0, count: 8)
    // Where the clock was set it fails, and counts all the same.
    _ = buffer.withUnsafeMutableBytes { System.read(timer, into: $0) }
    return true
  }
}
