/// Input from a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key, Modifiers = [])
  case mouse(MouseEvent)
  /// Pasted text, with its original line ends.
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

/// Whether the terminal's background needs dark text.
enum TerminalBackground {
  /// Reads the reply to OSC 11, such as `11;rgb:ffff/ffff/ffff`; nil for other replies.
  static func isLight(reply text: String) -> Bool? {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, parts[0] == "11", parts[1].hasPrefix("rgb:") else { return nil }
    let values = parts[1].dropFirst(4).split(separator: "/").compactMap { digits -> Double? in
      guard let value = Int(digits, radix: 16), (1...4).contains(digits.count) else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard values.count == 3 else { return nil }
    // The luma of ITU-R BT.709.
    return 0.2126 * values[0] + 0.7152 * values[1] + 0.0722 * values[2] > 0.5
  }
}
