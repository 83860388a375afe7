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

  private static func text(
    _ agenda: Agenda, _ waiting: Int, _ listing: Listing
  ) -> String {
    let page = listing.page
    let prefixes = listing.snapshot.shortestPrefixes(of: agenda.parts.flatMap(\.tasks))
    let counts = agenda.parts.map(\.tasks.count)
    let room = page.room(besides: listing.notes)
    let linesEach = TaskTable(agenda.parts.flatMap(\.tasks), prefixes, page.indented).mostLines
    var fitting = Fitting(counts, height: room, linesEach: linesEach)
    var rest: [String] = []
    // The lines about hidden tasks need room, too.
    while true {
      let found = self.rest(of: agenda, fitting, waiting, page)
      defer { rest = found }
      if found.count <= rest.count { break }
      fitting = Fitting(
        counts, height: room.map { $0 - found.count }, linesEach: linesEach)
    }
    let groups = zip(agenda.parts, fitting.shown).compactMap { part, count in
      count.map { (part.group.title, part.tasks, $0) }
    }
    return TaskTable.text(of: groups, prefixes, page)
      + rest.map { page.style.paint($0, .dim) + "\n" }.joined()
  }

  /// The lines about tasks that are not shown.
  private static func rest(
    of agenda: Agenda, _ fitting: Fitting, _ waiting: Int, _ page: Page
  ) -> [String] {
    var parts = zip(agenda.parts, fitting.shown).filter { $1 == nil }.map { part, _ in
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
