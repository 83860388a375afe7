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

  func run(in context: Context) throws -> Outcome {
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
    let strangers = Suggestions.strangers(in: filter, of: snapshot.tasks)
    let (report, page) = (try store.stats(of: filter, since: since, in: snapshot), Page(context))
    return context.outcome(
      text: report.text(page), document: .document(.stats, report.members),
      notes: strangers
        + [
          isEmpty || snapshot.tasks.isEmpty
            ? EmptyResult.reason(snapshot, of: store, words: words, at: now, nil) : nil,
          report.isCutOff ? Store.cutOffWords : nil,
        ].compactMap(\.self))
  }
}

extension StatsReport {
  fileprivate var members: JSON {
    [
      "since": .text(since.description),
      "weeks": .list(weeks) { week in
        [
          "week": .text(week.name), "monday": .text(week.monday.description),
          "done": .number(week.done),
        ]
      },
      "done": .number(done),
      "leadTime": Self.json(leadTime), "cycleTime": Self.json(cycleTime),
      "open": .list(open) { group in
        [
          "fromDays": .number(group.from),
          "toDays": .number(group.to), "count": .number(group.tasks),
        ]
      },
      "efforts": .list(efforts) { effort in
        [
          "name": .text(effort.project), "estimatedOpen": .number(Int(effort.open)),
          "estimatedDone": .number(Int(effort.done)), "spent": .number(Int(effort.spent)),
        ]
      },
      "cutOff": .bool(isCutOff),
    ]
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
