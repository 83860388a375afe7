internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo move ID… STATUS`.
struct Move: Command {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move tasks between todo, doing and done",
    discussion: """
      EXAMPLES:
        memo move kx doing
        memo move kx qv done
        memo move +home 'due<=fri' doing
      """, aliases: ["mv"])

  @Argument(help: "The tasks or a filter, then todo, doing or done")
  var words: [String]
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    guard let last = words.last, let status = Status(rawValue: last.lowercased()) else {
      throw Failure(
        .usage, "'\(words.last ?? "")' is no status",
        hints: ["write todo, doing or done last: memo move kx doing"])
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
        memo reopen +garden
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
  var status: Status
  var bulk: BulkOptions
  var output: OutputOptions

  init(words: [String], status: Status, _ bulk: BulkOptions, _ output: OutputOptions) {
    self.words = words
    self.status = status
    self.bulk = bulk
    self.output = output
  }

  func run(in context: Context) throws -> ChangeOutput {
    guard !words.isEmpty else {
      throw Failure(
        .usage, "say which task to move", hints: ["memo move ID \(status.rawValue)"])
    }
    let store = try context.store(confirming: bulk.yes)
    var tasks = Bulk(words)
    tasks.scope = status == .todo ? .done : .open
    tasks.isConfirmed = bulk.yes
    tasks.question = { "Move \($0) to \(status.rawValue)" }
    let report = try store.move(
      try tasks.names(in: store, context, output), from: context.folder(in: store), to: status,
      context.patience)
    return ChangeOutput(report: report, kind: .move, hints: openItems(report) + ready(report))
  }

  /// Checklist items that are not ticked though the task is done now.
  private func openItems(_ report: ChangeReport) -> [String] {
    guard status == .done else { return [] }
    return report.tasks.flatMap { task in
      task.item.checklist.open.map { "still open in \(task.title): \($0)" }
    }
  }

  /// What can be begun now that the last task that it came after is done.
  private func ready(_ report: ChangeReport) -> [String] {
    report.unblocked.map { task in
      "ready now: \(ShortID(task.id, report.shortestPrefixes).text)  \(task.title)"
    }
  }
}
