internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo remove ID…`.
struct Remove: Command {
  static let configuration = CommandConfiguration(
    abstract: "Delete tasks; the history keeps them",
    discussion: """
      EXAMPLES:
        memo remove kx
        memo remove kx qv --yes
        memo remove done 'created<2025'
      """, aliases: ["rm"])

  @Argument(help: "The tasks, or a filter as in 'memo list'") var tasks: [String]
  @Flag(name: .shortAndLong, help: "Don't ask before deleting several") var yes = false
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store()
    var found = Bulk(tasks)
    found.isConfirmed = yes
    found.question = { "Delete \($0)" }
    if context.terminal.input { found.mostUnasked = 1 }
    if !found.isFilter, Set(tasks).count > 1, !yes { try confirm(context) }
    let report = try store.remove(
      try found.names(in: store, context, output), from: context.folder(in: store),
      context.patience)
    return ChangeOutput(report: report, kind: "remove")
  }

  /// Where nobody can be asked, the names were given on purpose.
  private func confirm(_ context: Context) throws {
    guard context.terminal.input else { return }
    let answer = context.ask("Delete \(tasks.count) tasks? [y/N] ")?.lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else {
      throw Failure(.refused, "nothing was deleted", hints: ["--yes deletes without asking"])
    }
  }
}
