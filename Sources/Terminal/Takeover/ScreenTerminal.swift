internal import Platform

/// A terminal that is drawn on: it gives every key as it is hit, and shows its second screen.
///
/// However the process ends or is stopped, but for `kill -9`, the terminal is as it was before.
/// There is one of a process.
public final class ScreenTerminal {
  public struct Size: Hashable, Sendable {
    public var rows: Int
    public var columns: Int

    public init(rows: Int, columns: Int) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// What somebody who waited finds.
  public enum Arrival: Hashable, Sendable {
    /// Bytes for an ``InputParser``.
    case input([UInt8])
    /// The bell was rung, or a signal came.
    case bell
    /// The time is over.
    case timeout
    /// There is no terminal any more.
    case hangUp
  }

  private let bell: WakePipe
  /// What the terminal shows; nil where that isn't known.
  private var shown: Screen?
  private var update: ScreenUpdate
  private let hasSecondScreen: Bool

  /// Takes the terminal that standard input and output are.
  ///
  /// - Returns: Nil where they are none.
  public init?(_ bell: WakePipe, modes: TerminalModes, depth: ColorDepth) {
    self.bell = bell
    update = ScreenUpdate(depth)
    hasSecondScreen = modes.hasSecondScreen
    guard Restoration.prepare(modes, bell: bell.sendingDescriptor) else { return nil }
    take()
  }

  /// Takes it again, after ``giveBack()``.
  public func take() {
    Restoration.take()
    shown = nil
  }

  public func giveBack() { Restoration.giveBack() }

  /// Whether it could not be taken again: it is gone, or others have it and no shell gives it back.
  public var isLost: Bool { !Restoration.isTaken }

  /// Waits for any key, while the terminal shows what another program has left; whatever was
  /// typed before, or comes with it, is no key of anybody's.
  public func waitForAnyKey() {
    Restoration.takeKeys()
    while case .bell = wait(seconds: nil) { if Interruption.isRequested { break } }
    Restoration.dropInput()
    Restoration.giveBack()
  }

  /// Stops the process as Ctrl-Z does, and takes the terminal again when it goes on.
  public func suspend() {
    giveBack()
    Restoration.stop()
    take()
  }

  /// Whether the process was stopped and went on since this was asked last: then the terminal was
  /// given back meanwhile, and nobody knows what it shows.
  public var hasContinued: Bool { Restoration.takeContinued() }

  /// The window; 24 × 80 where nobody tells.
  public var size: Size {
    var size = winsize()
    guard ioctl(Device.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0,
      size.ws_col > 0
    else { return Size(rows: 24, columns: 80) }
    return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Shows a screen: what differs from the last one is written.
  public func show(_ screen: Screen) {
    let bytes = update.bytes(from: shown, to: screen)
    shown = screen
    guard !bytes.isEmpty else { return }
    Device.output.write(bytes)
  }

  /// Has the next screen drawn whole.
  public func forget() { shown = nil }

  /// Asks what is behind the letters (OSC 11), and whether clusters can be drawn as one (mode
  /// 2027); what it answers, if it does, comes as input.
  ///
  /// To be asked before anything is drawn, since a terminal that doesn't know a question may print
  /// some of it. Nothing is asked of the Linux console, which knows neither.
  public func askAboutItself() {
    guard hasSecondScreen else { return }
    Device.output.write(Array("\u{1B}]11;?\u{1B}\\\u{1B}[?2027$p".utf8))
  }

  /// Takes an answer that is about how to draw.
  public func take(_ reply: TerminalReply) {
    // Where it is on already, somebody wants it so.
    if case .mode(2027, state: 2) = reply { Restoration.drawClusters() }
  }

  /// Waits for input or the bell.
  ///
  /// - Parameter seconds: Nil for as long as it takes.
  public func wait(seconds: Double?) -> Arrival { bell.wait(seconds: seconds, hearsKeys: true) }
}

extension WakePipe {
  /// Waits until it rings, or for keys at standard input.
  ///
  /// - Parameters:
  ///   - seconds: Nil for as long as it takes.
  ///   - hearsKeys: Whether keys are taken; otherwise they are left to who reads them next.
  func wait(seconds: Double?, hearsKeys: Bool) -> ScreenTerminal.Arrival {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hearsKeys ? Device.input.rawValue : -1, events: Int16(POLLIN), revents: 0),
    ]
    let limit = seconds.map { Int32(max(0, min($0 * 1000, 1e9)).rounded(.up)) } ?? -1
    let count = poll(&polled, nfds_t(polled.count), limit)
    // A signal's handler has rung the bell, if it has something to say.
    if count < 0 { return .bell }
    if polled[1].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = bytes.withUnsafeMutableBytes {
        System.read(Device.input.rawValue, into: $0)
      }
      if count > 0 { return .input(Array(bytes[..<count])) }
      return count < 0 && errno == EINTR ? .bell : .hangUp
    }
    if polled[0].revents != 0 {
      silence()
      return .bell
    }
    return .timeout
  }
}

/// What a terminal is switched to while it is drawn on (xterm's control sequences).
public struct TerminalModes: Hashable, Sendable {
  /// Whether the mouse is reported.
  public var mouse: Bool
  /// Whether it has a second screen, as all but the Linux console do.
  public var hasSecondScreen: Bool
  /// Whether only lines of text are written.
  private(set) var isOfLines = false

  private let isDumb: Bool

  /// Lines are typed at it, with pastes in brackets where it may know what that is.
  static func lines(environment: [String: String]) -> TerminalModes {
    var modes = TerminalModes(mouse: false, environment: environment)
    modes.isOfLines = true
    return modes
  }

  public init(mouse: Bool, environment: [String: String]) {
    self.mouse = mouse
    hasSecondScreen = environment["TERM"] != "linux"
    isDumb = environment["TERM"] == "dumb"
  }

  /// Second screen, no line wrap, pastes in brackets, the mouse's buttons and drags.
  var beginning: [UInt8] {
    guard !isOfLines else { return Array((isDumb ? "" : "\u{1B}[?2004h").utf8) }
    return Array(
      ((hasSecondScreen ? "\u{1B}[?1049h" : "") + "\u{1B}[?7l\u{1B}[?2004h"
        + (mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?25l").utf8)
  }

  /// All of it the other way, in whatever state the terminal is.
  var end: [UInt8] {
    guard !isOfLines else { return Array((isDumb ? "" : "\u{1B}[?2004l").utf8) }
    return Array(
      ("\u{1B}[?2026l\u{1B}[0m" + (mouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "")
        + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h"
        + (hasSecondScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[H")).utf8)
  }
}

extension ScreenTerminal {
  /// Puts a text into the clipboard of who sits at the terminal, wherever that is (xterm, OSC 52).
  public func copy(_ text: String) {
    Device.output.write(Array("\u{1B}]52;c;\(Array(text.utf8).base64)\u{07}".utf8))
  }
}

extension [UInt8] {
  /// RFC 4648, section 4.
  var base64: String {
    let digits = Array<UInt8>(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      bits &= 0xFF_FFFF
      for index in 0..<4 {
        text.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
