internal import MemoKit
internal import TaskFile

struct Move: Command {
  static let grammar = Grammar<Move>(
    "move, mv", "Move tasks between todo, doing and done, and between folders",
    """
    --in moves the tasks to a subfolder of the status folder. Without a status, they keep \
    theirs.
    """,
    examples: """
      memo move kx doing
      memo move kx qv done
      memo move +home 'due<=fri' doing
      memo move kx --in home
      memo move kx doing --in home/kitchen
      """,
    words: [.tasks(\.words, "words", "Tasks or a filter, then todo, doing or done")],
    options: [
      .value(\.folder, "--in", "folder", "Subfolder of the status folder; . is none"),
      .bulk,
    ])

  var words: TypedWords = []
  var folder: String?

  func run(in context: Context) throws -> any Report {
    let status = words.all.last.flatMap { Status(rawValue: $0.lowercased()) }
    guard status != nil || folder != nil else {
      let word = words.all.last ?? ""
      let meant = word.lowercased().nearest(of: Status.allCases.map(\.rawValue)).map { status in
        let line = ["memo", "move"] + words.all.dropLast().map(\.quotedForShell) + [status]
        return "did you mean '\(line.joined(separator: " "))'?"
      }
      throw MemoError(
        .usage, "invalid status '\(word)'",
        hints: [meant ?? "write todo, doing or done last: memo move kx doing"])
    }
    let names = status == nil ? words : words.only(words.all.dropLast())
    return try Moving(words: names, status: status, folder: folder).run(in: context)
  }
}

/// A command that moves tasks to one status.
protocol MovesTasks: Command {
  static var status: Status { get }
  var tasks: TypedWords { get set }
}

extension MovesTasks {
  fileprivate static func moving(
    _ name: String, _ summary: String, _ text: String = "", examples: String
  ) -> Grammar<Self> {
    Grammar(
      name, summary, text, examples: examples,
      words: [.tasks(\.tasks)],
      options: [.bulk])
  }

  func run(in context: Context) throws -> any Report {
    try Moving(words: tasks, status: Self.status).run(in: context)
  }
}

struct Start: MovesTasks {
  static let grammar: Grammar<Start> = moving(
    "start", "Move tasks to doing",
    examples: """
      memo start kx
      memo start milk
      memo start due:today
      """)
  static let status = Status.doing

  var tasks: TypedWords = []
}

struct Done: MovesTasks {
  static let grammar: Grammar<Done> = moving(
    "done", "Move tasks to done",
    examples: """
      memo done kx qv
      memo done milk
      memo done tag:shopping
      """)
  static let status = Status.done

  var tasks: TypedWords = []
}

struct Reopen: MovesTasks {
  static let grammar: Grammar<Reopen> = moving(
    "reopen", "Move tasks back to todo",
    "A filter finds done tasks, unless it says another status.",
    examples: """
      memo reopen kx
      memo reopen fence
      memo reopen 'done>=today' +garden
      """)
  static let status = Status.todo

  var tasks: TypedWords = []
}

/// The common part of `move`, `start`, `done` and `reopen`.
private struct Moving {
  var words: TypedWords
  /// Nil to change only the folder.
  var status: Status?
  /// Nil to change only the status.
  var folder: String?

  func run(in context: Context) throws -> any Report {
    guard !words.isEmpty else {
      throw MemoError(
        .usage, "missing task", hints: ["memo move ID \(status?.rawValue ?? "--in home")"]
      )
    }
    let store = try context.bulkStore()
    let place = [status?.rawValue, folder].compactMap { $0 }.joined(separator: "/")
    let tasks = Bulk(
      typed: words, scope: status == .todo ? .done : .open, question: { "Move \($0) to \(place)" })
    let names = try tasks.names(in: store, context)
    let directory = context.folder(in: store)
    let report: ChangeReport
    if let folder {
      report = try store.move(names, from: directory, to: status, in: folder)
    } else {
      report = try store.move(names, from: directory, to: status ?? .todo)
    }
    return ChangeOutput(
      report: report, kind: .move,
      hints: early(report) + openItems(report) + ready(report))
  }

  /// Notes about open tasks that should be done before the moved ones.
  private func early(_ report: ChangeReport) -> [String] {
    report.early.flatMap { early in
      early.blockers.map { blocker in
        "still open before \(early.task.title): "
          + "\(ShortID(blocker.id, report.shortestPrefixes).text)  \(blocker.title)"
      }
    }
  }

  /// Notes about unticked checklist items of done tasks.
  private func openItems(_ report: ChangeReport) -> [String] {
    guard status == .done else { return [] }
    let lines = report.tasks.flatMap { task in
      task.item.checklist.open.map { "still open in \(task.title): \($0)" }
    }
    return lines.listed(atMost: Self.mostOpen) { $0 }
  }

  /// The limit of listed items.
  private static let mostOpen = 10

  /// Notes about tasks that are ready now, because the last task before them is done.
  private func ready(_ report: ChangeReport) -> [String] {
    report.unblocked.map { task in
      "ready now: \(ShortID(task.id, report.shortestPrefixes).text)  \(task.title)"
    }
  }
}
