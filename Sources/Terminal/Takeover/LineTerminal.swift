internal import Platform

/// A terminal for line-by-line input while other work runs.
///
/// It draws nothing, but gets each key at once, so it can reprint a half-typed line after other
/// output. The terminal is restored however the process ends or stops, except after `kill -9`. A
/// process has at most one.
public final class LineTerminal {
  private let bell: WakePipe

  /// Takes over the terminal of standard input and output.
  ///
  /// - Returns: Nil if they aren't a terminal.
  public init?(_ bell: WakePipe, environment: [String: String]) {
    self.bell = bell
    let modes = TerminalModes.lines(environment: environment)
    guard TerminalControl.prepare(modes, bell: bell.sendingDescriptor) else { return nil }
    take()
  }

  /// Takes the terminal again after ``giveBack()``.
  public func take() { TerminalControl.take() }

  /// Whether the terminal is gone, or belongs to other processes without a shell to return it.
  public var isLost: Bool { !TerminalControl.isTaken }

  /// Gives the terminal to a command that may ask a question or start an editor.
  public func giveBack() { TerminalControl.giveBack() }

  /// Stops the process like Ctrl-Z; takes the terminal again when the process continues.
  public func suspend() {
    giveBack()
    TerminalControl.stop()
    take()
  }

  /// Whether the process was stopped and continued since the last call.
  public var hasContinued: Bool { TerminalControl.takeContinued() }

  /// Waits for keys or the bell.
  ///
  /// - Parameters:
  ///   - seconds: The timeout; nil for none.
  ///   - hearsKeys: Whether to read keys; otherwise the next reader gets them.
  public func wait(seconds: Double?, hearsKeys: Bool) -> ScreenTerminal.Arrival {
    bell.wait(seconds: seconds, hearsKeys: hearsKeys)
  }
}
