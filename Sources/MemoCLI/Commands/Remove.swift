internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo remove ID…`.
struct Remove: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete tasks; the history keeps them",
    discussion: """
      A terminal asks first. Elsewhere more than one task takes --yes.

      EXAMPLES:
        memo remove kx
        memo remove kx qv --yes
        memo remove done 'created<2025'
      """, aliases: ["rm"])

  @Argument(help: "The tasks, or a filter as in 'memo list'") var tasks: [String]
  @Flag(name: .shortAndLong, help: "Don't ask before deleting") var yes = false
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store(confirming: yes)
    var found = Bulk(tasks)
    found.isConfirmed = yes
    found.question = { "Delete \($0)" }
    found.asksForNames = true
    found.mostUnasked = context.terminal.input ? 0 : 1
    let report = try store.remove(
      try found.names(in: store, context, output), from: context.folder(in: store),
      context.patience)
    let them = report.changes.count == 1 ? "it" : "them"
    return ChangeOutput(
      report: report, kind: .remove,
      remarks: report.changes.isEmpty ? [] : ["'memo undo' brings \(them) back"])
  }
}
