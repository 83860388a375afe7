/// A control sequence after `ESC [`, except a paste.
struct ControlSequence {
  /// The parameters, including private marks and intermediate bytes.
  var parameters: String
  var final: UInt8

  /// The sequence's events; nil for the begin of a paste.
  var events: [InputEvent]? {
    let numbers = parameters.drop { "<?>=".contains($0) }
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0.prefix { $0.isNumber }) }
    switch (parameters.first, Character(UnicodeScalar(final))) {
    case ("<", "M"), ("<", "m"): return mouse(numbers)
    // Replies of the terminal. `R` could also be F3 with a modifier, which no action uses.
    case ("?", _), (">", _), ("=", _): return []
    case (_, "R"), (_, "c"), (_, "n"), (_, "t"), (_, "I"), (_, "O"): return []
    case (_, "Z"): return [.key(.tab, .shift)]
    case (_, "~"): return tilde(numbers)
    default: return Self.key(ofFinal: final).map { [.key($0, modifiers(numbers))] } ?? []
    }
  }

  /// Mouse bytes of xterm before version 262 follow.
  var isOldMouse: Bool { parameters.isEmpty && final == UInt8(ascii: "M") }

  /// The key of `ESC [ A` and `ESC O A`.
  static func key(ofFinal byte: UInt8) -> Key? {
    switch Character(UnicodeScalar(byte)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "P", "Q", "R", "S": .function(Int(byte - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  private func tilde(_ numbers: [Int?]) -> [InputEvent]? {
    let number = (numbers.first ?? nil) ?? 0
    if number == 200 { return nil }
    return Self.keys[number].map { [.key($0, modifiers(numbers))] } ?? []
  }

  /// The keys of `ESC [ 5 ~`, by their numbers.
  private static let keys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// The second number minus one is a bit set: Shift, Alt, Control.
  private func modifiers(_ numbers: [Int?]) -> Modifiers {
    guard numbers.count > 1, let number = numbers[1], (1...256).contains(number) else { return [] }
    return Modifiers(rawValue: UInt8((number - 1) & 7))
  }

  /// `ESC [ < BUTTON ; COLUMN ; ROW M`, or `m` for a release (xterm's mode 1006).
  private func mouse(_ numbers: [Int?]) -> [InputEvent] {
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2],
      row > 0, column > 0
    else { return [] }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
    let action: MouseEvent.Action
    switch code & 0b1110_0000 {
    case 64 where code & 3 == 0: action = .wheelUp
    case 64 where code & 3 == 1: action = .wheelDown
    case 0: action = final == UInt8(ascii: "m") ? .release : .press
    case 32: action = .drag
    default: return []
    }
    let button = code & 64 == 0 ? buttons[code & 3] : .none
    return [.mouse(MouseEvent(action, button, row: row - 1, column: column - 1))]
  }
}
