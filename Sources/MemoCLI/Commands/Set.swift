internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo set ID… KEY=VALUE… [+TAG] [-TAG]`.
struct SetFields: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change fields of tasks without an editor",
    discussion: """
      EXAMPLES:
        memo set kx deadline=fri priority=high
        memo set kx title="Buy oat milk" +shopping -home
        memo set kx deadline=none estimate=3h
      """)

  @Argument(help: "Tasks, and what to change: KEY=VALUE, KEY=none, +tag, -tag")
  var words: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    let words = TagWords.decoded(words)
    let isEdit = { (word: String) in
      word.hasPrefix("+") || word.hasPrefix("-") || (word.contains("=") && !word.hasPrefix("="))
    }
    let names = words.prefix { !isEdit($0) }
    let edits = words.dropFirst(names.count)
    guard !names.isEmpty else {
      throw Failure(.usage, "say which task", hints: ["memo set ID KEY=VALUE"])
    }
    guard !edits.isEmpty else {
      throw Failure(
        .usage, "say what to change", hints: ["memo set \(names[0]) deadline=fri +home"])
    }
    let store = try context.store()
    let report = try store.change(
      Array(names), from: context.folder(in: store),
      try edits.map { try Words.edit($0, context) }, context.patience)
    return ChangeOutput(report: report, kind: "set")
  }
}
