package import MemoCLI
package import MemoKit

/// A change to a store or a command; a board performs its jobs one after another.
package struct Job: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A command line without `memo`.
    case command([String])
    /// Changes fields of tasks, or adds tasks.
    case change(BoardChange)
    /// Ticks or unticks a checklist item; the item is identified by its content.
    case tick(ChecklistItem, isDone: Bool)
    /// Resolves one conflict, identified by its note: keep the current value or take the note's.
    case resolve(ConflictNote, takesNote: Bool)
    /// Pulls and pushes.
    case sync
    /// Sets `memo.autosync`: whether an open board syncs this clone.
    case syncByItself(Bool)
    /// Saves the edited text of a task's file, and resolves conflicts with changes by others.
    case text([UInt8], opened: TaskVersion, ConflictRule)
    /// Writes a theme of the store; nil adds one.
    case theme(Theme, over: ThemeFile?)
    case deleteTheme(ThemeFile)
    /// Sets the order of the store's themes, by name.
    case orderThemes([String])
    /// Sets ranks, which define the manual order, in one commit.
    case ranks([TaskKey: String])
  }

  package var kind: Kind
  /// The tasks that the job changes.
  package var tasks: [TaskKey] = []
  /// The status of the tasks after the job; nil if it doesn't change.
  package var status: Status?
  /// Whether the board shows the whole output.
  package var showsOutput = false
  /// Answers to the command's questions; nil if it must not ask.
  package var answers: [MemoCLI.Question: String]?
  package var number = 0

  package init(_ kind: Kind, _ tasks: [TaskKey] = []) {
    self.kind = kind
    self.tasks = tasks
  }

  package static func move(_ tasks: [TaskKey], to status: Status) -> Job {
    var job = Job(.change(.move(status)), tasks)
    job.status = status
    return job
  }

  package static func command(_ words: [String]) -> Job { Job(.command(words)) }

  package var isDeletion: Bool { if case .change(.remove) = kind { true } else { false } }

  /// Whether tasks may appear: new ones, or those that it restores.
  package var bringsTasks: Bool {
    switch kind {
    case .command(let words): ["add", "undo"].contains(words.first)
    case .change(let change): change.addsTasks
    case .text(_, opened: _, let rule): rule == .note
    default: false
    }
  }

  /// The command line, or `memo` for a job without one.
  package var text: String {
    guard case .command(let words) = kind else { return "memo" }
    return "memo " + words.map(\.quotedForShell).joined(separator: " ")
  }
}
