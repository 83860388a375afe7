internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Words

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

  static func error(_ failure: MemoError, _ words: Words) -> Message {
    let reason = words.reason(of: failure)
    // The first detail says where the mistake is, or which file is in the way.
    let text = ([reason.line] + reason.details.prefix(1)).joined(separator: ": ")
    return .error(text, hints: reason.hints)
  }

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

extension JobResult {
  func message(of job: Job, _ words: Words, on page: Page) -> Message {
    if let failure { return .error(failure, words) }
    let deeds = words.deeds(self, on: page, most: 1)
    let lines = deeds ?? output.shownLines
    // A sync's few lines fit into one.
    if job.kind == .sync, !lines.isEmpty {
      return Message(
        kind: .result(operation: operation, isUndo: false), text: lines.joined(separator: "; "))
    }
    let more = lines.count > 1 ? "  (\(deeds?.last ?? words.andMore(lines.count - 1)))" : ""
    // Undoing an undo applies the change again, which can be undone.
    let isUndo = cause == .undo && operation == nil
    return Message(
      kind: .result(operation: operation, isUndo: isUndo),
      text: lines.first ?? notes.shownLines.first ?? words.isDone,
      tail: deeds == nil && (isUndo || cause == .redo) ? "" : more)
  }

  /// The output, notes and errors in full.
  var lines: [Run] {
    let said = output.shownLines.map { Run(text: $0) }
    let notes = notes.shownLines.map { Run(text: $0, role: .dim) }
    guard let failure else { return said + notes }
    return said + notes + [Run(text: "error: \(failure.message)", role: .late)]
      + failure.details.map { Run(text: "  \($0)") }
      + failure.hints.map { Run(text: "hint: \($0)", role: .dim) }
  }
}

extension String {
  /// The lines, without blank ones at the end.
  var shownLines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}
