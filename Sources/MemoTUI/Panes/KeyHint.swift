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
    for index in indices.dropLast().reversed() {
      if let text = hints.joined(within: cells) { return text }
      if !hints[index].keys.isEmpty { hints[index].text = "" }
    }
    while true {
      if let text = hints.joined(within: cells) ?? (hints.count < 2 ? hints.joined("  ") : nil) {
        return text
      }
      hints.remove(at: hints.count - 2)
    }
  }

  /// Returns nil if not all fit.
  private func joined(within cells: Int) -> String? {
    ["   ", "  "].lazy.map { self.joined($0) }.first { $0.terminalWidth <= cells }
  }

  private func joined(_ gap: String) -> String { map(\.shown).joined(separator: gap) }
}
