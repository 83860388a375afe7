internal import MemoKit
internal import Terminal

/// `memo today`, also run by `memo` without a command.
struct Today: Command {
  static let grammar = Grammar(
    "today", "List tasks that are overdue, due soon or started",
    """
    Groups: doing, overdue, due today, due in the next seven days, ready again after a 'wait', \
    five more of todo, and the last five done. A terminal shows as many as fit into the window, \
    and counts the rest; a pipe shows all.
    """,
    examples: """
      memo
      memo today +work
      memo today --json
      """,
    options: [.noFilter])

  @Arguments(filter: "filter") var filter

  func run(in context: Context) throws -> Outcome {
    var listing = try Listing(filter, in: context)
    let (snapshot, now, filter) = (listing.snapshot, listing.now, listing.filter)
    let matching = snapshot.tasks.filter { filter.matches($0, at: now) }
    let tasks = matching.filter { !filter.hides($0, at: now) }
    let agenda = Agenda(
      tasks, done: listing.store.lastDoneFirst(tasks.filter { $0.status == .done }), at: now)
    if agenda.parts.isEmpty { listing.explainEmptiness(self.filter, hiding: matching) }
    let waiting = matching.count - tasks.count
    return context.outcome(
      text: Self.text(agenda, waiting, listing),
      document: listing.document(
        .today,
        [
          "groups": .list(agenda.parts) { part in
            [
              "name": .text(part.group.rawValue), "count": .number(part.tasks.count),
              "tasks": .list(part.tasks) { $0.json(listing.page) },
            ]
          },
          "leftInTodo": .number(agenda.leftInTodo), "waiting": .number(waiting),
        ]),
      notes: listing.notes)
  }

  private static func text(_ agenda: Agenda, _ waiting: Int, _ listing: Listing) -> String {
    let page = listing.page
    let prefixes = listing.snapshot.shortestPrefixes(of: agenda.parts.flatMap(\.tasks))
    let table = TaskTable(agenda.parts.flatMap(\.tasks), prefixes, page.indented)
    let (shown, rest) = fitting(agenda, waiting, linesEach: table.mostLines, listing)
    let groups = zip(agenda.parts, shown).map { ($0.group.title, $0.tasks, $1) }
    return TaskTable.text(of: groups, prefixes, page)
      + rest.map { page.style.paint($0, .dim) + "\n" }.joined()
  }

  /// The number of shown tasks of the first groups, and lines about the others.
  ///
  /// Each group has a heading, and a blank line before the next. Groups get lines in turn, until
  /// the window is full. If a group gets fewer lines than it has tasks, the last one has the count
  /// of the rest.
  private static func fitting(
    _ agenda: Agenda, _ waiting: Int, linesEach: Int, _ listing: Listing
  ) -> (shown: [Int], rest: [String]) {
    let counts = agenda.parts.map(\.tasks.count)
    let room = listing.room
    var groups = counts.count
    while true {
      let rest = rest(of: agenda, behind: groups, waiting, listing.page)
      guard let room else { return (counts, rest) }
      var lines = counts.prefix(groups).map { min($0, 2) }
      var left = room - rest.count - max(2 * groups - 1, 0) - lines.reduce(0, +) * linesEach
      guard left >= 0 || groups <= 1 else {
        groups -= 1
        continue
      }
      while left >= linesEach,
        let shortest = lines.indices.filter({ lines[$0] < counts[$0] })
          .min(by: { lines[$0] < lines[$1] })
      {
        lines[shortest] += 1
        left -= linesEach
      }
      return (zip(lines, counts).map { $0 < $1 ? $0 - 1 : $1 }, rest)
    }
  }

  /// The lines about tasks that are not shown.
  ///
  /// - Parameter groups: The number of shown groups.
  private static func rest(
    of agenda: Agenda, behind groups: Int, _ waiting: Int, _ page: Page
  ) -> [String] {
    var parts = agenda.parts.dropFirst(groups).map { part in
      "\(part.tasks.count.grouped) \(part.group.phrase)"
    }
    if agenda.leftInTodo > 0 {
      parts.append("\(agenda.leftInTodo.grouped) more in todo ('memo list')")
    }
    if waiting > 0, !agenda.parts.isEmpty {
      parts.append("\(waiting.grouped) waiting ('memo list waiting')")
    }
    guard !parts.isEmpty else { return [] }
    let line = "… and \(parts.joined(separator: ", "))"
    return page.style.width.map { line.wrapped(to: $0) } ?? [line]
  }
}

extension Agenda.Group {
  fileprivate var title: String {
    switch self {
    case .doing: "doing"
    case .overdue: "overdue"
    case .today: "due today"
    case .soon: "due in the next days"
    case .ready: "ready again"
    case .todo: "todo"
    case .done: "done lately"
    }
  }

  /// The name of a group after a number of tasks.
  fileprivate var phrase: String { self == .todo ? "in todo" : title }
}
