internal import MemoKit
internal import Terminal

struct List: Command {
  static let grammar = Grammar(
    "list, ls", "List open tasks, the soonest deadline first",
    """
    FILTERS: todo doing done, +tag -tag tag:a,b, p:high p>=medium, due:today due<fri due:2026-12 \
    due:mon..fri due:none, overdue, created>-7d, done>=mon, changed:today, waiting, blocked, \
    ready, unclaimed, to:me, KEY:VALUE KEY>3 KEY:none, id:kx path:home, problem, conflict, @name \
    (from .memo/config.yml). Other words must be in the title. Combine them with 'not', 'or' and \
    parentheses. 'memo help filters' explains them.

    FORMATS: {id} {short} {title} {status} {deadline} {priority} {tags} {created} {path} {name} \
    {checklist} {overdue} {conflicts} {fields.KEY}, with a width if you like, {title:30} or \
    {deadline:>10}, and \\t, \\n, \\0.
    """,
    examples: """
      memo list
      memo list +home 'due<eow'
      memo list --all milk -s title
      memo list '(todo or doing) not +home' -s priority,-created
      memo list --group project
      memo list --format '{short}\\t{title}'
      """,
    options: [.noFilter, .past, .listing],
    excluding: ["--format --json", "--format --ndjson", "--format --quiet", "--format --group"])

  @Arguments(filter: "filter", "Which tasks; see FILTERS") var filter
  @Flag("-a --all", "Include done and waiting tasks") var all
  @Values(
    "-s --sort", "key,…",
    "Order: deadline, priority, created, done, changed, title or any key; -KEY reverses it")
  var sort
  @Flag("-r --reverse", "Reverse order") var reverse
  @Number("-n --number", "At most this many tasks") var number
  @Value("-g --group", "key", "Groups with counts: project, tags, assignee or any key") var group
  @Value("--format", "format", "Line for each task; see FORMATS") var format

  func run(in context: Context) throws -> Outcome {
    let format = try format.map { try TaskFormat($0) }
    let order = try Selection.order(sort, isReversed: reverse)
    var listing = try Listing(
      filter,
      keys: order.keys.map(\.name) + (format?.keys ?? [])
        + [group].compactMap { $0.map(KnownField.fullName) }, in: context)
    let (read, now, filter) = (listing.snapshot.tasks, listing.now, listing.filter)
    // Uses indices: there may be thousands of tasks, and few may be shown.
    let matching = read.indices.filter { filter.matches(read[$0], at: now) }
    let all = all
    let isOfAnyStatus = all || filter.mentionsStatus
    let places = matching.filter { place in
      (isOfAnyStatus || read[place].status != .done)
        && (all || !filter.hides(read[place], at: now))
    }
    if places.isEmpty {
      listing.explainEmptiness(self.filter, hiding: matching.map { read[$0] })
    } else if !all, filter.namesTasks {
      let waiting = matching.map { read[$0] }.filter { filter.hides($0, at: now) }
      listing.emptiness = EmptyResult.leftOut(waiting, at: now)
    }
    let facts =
      order.questions.isEmpty
      ? FilterFacts()
      : try listing.store.facts(
        for: order.questions, among: places.map { read[$0] }, commit: listing.past?.commit)
    let tasks = order.sorted(read, among: places, at: now, facts, atMost: number)
    let prefixes = listing.snapshot.shortestPrefixes(of: tasks)
    let groups = group.map { TaskGroup.groups(of: tasks, by: $0) }
    let page = listing.page
    return context.outcome(
      text: groups.map { groups in
        TaskTable.text(
          of: groups.map { ($0.name ?? "(none)", $0.tasks, $0.tasks.count) }, prefixes, page)
      } ?? TaskTable(tasks, prefixes, page).text,
      // Keeps control characters, because the user wrote them in the format.
      bytes: format.map { format in tasks.flatMap { format.text(of: $0, prefixes, page).utf8 } },
      document: listing.document(
        .tasks,
        [
          "tasks": .list(tasks) { $0.json(page) },
          "groups": groups.map { groups in
            .list(groups) { group in
              [
                "name": .text(group.name), "count": .number(group.tasks.count),
                "tasks": .list(group.tasks) { $0.json(page) },
              ]
            }
          },
        ]),
      notes: listing.notes, ids: tasks.map(\.distinctID))
  }
}
