internal import MemoKit
internal import Terminal

struct Log: Command {
  static let grammar = Grammar(
    "log", "Show the history of the store, or of some tasks",
    """
    Lists each change with its time and author, the newest first. memo compares the files of the \
    commits, so changes by plain git are listed, too. For one task, it also prints the changed \
    lines of the text. A filter compares tasks as they are now, or as they were when they were \
    deleted.
    """,
    examples: """
      memo log -n 10
      memo log kx
      memo log +home --since 'last week' --author kim
      memo log --deleted
      """,
    options: [.ndjson])

  @Arguments(filter: "words", "Tasks, also deleted ones, or a filter as in 'memo list'") var words
  @Number("-n --number", "At most this many entries") var number
  @Value("--since", "when", "Only changes after this: 2026-11-01, '3 days ago'") var since
  @Value("--until", "when", "Only changes before this: yesterday, 'mon 17:00'") var until
  @Value("--author", "text", "Only changes by people whose name or address contains this")
  var author
  @Value("--client", "name", "Only changes by this program") var client
  @Flag("-p --patch", "Changed lines of texts") var patch
  @Flag("--no-patch", "Only the number of changed lines") var noPatch
  @Flag("--deleted", "Deleted tasks that can be restored") var deleted
  @Flag("--no-pager", "No pager") var noPager

  /// Prints text and lines while it reads the history; JSON is one document.
  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let selection = try LogSelection(self, store, context)
    if deleted { return try deletedTasks(selection, store, context) }
    if context.options.form == .document {
      let entries = try store.entries(selection.query)
      return context.outcome(document: .document(.log, ["entries": .list(entries.map(\.json))]))
    }
    let page = Page(context)
    let isJSON = context.options.form == .lines
    var text = LogText(page, showsLines: !noPatch && (patch || selection.isOneTask))
    let pager = context.terminal.output && !noPager && !isJSON ? try store.pager() : nil
    var collected = ""
    let long =
      context.openLongOutput?(pager)
      ?? LongOutput {
        collected += $0
        return true
      }
    defer { long.end() }
    var isEmpty = true
    var waiting: [LogEntry] = []
    // How many entries are aligned together: few at first, so that they appear soon.
    var most = 40
    try store.log(selection.query) { entry in
      isEmpty = false
      if isJSON { return long.write(entry.json.line) }
      waiting.append(entry)
      guard waiting.count == most else { return true }
      let lines = text.lines(waiting)
      (waiting, most) = ([], 500)
      return long.write(lines)
    }
    if isJSON { return Outcome(output: collected) }
    _ = long.write(text.lines(waiting))
    return Outcome(
      output: collected, error: try notes(selection, store, page, isEmpty: isEmpty))
  }

  private func deletedTasks(
    _ selection: LogSelection, _ store: Store, _ context: Context
  ) throws -> Outcome {
    var tasks: [DeletedTask] = []
    try store.deletedTasks(selection.query) { task in
      tasks.append(task)
      return true
    }
    let (living, isCutOff) = (try store.read().tasks.compactMap(\.id), try store.isHistoryCutOff())
    let name = tasks.allSatisfy { $0.id == nil } ? "TITLE" : "ID"
    return context.outcome(
      text: tasks.text(besides: living, Page(context)),
      document: .document(.deleted, ["deletions": .list(tasks.map(\.json))]),
      notes: [tasks.isEmpty ? "no deleted tasks" : "'memo restore \(name)' brings a task back"]
        + (isCutOff ? [Store.cutOffWords] : []))
  }

  private func notes(
    _ selection: LogSelection, _ store: Store, _ page: Page, isEmpty: Bool
  ) throws -> String {
    var notes = selection.strangers
    if isEmpty {
      let isWhole = words.isEmpty && [since, until, author, client].allSatisfy { $0 == nil }
      notes.append(isWhole ? "no changes" : "no entry matches")
    }
    if try store.isHistoryCutOff() { notes.append(Store.cutOffWords) }
    return notes.map { page.note($0) + "\n" }.joined()
  }
}

extension [DeletedTask] {
  /// The table of `memo log --deleted`.
  ///
  /// - Parameter living: The ids of existing tasks, from which short ids must differ.
  fileprivate func text(besides living: [TaskID], _ page: Page) -> String {
    let prefixes = (compactMap(\.id) + living).shortestPrefixes()
    let rows = map { task in
      let folder = task.path.split(separator: "/").dropLast().joined(separator: "/")
      return [
        ShortID(task.id, prefixes).cell,
        Table.Cell(task.title.sanitized),
        Table.Cell(page.moment(task.deletion.time)),
        Table.Cell(task.deletion.author.sanitized),
        Table.Cell("\(folder)/".sanitized, [.dim]),
      ]
    }
    return Table(rows, flexible: 1).text(page.style)
  }
}

extension DeletedTask {
  fileprivate var json: JSON {
    ["id": .text(id?.text), "title": .text(title), "path": .text(path)] + deletion.json
  }
}
