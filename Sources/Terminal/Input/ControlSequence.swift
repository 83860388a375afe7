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
    let key: Key
    switch (numbers.first ?? nil) ?? 0 {
    case 1, 7: key = .home
    case 2: key = .insert
    case 3: key = .delete
    case 4, 8: key = .end
    case 5: key = .pageUp
    case 6: key = .pageDown
    case let number where (11...15).contains(number): key = .function(number - 10)
    case let number where (17...21).contains(number): key = .function(number - 11)
    case let number where (23...24).contains(number): key = .function(number - 12)
    case 200: return nil
    default: return []
    }
    return [.key(key, modifiers(numbers))]
  }

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
