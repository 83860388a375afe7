internal import Platform

/// Restores the terminal, also from a signal handler.
///
/// So all its data is in memory at a fixed address. Handlers call only async-signal-safe functions
/// (POSIX, signal concepts): `write`, `tcsetattr`, `tcgetpgrp`, `signal` and `raise`.
enum TerminalControl {
  private struct State {
    var isTaken = false
    /// The terminal's settings before and during drawing.
    var before = termios()
    var raw = termios()
    var greeting = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var farewell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var bell: Int32 = -1
    /// Whether SIGTSTP or SIGCONT arrived since the last look.
    var isAskedToStop = false
    var hasContinued = false
    /// Whether this is the controlling terminal of a shell with job control.
    var hasJobs = false
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    memory.initialize(to: State())
    return memory
  }()

  /// Signals for faults of the process, and those that a shell's `kill` may send.
  private static let deadly = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGXCPU,
  ]

  /// - Returns: Whether standard input and output are a terminal.
  static func prepare(_ modes: TerminalModes, bell: Int32) -> Bool {
    guard Device.output.isTerminal, tcgetattr(Device.input.rawValue, &state.pointee.before) == 0
    else { return false }
    state.pointee.raw = state.pointee.before
    cfmakeraw(&state.pointee.raw)
    state.pointee.greeting = kept(modes.beginning)
    state.pointee.farewell = kept(modes.end)
    state.pointee.bell = bell
    state.pointee.hasJobs = tcgetpgrp(Device.input.rawValue) >= 0
    atexit { TerminalControl.giveBack() }
    for number in deadly { signal(number) { TerminalControl.die($0) } }
    signal(SIGCONT) { _ in TerminalControl.noteGoingOn() }
    signal(SIGWINCH) { _ in TerminalControl.ring() }
    Interruption.ring(bell)
    return true
  }

  private static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    return UnsafeBufferPointer(memory)
  }

  /// Takes the terminal unless it is taken; in the background, stops the process until it may.
  static func take() {
    guard !state.pointee.isTaken else { return }
    // A process that is about to end doesn't wait.
    if holder == .others, !Interruption.isRequested { stop() }
    state.pointee.isTaken = holder == .us
    guard state.pointee.isTaken else { return }
    signal(SIGTSTP) { _ in TerminalControl.noteStop() }
    tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.raw)
    say(state.pointee.greeting)
  }

  /// False also if the terminal is gone or belongs to others for good.
  static var isTaken: Bool { state.pointee.isTaken }

  private enum Holder { case us, others, nobody }

  /// The process group that has the terminal.
  private static var holder: Holder {
    let group = tcgetpgrp(Device.input.rawValue)
    if group >= 0 { return group == getpgrp() ? .us : .others }
    // The session and its terminal have ended. Without job control, nobody else has it.
    return state.pointee.hasJobs ? .nobody : .us
  }

  private static func say(_ bytes: UnsafeBufferPointer<UInt8>) {
    _ = write(Device.output.rawValue, bytes.baseAddress, bytes.count)
  }

  /// Restores the terminal unless that is done.
  ///
  /// Then SIGTSTP stops the process at once, as when an editor that has the terminal is stopped.
  static func giveBack() {
    signal(SIGTSTP, SIG_DFL)
    guard state.pointee.isTaken else { return }
    state.pointee.isTaken = false
    let failure = errno
    // Settings made by others since then stay.
    if holder == .us {
      say(state.pointee.farewell)
      tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.before)
    }
    errno = failure
  }

  /// Stops the process until it has the terminal again or must end.
  ///
  /// A shell that exits continues its stopped jobs, and so does `bg`. Then the process is in the
  /// background and can't draw. It waits without stopping again: an exiting shell continues only
  /// processes whose threads have all stopped. A process about to stop would remain stopped for
  /// good.
  ///
  /// Returns at once if the system doesn't stop it, as in an orphaned process group, which no shell
  /// could continue (POSIX, `raise` and signal actions).
  static func stop() {
    giveBack()
    state.pointee.hasContinued = false
    raise(SIGTSTP)
    // Another thread may handle the SIGCONT.
    if !state.pointee.hasContinued { poll(nil, 0, 50) }
    while state.pointee.hasContinued, holder == .others, !Interruption.isRequested {
      poll(nil, 0, 200)
    }
    (state.pointee.isAskedToStop, state.pointee.hasContinued) = (false, false)
  }

  /// Whether a signal asks the process to stop.
  static var isAskedToStop: Bool { state.pointee.isAskedToStop }

  /// Takes the terminal anew after SIGSTOP, which can't be handled before it stops the process.
  ///
  /// - Returns: Whether the process was stopped so; another program may have used the terminal.
  static func goOn() -> Bool {
    guard state.pointee.hasContinued else { return false }
    (state.pointee.isTaken, state.pointee.hasContinued) = (false, false)
    take()
    return true
  }

  private static func noteStop() {
    state.pointee.isAskedToStop = true
    ring()
  }

  private static func noteGoingOn() {
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
