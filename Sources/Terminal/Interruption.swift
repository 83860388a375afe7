internal import Platform

/// Ctrl-C and similar signals, for work that needs an orderly end.
///
/// Until the first query, signals end the process as usual. Then the first signal is only recorded.
/// A second signal, more than a second later, ends the process; programs like `timeout` send each
/// twice.
public enum Interruption {
  /// Whether SIGINT, SIGTERM or SIGHUP arrived since the first query.
  public static var isRequested: Bool {
    _ = areHeard
    return request.pointee.number != 0
  }

  /// Forgets a SIGINT, so that work continues.
  ///
  /// - Returns: Whether the signal was SIGINT; others are kept.
  public static func takeInterrupt() -> Bool {
    guard request.pointee.number == SIGINT else { return false }
    request.pointee.number = 0
    return true
  }

  /// Whether signals are only recorded, after the first query.
  public static var areAwaited: Bool { request.pointee.areAwaited }

  /// Makes the first signal also write a byte to a descriptor, which must stay open.
  public static func ring(_ descriptor: Int32) {
    request.pointee.bell = descriptor
    _ = areHeard
  }

  /// Ends the process by the recorded signal, so that a shell sees the cause.
  public static func endProcess() {
    let number = request.pointee.number
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Memory at a fixed address, for the signal handler.
  private struct Request {
    var number: Int32 = 0
    var areAwaited = false
    var second = 0
    /// The descriptor that wakes a waiting thread; -1 for none.
    var bell: Int32 = -1
  }

  nonisolated(unsafe) private static let request: UnsafeMutablePointer<Request> = {
    let memory = UnsafeMutablePointer<Request>.allocate(capacity: 1)
    memory.initialize(to: Request())
    return memory
  }()

  private static let areHeard: Void = {
    request.pointee.areAwaited = true
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Signals ignored at the start, as under nohup, stay ignored.
      let old = signal(number) { Interruption.note($0) }
      if old.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }()

  /// Writes to the descriptor of ``ring(_:)``; async-signal-safe.
  static func wake() {
    guard request.pointee.bell >= 0 else { return }
    let failure = errno
    _ = write(request.pointee.bell, "!", 1)
    errno = failure
  }

  /// Runs in a signal handler, so it calls only async-signal-safe functions.
  private static func note(_ number: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    if request.pointee.number == 0 {
      request.pointee.number = number
      request.pointee.second = now.tv_sec
      wake()
    } else if now.tv_sec > request.pointee.second + 1 {
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
