internal import MemoKit
internal import TaskFile
internal import Terminal

struct Archive: Command {
  static let grammar = Grammar<Archive>(
    "archive", "Move done tasks to folders by month, such as done/2026/11/",
    """
    Without a name, a filter or --before, memo archives the tasks that were done before this \
    month. The month is that of the commit that moved the task to done/. Lists and searches \
    still find archived tasks, and 'memo reopen' moves them back to todo/.
    """,
    examples: """
      memo archive --dry-run
      memo archive --before 2026-07-01
      memo archive +garden
      memo archive kx
      """,
    reading: .tags,
    words: [
      .any("tasks", "Tasks or a filter (default: all that were done before this month)") {
        $0.tasks = $1
      }
    ],
    options: [
      .value("--before", "date", "Only tasks done before this day: 2026-07-01, -30d, 'last month'")
      {
        $0.before = $1
      },
      .flag("-n --dry-run", "Print what would change, and change nothing") { $0.dryRun = true },
      .yes,
      .strict,
      .quiet,
      .output,
    ])

  var tasks: TypedWords = []
  var before: String?
  var dryRun = false
  var common = CommonOptions()

  func run(in context: Context) throws -> any Report {
    let limit = try before.map { text in
      let moment = try ArgumentText.past(text, context)
      return moment.days?.lowerBound ?? context.now.at(moment.first).date
    }
    let store = try context.store(common)
    let found = Bulk(typed: tasks, scope: .done)
    let names = tasks.isEmpty ? nil : try found.names(in: store, context)
    return ArchiveOutput(
      archive: try store.archive(
        names, from: context.folder(in: store), before: limit, isTrial: dryRun, context.lockTimeout),
      isCutOff: try store.isHistoryCutOff())
  }
}

struct ArchiveOutput: Report {
  var archive: ArchiveReport
  /// Whether the clone's history is too short to know all dates.
  var isCutOff: Bool

  private var changes: [TaskChange] { archive.report.changes }

  func text(_ page: Page) -> String {
    guard changes.count <= Self.mostLines else {
      let months = Dictionary(grouping: changes) { $0.shelf }.sorted { $0.key < $1.key }
      return months.map { shelf, changes in
        "\(shelf)  \(changes.count.counted("task"))\n"
      }.joined()
    }
    let prefixes = archive.report.shortestPrefixes
    return changes.map { change in
      let id = ShortID(change.id.flatMap { TaskID($0) }, prefixes).painted(page.style)
      return "\(id)  \(change.title.sanitized)  → \(change.path.sanitized)\n"
    }.joined()
  }

  /// More changes are counted by month.
  private static let mostLines = 20

  func notes(_ page: Page) -> [String] {
    var notes = page.notes(archive.report.recorded, archive.report.notices)
    if changes.isEmpty, archive.report.leftOut.isEmpty {
      let what = archive.before.map { "no task was done before \($0)" } ?? "it is archived already"
      notes.append("nothing to archive: \(what)")
    } else if archive.isTrial {
      notes.append("nothing was moved yet")
    }
    if isCutOff { notes.append(Store.cutOffWords) }
    return notes + archive.report.leftOutLines(of: archive.count)
  }

  var status: ExitStatus { archive.report.exitStatus }

  var ids: [String] { changes.map { $0.id ?? $0.path } }

  func json(_ page: Page) -> JSON {
    .document(
      .archive,
      [
        .dryRun: .bool(archive.isTrial), .before: .text(archive.before?.description),
      ] + archive.report.members(page))
  }
}

extension TaskChange {
  /// The folder of the month: `done/2026/11`.
  fileprivate var shelf: String { path.split(separator: "/").prefix(3).joined(separator: "/") }
}
