internal import Terminal

/// A key with modifiers, written `j`, `Ctrl-D`, `Shift-Left` or `Space`.
struct KeyStroke: Hashable, Sendable {
  var key: Key
  var modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    // A capital letter already implies Shift.
    self.modifiers =
      if case .character = key { modifiers.subtracting(.shift) } else { modifiers }
  }

  init(_ character: Character) { self.init(.character(character)) }

  /// - Returns: Nil for an unknown key.
  init?(_ text: String) {
    var rest = text[...]
    var modifiers: Modifiers = []
    while let dash = rest.dropFirst().firstIndex(of: "-"), dash != rest.indices.last {
      guard let modifier = Self.modifierNames[rest[..<dash].lowercased()] else { return nil }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: dash)...]
    }
    if let key = Self.names.first(where: { $0.name.lowercased() == rest.lowercased() })?.key {
      self.init(key, modifiers)
    } else if rest.count == 1, let character = rest.first {
      let isControl = modifiers.contains(.control)
      self.init(.character(isControl ? Character(character.lowercased()) : character), modifiers)
    } else {
      return nil
    }
  }

  var text: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    let name =
      switch key {
      case .character(let character) where character != " ":
        modifiers.contains(.control) ? character.uppercased() : String(character)
      default: Self.names.first { $0.key == key }?.name ?? "?"
      }
    return (parts + [name]).joined(separator: "-")
  }

  private static let modifierNames: [String: Modifiers] = [
    "ctrl": .control, "alt": .alt, "shift": .shift,
  ]

  private static let names: [(name: String, key: Key)] =
    [
      ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Space", .character(" ")),
      ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert), ("Up", .up),
      ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end),
      ("PgUp", .pageUp), ("PgDn", .pageDown),
    ] + (1...12).map { ("F\($0)", .function($0)) }
}
