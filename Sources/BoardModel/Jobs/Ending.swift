package import MemoKit
internal import TaskFile

/// How a job ended.
package struct Ending: Hashable, Sendable {
  package var isDone: Bool
  package var output: String
  /// What went to standard error.
  package var notes: String
  /// Takes back what it did, where it did something.
  package var operation: String?
  /// Others have changed the very same, so nothing was written.
  package var clash: Clash?
  /// What of tasks was changed, to be told in the reader's words; nil where ``output`` tells.
  package var changes: [TaskChange]?
  /// The id of the one task that it wrote; nil where it was none or several.
  package var task: String?
  /// Whether it only took something back, or made it again.
  package var cause: LogEntry.Cause?
  /// Whether it was not done, since another memo writes; later it can be.
  package var isBusy = false
  /// What it asked and nobody has answered yet, so that nothing was done.
  package var question: Question?
  /// Whether it was not done, since it wants the terminal for itself.
  package var needsTerminal = false

  package init(
    isDone: Bool, output: String, notes: String, operation: String? = nil, clash: Clash? = nil
  ) {
    self.isDone = isDone
    self.output = output
    self.notes = notes
    self.operation = operation
    self.clash = clash
  }

  /// A question of a command, which runs anew once it is answered.
  package struct Question: Hashable, Sendable {
    /// What was answered before.
    package var answers: [Job.Answer]
    package var text: String
    /// What was said before it, as a list of what is to be chosen from.
    package var above: String

    /// The answers with one more.
    package func answered(_ answer: String) -> [Job.Answer] {
      answers + [Job.Answer(question: text, text: answer)]
    }
  }
}

extension Ending {
  package init(_ error: MemoError) {
    self.init(
      isDone: false, output: "",
      notes: (["error: \(error.message)"] + error.details + error.hints.map { "hint: \($0)" })
        .joined(separator: "\n"))
    isBusy = error.kind == .busy
  }
}
