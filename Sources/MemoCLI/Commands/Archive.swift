internal import MemoKit

struct Archive: Command {
  static let grammar = Grammar(
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
    options: [.yes(), .strict(), .quiet])

  @Arguments(filter: "tasks", "Tasks or a filter (default: all that were done before this month)")
  var tasks
  @Value("--before", "date", "Only tasks done before this day: 2026-07-01, -30d, 'last month'")
  var before
  @Flag("-n --dry-run", "Print what would change, and change nothing") var dryRun

  func run(in context: Context) throws -> Outcome {
    let limit = try before.map { text in
      let moment = try PastMoment.parse(text, now: context.now)
      return moment.days?.lowerBound ?? context.now.at(moment.first).date
    }
    let store = try context.bulkStore()
    let found = Bulk(words: tasks, scope: .done)
    let names = tasks.isEmpty ? nil : try found.names(in: store, context)
    let archive = try store.archive(
      names, from: context.folder(in: store), before: limit, isTrial: dryRun)
    let report = archive.report
    var remarks = try store.isHistoryCutOff() ? [Store.cutOffWords] : []
    if report.changes.isEmpty, report.leftOut.isEmpty {
      let what = archive.before.map { "no task was done before \($0)" } ?? "it is archived already"
      remarks.insert("nothing to archive: \(what)", at: 0)
    } else if dryRun {
      remarks.insert("nothing was moved yet", at: 0)
    }
    return ChangeOutput(
      report: report, kind: .archive, remarks: remarks, count: archive.count, most: 20,
      members: ["dryRun": .bool(dryRun), "before": .text(archive.before?.description)]
    ).outcome(in: context)
  }
}
