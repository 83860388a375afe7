internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile

/// Lines for new tasks, in the syntax of `memo add`.
struct NewTasks: Hashable, Sendable {
  var lines: [String]
  var status: Status
  /// The draft's number, if any.
  var draft: Int?

  var isEmpty: Bool { lines.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

  var job: Job { Job(.change(.add(lines: lines, status))) }

  var text: String { lines.joined(separator: "\n") }
}

/// The draft format: the status, a blank line, and the lines.
extension NewTasks {
  func draft(at time: Timestamp) -> Draft {
    Draft(of: .newLines, text: Array("status: \(status.rawValue)\n\n\(text)".utf8), at: time)
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
  init(pasted text: String, _ status: Status, draft: Int? = nil) {
    self.draft = draft
    // Tabs become spaces, as in typed titles.
    lines = text.replacing("\t", with: " ").split(whereSeparator: \.isNewline)
      .map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    self.status = status
  }

  /// Whether these tasks include one for each line, created since a minute before `time`.
  ///
  /// Compares titles without tags and fields.
  func isAdded(to tasks: some Collection<StoredTask>, since time: Timestamp) -> Bool {
    func title(_ line: some StringProtocol) -> [Substring] {
      String(line).split(whereSeparator: \.isWhitespace).filter {
        !$0.hasPrefix("+") && !$0.contains(":")
      }
    }
    let titles = Set(
      tasks.lazy.filter {
        ($0.item.created?.secondsSince1970 ?? .min) >= time.secondsSince1970 - 60
      }
      .map { title($0.title) })
    return lines.allSatisfy { titles.contains(title($0)) }
  }
}
