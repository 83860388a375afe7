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
    var greeting = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var farewell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// What makes it draw clusters as one, and what ends that, where it was asked for.
    var clusters = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var noClusters = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var drawsClusters = false
    var bell: Int32 = -1
    /// Whether it was drawn on when the process was stopped.
    var wasTaken = false
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
    // A line's end goes to the first column.
    if modes.isOfLines { state.pointee.raw.c_oflag = state.pointee.before.c_oflag }
    state.pointee.greeting = kept(modes.beginning)
    state.pointee.farewell = kept(modes.end)
    state.pointee.clusters = kept(Array("\u{1B}[?2027h".utf8))
    state.pointee.noClusters = kept(Array("\u{1B}[?2027l".utf8))
    state.pointee.bell = bell
    atexit { Restoration.giveBack() }
    for number in deadly { signal(number) { Restoration.die($0) } }
    signal(SIGTSTP) { _ in Restoration.stop() }
    signal(SIGCONT) { _ in Restoration.goOn() }
    signal(SIGWINCH) { _ in Restoration.ring() }
    Interruption.ring(bell)
    return true
  }

  private static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    return UnsafeBufferPointer(memory)
  }

  /// Does nothing where that is done already.
  static func take() {
    guard !state.pointee.isTaken else { return }
    takeAnew()
  }

  /// Has clusters drawn as one from now on (mode 2027), until it is given back.
  static func drawClusters() {
    state.pointee.drawsClusters = true
    if state.pointee.isTaken { say(state.pointee.clusters) }
  }

  /// Gives every key as it is hit, on the screen that is shown; what was typed before is dropped.
  static func takeKeys() {
    tcsetattr(Device.input.rawValue, TCSAFLUSH, &state.pointee.raw)
    state.pointee.isTaken = true
  }

  /// Drops what was typed and not read yet.
  static func dropInput() { tcflush(Device.input.rawValue, TCIFLUSH) }

  private static func takeAnew() {
    tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.raw)
    state.pointee.isTaken = true
    say(state.pointee.greeting)
    if state.pointee.drawsClusters { say(state.pointee.clusters) }
  }

  private static func say(_ bytes: UnsafeBufferPointer<UInt8>) {
    _ = write(Device.output.rawValue, bytes.baseAddress, bytes.count)
  }

  /// Does nothing where that is done already.
  static func giveBack() {
    guard state.pointee.isTaken else { return }
    state.pointee.isTaken = false
    let failure = errno
    if state.pointee.drawsClusters { say(state.pointee.noClusters) }
    say(state.pointee.farewell)
    tcsetattr(Device.input.rawValue, TCSADRAIN, &state.pointee.before)
    errno = failure
  }

  /// Stops the process; comes back when it goes on.
  static func stop() {
    state.pointee.wasTaken = state.pointee.isTaken
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
    let failure = errno
    // What was stopped in the middle of a picture writes its rest now: that must not go where the
    // shell's lines are.
    if state.pointee.isTaken || state.pointee.wasTaken { takeAnew() }
    errno = failure
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
