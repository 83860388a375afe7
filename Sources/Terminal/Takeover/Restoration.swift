internal import Platform

/// Gives a terminal back that is drawn on, also from a signal handler.
///
/// So everything that it needs lies in memory that stays where it is, and nothing but `write`,
/// `read`, `poll`, `dup2`, `tcsetattr`, `tcgetpgrp`, `signal`, `raise` and their like for threads are
/// called there, which are safe (POSIX, signal concepts).
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
    /// Whether the terminal is that by which a shell controls its jobs.
    var hasJobs = false
    /// How often the process was continued.
    var continuations = 0
    /// Whether it is stopped, or was just continued and may be stopped again.
    var isStopped = false
    /// Where it is told that the process is about to be stopped, and where that is answered; -1 for
    /// nowhere.
    var listener: Int32 = -1
    var answer: Int32 = -1
    /// Where what nobody is to see is written.
    var nowhere: Int32 = -1
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
    state.pointee.hasJobs = tcgetpgrp(Device.input.rawValue) >= 0
    if state.pointee.nowhere < 0 { state.pointee.nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC) }
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

  /// Does nothing where that is done already; in the background it stops the process until it may.
  static func take() {
    guard !state.pointee.isTaken else { return }
    stopInBackground()
    takeAnew()
  }

  /// Whether it is drawn on; not where it is gone, or belongs to others for good.
  static var isTaken: Bool { state.pointee.isTaken }

  /// There is nothing to wait for where the process is to end.
  private static func stopInBackground() {
    if holder == .others, !Interruption.isRequested { stop() }
  }

  private enum Holder { case us, others, nobody }

  /// Whose turn it is at the terminal.
  private static var holder: Holder {
    let group = tcgetpgrp(Device.input.rawValue)
    if group >= 0 { return group == getpgrp() ? .us : .others }
    // The session has ended, and with it the terminal; one that never had jobs is nobody else's.
    return state.pointee.hasJobs ? .nobody : .us
  }

  /// Sets the line, also where the shell has just taken the terminal: the system would stop the
  /// process there (SIGTTOU), in the midst of its handlers, and nobody might ever continue it.
  private static func set(_ settings: UnsafePointer<termios>, _ action: Int32) {
    var (signals, old) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &signals, &old)
    tcsetattr(Device.input.rawValue, action, settings)
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }

  /// Has clusters drawn as one from now on (mode 2027), until it is given back.
  static func drawClusters() {
    state.pointee.drawsClusters = true
    if state.pointee.isTaken { say(state.pointee.clusters) }
  }

  /// Gives every key as it is hit, on the screen that is shown; what was typed before is dropped.
  static func takeKeys() {
    stopInBackground()
    guard holder == .us else { return }
    set(&state.pointee.raw, TCSAFLUSH)
    state.pointee.isTaken = true
  }

  /// Drops what was typed and not read yet.
  static func dropInput() { tcflush(Device.input.rawValue, TCIFLUSH) }

  private static func takeAnew() {
    state.pointee.isTaken = holder == .us
    guard state.pointee.isTaken else { return }
    set(&state.pointee.raw, TCSADRAIN)
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
    // What others have set there since is theirs.
    if holder == .us {
      if state.pointee.drawsClusters { say(state.pointee.noClusters) }
      say(state.pointee.farewell)
      set(&state.pointee.before, TCSADRAIN)
    }
    errno = failure
  }

  /// Has somebody told that the process is about to be stopped, and that it has gone on.
  ///
  /// - Parameters:
  ///   - listener: A letter is written there: `s` or `c`.
  ///   - answer: A byte is read there that answers the first.
  static func tell(_ listener: Int32, answer: Int32) {
    state.pointee.answer = answer
    state.pointee.listener = listener
  }

  /// Stops the process, and comes back when it goes on; to be called by the thread that draws.
  ///
  /// It comes back at once where the system stops nothing, as in an orphaned process group, which
  /// no shell could continue (POSIX, `raise` and signal actions).
  static func stop() {
    giveBack()
    announceStop()
    standStill()
    announce(UInt8(ascii: "c"))
    state.pointee.hasContinued = true
  }

  /// Stops until the terminal is this process's again, or the process is to end.
  ///
  /// A shell that leaves continues what it had stopped, and so does `bg`: in the background there is
  /// nothing to draw on. It isn't stopped a second time there, but waits: a shell's end continues
  /// only what is stopped with all its threads, and who was about to be would be so for ever.
  private static func standStill() {
    state.pointee.isStopped = true
    // Inside of its handler a signal is held back, so that the process would stop only when that has
    // returned, and the thread would go on with what it was writing.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    sigaddset(&signals, SIGCONT)
    let before = state.pointee.continuations
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Another thread may handle the signal that continued it.
    if state.pointee.continuations == before { poll(nil, 0, 50) }
    // Else nothing has stopped it, and nothing will.
    if state.pointee.continuations != before {
      while !Interruption.isRequested && holder == .others { poll(nil, 0, 200) }
    }
    catchStops()
    state.pointee.isStopped = false
  }

  /// Waits a moment until who is told has done what there is to do; not for long, since the thread
  /// that was interrupted here may hold what that needs.
  private static func announceStop() {
    guard state.pointee.listener >= 0 else { return }
    var byte: UInt8 = 0
    var polled = pollfd(fd: state.pointee.answer, events: Int16(POLLIN), revents: 0)
    // An answer that came too late is none to this.
    while poll(&polled, 1, 0) > 0, read(state.pointee.answer, &byte, 1) > 0 {}
    announce(UInt8(ascii: "s"))
    var attempts = 0
    while poll(&polled, 1, lockTimeout) < 0, errno == EINTR, attempts < 3 { attempts += 1 }
    if polled.revents != 0 { _ = read(state.pointee.answer, &byte, 1) }
  }

  private static func announce(_ letter: UInt8) {
    guard state.pointee.listener >= 0 else { return }
    var letter = letter
    _ = write(state.pointee.listener, &letter, 1)
  }

  /// In milliseconds.
  private static let lockTimeout: Int32 = 2000

  private static func catchStops() { signal(SIGTSTP) { _ in Restoration.beStopped() } }

  /// Takes the terminal anew before it returns: the thread may have been stopped in the middle of a
  /// picture, whose rest must not go where the shell's lines are.
  private static func beStopped() {
    guard isDrawer(orPass: SIGTSTP) else { return }
    let failure = errno
    let wasTaken = state.pointee.isTaken
    stop()
    if wasTaken { takeAnewOrNothing() }
    errno = failure
    ring()
  }

  /// Where the terminal is not to be had any more, the rest of a picture goes nowhere.
  private static func takeAnewOrNothing() {
    takeAnew()
    guard !state.pointee.isTaken, state.pointee.nowhere >= 0 else { return }
    dup2(state.pointee.nowhere, Device.output.rawValue)
  }

  static func takeContinued() -> Bool {
    defer { state.pointee.hasContinued = false }
    return state.pointee.hasContinued
  }

  /// Somebody may have stopped the process without asking it (SIGSTOP), and used its terminal.
  private static func goOn() {
    state.pointee.continuations += 1
    guard isDrawer(orPass: SIGCONT) else { return }
    // It looks by itself whose the terminal is.
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
