package import MemoCLI
package import MemoKit
package import TaskFile

/// Something to be done in the store, one behind the other.
package struct Job: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A command as one would have typed it behind `memo`.
    case command([String])
    /// Changes fields of tasks, or adds some.
    case change(BoardChange)
    /// Ticks an item of a checklist as it was seen, or takes its tick away.
    case tick(ChecklistItem, isDone: Bool)
    /// Ends one conflict by its note as it was seen, by keeping what is there or taking the note's.
    case resolve(ConflictNote, takesNote: Bool)
    /// Brings what others did, and sends what is only here.
    case sync
    /// Whether the clone is synced by whoever shows it (`memo.autosync`).
    case syncByItself(Bool)
    /// Records a text that somebody has made of a task.
    case text(TextChange)
    /// Writes a theme of the store; over nil a new one.
    case theme(Theme, over: ThemeFile?)
    case deleteTheme(ThemeFile)
    /// The names of the store's themes in their order.
    case orderThemes([String])
    /// Gives tasks their places in the order by hand, in one commit.
    case ranks([RankChange])
  }

  package struct RankChange: Hashable, Sendable {
    package var task: TaskKey
    package var rank: String

    package init(task: TaskKey, rank: String) {
      self.task = task
      self.rank = rank
    }
  }

  /// A task's text as it was opened, and as it is to be.
  package struct TextChange: Hashable, Sendable {
    package var path: String
    package var opened: [UInt8]
    package var text: [UInt8]
    /// What is done where others have changed the same.
    package var rule: ConflictRule

    package init(path: String, opened: [UInt8], text: [UInt8], rule: ConflictRule = .ask) {
      self.path = path
      self.opened = opened
      self.text = text
      self.rule = rule
    }
  }

  package var kind: Kind
  /// The tasks that it is about.
  package var tasks: [TaskKey] = []
  /// What they will be when it has ended.
  package var status: Status?
  package var isDeletion = false
  /// Whether what it prints is shown as a whole.
  package var showsOutput = false
  /// What is answered to what a command asks; nil where it asks nobody.
  package var answers: [MemoCLI.Question: String]?
  /// Tells it from others.
  package var number = 0

  package init(_ kind: Kind, _ tasks: [TaskKey] = []) {
    self.kind = kind
    self.tasks = tasks
  }

  /// A command about tasks, which it gets as its first words.
  package static func command(
    _ name: String, _ tasks: [TaskKey], _ words: [String] = []
  ) -> Job {
    Job(.command([name] + tasks.map(\.name) + words), tasks)
  }

  package static func move(_ tasks: [TaskKey], to status: Status) -> Job {
    var job = Job(.change(.move(status)), tasks)
    job.status = status
    return job
  }

  package static func command(_ words: [String]) -> Job { Job(.command(words)) }

  /// Whether it adds tasks.
  package var isAddition: Bool {
    switch kind {
    case .command(let words): words.first == "add"
    case .change(let change): change.addsTasks
    default: false
    }
  }

  /// As it would be typed.
  package var text: String {
    switch kind {
    case .command(let words):
      "memo " + words.map(\.quotedForShell).joined(separator: " ")
    case .sync: "memo sync"
    case .change, .tick, .resolve, .syncByItself, .text, .theme, .deleteTheme, .orderThemes,
      .ranks:
      "memo"
    }
  }
}
