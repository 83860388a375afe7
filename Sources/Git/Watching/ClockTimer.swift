internal import Platform

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
