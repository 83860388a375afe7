package import MemoCLI
package import MemoKit

/// The result of a job.
package struct JobResult: Hashable, Sendable {
  /// Why the job failed; nil on success.
  package var failure: MemoError?
  /// A conflict with changes by others; nothing was written.
  package var clash: Clash?
  /// An unanswered question of the command; nothing was done.
  package var question: MemoCLI.Question?
  /// Whether the job was not done because it needs the whole terminal.
  package var needsTerminal = false

  /// The command's output, or a sentence about the result.
  package var output: String
  /// Messages from along the way, for example of a user's hook.
  package var notes = ""
  /// The id of the operation that undo reverts; nil if nothing changed.
  package var operation: String?
  /// The changed tasks, to describe in the reader's language; nil if ``output`` describes them.
  package var changes: [TaskChange]?
  /// The id of the changed task; nil for none or several.
  package var task: String?
  /// The author of the job; nil for the clone's user.
  package var author: String?
  /// Whether the job was an undo or redo.
  package var cause: LogEntry.Cause?

  package init(_ output: String = "", operation: String? = nil) {
    self.output = output
    self.operation = operation
  }

  package init(_ outcome: Outcome) {
    self.init(outcome.output, operation: outcome.operation)
    (failure, question, changes) = (outcome.failure, outcome.question, outcome.changes)
    notes = failure == nil ? outcome.error : ""
  }

  package init(_ failure: MemoError) {
    self.init()
    self.failure = failure
  }

  package init(_ clash: Clash) {
    self.init()
    self.clash = clash
  }

  package var isDone: Bool { failure == nil && clash == nil }
  /// Whether another memo holds the lock; a retry may succeed.
  package var isBusy: Bool { failure?.kind == .busy }
}
