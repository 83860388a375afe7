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

/// The draft format: that of a form with the lines as its body.
extension NewTasks {
  /// Nil if the lines are blank.
  var draft: Draft? {
    guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return Draft(
      of: .newLines, text: Array("status: \(status.rawValue)\n\n\(text)".utf8), at: .unset)
  }

  init(_ draft: Draft) {
    let fields = EditForm(draft, nil).fields
    self.init(pasted: fields.body, fields.status)
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
