internal import Platform

/// Ctrl-C and its kin, for work that wants to end in good order.
///
/// Until somebody asks for the first time they end the process at once, as they always do;
/// from then on the first is only noted. Another one, a second later or more, ends the process:
/// programs like `timeout` send each twice.
public enum Interruption {
  /// Whether SIGINT, SIGTERM or SIGHUP came since this was asked first.
  public static var isRequested: Bool {
    _ = areHeard
    return request.pointee.number != 0
  }

  /// Whether it was Ctrl-C, and no other signal.
  public static var isInterrupt: Bool { request.pointee.number == SIGINT }

  /// Takes Ctrl-C as heard, so that what comes next goes on as if it had not come.
  ///
  /// - Returns: Whether that was what came; the other signals stay.
  public static func takeInterrupt() -> Bool {
    guard isInterrupt else { return false }
    request.pointee.number = 0
    return true
  }

  /// Whether somebody asked already, so that a signal is only noted.
  public static var areAwaited: Bool { request.pointee.areAwaited }

  /// From now on, the first of these signals also writes a byte to a descriptor, which must stay
  /// open.
  public static func ring(_ descriptor: Int32) {
    request.pointee.bell = descriptor
    _ = areHeard
  }

  /// Ends the process by the signal that came, so that a shell sees why it ended.
  public static func endProcess() {
    let number = request.pointee.number
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// What a signal handler may write to: memory that stays where it is.
  private struct Request {
    var number: Int32 = 0
    var areAwaited = false
    var second = 0
    /// Where a byte is written, so that somebody who waits wakes up; -1 for nowhere.
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
      // What was ignored from the start, as under nohup, stays ignored.
      let old = signal(number) { Interruption.note($0) }
      if old.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }()

  /// Runs in a signal handler: only what is safe there.
  private static func note(_ number: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    if request.pointee.number == 0 {
      request.pointee.number = number
      request.pointee.second = now.tv_sec
      guard request.pointee.bell >= 0 else { return }
      let failure = errno
      write(request.pointee.bell, &now, 1)
      errno = failure
    } else if now.tv_sec > request.pointee.second + 1 {
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
