internal import Terminal
internal import Words

/// A key and what it does, for the line of messages.
struct KeyHint: Hashable, Sendable {
  var keys: String
  var text: String

  init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }

  var shown: String { keys.isEmpty ? text : "\(keys) \(text)" }
}

extension [KeyHint] {
  /// As many as there is room for; the last one, which leads back, always, and the first one as long
  /// as there is room for its key.
  func shown(within cells: Int) -> String {
    var hints = self
    while true {
      for gap in ["   ", "  "] {
        let text = hints.map(\.shown).joined(separator: gap)
        if text.terminalWidth <= cells || hints.count < 2 { return text }
      }
      if hints.count == 2 {
        let text = "\(hints[0].keys)  \(hints[1].shown)"
        if text.terminalWidth <= cells, !hints[0].keys.isEmpty { return text }
      }
      hints.remove(at: hints.count - 2)
    }
  }
}
