internal import Platform

/// Gives a terminal back that is drawn on, also from a signal handler.
///
/// So everything that it needs lies in memory that stays where it is, and nothing but `write`,
/// `tcsetattr`, `signal` and `raise` is called there, which are safe (POSIX, signal concepts).
enum Restoration {
  private struct State {
    var isTaken = false
    /// As the terminal was, and as it is drawn on.
    var before = termios()
    var raw = termios()
    var farewell: UnsafeMutablePointer<UInt8>?
    var farewellCount = 0
    var bell: Int32 = -1
    var hasContinued = false
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    memory.initialize(to: State())
    return memory
  }()

  /// What ends a process that does wrong; and what a shell's `kill` may send.
  private static let deadly = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGXCPU,
  ]

  /// - Returns: Whether standard input and output are a terminal.
  static func prepare(_ modes: TerminalModes, bell: Int32) -> Bool {
    guard Device.output.isTerminal, tcgetattr(Device.input.rawValue, &state.pointee.before) == 0
    else { return false }
    state.pointee.raw = state.pointee.before
    cfmakeraw(&state.pointee.raw)
    let end = modes.end
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: end.count)
    bytes.initialize(from: end, count: end.count)
    state.pointee.farewell = bytes
    state.pointee.farewellCount = end.count
    state.pointee.bell = bell
    atexit { Restoration.giveBack() }
    for number in deadly { signal(number) { Restoration.die($0) } }
    signal(SIGTSTP) { _ in Restoration.stop() }
    signal(SIGCONT) { _ in Restoration.goOn() }
    signal(SIGWINCH) { _ in Restoration.ring() }
    Interruption.ring(bell)
    return true
  }

  static func take() {
    tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.raw)
    state.pointee.isTaken = true
  }

  /// Does nothing where that is done already.
  static func giveBack() {
    guard state.pointee.isTaken else { return }
    state.pointee.isTaken = false
    let failure = errno
    if let bytes = state.pointee.farewell {
      _ = write(Device.output.rawValue, bytes, state.pointee.farewellCount)
    }
    tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.before)
    errno = failure
  }

  /// Stops the process; comes back when it goes on.
  static func stop() {
    giveBack()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    // Inside of its handler the signal is held back until that returns; so the default stays, and
    // whoever takes the terminal again catches it again.
  }

  static func takeContinued() -> Bool {
    defer { state.pointee.hasContinued = false }
    return state.pointee.hasContinued
  }

  private static func goOn() {
    signal(SIGTSTP) { _ in Restoration.stop() }
    state.pointee.hasContinued = true
    ring()
  }

  private static func ring() {
    let failure = errno
    if state.pointee.bell >= 0 { _ = write(state.pointee.bell, "!", 1) }
    errno = failure
  }

  private static func die(_ number: Int32) {
    giveBack()
    signal(number, SIG_DFL)
    raise(number)
  }
}
