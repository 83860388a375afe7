internal import Platform

/// Restores the terminal, also from a signal handler.
///
/// So all its data is in memory at a fixed address. Handlers call only async-signal-safe functions
/// (POSIX, signal concepts): `write`, `poll`, `dup2`, `tcsetattr`, `tcgetpgrp`, `signal`,
/// `raise`, `pthread_kill` and `pthread_sigmask`.
enum TerminalControl {
  private struct State {
    var isTaken = false
    /// The terminal's settings before and during drawing.
    var before = termios()
    var raw = termios()
    var greeting = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var farewell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var bell: Int32 = -1
    var hasContinued = false
    /// The thread that draws.
    var drawer: pthread_t = pthread_self()
    /// Whether this is the controlling terminal of a shell with job control.
    var hasJobs = false
    /// How often the process was continued.
    var continuations = 0
    /// Whether the process is stopped, or was just continued and may stop again.
    var isStopped = false
    /// `/dev/null`, for output that must not appear.
    var nowhere: Int32 = -1
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
    state.pointee.drawer = pthread_self()
    state.pointee.hasJobs = tcgetpgrp(Device.input.rawValue) >= 0
    if state.pointee.nowhere < 0 { state.pointee.nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC) }
    atexit { TerminalControl.giveBack() }
    for number in deadly { signal(number) { TerminalControl.die($0) } }
    catchStops()
    signal(SIGCONT) { _ in TerminalControl.goOn() }
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
    stopInBackground()
    takeAnew()
  }

  /// False also if the terminal is gone or belongs to others for good.
  static var isTaken: Bool { state.pointee.isTaken }

  /// A process that is about to end doesn't wait.
  private static func stopInBackground() {
    if holder == .others, !Interruption.isRequested { stop() }
  }

  private enum Holder { case us, others, nobody }

  /// The process group that has the terminal.
  private static var holder: Holder {
    let group = tcgetpgrp(Device.input.rawValue)
    if group >= 0 { return group == getpgrp() ? .us : .others }
    // The session and its terminal have ended. Without job control, nobody else has it.
    return state.pointee.hasJobs ? .nobody : .us
  }

  /// Changes the terminal's settings, also in the background.
  ///
  /// Blocks SIGTTOU: the system would otherwise stop the process within its handlers, and nobody
  /// might continue it.
  private static func set(_ settings: UnsafePointer<termios>, _ action: Int32) {
    var (signals, old) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &signals, &old)
    tcsetattr(Device.input.rawValue, action, settings)
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }

  private static func takeAnew() {
    state.pointee.isTaken = holder == .us
    guard state.pointee.isTaken else { return }
    set(&state.pointee.raw, TCSADRAIN)
    say(state.pointee.greeting)
  }

  private static func say(_ bytes: UnsafeBufferPointer<UInt8>) {
    _ = write(Device.output.rawValue, bytes.baseAddress, bytes.count)
  }

  /// Restores the terminal unless that is done.
  static func giveBack() {
    guard state.pointee.isTaken else { return }
    state.pointee.isTaken = false
    let failure = errno
    // Settings made by others since then stay.
    if holder == .us {
      say(state.pointee.farewell)
      set(&state.pointee.before, TCSADRAIN)
    }
    errno = failure
  }

  /// Stops the process until it is continued; only for the thread that draws.
  ///
  /// Returns at once if the system doesn't stop it, as in an orphaned process group, which no shell
  /// could continue (POSIX, `raise` and signal actions).
  static func stop() {
    giveBack()
    standStill()
    state.pointee.hasContinued = true
  }

  /// Stops until the process has the terminal again or must end.
  ///
  /// A shell that exits continues its stopped jobs, and so does `bg`. Then the process is in the
  /// background and can't draw. It waits without stopping again: an exiting shell continues only
  /// processes whose threads have all stopped. A process about to stop would remain stopped for
  /// good.
  private static func standStill() {
    state.pointee.isStopped = true
    // A handler blocks its own signal. The process would stop only after the handler returned, and
    // the thread would go on writing.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    sigaddset(&signals, SIGCONT)
    let before = state.pointee.continuations
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Another thread may handle the SIGCONT.
    if state.pointee.continuations == before { poll(nil, 0, 50) }
    // Unchanged: nothing stopped the process, and nothing will.
    if state.pointee.continuations != before {
      while !Interruption.isRequested && holder == .others { poll(nil, 0, 200) }
    }
    catchStops()
    state.pointee.isStopped = false
  }

  private static func catchStops() { signal(SIGTSTP) { _ in TerminalControl.beStopped() } }

  /// Takes the terminal again before returning.
  ///
  /// The thread may have been writing a picture, whose rest must not appear on the shell's screen.
  private static func beStopped() {
    guard isDrawer(orPass: SIGTSTP) else { return }
    let failure = errno
    let wasTaken = state.pointee.isTaken
    stop()
    if wasTaken { takeAnewOrNothing() }
    errno = failure
    ring()
  }

  /// If the terminal is lost, sends the rest of a picture to `/dev/null`.
  private static func takeAnewOrNothing() {
    takeAnew()
    guard !state.pointee.isTaken, state.pointee.nowhere >= 0 else { return }
    dup2(state.pointee.nowhere, Device.output.rawValue)
  }

  static func takeContinued() -> Bool {
    defer { state.pointee.hasContinued = false }
    return state.pointee.hasContinued
  }

  /// Handles SIGCONT; after SIGSTOP, another program may have used the terminal.
  private static func goOn() {
    state.pointee.continuations += 1
    guard isDrawer(orPass: SIGCONT) else { return }
    // `standStill()` checks by itself who has the terminal.
    guard !state.pointee.isStopped else { return }
    state.pointee.hasContinued = true
    let failure = errno
    if state.pointee.isTaken {
      stopInBackground()
      takeAnewOrNothing()
    }
    errno = failure
    ring()
  }

  /// Whether this thread draws; otherwise passes the signal on to the one that does.
  ///
  /// The system delivers a process's signals to any thread, but only the drawing thread knows its
  /// state.
  private static func isDrawer(orPass number: Int32) -> Bool {
    guard pthread_equal(pthread_self(), state.pointee.drawer) == 0 else { return true }
    pthread_kill(state.pointee.drawer, number)
    return false
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
