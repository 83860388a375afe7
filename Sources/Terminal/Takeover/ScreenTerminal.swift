package import Platform

/// A terminal that gives single keys, for drawing on the alternate screen.
///
/// The terminal is restored however the process ends or stops, except after `kill -9`. A process has
/// at most one. Signal handlers use its data, so that is in memory at a fixed address. They call
/// only async-signal-safe functions (POSIX, signal concepts): `write`, `tcsetattr`, `tcgetpgrp`,
/// `signal` and `raise`.
public final class ScreenTerminal {
  public struct Size: Hashable, Sendable {
    public var rows: Int
    public var columns: Int

    public init(rows: Int, columns: Int) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// The data of signal handlers.
  private struct State {
    var isTaken = false
    /// The terminal's settings before and during drawing.
    var before = termios()
    var raw = termios()
    var greeting = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var farewell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
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

  /// The shown screen; nil if unknown.
  private var shown: Screen?
  private let update: ScreenUpdate
  private let hasSecondScreen: Bool

  /// Takes over the terminal of standard input and output.
  ///
  /// - Returns: Nil if they aren't a terminal.
  package init?(
    _ bell: WakePipe, usesMouse: Bool, environment: [String: String], depth: ColorDepth
  ) {
    guard Device.output.isTerminal,
      tcgetattr(Device.input.rawValue, &Self.state.pointee.before) == 0
    else { return nil }
    update = ScreenUpdate(depth: depth)
    // All but the Linux console have an alternate screen.
    hasSecondScreen = environment["TERM"] != "linux"
    Self.state.pointee.raw = Self.state.pointee.before
    cfmakeraw(&Self.state.pointee.raw)
    // The modes of xterm: alternate screen, no line wrap, bracketed paste, mouse buttons and drags.
    Self.state.pointee.greeting = Self.kept(
      (hasSecondScreen ? "\u{1B}[?1049h" : "") + "\u{1B}[?7l\u{1B}[?2004h"
        + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?25l")
    // Resets all modes, whatever the terminal's state.
    Self.state.pointee.farewell = Self.kept(
      "\u{1B}[?2026l\u{1B}[0m" + (usesMouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "")
        + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h"
        + (hasSecondScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[H"))
    Self.state.pointee.hasJobs = tcgetpgrp(Device.input.rawValue) >= 0
    atexit { ScreenTerminal.restore() }
    for number in Self.deadly { signal(number) { ScreenTerminal.die($0) } }
    signal(SIGCONT) { _ in
      ScreenTerminal.state.pointee.hasContinued = true
      Interruption.wake()
    }
    signal(SIGWINCH) { _ in Interruption.wake() }
    Interruption.ring(bell.descriptor)
    take()
  }

  private static func kept(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = memory.initialize(from: text.utf8)
    return UnsafeBufferPointer(memory)
  }

  /// Takes the terminal, also again after ``giveBack()``, unless it is taken.
  ///
  /// In the background, stops the process until it may.
  public func take() {
    shown = nil
    guard !Self.state.pointee.isTaken else { return }
    // A process that is about to end doesn't wait.
    if Self.holder == .others, !Interruption.isRequested { Self.stop() }
    Self.state.pointee.isTaken = Self.holder == .us
    guard Self.state.pointee.isTaken else { return }
    signal(SIGTSTP) { _ in
      ScreenTerminal.state.pointee.isAskedToStop = true
      Interruption.wake()
    }
    tcsetattr(Device.input.rawValue, TCSADRAIN, &Self.state.pointee.raw)
    Self.say(Self.state.pointee.greeting)
  }

  public func giveBack() { Self.restore() }

  /// Whether the terminal is gone, or belongs to other processes without a shell to return it.
  public var isLost: Bool { !Self.state.pointee.isTaken }

  /// Stops the process like Ctrl-Z; takes the terminal again when the process continues.
  public func suspend() {
    Self.stop()
    take()
  }

  /// Whether a signal such as that of `kill -TSTP` asks for ``suspend()``.
  public var isAskedToStop: Bool { Self.state.pointee.isAskedToStop }

  /// Takes the terminal anew if the process was stopped by SIGSTOP and continued.
  ///
  /// SIGSTOP can't be handled before it stops the process, and another program may have used the
  /// terminal meanwhile.
  public func goOn() {
    guard Self.state.pointee.hasContinued else { return }
    (Self.state.pointee.isTaken, Self.state.pointee.hasContinued) = (false, false)
    take()
  }

  /// The window's size; 24 × 80 if unknown.
  public var size: Size {
    Device.output.window.map { Size(rows: $0.rows, columns: $0.columns) }
      ?? Size(rows: 24, columns: 80)
  }

  /// Shows a screen by writing the differences from the last one.
  public func show(_ screen: Screen) {
    let bytes = update.bytes(from: shown, to: screen)
    shown = screen
    guard !bytes.isEmpty else { return }
    Device.output.write(bytes)
  }

  /// Makes the next screen be drawn whole.
  public func forget() { shown = nil }

  /// Asks for the background color (OSC 11); the reply, if any, arrives as input.
  ///
  /// Call this before drawing: a terminal may print an unknown query. The Linux console doesn't know
  /// it and is not asked.
  public func askForBackground() {
    guard hasSecondScreen else { return }
    Device.output.write(Array("\u{1B}]11;?\u{1B}\\".utf8))
  }

  /// Copies a text to the user's clipboard, also over SSH (xterm, OSC 52).
  public func copy(_ text: String) {
    Device.output.write(Array("\u{1B}]52;c;\(Array(text.utf8).base64)\u{07}".utf8))
  }
}

extension ScreenTerminal {
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
  private static func restore() {
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
  private static func stop() {
    restore()
    state.pointee.hasContinued = false
    raise(SIGTSTP)
    // Another thread may handle the SIGCONT.
    if !state.pointee.hasContinued { poll(nil, 0, 50) }
    while state.pointee.hasContinued, holder == .others, !Interruption.isRequested {
      poll(nil, 0, 200)
    }
    (state.pointee.isAskedToStop, state.pointee.hasContinued) = (false, false)
  }

  private static func die(_ number: Int32) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }
}

extension [UInt8] {
  /// Base64 (RFC 4648, section 4).
  package var base64: String {
    let digits = Array<UInt8>(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
