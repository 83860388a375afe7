internal import MemoCLI
internal import MemoKit
internal import TaskFile

/// Something to be done in the store, one behind the other.
struct Job: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A command as one would have typed it behind `memo`, with what stands on its standard input.
    case command([String], input: String? = nil)
    /// Ticks an item of a checklist as it was seen, or takes its tick away.
    case tick(ChecklistItem, isDone: Bool)
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

  struct RankChange: Hashable, Sendable {
    var task: TaskKey
    var rank: String
  }

  /// A task's text as it was opened, and as it is to be.
  struct TextChange: Hashable, Sendable {
    var path: String
    var opened: [UInt8]
    var text: [UInt8]
    /// Whether what two have changed is settled as a sync does, and told in the task.
    var notesClashes = false
  }

  var kind: Kind
  /// The tasks that it is about.
  var tasks: [TaskKey] = []
  /// What they will be when it has ended.
  var status: Status?
  var isDeletion = false
  /// Whether what it prints is shown as a whole.
  var showsOutput = false
  /// The line that was typed for it, which is given back if it fails.
  var prompt: Prompt?
  /// Tells it from others.
  var number = 0

  init(_ kind: Kind, _ tasks: [TaskKey] = []) {
    self.kind = kind
    self.tasks = tasks
  }

  /// A command about tasks, which it gets as its first words.
  static func command(
    _ name: String, _ tasks: [TaskKey], _ words: [String] = [], status: Status? = nil
  ) -> Job {
    var job = Job(.command([name] + tasks.map(\.name) + words), tasks)
    job.status = status
    return job
  }

  static func command(_ words: [String], input: String? = nil) -> Job {
    Job(.command(words, input: input))
  }

  /// As it would be typed.
  var text: String {
    guard case .command(let words, _) = kind else { return "memo" }
    return "memo " + words.map(\.quotedForShell).joined(separator: " ")
  }
}
