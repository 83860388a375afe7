/// What somebody does at a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key, Modifiers = [])
  case mouse(MouseEvent)
  /// Text that was pasted as a whole, line ends as they came.
  case paste(String)
  /// Nothing of a paste came for a while, nor its end: whatever comes is text of it until that does,
  /// or Ctrl-C.
  case pasteStalled
  /// What the terminal answers.
  case reply(TerminalReply)
}

public enum Key: Hashable, Sendable {
  /// A letter, a digit, a sign: one grapheme cluster as it was typed.
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
  /// From 0, as in ``Screen``.
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
  /// Where the cursor is, from 0 (device status report 6).
  case cursor(row: Int, column: Int)
  /// Whether a private mode is known, and on (DECRPM): 0 unknown, 1 on, 2 off, 3 and 4 for good.
  case mode(Int, state: Int)
  /// What is behind the letters, each part from 0 to 1 (OSC 11).
  case background(red: Double, green: Double, blue: Double)
  /// Any other.
  case other

  /// Whether dark letters are read better on that background; nil where it is about another thing.
  public var isLight: Bool? {
    guard case .background(let red, let green, let blue) = self else { return nil }
    // How bright eyes find them (ITU-R BT.709).
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
  }
}

extension TerminalReply {
  /// What terminals that aren't asked leave in the environment, as `0;15`; nil for nothing.
  public static func isLight(environment: [String: String]) -> Bool? {
    environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
      .map { $0 == 7 || (9...15).contains($0) }
  }
}
