internal import MemoKit
internal import TaskFile
internal import Terminal

struct Undo: Command {
  static let grammar = Grammar<Undo>(
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
    words: [
      .optional("n|commit", "Number of operations (default: 1), or a commit") {
        $0.what = $1
      }
    ],
    options: [
      .flag("-l --list", "List what can be undone, and change nothing") { $0.list = true },
      .value(
        "--client", "name", "Everything that this program did, on any clone; with N, the last N"
      ) {
        $0.client = $1
      },
      .yes { $0.yes = true },
      .verbose { $0.verbose = true },
      .quiet,
      .output,
    ])

  var what: String?
  var client: String?
  var list = false
  var yes = false
  var verbose = false
  var output = OutputOptions()

  /// The number; nil for a commit, which has at least seven digits.
  private var count: Int? { what.flatMap { $0.count < 7 ? Int($0) : nil } }

  /// The length of the list without a number.
  fileprivate static let listed = 20

  fileprivate static func count(_ text: String) throws(Failure) -> Int {
    guard let count = Int(text), count > 0 else {
      throw Failure(.usage, "the number of operations must be 1 or more")
    }
    return count
  }

  func validate() throws(Failure) {
    if count != nil { _ = try Self.count(what ?? "") }
    if let client, list || what != nil && count == nil {
      throw Failure(
        .usage, "--client takes a number, not a commit or --list",
        hints: ["'memo log --client \(client.quotedForShell)' lists what it did"])
    }
    if list, what != nil, count == nil { throw Failure(.usage, "--list takes a number") }
  }

  func run(in context: Context) throws -> UndoOutput {
    let store = try context.store(confirming: yes)
    if list {
      return .list(try store.operations(upTo: count ?? Undo.listed).undoable, "undo")
    }
    let isWhole = verbose
    if let client {
      return .done(try store.undo(client: client, count, context.lockTimeout), isWhole: isWhole)
    }
    if let what, count == nil {
      return .done(try store.undo(operation: what, context.lockTimeout), isWhole: isWhole)
    }
    return .done(try store.undo(count ?? 1, context.lockTimeout), isWhole: isWhole)
  }
}

struct Redo: Command {
  static let grammar = Grammar<Redo>(
    "redo", "Redo the last undo",
    """
    Works until you do something else.
    """,
    examples: """
      memo redo
      memo redo 2
      memo redo --list
      """,
    words: [
      .optional("n", "Number of operations (default: 1)") { redo, text throws(Failure) in
        redo.count = try Undo.count(text)
      }
    ],
    options: [
      .flag("-l --list", "List what can be redone, and change nothing") { $0.list = true },
      .yes { $0.yes = true },
      .verbose { $0.verbose = true },
      .quiet,
      .output,
    ])

  var count: Int?
  var list = false
  var yes = false
  var verbose = false
  var output = OutputOptions()

  func run(in context: Context) throws -> UndoOutput {
    let store = try context.store(confirming: yes)
    if list {
      let found = try store.operations(upTo: 0).redoable
      return .list(Array(found.prefix(count ?? Undo.listed)), "redo")
    }
    let report = try store.redo(count ?? 1, context.lockTimeout)
    return .done(report, isWhole: verbose)
  }
}

enum UndoOutput: Report {
  case done(UndoReport, isWhole: Bool)
  case list([Operation], String)

  var status: ExitStatus {
    guard case .done(let report, _) = self else { return .done }
    return report.merged.isEmpty ? .done : .attention
  }

  func text(_ page: Page) -> String {
    switch self {
    case .done(let report, let isWhole):
      let heads = report.operations.map {
        "\(report.word): \(page.subject($0.subject).sanitized)\n"
      }.joined()
      let conflicts = report.merged.flatMap { task in
        (task.conflictLines + task.kept.map { "note: \($0.sentence(in: task, page).sanitized)" })
          .map { $0 + "\n" }
      }
      let isChanged = !report.change.changes.isEmpty
      return heads + (isChanged ? Self.lines(of: report.change, isWhole, page) : "")
        + conflicts.joined()
    case .list(let operations, _):
      return operations.enumerated().map { index, operation in
        let number = String(index + 1)
        let parts = operation.parts.map { "    \(page.subject($0).sanitized)\n" }.joined()
        return
          "\(number)  \(page.moment(operation.time))  \(page.subject(operation.subject).sanitized)\n"
          + parts
      }.joined()
    }
  }

  private static let mostListed = 20

  private static func lines(of report: ChangeReport, _ isWhole: Bool, _ page: Page) -> String {
    let most = isWhole ? .max : mostListed
    let more = report.changes.count - min(report.changes.count, most)
    return ChangeOutput(report: report).text(page, atMost: most)
      + (more > 0 ? "\(more.leftOut)\n" : "")
  }

  func notes(_ page: Page) -> [String] {
    switch self {
    case .done(let report, _):
      var lines = RecordedNotes.lines(report.change.recorded, report.change.notices, page)
      if !report.isRedo, report.isBehindSync {
        lines.append(page.errorStyle.paint("note: what syncs brought since then stays", .dim))
      }
      if report.change.changes.isEmpty, report.merged.isEmpty, report.change.notices.isEmpty {
        lines.append(
          report.operations.count > 1
            ? "note: together they change nothing"
            : "note: nothing of it was left to undo")
      }
      return lines
    case .list(let operations, let word):
      return operations.isEmpty ? [page.errorStyle.paint("there is nothing to \(word)", .dim)] : []
    }
  }

  var operation: String? {
    // A redo can be undone again.
    if case .done(let report, _) = self, report.isRedo { report.operations.last?.id } else { nil }
  }

  var changes: [TaskChange]? {
    if case .done(let report, _) = self { report.change.changes } else { nil }
  }

  var ids: [String] {
    switch self {
    case .done(let report, _): report.change.ids
    case .list(let operations, _): operations.map(\.id)
    }
  }

  func json(_ page: Page) -> JSON {
    switch self {
    case .done(let report, _):
      .document(
        report.isRedo ? .redo : .undo,
        [
          (.operations, .array(report.operations.map(\.json))),
          (.tasks, .array(report.change.tasks.map { .members($0.json(page)) })),
          (.changes, .array(report.change.changes.map(\.json))),
          (.conflicts, .number(report.merged.reduce(0) { $0 + $1.notes.count })),
          (.mergedTasks, .array(report.merged.map(\.json))),
          (
            .kept,
            .array(report.merged.flatMap { task in task.kept.map { $0.json(in: task) } })
          ),
          (.recorded, .array(report.change.recorded.map(\.json))),
          (.notices, .texts(report.change.notices)), (.details, .texts(page.details)),
        ])
    case .list(let operations, let word):
      .document(
        word == "undo" ? .undoList : .redoList, [(.operations, .array(operations.map(\.json)))])
    }
  }
}

extension UndoReport {
  fileprivate var word: String { isRedo ? "redo" : "undo" }
}

extension KeptChange {
  /// The value that stays, and the person who set it.
  fileprivate func sentence(in task: MergedTask, _ page: Page) -> String {
    let owner = "\(author), \(page.moment(time))"
    return switch field {
    case "body": "\(task.title): its text stays as others changed it (\(owner))"
    case "conflicts": "\(task.title): its conflict notes stay as others left them (\(owner))"
    case "task": "\(task.title): it stays as others left it (\(owner))"
    default: "\(task.title): \(field) stays \(value.map(page.logged) ?? "none") (\(owner))"
    }
  }

  fileprivate func json(in task: MergedTask) -> JSON {
    .members([
      (.id, .text(task.id)), (.field, .string(field)), (.value, .text(value)),
      (.author, .string(author)), (.time, .string(time.description)),
    ])
  }
}

extension Operation {
  fileprivate var json: JSON {
    .members([
      (.id, .string(id)), (.commit, .string(commit)), (.time, .string(time.description)),
      (.subject, .string(subject)), (.parts, .texts(parts)),
    ])
  }
}
