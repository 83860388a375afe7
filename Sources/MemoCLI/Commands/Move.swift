internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo move ID… STATUS`.
struct Move: Command {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move tasks between todo, doing and done, and between folders",
    discussion: """
      --in moves to a folder below that of the status; without a status, the tasks keep theirs.

      EXAMPLES:
        memo move kx doing
        memo move kx qv done
        memo move +home 'due<=fri' doing
        memo move kx --in home
        memo move kx doing --in home/kitchen
      """, aliases: ["mv"])

  @Argument(help: "The tasks or a filter, then todo, doing or done")
  var words: [String]
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("A folder below the status's own; . is that itself", valueName: "folder"))
  var folder: String?
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    let last = words.last.flatMap { Status(rawValue: $0.lowercased()) }
    if let folder {
      let names = last == nil ? words : Array(words.dropLast())
      var moving = Moving(words: names, status: last, bulk, output)
      moving.folder = folder
      return try moving.run(in: context)
    }
    guard let status = last else {
      let word = words.last ?? ""
      let meant = word.lowercased().nearest(of: Status.allCases.map(\.rawValue)).map { status in
        let line = ["memo", "move"] + words.dropLast().map(\.quotedForShell) + [status]
        return "did you mean '\(line.joined(separator: " "))'?"
      }
      throw Failure(
        .usage, "'\(word)' is no status",
        hints: [meant ?? "write todo, doing or done last: memo move kx doing"])
    }
    return try Moving(words: Array(words.dropLast()), status: status, bulk, output)
      .run(in: context)
  }
}

/// Takes the arguments of `memo start ID…`.
struct Start: Command {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Move tasks to doing",
    discussion: """
      EXAMPLES:
        memo start kx
        memo start milk
        memo start due:today
      """)

  @Argument(help: "The tasks, or a filter as in 'memo list'") var tasks: [String]
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(words: tasks, status: .doing, bulk, output).run(in: context)
  }
}

/// Takes the arguments of `memo done ID…`.
struct Done: Command {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Move tasks to done",
    discussion: """
      EXAMPLES:
        memo done kx qv
        memo done milk
        memo done tag:shopping
      """)

  @Argument(help: "The tasks, or a filter as in 'memo list'") var tasks: [String]
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(words: tasks, status: .done, bulk, output).run(in: context)
  }
}

/// Takes the arguments of `memo reopen ID…`.
struct Reopen: Command {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Move tasks back to todo",
    discussion: """
      A filter finds done tasks, unless it says another status.

      EXAMPLES:
        memo reopen kx
        memo reopen fence
        memo reopen 'done>=today' +garden
      """)

  @Argument(help: "The tasks, or a filter as in 'memo list'") var tasks: [String]
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(words: tasks, status: .todo, bulk, output).run(in: context)
  }
}

/// What the four have in common.
private struct Moving {
  var words: [String]
  /// Nil where only the folder changes.
  var status: Status?
  /// Nil where only the status changes.
  var folder: String?
  var bulk: BulkOptions
  var output: OutputOptions

  init(words: [String], status: Status?, _ bulk: BulkOptions, _ output: OutputOptions) {
    self.words = words
    self.status = status
    self.bulk = bulk
    self.output = output
  }

  func run(in context: Context) throws -> ChangeOutput {
    guard !words.isEmpty else {
      throw Failure(
        .usage, "say which task to move", hints: ["memo move ID \(status?.rawValue ?? "--in home")"]
      )
    }
    let store = try context.store(bulk)
    var tasks = Bulk(words)
    tasks.scope = status == .todo ? .done : .open
    tasks.isConfirmed = bulk.yes
    let place = [status?.rawValue, folder].compactMap { $0 }.joined(separator: "/")
    tasks.question = { "Move \($0) to \(place)" }
    let names = try tasks.names(in: store, context, output)
    let directory = context.folder(in: store)
    let report: ChangeReport
    if let folder {
      report = try store.move(names, from: directory, to: status, in: folder, context.patience)
    } else {
      report = try store.move(names, from: directory, to: status ?? .todo, context.patience)
    }
    return ChangeOutput(
      report: report, kind: .move,
      hints: early(report) + openItems(report) + ready(report)
        + report.leftFolders.map { "\($0)/ stays: the tasks in it have a status of their own" })
  }

  /// What was to be done before.
  private func early(_ report: ChangeReport) -> [String] {
    report.early.flatMap { early in
      early.blockers.map { blocker in
        "still open before \(early.task.title): "
          + "\(ShortID(blocker.id, report.shortestPrefixes).text)  \(blocker.title)"
      }
    }
  }

  /// Checklist items that are not ticked though the task is done now.
  private func openItems(_ report: ChangeReport) -> [String] {
    guard status == .done else { return [] }
    let tasks = report.tasks.filter { !$0.item.checklist.open.isEmpty }
    let lines = tasks.prefix(Self.mostOpen).flatMap { task -> [String] in
      let open = task.item.checklist.open
      let shown = open.count > Self.mostOpen ? open.prefix(Self.mostOpen - 1) : open[...]
      let more = open.count - shown.count
      return shown.map { "still open in \(task.title): \($0)" }
        + (more > 0 ? ["still open in \(task.title): \(more) more items"] : [])
    }
    let more = tasks.count - Self.mostOpen
    return lines + (more > 0 ? ["still open in \(more.counted("more task"))"] : [])
  }

  /// Of how many tasks, and of each how many items are shown.
  private static let mostOpen = 5

  /// What can be begun now that the last task that it came after is done.
  private func ready(_ report: ChangeReport) -> [String] {
    report.unblocked.map { task in
      "ready now: \(ShortID(task.id, report.shortestPrefixes).text)  \(task.title)"
    }
  }
}
