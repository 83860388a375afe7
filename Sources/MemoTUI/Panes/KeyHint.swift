internal import Terminal
internal import Words

/// A key and its effect, for the bottom line.
struct KeyHint: Hashable, Sendable {
  var keys: String
  var text: String

  init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }

  var shown: String { [keys, text].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension [KeyHint] {
  /// The hints that fit.
  ///
  /// The last one, which leads back, always stays. The others lose first their text, from the
  /// right, then disappear.
  func shown(within cells: Int) -> String {
    var hints = self
    func text(_ gap: String) -> String { hints.map(\.shown).joined(separator: gap) }
    for index in indices.dropLast().reversed() where text("  ").terminalWidth > cells {
      if !hints[index].keys.isEmpty { hints[index].text = "" }
    }
    while hints.count > 1, text("  ").terminalWidth > cells { hints.remove(at: hints.count - 2) }
    let wide = text("   ")
    return wide.terminalWidth <= cells ? wide : text("  ")
  }
}
