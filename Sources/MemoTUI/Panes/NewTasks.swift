internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Words

/// Lines for new tasks, in the syntax of `memo add`.
struct NewTasks: Hashable, Sendable {
  var lines: [String]
  var status: Status
  var job: Job { Job(.change(.add(lines: lines, status))) }

  var text: String { lines.joined(separator: "\n") }

  /// The first line, and the number of further ones.
  func title(_ words: Words) -> String {
    let more = lines.count - 1
    return (lines.first ?? "") + (more > 0 ? " (\(words.moreLines(more)))" : "")
  }
}

/// The draft format: the status, a blank line, and the lines.
extension NewTasks {
  /// Nil if the lines are blank.
  var draft: Draft? {
    guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return Draft(
      of: .newLines, text: Array("status: \(status.rawValue)\n\n\(text)".utf8), at: .unset)
  }

  init(_ draft: Draft) {
    let text = String(decoding: draft.text, as: UTF8.self)
    let blank = text.firstRange(of: "\n\n")
    let head = blank.map { text[..<$0.lowerBound] } ?? ""
    self.init(
      pasted: blank.map { String(text[$0.upperBound...]) } ?? text,
      head == "status: doing" ? .doing : .todo)
  }

  /// - Parameter text: Blank lines are ignored.
  init(pasted text: String, _ status: Status) {
    // Tabs become spaces, as in typed titles.
    lines = text.replacing("\t", with: " ").split(whereSeparator: \.isNewline)
      .map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    self.status = status
  }
}
