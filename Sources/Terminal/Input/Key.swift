/// Input from a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key, Modifiers = [])
  case mouse(MouseEvent)
  /// Pasted text, with LF as line ends.
  case paste(String)
  /// The terminal's background color, which was asked for.
  case background(isLight: Bool)
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

  public init(_ action: Action, _ button: Button = .left, row: Int, column: Int) {
    self.action = action
    self.button = button
    self.row = row
    self.column = column
  }
}
