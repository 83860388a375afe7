internal import MemoKit

struct Stats: Command {
  static let grammar = Grammar(
    "stats", "Count tasks done per week, and how long they took",
    """
    memo reads the times from the history, so it doesn't matter how a task was moved. The lead \
    time is from adding to done, the cycle time from doing to done.
    """,
    examples: """
      memo stats
      memo stats +home --since 2026-01-01
      memo stats --since 'last month' --json
      """)

  @Arguments(filter: "filter") var filter
  @Value("--since", "when", "Start of the count (default: twelve weeks ago)") var since

  func run(in context: Context) throws -> any Report {
    let store = try context.store()
    let snapshot = try store.read()
    let (words, now) = (filter, context.now)
    var gone: [StoredTask]?
    // The existing tasks are usually enough. To find deleted ones takes long.
    func former() throws(MemoError) -> [StoredTask] {
      if let gone { return gone }
      let found = try store.formerTasks(snapshot)
      gone = found
      return found
    }
    try context.checkTags(words, among: try snapshot.tasks + former())
    let filter = try Selection.filter(
      words, store, at: now, among: try snapshot.tasks + former())
    let since = try since.map { try ArgumentText.since($0, context) }
    let isMeant = { (task: StoredTask) in filter.matches(task, at: now) }
    let isEmpty = try !snapshot.tasks.contains(where: isMeant) && !former().contains(where: isMeant)
    return StatsOutput(
      tasks: snapshot.tasks, report: try store.stats(of: filter, since: since, in: snapshot),
      strangers: Suggestions.strangers(in: filter, of: snapshot.tasks),
      emptiness: isEmpty || snapshot.tasks.isEmpty
        ? EmptyResult.reason(snapshot, of: store, words: words, at: now, nil) : nil)
  }
}

struct StatsOutput: Report {
  /// Kept, since to free them takes time.
  var tasks: [StoredTask]
  var report: StatsReport
  var strangers: [String]
  var emptiness: String?

  func notes(_ page: Page) -> [String] {
    strangers + [emptiness].compactMap(\.self)
      + (report.isCutOff ? [Store.cutOffWords] : [])
  }

  func json(_ page: Page) -> JSON {
    .document(
      .stats,
      [
        "since": .text(report.since.description),
        "weeks": .list(report.weeks) { week in
          [
            "week": .text(week.name), "monday": .text(week.monday.description),
            "done": .number(week.done),
          ]
        },
        "done": .number(report.done),
        "leadTime": Self.json(report.leadTime), "cycleTime": Self.json(report.cycleTime),
        "open": .list(report.open) { group in
          [
            "fromDays": .number(group.from),
            "toDays": .number(group.to), "count": .number(group.tasks),
          ]
        },
        "efforts": .list(report.efforts) { effort in
          [
            "name": .text(effort.project), "estimatedOpen": .number(Int(effort.open)),
            "estimatedDone": .number(Int(effort.done)), "spent": .number(Int(effort.spent)),
          ]
        },
        "cutOff": .bool(report.isCutOff),
      ])
  }

  /// Times are in seconds.
  private static func json(_ spread: Distribution?) -> JSON {
    [
      "count": .number(spread?.count ?? 0),
      "median": .number(spread.map { Int($0.median) }),
      "percentile85": .number(spread.map { Int($0.percentile85) }),
    ]
  }
}
