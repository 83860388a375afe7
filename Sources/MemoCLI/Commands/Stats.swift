internal import MemoKit
internal import Terminal

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

  fileprivate func text(_ page: Page) -> String {
    [weekChart(page), timeTable(page), effortTable(page), ageChart(page)]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func weekChart(_ page: Page) -> String {
    chart(
      "Done per week", page,
      weeks.map { week in ("\(week.name)  \(page.dates.text(week.monday))", week.done) })
  }

  private func effortTable(_ page: Page) -> String {
    guard !efforts.isEmpty else { return "" }
    let lines = efforts.map { effort in
      func cell(_ name: String, _ seconds: Int64) -> Table.Cell {
        Table.Cell(seconds == 0 ? "" : "\(name) \(DurationText.sum(seconds))")
      }
      return [
        Table.Cell("  \((effort.project ?? "(none)").sanitized)"), cell("open", effort.open),
        cell("done", effort.done), cell("spent", effort.spent),
      ]
    }
    return page.style.paint("Estimated and spent, by project", .bold) + "\n" + fitted(lines, page)
  }

  private func ageChart(_ page: Page) -> String {
    guard open.contains(where: { $0.tasks > 0 }) else { return "" }
    return chart("Open, by age", page, open.map { (Self.name(of: $0), $0.tasks) })
  }

  private static func name(of group: AgeGroup) -> String {
    func text(_ days: Int) -> String {
      switch days {
      case 7: "1 week"
      case 91: "3 months"
      case 365: "1 year"
      default: days % 7 == 0 ? "\(days / 7) weeks" : "\(days) days"
      }
    }
    guard let to = group.to else { return "\(text(group.from)) and more" }
    return group.from == 0 ? "under \(text(to))" : "\(text(group.from)) to \(text(to))"
  }

  private func timeTable(_ page: Page) -> String {
    let tasks = done.counted("task")
    let head = "Done since \(page.dates.text(since)): \(tasks)"
    let lines = [
      ("Lead time", leadTime), ("Cycle time", cycleTime),
    ].compactMap { name, spread in
      spread.map { spread in
        [
          Table.Cell("  \(name)"), Table.Cell("median \(DurationText.text(spread.median))"),
          Table.Cell("85% within \(DurationText.text(spread.percentile85))"),
          Table.Cell("(\(spread.count.counted("task")))", [.dim]),
        ]
      }
    }
    return page.style.paint(head, .bold) + "\n" + fitted(lines, page)
  }

  /// A table; in a narrow window each cell has its own line.
  private func fitted(_ lines: [[Table.Cell]], _ page: Page) -> String {
    let table = Table(lines, flexible: 0)
    if table.fits(page.style, least: .max) { return table.text(page.style) }
    return lines.joined().map { cell in
      let indent = cell.text.hasPrefix(" ") ? "" : "    "
      return indent + page.style.paint(cell.text, cell.paints) + "\n"
    }.joined()
  }

  /// Names, numbers, and bars in the rest of the window.
  private func chart(_ title: String, _ page: Page, _ rows: [(name: String, value: Int)]) -> String
  {
    let names = rows.map(\.name.terminalWidth).max() ?? 0
    let most = rows.map(\.value).max() ?? 0
    let digits = "\(most)".count
    let cells = max(5, (page.style.width ?? 80) - names - digits - 4)
    let lines = rows.map { name, value in
      let number = String(repeating: " ", count: digits - "\(value)".count) + "\(value)"
      // A few tasks don't need the whole window.
      let bar = Bar.text(
        value, of: most, cells: min(cells, most * Self.mostCells), isUnicode: page.isUnicode)
      return "\(name.padded(to: names))  \(number)"
        + (bar.isEmpty ? "" : "  \(page.style.paint(bar, .green))")
    }
    return page.style.paint(title, .bold) + "\n" + lines.map { $0 + "\n" }.joined()
  }

  /// The cells for one task at most.
  private static let mostCells = 5
}
