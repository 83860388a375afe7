internal import Platform

/// A terminal that is typed at line by line, while other things happen: nothing is drawn, but every
/// key comes as it is hit, so that a line that is half typed can be said again.
///
/// However the process ends or is stopped, but for `kill -9`, the terminal is as it was before.
/// There is one of a process.
public final class LineTerminal {
  private let bell: WakePipe

  /// Takes the terminal that standard input and output are.
  ///
  /// - Returns: Nil where they are none.
  public init?(_ bell: WakePipe, environment: [String: String]) {
    self.bell = bell
    let modes = TerminalModes.lines(environment: environment)
    guard Restoration.prepare(modes, bell: bell.sendingDescriptor) else { return nil }
    take()
  }

  /// Takes it again, after ``giveBack()``.
  public func take() { Restoration.take() }

  /// Whether it could not be taken again: it is gone, or others have it and no shell gives it back.
  public var isLost: Bool { !Restoration.isTaken }

  /// Leaves it to a command, which may ask something or start an editor.
  public func giveBack() { Restoration.giveBack() }

  /// Stops the process as Ctrl-Z does, and takes the terminal again when it goes on.
  public func suspend() {
    giveBack()
    Restoration.stop()
    take()
  }

  /// Whether the process was stopped and went on since this was asked last.
  public var hasContinued: Bool { Restoration.takeContinued() }

  /// Waits for keys or the bell.
  ///
  /// - Parameters:
  ///   - seconds: Nil for as long as it takes.
  ///   - hearsKeys: Whether keys are taken; otherwise they are left to who reads them next.
  public func wait(seconds: Double?, hearsKeys: Bool) -> ScreenTerminal.Arrival {
    bell.wait(seconds: seconds, hearsKeys: hearsKeys)
  }
}
