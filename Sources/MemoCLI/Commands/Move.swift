internal import MemoKit

struct Move: Command {
  static let grammar = Grammar(
    "move, mv", "Move tasks between todo, doing and done, and between folders",
    "--in moves the tasks to a subfolder of the status folder. Without a status, they keep theirs.",
    examples: """
      memo move kx doing
      memo move kx qv done
      memo move +home 'due<=fri' doing
      memo move kx --in home
      memo move kx doing --in home/kitchen
      """,
    options: [.bulk])

  @Arguments(tasks: "words", "Tasks or a filter, then todo, doing or done") var words
  @Value("--in", "folder", "Subfolder of the status folder; . is none") var folder

  func run(in context: Context) throws -> Outcome {
    let status = words.last.flatMap { Status(rawValue: $0.lowercased()) }
    guard status != nil || folder != nil else {
      let word = words.last ?? ""
      let meant = word.lowercased().nearest(of: Status.allCases.map(\.rawValue)).map { status in
        let line = ["memo", "move"] + words.dropLast().map(\.quotedForShell) + [status]
        return "did you mean '\(line.joined(separator: " "))'?"
      }
      throw MemoError(
        .usage, "invalid status '\(word)'",
        hints: [meant ?? "write todo, doing or done last: memo move kx doing"])
    }
    let names = status == nil ? words : words.dropLast()
    return try move(names, to: status, in: folder, context)
  }
}

struct Start: Command {
  static let grammar = Grammar(
    "start", "Move tasks to doing",
    examples: """
      memo start kx
      memo start milk
      memo start due:today
      """,
    options: [.bulk])

  @Arguments(tasks: "tasks") var tasks

  func run(in context: Context) throws -> Outcome { try move(tasks, to: .doing, context) }
}

struct Done: Command {
  static let grammar = Grammar(
    "done", "Move tasks to done",
    examples: """
      memo done kx qv
      memo done milk
      memo done tag:shopping
      """,
    options: [.bulk])

  @Arguments(tasks: "tasks") var tasks

  func run(in context: Context) throws -> Outcome { try move(tasks, to: .done, context) }
}

struct Reopen: Command {
  static let grammar = Grammar(
    "reopen", "Move tasks back to todo",
    "A filter finds done tasks, unless it says another status.",
    examples: """
      memo reopen kx
      memo reopen fence
      memo reopen 'done>=today' +garden
      """,
    options: [.bulk])

  @Arguments(tasks: "tasks") var tasks

  func run(in context: Context) throws -> Outcome { try move(tasks, to: .todo, context) }
}

extension Command {
  /// Moves tasks to a status, to a folder, or to both.
  fileprivate func move(
    _ words: [String], to status: Status?, in folder: String? = nil, _ context: Context
  ) throws -> Outcome {
    guard !words.isEmpty else {
      throw MemoError(
        .usage, "missing task", hints: ["memo move ID \(status?.rawValue ?? "--in home")"])
    }
    let store = try context.bulkStore()
    let place = [status?.rawValue, folder].compactMap { $0 }.joined(separator: "/")
    let tasks = Bulk(
      words: words, scope: status == .todo ? .done : .open, question: { "Move \($0) to \(place)" })
    let names = try tasks.names(in: store, context)
    let directory = context.folder(in: store)
    let report: ChangeReport
    if let folder {
      report = try store.move(names, from: directory, to: status, in: folder)
    } else {
      report = try store.move(names, from: directory, to: status ?? .todo)
    }
    func name(_ task: StoredTask) -> String {
      "\(ShortID(task.id, report.shortestPrefixes).text)  \(task.title)"
    }
    // Open tasks that should be done before the moved ones.
    let early = report.early.flatMap { early in
      early.blockers.map { "still open before \(early.task.title): \(name($0))" }
    }
    let done = status == .done ? report.tasks : []
    let items = done.flatMap { task in
      task.item.checklist.open.map { "still open in \(task.title): \($0)" }
    }
    // The last task before them is done.
    let ready = report.unblocked.map { "ready now: \(name($0))" }
    return ChangeOutput(
      report: report, kind: .move, hints: early + items.listed(atMost: 10) { $0 } + ready
    ).outcome(in: context)
  }
}
