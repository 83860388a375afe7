internal import Platform

/// A terminal that gives single keys, for drawing on the alternate screen.
///
/// The terminal is restored however the process ends or stops, except after `kill -9`. A process has
/// at most one.
public final class ScreenTerminal {
  public struct Size: Hashable, Sendable {
    public var rows: Int
    public var columns: Int

    public init(rows: Int, columns: Int) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// The shown screen; nil if unknown.
  private var shown: Screen?
  private var update: ScreenUpdate
  private let hasSecondScreen: Bool

  /// Takes over the terminal of standard input and output.
  ///
  /// - Returns: Nil if they aren't a terminal.
  public init?(_ bell: WakePipe, modes: TerminalModes, depth: ColorDepth) {
    update = ScreenUpdate(depth)
    hasSecondScreen = modes.hasSecondScreen
    guard TerminalControl.prepare(modes, bell: bell.sendingDescriptor) else { return nil }
    take()
  }

  /// Takes the terminal again after ``giveBack()``.
  public func take() {
    TerminalControl.take()
    shown = nil
  }

  public func giveBack() { TerminalControl.giveBack() }

  /// Whether the terminal is gone, or belongs to other processes without a shell to return it.
  public var isLost: Bool { !TerminalControl.isTaken }

  /// Stops the process like Ctrl-Z; takes the terminal again when the process continues.
  public func suspend() {
    TerminalControl.stop()
    take()
  }

  /// Whether a signal such as that of `kill -TSTP` asks for ``suspend()``.
  public var isAskedToStop: Bool { TerminalControl.isAskedToStop }

  /// Takes the terminal anew if the process was stopped by SIGSTOP and continued.
  public func goOn() { if TerminalControl.goOn() { shown = nil } }

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
}

/// The terminal modes during drawing (xterm's control sequences).
public struct TerminalModes: Hashable, Sendable {
  public var mouse: Bool
  /// Whether the terminal has an alternate screen; all but the Linux console do.
  public var hasSecondScreen: Bool
  public init(mouse: Bool, environment: [String: String]) {
    self.mouse = mouse
    hasSecondScreen = environment["TERM"] != "linux"
  }

  /// Alternate screen, no line wrap, bracketed paste, mouse buttons and drags.
  var beginning: [UInt8] {
    Array(
      ((hasSecondScreen ? "\u{1B}[?1049h" : "") + "\u{1B}[?7l\u{1B}[?2004h"
        + (mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?25l").utf8)
  }

  /// Resets all modes, whatever the terminal's state.
  var end: [UInt8] {
    Array(
      ("\u{1B}[?2026l\u{1B}[0m" + (mouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "")
        + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h"
        + (hasSecondScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[H")).utf8)
  }
}

extension ScreenTerminal {
  /// Copies a text to the user's clipboard, also over SSH (xterm, OSC 52).
  public func copy(_ text: String) {
    Device.output.write(Array("\u{1B}]52;c;\(Array(text.utf8).base64)\u{07}".utf8))
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
