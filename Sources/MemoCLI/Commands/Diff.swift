internal import MemoKit

struct Diff: Command {
  static let grammar = Grammar(
    "diff", "Show what changed in the tasks between two moments",
    """
    Lists what was added, moved, edited and deleted. A moment is a day (its end), '3 days ago', \
    or a git revision. Without a second moment, it compares with now.
    """,
    examples: """
      memo diff yesterday
      memo diff 2026-11-01 2026-11-08
      memo diff 'last month' --json
      """,
    options: [.ndjson])

  @Argument("since", "First moment") var since
  @OptionalArgument("until", "Second moment (default: now)") var until

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let before = try store.past(since, allowsNothing: true)
    let after = try until.map { try store.past($0, allowsNothing: true) }
    let changes = try store.differences(from: before, to: after)
    let page = Page(context)
    return context.outcome(
      text: changes.map { page.words(for: $0) + "\n" }.joined(),
      document: .document(
        .diff,
        [
          "start": before.json, "end": after?.json ?? .null, "changes": .list(changes.map(\.json)),
        ]),
      notes: [before, after].compactMap { $0?.note(page) }
        + (changes.isEmpty ? ["nothing is different"] : []))
  }
}
