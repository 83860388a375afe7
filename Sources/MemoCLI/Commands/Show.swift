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

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let (snapshot, past) = try context.snapshot(of: store)
    let now = past?.localTime(in: context) ?? context.now
    let bulk = Bulk(words: tasks, isChange: false, commit: past?.commit)
    let found = try found(bulk, of: snapshot, past, store, at: now, context)
    let tasks = found.map(\.task)
    let links = TaskLinks(snapshot.tasks)
    let linked = tasks.flatMap { links.predecessors(of: $0) + links.successors(of: $0) }
    let hasChanges = !raw && context.options.form == .text && past == nil
    let changes = hasChanges ? LastChanges(of: tasks, store) : nil
    let understood =
      bulk.isFilter
      ? try Selection.parsed(bulk.words, store, at: now, among: snapshot.tasks).text : nil
    let prefixes = snapshot.shortestPrefixes(
      of: found.filter { $0.deletion == nil }.map(\.task) + linked)
    let page = Page(context, at: now)
    return context.outcome(
      text: raw
        ? tasks.map { String(decoding: $0.document.bytes, as: UTF8.self).sanitizedLines }.joined()
        : found.map { task, deletion in
          TaskDetail(
            task: task, prefixes: prefixes, links: links, deletion: deletion,
            changes: changes?.entries[task.path] ?? [], page: page
          ).text
        }.joined(separator: "\n"),
      // The unchanged files; on a terminal, with visible control characters.
      bytes: raw && page.style.width == nil ? tasks.flatMap(\.document.bytes) : nil,
      document: .document(
        .tasks,
        [
          "at": past?.json, "filter": .text(understood),
          "tasks": .list(found) { task, deletion in
            task.json(page) + [
              "repeats": Self.repetitionJSON(of: task, page), "deleted": deletion?.deletion.json,
            ]
          },
          "notices": .list([]),
        ]),
      notes: [past?.note(page), changes?.note].compactMap(\.self))
  }

  private func found(
    _ bulk: Bulk, of snapshot: Snapshot, _ past: PastState?, _ store: Store, at now: LocalTime,
    _ context: Context
  ) throws -> [(task: StoredTask, deletion: DeletedTask?)] {
    let names = try bulk.names(of: snapshot, in: store, at: now, context)
    let folder = context.folder(in: store)
    do throws(MemoError) {
      if bulk.isFilter { return try snapshot.tasks(named: names, from: nil).map { ($0, nil) } }
      return try names.map { name throws(MemoError) in
        past == nil
          ? try store.taskOrDeleted(named: name, snapshot, from: folder)
          : (try snapshot.task(named: name, from: folder), nil)
      }
    } catch {
      var error = error
      if past == nil, let notice = store.checkoutNotice(snapshot), !error.hints.contains(notice) {
        error.hints.append(notice)
      }
      throw error
    }
  }

  private static func repetitionJSON(of task: StoredTask, _ page: Page) -> JSON? {
    guard let repeating = Repeating(task.item) else { return nil }
    let dates = task.status == .done ? [] : repeating.dates(3, doneOn: page.now.date)
    return [
      "rule": .text(repeating.rule.description), "words": .text(repeating.rule.words),
      "dates": .texts(dates.map(\.description)),
    ]
  }
}

/// The last entries of the first tasks; empty for a store without history.
private struct LastChanges {
  /// By the task's path.
  private(set) var entries = PathMap<[LogEntry]>()
  /// Why entries are missing, if they are; the tasks are shown anyway.
  private(set) var note: String?

  private static let most = 3
  /// Each task is a search in the history.
  private static let mostTasks = 100

  init(of tasks: [StoredTask], _ store: Store) {
    do throws(MemoError) {
      let tasks = tasks.prefix(Self.mostTasks)
      for task in tasks {
        entries[task.path] = try store.entries(
          LogQuery(tasks: store.refs(of: [task]), limit: Self.most))
      }
      let isShort = tasks.contains { entries[$0.path]?.count ?? 0 < Self.most }
      if isShort, try store.isHistoryCutOff() { note = Store.cutOffWords }
    } catch {
      note = "note: the last changes can't be shown: \(error.message); 'memo log' may help"
    }
  }
}

extension DeletedTask {
  /// The deletion in words, and the command that restores the task.
  func deletionWords(_ page: Page) -> String {
    "\(page.moment(deletion.time)) by \(deletion.author.sanitized); "
      + "'memo restore \(id?.text ?? path.quotedForShell.sanitized)' brings it back"
  }
}
