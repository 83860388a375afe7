/// The line at the bottom of the board.
struct Message: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Stays until a key is hit.
    case error
    /// What was done; stays until the next change.
    ///
    /// - Parameters:
    ///   - operation: What a key would take back; nil for nothing.
    ///   - isUndo: Whether it was taken back just now, so that a key makes it again.
    case result(operation: String?, isUndo: Bool = false)
    /// Waits for one of its keys; all others do what they always do.
    case question
    /// Comes only into an empty line.
    case news
  }

  var kind: Kind
  var text: String
  /// What is behind it and never cut, as that there is more.
  var tail = ""
  /// What to try, for an error.
  var hints: [String] = []
  /// What stands above a question.
  var above = ""

  static func error(_ text: String, hints: [String] = []) -> Message {
    Message(kind: .error, text: text, hints: hints)
  }

  var whole: String { text + tail }

  /// The operation that a key would take back.
  var operation: String? {
    if case .result(let operation, _) = kind { operation } else { nil }
  }
}

extension Message? {
  /// Shows something new, unless what is there weighs more.
  mutating func show(_ message: Message) {
    if message.kind == .news, self != nil { return }
    self = message
  }

  /// A key was hit: who hit it has seen what stands there.
  mutating func keyWasHit() {
    switch self?.kind {
    case .error?, .news?: self = nil
    case .result?, .question?, nil: break
    }
  }
}
