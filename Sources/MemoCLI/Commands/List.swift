internal import ArgumentParser
internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo list [FILTER…]`.
struct List: Command {
  static let configuration = CommandConfiguration(
    abstract: "List open tasks, the soonest deadline first",
    discussion: """
      FILTERS: todo doing done, +tag -tag tag:a,b, p:high, due:today due<fri due:none,
      overdue, created>2026-01-01, KEY:VALUE, problem, conflict; other words must be in the
      title. 'not X', 'X or Y' and parentheses are understood.

      EXAMPLES:
        memo list
        memo list +home 'due<eow'
        memo list --all milk -s title
      """, aliases: ["ls"])

  @Argument(help: "Words that narrow the list") var filter: [String] = []
  @Flag(name: .shortAndLong, help: "Done tasks too") var all = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "deadline, priority, created, title, status, id; -KEY turns it round", valueName: "key"))
  var sort: String?
  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("number")],
    help: "At most this many tasks")
  var number: Int?
  @OptionGroup var past: PastOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes a number from 0 on") }
  }

  func run(in context: Context) throws -> ListOutput {
    let filter = try Selection.filter(filter, context)
    let order = try Selection.order(sort)
    let (snapshot, past) = try past.snapshot(of: context.store())
    let now = past?.localTime(in: context) ?? context.now
    var tasks = snapshot.tasks.filter { task in
      (all || filter.mentionsStatus || task.status != .done) && filter.matches(task, at: now)
    }
    tasks = order.sorted(tasks, at: now)
    if let number { tasks = Array(tasks.prefix(number)) }
    return ListOutput(
      tasks: tasks, prefixes: snapshot.shortestPrefixes(), problems: snapshot.problems.count,
      isEmptyStore: snapshot.tasks.isEmpty, past: past, moment: past.map { _ in now })
  }
}

struct ListOutput: Report {
  var tasks: [StoredTask]
  var prefixes: [TaskID: Int]
  /// In the whole store.
  var problems: Int
  var isEmptyStore: Bool
  /// Nil for the present.
  var past: PastState?
  var moment: LocalTime?

  func text(_ page: Page) -> String { TaskTable(tasks, prefixes, page).text }

  func notes(_ page: Page) -> [String] {
    var notes = [past?.note].compactMap { $0 }
    if isEmptyStore, past == nil { notes.append("no tasks yet; 'memo add TITLE' makes one") }
    if problems > 0, past == nil {
      notes.append(
        "\(problems == 1 ? "1 problem" : "\(problems) problems"), 'memo check' shows more")
    }
    return notes.map { page.errorStyle.paint($0, .dim) }
  }

  func json(_ page: Page) -> JSON {
    .document(
      "tasks",
      (past.map { [("at", $0.json)] } ?? [])
        + [("tasks", .array(tasks.map { .members($0.json(page)) }))])
  }
}
