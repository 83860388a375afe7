internal import MemoKit
internal import Terminal

struct Undo: Command {
  static let grammar = Grammar(
    "undo", "Undo the last command in this clone, or any other change",
    """
    Undoes a command, or the hand edits that one command committed, with a new commit. It works \
    after a sync, too. If somebody else changed a field since, their value stays, memo prints \
    their name, and the exit code is 4.

    To undo any other change, also one made with git, name its commit from 'memo log'. To undo \
    an undo, name its commit.
    """,
    examples: """
      memo undo
      memo undo 3
      memo undo 1a2b3c4
      memo undo --list
      memo undo --client bot
      """,
    options: [.yes(), .verbose, .quiet])

  @OptionalArgument("n|commit", "Number of operations (default: 1), or a commit") var word
  @Flag("-l --list", "List what can be undone, and change nothing") var list
  @Value("--client", "name", "Everything that this program did, on any clone; with N, the last N")
  var client

  /// The length of the list without a number.
  fileprivate static let listed = 20

  func run(in context: Context) throws -> Outcome {
    // A commit has at least seven digits.
    let isNumber = word.map { $0.count < 7 && Int($0) != nil } ?? true
    let (count, commit) = isNumber ? (try Self.count(word), nil) : (nil, word)
    if let client, list || commit != nil {
      throw MemoError(
        .usage, "--client takes a number, not a commit or --list",
        hints: ["'memo log --client \(client.quotedForShell)' lists what it did"])
    }
    if list, commit != nil { throw Self.misuse("--list takes a number") }
    let store = try context.writableStore()
    if list {
      return list(try store.operations(upTo: count ?? Undo.listed).undoable, .undoList, context)
    }
    let report =
      if let client {
        try store.undo(client: client, count)
      } else if let commit {
        try store.undo(operation: commit)
      } else {
        try store.undo(count ?? 1)
      }
    return report.outcome(in: context)
  }
}

struct Redo: Command {
  static let grammar = Grammar(
    "redo", "Redo the last undo",
    "Works until you do something else.",
    examples: """
      memo redo
      memo redo 2
      memo redo --list
      """,
    options: [.yes(), .verbose, .quiet])

  @OptionalArgument("n", "Number of operations (default: 1)") var number
  @Flag("-l --list", "List what can be redone, and change nothing") var list

  func run(in context: Context) throws -> Outcome {
    let count = try Self.count(number)
    let store = try context.writableStore()
    if list {
      let found = try store.operations(upTo: 0).redoable
      return list(found.prefix(count ?? Undo.listed), .redoList, context)
    }
    return try store.redo(count ?? 1).outcome(in: context)
  }
}

extension UndoReport {
  fileprivate func outcome(in context: Context) -> Outcome {
    let page = Page(context)
    var outcome = context.outcome(
      merged.isEmpty ? .done : .attention, text: text(page),
      document: .document(
        isRedo ? .redo : .undo,
        [
          "operations": .list(operations.map(\.json)),
          "tasks": .list(change.tasks) { $0.json(page) },
          "changes": .list(change.changes.map(\.json)),
          "conflicts": .number(merged.reduce(0) { $0 + $1.notes.count }),
          "mergedTasks": .list(merged.map(\.json)),
          "kept": .list(merged.flatMap { task in task.kept.map { $0.json(in: task) } }),
          "recorded": .list(change.recorded.map(\.json)),
          "notices": .texts(change.notices), "details": .texts(page.details),
        ]),
      notes: notes(page), ids: change.ids)
    // A redo can be undone again.
    outcome.operation = isRedo ? operations.last?.id : nil
    outcome.changes = change.changes
    return outcome
  }

  private func text(_ page: Page) -> String {
    let heads = operations.map {
      "\(isRedo ? "redo" : "undo"): \(page.subject($0.subject).sanitized)"
    }
    let conflicts = merged.flatMap { task in
      task.conflictLines + task.kept.map { "note: \($0.sentence(in: task, page).sanitized)" }
    }
    let changes = ChangeOutput(report: change, most: page.most(20), rest: \.leftOut)
    return heads.map { $0 + "\n" }.joined()
      + (change.changes.isEmpty ? "" : changes.text(page))
      + conflicts.map { $0 + "\n" }.joined()
  }

  private func notes(_ page: Page) -> [String] {
    var lines = page.notes(change.recorded, change.notices)
    if change.changes.isEmpty, merged.isEmpty, change.notices.isEmpty {
      lines.append(
        operations.count > 1
          ? "note: together they change nothing"
          : "note: there was nothing left to undo")
    }
    return lines
  }
}

extension Command {
  /// The number of operations, if one was typed.
  fileprivate static func count(_ text: String?) throws(MemoError) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), count > 0 else {
      throw misuse("the number of operations must be 1 or more")
    }
    return count
  }

  /// The report of `--list`.
  fileprivate func list(
    _ operations: some Sequence<Operation>, _ kind: DocumentKind, _ context: Context
  ) -> Outcome {
    let page = Page(context)
    let operations = Array(operations)
    let lines = zip(1..., operations).map { number, operation in
      let parts = operation.parts.map { "    \(page.subject($0).sanitized)\n" }.joined()
      let subject = page.subject(operation.subject).sanitized
      return "\(number)  \(page.moment(operation.time))  \(subject)\n" + parts
    }
    return context.outcome(
      text: lines.joined(),
      document: .document(kind, ["operations": .list(operations.map(\.json))]),
      notes: operations.isEmpty ? ["there is nothing to \(Self.usage.name)"] : [],
      ids: operations.map(\.id))
  }
}

extension KeptChange {
  /// The value that stays, and the person who set it.
  fileprivate func sentence(in task: MergedTask, _ page: Page) -> String {
    let owner = "\(change.author), \(page.moment(change.time))"
    return switch part {
    case .body: "\(task.title): its text stays as others changed it (\(owner))"
    case .conflicts: "\(task.title): its conflict notes stay as others left them (\(owner))"
    case .task: "\(task.title): it stays as others left it (\(owner))"
    default: "\(task.title): \(part.label) stays \(value.map(page.logged) ?? "none") (\(owner))"
    }
  }

  fileprivate func json(in task: MergedTask) -> JSON {
    [
      "id": .text(task.id), "field": .text(part.label), "value": .text(value),
      "author": .text(change.author), "time": .text(change.time.description),
    ]
  }
}

extension Operation {
  fileprivate var json: JSON {
    [
      "id": .text(id), "commit": .text(commit), "time": .text(time.description),
      "subject": .text(subject), "parts": .texts(parts),
    ]
  }
}
