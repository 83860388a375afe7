internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo restore ID…`.
struct Restore: Command {
  static let configuration = CommandConfiguration(
    abstract: "Bring deleted tasks back from the history",
    discussion: """
      As they last were, to the folder they were in. 'memo log --deleted' lists what can be \
      restored.

      EXAMPLES:
        memo restore kxtwqzbnrm
        memo restore buy-milk
        memo restore "Buy milk"
      """)

  @Argument(help: "Ids, beginnings of ids, titles or file names")
  var tasks: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    let report = try context.store().restore(tasks, context.patience)
    return ChangeOutput(report: report, kind: "restore")
  }
}
