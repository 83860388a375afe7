internal import MemoKit

struct SetFields: Command {
  static let grammar = Grammar(
    "set", "Change fields of tasks",
    """
    Name the tasks, or find them by a filter as in 'memo list'. If a word such as +home could be \
    part of the filter or a change, write -- between the two.
    """,
    examples: """
      memo set kx due:fri p:high
      memo set kx title="Buy oat milk" +shopping -home
      memo set kx deadline=none estimate=3h
      memo set +home overdue priority=high
      memo set +home -- +garden
      """,
    options: [.bulk])

  @Arguments(
    tasks: "words", "Tasks or a filter, then changes: KEY:VALUE, KEY=VALUE, KEY:none, +tag, -tag",
    keepsSeparator: true) var typed

  func run(in context: Context) throws -> Outcome {
    let store = try context.bulkStore()
    let grammar = ArgumentText.grammar(store, context)
    let words = try SetWords(typed, grammar)
    let edits = try words.changes.map { try ArgumentText.edit($0, grammar) }.joiningLists()
    try NewKeys.check(
      words.changes.compactMap { SetWords.pair($0)?.key }, in: store, context)
    let tasks = Bulk(
      words: words.tasks,
      question: { "Change \($0): \(words.changes.joined(separator: " "))" })
    let removals = context.options.doubtful.intersection(words.changes)
      .map { String($0.dropFirst()) }
    let tags = removals.isEmpty ? [] : Set(try store.read().tasks.flatMap(\.item.tags))
    let report = try store.change(
      try tasks.names(in: store, context), from: context.folder(in: store), edits)
    // To remove an absent tag is no error, so that a command can run twice.
    let strangers = removals.sorted().filter { !tags.contains($0) }.map {
      "no task has the tag '\($0)'" + ($0.nearest(of: tags).map { "; did you mean '\($0)'?" } ?? "")
    }
    return ChangeOutput(report: report, kind: .set, hints: strangers).outcome(in: context)
  }
}
