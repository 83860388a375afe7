/// The message at the bottom of the board.
struct Message: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Stays until a key is pressed.
    case error
    /// A result; stays until the next change.
    ///
    /// - Parameters:
    ///   - operation: The operation that undo reverts; nil for none.
    ///   - isUndo: Whether the change was an undo, so that redo is offered.
    case result(operation: String?, isUndo: Bool = false)
    /// Waits for one of its keys; other keys keep their meaning.
    case question
    /// Shown only if no other message is.
    case news
  }

  var kind: Kind
  var text: String
  /// An ending that is never cut.
  var tail = ""
  /// Hints for an error.
  var hints: [String] = []

  static func error(_ text: String, hints: [String] = []) -> Message {
    Message(kind: .error, text: text, hints: hints)
  }

  var whole: String { text + tail }
  /// The text and the first hint.
  var withHint: String { ([text] + hints.prefix(1)).joined(separator: " — ") }

  var operation: String? {
    if case .result(let operation, _) = kind { operation } else { nil }
  }
}

extension Message? {
  /// Shows a message; news never replaces another message.
  mutating func show(_ message: Message) {
    if message.kind == .news, self != nil { return }
    self = message
  }

  /// Clears messages that the user has seen by pressing a key.
  mutating func keyWasHit() {
    switch self?.kind {
    case .error?, .news?: self = nil
    case .result?, .question?, nil: break
    }
  }
}
