/// Input from a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key, Modifiers = [])
  case mouse(MouseEvent)
  /// Pasted text, with its original line ends.
  case paste(String)
  /// A paste has paused without its end; further input belongs to it until its end or Ctrl-C.
  case pasteStalled
  /// A reply of the terminal.
  case reply(TerminalReply)
}

public enum Key: Hashable, Sendable {
  /// A printable key: one grapheme cluster.
  case character(Character)
  case enter, escape, tab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}

public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let alt = Modifiers(rawValue: 2)
  public static let control = Modifiers(rawValue: 4)
}

public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }
  public enum Button: Hashable, Sendable { case left, middle, right, none }

  public var action: Action
  public var button: Button
  /// The row from 0, as in ``Screen``.
  public var row: Int
  public var column: Int
  public var modifiers: Modifiers

  public init(
    _ action: Action, _ button: Button = .left, row: Int, column: Int, _ modifiers: Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.row = row
    self.column = column
    self.modifiers = modifiers
  }
}

public enum TerminalReply: Hashable, Sendable {
  /// The cursor position, from 0 (device status report 6).
  case cursor(row: Int, column: Int)
  /// The state of a private mode (DECRPM).
  ///
  /// 0 is unknown, 1 on, 2 off, 3 permanently on, 4 permanently off.
  case mode(Int, state: Int)
  /// The background color, each part from 0 to 1 (OSC 11).
  case background(red: Double, green: Double, blue: Double)
  case other

  /// Whether the background needs dark text; nil for other replies.
  public var isLight: Bool? {
    guard case .background(let red, let green, let blue) = self else { return nil }
    // The luma of ITU-R BT.709.
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
  }
}

extension TerminalReply {
  /// Reads `COLORFGBG`, such as `0;15`; nil if unset.
  public static func isLight(environment: [String: String]) -> Bool? {
    environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
      .map { $0 == 7 || (9...15).contains($0) }
  }
}
