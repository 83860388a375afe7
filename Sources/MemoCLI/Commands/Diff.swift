internal import MemoKit
internal import TaskFile
internal import Terminal

struct Diff: Command {
  static let grammar = Grammar<Diff>(
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
    words: [
      .one("since", "First moment") { $0.since = $1 },
      .optional("until", "Second moment (default: now)") { $0.until = $1 },
    ],
    options: [.ndjson])

  var since = ""
  var until: String?

  func run(in context: Context) throws -> any Report {
    let store = try context.store()
    let before = try store.past(since, allowsNothing: true)
    let after = try until.map { try store.past($0, allowsNothing: true) }
    return DiffOutput(
      before: before, after: after, changes: try store.differences(from: before, to: after))
  }
}

struct DiffOutput: Report {
  var before: PastState
  /// Nil for now.
  var after: PastState?
  var changes: [TaskChange]

  func text(_ page: Page) -> String {
    changes.map { page.words(for: $0) + "\n" }.joined()
  }

  func notes(_ page: Page) -> [String] {
    ([before] + [after].compactMap { $0 }).map { $0.note(page) }
      + (changes.isEmpty ? ["nothing is different"] : [])
  }

  func lines(_ page: Page) -> [JSON] { changes.map(\.json) }

  func json(_ page: Page) -> JSON {
    .document(
      .diff,
      [
        "start": before.json, "end": after?.json ?? .null,
        "changes": .list(changes.map(\.json)),
      ])
  }
}
