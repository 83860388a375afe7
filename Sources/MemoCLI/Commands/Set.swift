internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo set ID… KEY=VALUE… [+TAG] [-TAG]`.
struct SetFields: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change fields of tasks without an editor",
    discussion: """
      The tasks are named, or found by a filter as in 'memo list'. Where a word like +home could \
      narrow the tasks as well as be a change, -- stands between the two.

      EXAMPLES:
        memo set kx deadline=fri priority=high
        memo set kx title="Buy oat milk" +shopping -home
        memo set kx deadline=none estimate=3h
        memo set +home overdue priority=high
        memo set +home -- +garden
      """)

  @Argument(help: "Tasks or a filter, then what to change: KEY=VALUE, KEY=none, +tag, -tag")
  var words: [String]
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store()
    let words = try SetWords(TagWords.decoded(words)) { words in
      (try? store.filter(words, at: context.now)) != nil
    }
    let edits = try words.changes.map { try Words.edit($0, context) }
    var tasks = Bulk(words.tasks)
    tasks.isConfirmed = bulk.yes
    tasks.question = { "Change \($0): \(words.changes.joined(separator: " "))" }
    let report = try store.change(
      try tasks.names(in: store, context, output), from: context.folder(in: store), edits,
      context.patience)
    return ChangeOutput(report: report, kind: "set")
  }
}
