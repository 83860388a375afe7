internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension JobResult {
  func message(of job: Job, _ words: Words, on page: Page) -> Message {
    if let failure {
      let reason = words.reason(of: failure)
      // The first detail says where the mistake is, or which file is in the way.
      let text = ([reason.line] + reason.details.prefix(1)).joined(separator: ": ")
      return .error(text, hints: reason.hints)
    }
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
