internal import Platform

/// Gives a terminal back that is drawn on, also from a signal handler.
///
/// So everything that it needs lies in memory that stays where it is, and nothing but `write`,
/// `tcsetattr`, `signal`, `raise` and their like for threads are called there, which are safe
/// (POSIX, signal concepts).
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
    var hasContinued = false
    /// The thread that draws.
    var drawer: pthread_t = pthread_self()
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
    state.pointee.drawer = pthread_self()
    atexit { Restoration.giveBack() }
    for number in deadly { signal(number) { Restoration.die($0) } }
    catchStops()
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

  /// Stops the process, and comes back when it goes on; to be called by the thread that draws.
  ///
  /// It comes back at once where the system stops nothing, as in an orphaned process group, which
  /// no shell could continue (POSIX, `raise` and signal actions).
  static func stop() {
    giveBack()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    // Inside of its handler the signal is held back, so that the process would stop only when that
    // has returned, and the thread would go on with what it was writing.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    catchStops()
    state.pointee.hasContinued = true
  }

  private static func catchStops() { signal(SIGTSTP) { _ in Restoration.beStopped() } }

  /// Takes the terminal anew before it returns: the thread may have been stopped in the middle of a
  /// picture, whose rest must not go where the shell's lines are.
  private static func beStopped() {
    guard isDrawer(orPass: SIGTSTP) else { return }
    let failure = errno
    let wasTaken = state.pointee.isTaken
    stop()
    if wasTaken { takeAnew() }
    errno = failure
    ring()
  }

  static func takeContinued() -> Bool {
    defer { state.pointee.hasContinued = false }
    return state.pointee.hasContinued
  }

  /// Somebody may have stopped the process without asking it (SIGSTOP), and used its terminal.
  private static func goOn() {
    guard isDrawer(orPass: SIGCONT) else { return }
    state.pointee.hasContinued = true
    let failure = errno
    if state.pointee.isTaken { takeAnew() }
    errno = failure
    ring()
  }

  /// Whether this thread is the one that draws; otherwise the signal is passed on to it, for the
  /// system hands a process's signals to any thread of it, and only that one knows what it is
  /// drawing.
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
