package import MemoCLI
package import MemoKit

/// How a job ended.
package struct Ending: Hashable, Sendable {
  /// Why it was not done; nil where it was.
  package var failure: Failure?
  /// Others have changed the very same, so nothing was written.
  package var clash: Clash?
  /// What it asked and nobody has answered yet, so that nothing was done.
  package var question: MemoCLI.Question?
  /// Whether it was not done, since it wants the terminal for itself.
  package var needsTerminal = false

  /// What it printed, or what is to be said of it.
  package var output: String
  /// What was said on the way, as by a hook of the user's.
  package var notes = ""
  /// Takes back what it did, where it did something.
  package var operation: String?
  /// What of tasks was changed, to be told in the reader's words; nil where ``output`` tells.
  package var changes: [TaskChange]?
  /// The id of the one task that it wrote; nil where it was none or several.
  package var task: String?
  /// Who asked for it, where that is somebody else than the clone's user.
  package var author: String?
  /// Whether it only took something back, or made it again.
  package var cause: LogEntry.Cause?

  package init(_ output: String = "", operation: String? = nil) {
    self.output = output
    self.operation = operation
  }

  /// How a command has ended.
  package init(_ outcome: Outcome) {
    self.init(outcome.output, operation: outcome.operation)
    (failure, question, changes) = (outcome.failure, outcome.question, outcome.changes)
    notes = failure == nil ? outcome.error : ""
  }

  package init(_ failure: Failure) {
    self.init()
    self.failure = failure
  }

  package init(_ error: MemoError) { self.init(Failure(error)) }

  package init(_ clash: Clash) {
    self.init()
    self.clash = clash
  }

  package var isDone: Bool { failure == nil && clash == nil }
  /// Whether another memo writes; later it can be done.
  package var isBusy: Bool { failure?.status == .busy }
}
