internal import Synchronization

/// A question that a command asks before it continues.
///
/// A terminal waits for the answer. A board ends the command without changes, and runs it again
/// with the answer.
package struct Question: Hashable, Sendable {
  /// Lines above the question: the planned changes, and the reason.
  package var lines: [String]
  package var text: String
  /// The possible answers, numbered from 1; each may have several lines.
  package var options: [String]
  /// The letters to type if there are no options; a board offers only yes and no.
  private var letters: String

  init(
    _ text: String, options: [String] = [], letters: String = "y/N", above lines: [String] = []
  ) {
    self.text = text
    self.options = options
    self.letters = letters
    self.lines = lines
  }

  /// The most tasks above a question; more would scroll it away.
  static let mostShown = 20

  var above: String {
    let width = "\(options.count)".count
    let indent = "\n" + String(repeating: " ", count: width + 2)
    let numbered = zip(1..., options).map { number, option in
      String(repeating: " ", count: width - "\(number)".count) + "\(number)  "
        + option.replacing("\n", with: indent)
    }
    return (lines + numbered).map { "\($0)\n" }.joined()
  }

  /// The question, and the possible answers.
  var prompt: String {
    let numbers = options.count == 1 ? "1" : "1-\(options.count)"
    return "\(text) [\(options.isEmpty ? letters : numbers)] "
  }
}

package final class Answers: Sendable {
  private let given: [Question: String]
  private let left = Mutex<Question?>(nil)

  package init(_ given: [Question: String] = [:]) { self.given = given }

  /// The first question without an answer; the command stops there.
  package var open: Question? { left.withLock { $0 } }

  /// - Returns: Nil for a question without an answer, and for all following ones.
  fileprivate func answer(_ question: Question) -> String? {
    left.withLock { open in
      guard open == nil else { return nil }
      guard let answer = given[question] else {
        open = question
        return nil
      }
      return answer
    }
  }
}

extension Context {
  var canAsk: Bool { answers != nil || terminal.input }

  /// - Returns: Nil without an answer.
  func answer(_ question: Question) -> String? {
    if let answers { return answers.answer(question) }
    let above = question.above
    if !above.isEmpty { notify(above) }
    return ask(question.prompt)
  }

  func agrees(to question: Question) -> Bool {
    ["y", "yes"].contains(answer(question)?.lowercased() ?? "")
  }
}
