internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo move ID… STATUS`.
struct Move: Command {
  static let configuration = CommandConfiguration(
    abstract: "Move tasks between todo, doing and done",
    discussion: """
      EXAMPLES:
        memo move kx doing
        memo move kx qv done
      """, aliases: ["mv"])

  @Argument(help: "The tasks, then todo, doing or done")
  var words: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    guard let last = words.last, let status = Status(rawValue: last.lowercased()) else {
      throw Failure(
        .usage, "'\(words.last ?? "")' is no status",
        hints: ["write todo, doing or done last: memo move kx doing"])
    }
    return try Moving(names: Array(words.dropLast()), status: status).run(in: context)
  }
}

/// Takes the arguments of `memo start ID…`.
struct Start: Command {
  static let configuration = CommandConfiguration(
    abstract: "Move tasks to doing",
    discussion: """
      EXAMPLE:
        memo start kx
      """)

  @Argument(help: "The tasks") var tasks: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(names: tasks, status: .doing).run(in: context)
  }
}

/// Takes the arguments of `memo done ID…`.
struct Done: Command {
  static let configuration = CommandConfiguration(
    abstract: "Move tasks to done",
    discussion: """
      EXAMPLE:
        memo done kx qv
      """)

  @Argument(help: "The tasks") var tasks: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(names: tasks, status: .done).run(in: context)
  }
}

/// Takes the arguments of `memo reopen ID…`.
struct Reopen: Command {
  static let configuration = CommandConfiguration(
    abstract: "Move tasks back to todo",
    discussion: """
      EXAMPLE:
        memo reopen kx
      """)

  @Argument(help: "The tasks") var tasks: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    try Moving(names: tasks, status: .todo).run(in: context)
  }
}

/// What the four have in common.
private struct Moving {
  var names: [String]
  var status: Status

  func run(in context: Context) throws -> ChangeOutput {
    guard !names.isEmpty else {
      throw Failure(
        .usage, "say which task to move", hints: ["memo move ID \(status.rawValue)"])
    }
    let store = try context.store()
    let report = try store.move(
      names, from: context.folder(in: store), to: status, context.patience)
    return ChangeOutput(report: report, kind: "move", hints: openItems(report))
  }

  /// Checklist items that are not ticked though the task is done now.
  private func openItems(_ report: ChangeReport) -> [String] {
    guard status == .done else { return [] }
    return report.tasks.flatMap { task in
      task.item.checklist.open.map { "still open in \(task.title): \($0)" }
    }
  }
}
