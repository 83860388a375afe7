internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension Ending {
  /// A line about it.
  func message(of job: Job, _ lines: [String], _ words: Words) -> Message {
    guard isDone else {
      var text = lines.first.map { $0.dropping("error: ") } ?? words.hasFailed
      // Where it is wrong, or which file is in the way.
      if lines.count > 1, !lines[1].hasPrefix("hint: "), !lines[1].hasPrefix("note: ") {
        text += ": " + lines[1].drop { $0 == " " }
      }
      return .error(
        text, hints: lines.filter { $0.hasPrefix("hint: ") }.map { $0.dropping("hint: ") })
    }
    let more = lines.count > 1 ? "  (\(words.andMore(lines.count - 1)))" : ""
    var word: String?
    if case .command(let line) = job.kind { word = line.first }
    // To undo an undo makes its change again, which can be undone.
    let isUndo = word == "undo" && operation == nil
    return Message(
      kind: .result(operation: operation, isUndo: isUndo),
      text: lines.first ?? notes.shownLines.first ?? words.isDone,
      tail: isUndo || word == "redo" ? "" : more)
  }
}

extension String {
  fileprivate func dropping(_ start: String) -> String {
    hasPrefix(start) ? String(dropFirst(start.count)) : self
  }

  /// Its lines, without blank ones at the end.
  var shownLines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }

  /// How a line of a command's errors looks.
  func role(isDone: Bool) -> Role {
    hasPrefix("error:") ? .late : hasPrefix("hint:") || hasPrefix("note:") ? .dim : .text
  }
}
