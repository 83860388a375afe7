package import MemoKit
package import TaskFile

/// How a job ended.
package struct Ending: Hashable, Sendable {
  package var isDone: Bool
  package var output: String
  /// What went to standard error.
  package var notes: String
  /// Takes back what it did, where it did something.
  package var operation: String?
  package var conflict: Conflict?
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
    isDone: Bool, output: String, notes: String, operation: String? = nil, conflict: Conflict? = nil
  ) {
    self.isDone = isDone
    self.output = output
    self.notes = notes
    self.operation = operation
    self.conflict = conflict
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

  /// Others have changed the very same, so nothing was written.
  package struct Conflict: Hashable, Sendable {
    /// What they have made of it, and where it lies; nil where they have deleted it.
    package var theirs: [UInt8]?
    package var path: String?
    package var by: String
    package var time: Timestamp

    package init(theirs: [UInt8]?, path: String?, by: String, time: Timestamp) {
      self.theirs = theirs
      self.path = path
      self.by = by
      self.time = time
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
