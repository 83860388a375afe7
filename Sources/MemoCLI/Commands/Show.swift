internal import MemoKit
internal import Terminal

struct Show: Command {
  static let grammar = Grammar(
    "show", "Show tasks with fields, text and last changes",
    "A deleted task is shown as it last was.",
    examples: """
      memo show kx
      memo show kx --raw
      memo show overdue +home
      memo show kx --at yesterday
      """,
    options: [.past, .ndjson])

  @Arguments(tasks: "tasks") var tasks
  @Flag("--raw", "The file, byte for byte") var raw

  func run(in context: Context) throws -> any Report {
    let store = try context.store()
    let (snapshot, past) = try context.snapshot(of: store)
    let now = past?.localTime(in: context) ?? context.now
    let bulk = Bulk(words: tasks, isChange: false, commit: past?.commit)
    let names = try bulk.names(of: snapshot, in: store, at: now, context)
    let found: [StoredTask]
    var deletions = PathMap<DeletedTask>()
    do throws(MemoError) {
      func task(_ name: String) throws(MemoError) -> StoredTask {
        let folder = context.folder(in: store)
        guard past == nil else { return try snapshot.task(named: name, from: folder) }
        let (task, deletion) = try store.taskOrDeleted(named: name, snapshot, from: folder)
        if let deletion { deletions[task.path] = deletion }
        return task
      }
      found = try bulk.isFilter ? snapshot.tasks(named: names, from: nil) : names.map(task)
    } catch {
      var error = error
      if past == nil, let notice = store.checkoutNotice(snapshot), !error.hints.contains(notice) {
        error.hints.append(notice)
      }
      throw error
    }
    let links = TaskLinks(snapshot.tasks)
    let linked = found.flatMap { links.predecessors(of: $0) + links.successors(of: $0) }
    var history = LastChanges()
    if !raw, context.options.form == .text, past == nil { history.read(of: found, store) }
    let output = ShowOutput(
      tasks: found, raw: raw,
      understood: bulk.isFilter
        ? try Selection.parsed(tasks, store, at: now, among: snapshot.tasks).text : nil,
      prefixes: snapshot.shortestPrefixes(
        of: found.filter { deletions[$0.path] == nil } + linked),
      history: history, deletions: deletions, links: links, past: past)
    let page = Page(context, at: now)
    return Printout(
      text: output.text(page), bytes: output.bytes(page), document: output.json(page),
      lines: output.lines(page), notes: output.notes(page))
  }
}

/// The last entries of the first tasks; empty for a store without history.
struct LastChanges {
  /// By the task's path.
  private(set) var entries = PathMap<[LogEntry]>()
  /// The error if they can't be read; the task is shown anyway.
  private(set) var failure: MemoError?
  /// Whether the clone's history is too short to have them all.
  private(set) var isCutOff = false

  private static let most = 3
  /// Each task is a search in the history.
  private static let mostTasks = 100

  mutating func read(of tasks: [StoredTask], _ store: Store) {
    do throws(MemoError) {
      let tasks = tasks.prefix(Self.mostTasks)
      for task in tasks {
        entries[task.path] = try store.entries(
          LogQuery(tasks: store.refs(of: [task]), limit: Self.most))
      }
      if tasks.contains(where: { entries[$0.path]?.count ?? 0 < Self.most }) {
        isCutOff = try store.isHistoryCutOff()
      }
    } catch {
      failure = error
    }
  }
}

struct ShowOutput {
  var tasks: [StoredTask]
  var raw: Bool
  /// The filter as memo understood it; nil if tasks were named.
  var understood: String?
  var prefixes: [TaskID: Int]
  var history: LastChanges
  /// By the former path.
  var deletions = PathMap<DeletedTask>()
  /// The dependencies in the whole store.
  var links = TaskLinks([])
  /// Nil for the present.
  var past: PastState?

  /// The unchanged files; on a terminal, with visible control characters.
  func bytes(_ page: Page) -> [UInt8]? {
    raw && page.style.width == nil ? tasks.flatMap(\.document.bytes) : nil
  }

  func text(_ page: Page) -> String {
    if raw {
      return tasks.map { String(decoding: $0.document.bytes, as: UTF8.self).sanitizedLines }
        .joined()
    }
    return tasks.map { TaskDetail(task: $0, output: self, page: page).text }.joined(separator: "\n")
  }

  func notes(_ page: Page) -> [String] {
    (past.map { [$0.note(page)] } ?? [])
      + (history.failure.map {
        ["note: the last changes can't be shown: \($0.message); 'memo log' may help"]
      } ?? []) + (history.isCutOff ? [Store.cutOffWords] : [])
  }

  func lines(_ page: Page) -> [JSON] {
    tasks.map { task in
      task.json(page) + [
        "repeats": repetitionJSON(of: task, page), "deleted": deletions[task.path]?.deletionJSON,
      ]
    }
  }

  func json(_ page: Page) -> JSON {
    .document(
      .tasks,
      [
        "at": past?.json, "filter": .text(understood), "tasks": .list(lines(page)),
        "notices": .list([]),
      ])
  }

  private func repetitionJSON(of task: StoredTask, _ page: Page) -> JSON? {
    guard let repeating = Repeating(task.item) else { return nil }
    let dates = task.status == .done ? [] : repeating.dates(3, doneOn: page.now.date)
    return [
      "rule": .text(repeating.rule.description), "words": .text(repeating.rule.words),
      "dates": .texts(dates.map(\.description)),
    ]
  }
}

extension DeletedTask {
  var deletionJSON: JSON {
    [
      "time": .text(deletion.time.description), "author": .text(deletion.author),
      "commit": .text(deletion.commit),
    ]
  }

  /// The deletion in words, and the command that restores the task.
  func deletionWords(_ page: Page) -> String {
    "\(page.moment(deletion.time)) by \(deletion.author.sanitized); "
      + "'memo restore \(id?.text ?? path.quotedForShell.sanitized)' brings it back"
  }
}
