internal import MemoKit
internal import Terminal

/// The report of a command that writes.
struct ChangeOutput {
  var report: ChangeReport
  var kind = DocumentKind.edit
  /// Hints, for example open checklist items or the meaning of a date.
  var hints: [String] = []
  /// More hints, which are not in JSON.
  var remarks: [String] = []
  /// The number of selected tasks; nil for the changed ones and those left out.
  var count: Int?
  /// The number of changes to print; the others are counted.
  var most = Int.max
  var rest: (Int) -> String = { "… and \($0.grouped) more" }
  /// The first members of the document.
  var members: JSON = [:]

  func outcome(in context: Context) -> Outcome {
    let page = Page(context)
    var outcome = context.outcome(
      report.leftOut.isEmpty ? .done : .attention, text: text(page),
      document: .document(kind, members + report.members(page, hints)),
      notes: page.notes(report.recorded, report.notices) + hints + remarks + leftOutLines,
      ids: report.ids)
    outcome.operation = report.operation
    // In the journal's terms, a board would call an archived task edited, so it shows the text.
    outcome.changes = kind == .archive ? nil : report.changes
    return outcome
  }

  func text(_ page: Page) -> String {
    if report.changes.isEmpty {
      return report.tasks.map { "\(head(of: $0, page))  unchanged\n" }.joined()
    }
    let tasks = PathMap(report.tasks + report.next) { $0.path }
    let next = PathMap(report.next) { $0.path }
    let gone = PathMap(report.takenBack) { $0.path }
    return report.changes.listed(atMost: most, rest: rest) { change in
      line(for: change, tasks[change.path], next, gone, page)
    }.map { "\($0)\n" }.joined()
  }

  /// Lines with the reasons why some tasks were not changed.
  private var leftOutLines: [String] {
    let leftOut = report.leftOut
    guard !leftOut.isEmpty else { return [] }
    // Deleted tasks are only in the changes.
    let changed = report.tasks.isEmpty ? report.changes.count : report.tasks.count
    // `memo check` prints all problems. `memo edit` has no option --strict.
    return leftOut.listed(atMost: 10, \.line) + [
      "\(leftOut.count.grouped) of \((count ?? leftOut.count + changed).counted("task")) "
        + "left as they were" + (kind == .edit ? "" : "; --strict changes all or none")
    ]
  }

  private func line(
    for change: TaskChange, _ task: StoredTask?, _ next: PathMap<StoredTask>,
    _ gone: PathMap<TaskChange>, _ page: Page
  ) -> String {
    if kind == .archive {
      let id = ShortID(change.id.flatMap { TaskID($0) }, report.shortestPrefixes)
      return "\(id.painted(page.style))  \(change.title.sanitized)  → \(change.path.sanitized)"
    }
    // Another file may have the path of a deleted one.
    guard let task, change.kind != .delete else {
      let isTakenBack = gone[change.path] != nil
      let end =
        change.id == nil
        ? Self.word(for: change.kind) : isTakenBack ? "next, undone" : "deleted"
      return "\(page.style.paint(change.id ?? "-", .dim))  \(change.title.sanitized)  \(end)"
    }
    let start = head(of: task, page)
    if next[task.path] != nil {
      return "\(start)  next → \(task.path.sanitized)  (\(page.dates(of: task.item)))"
    }
    switch change.kind {
    case .add, .restore:
      let fields = page.fields(of: task.item, name)
      return "\(start)  → \(task.path.sanitized)" + (fields.isEmpty ? "" : "  (\(fields))")
    default: return "\(start)  \(page.details(of: change, name))"
    }
  }

  /// The id and title of a task in `after`.
  private func name(_ text: String) -> String? {
    guard let task = TaskID(text).flatMap({ report.predecessors[$0] }) else { return nil }
    return "\(ShortID(task.id, report.shortestPrefixes).text) \(task.title)"
  }

  /// The word for a change of a file that is not a task.
  private static func word(for kind: TaskChange.Kind) -> String {
    switch kind {
    case .add, .restore: "is there again"
    case .move, .edit: "changed"
    case .delete: "deleted"
    }
  }

  private func head(of task: StoredTask, _ page: Page) -> String {
    let id = ShortID(task.id, report.shortestPrefixes).painted(page.style)
    return "\(id)  \(task.title.sanitized)"
  }
}

extension ChangeReport {
  func members(_ page: Page, _ hints: [String] = []) -> JSON {
    [
      "tasks": .list(tasks + next) { $0.json(page) },
      "changes": .list(changes.map(\.json)), "recorded": .list(recorded.map(\.json)),
      "notices": .texts(notices + hints), "details": .texts(page.details),
      "leftOut": leftOut.isEmpty ? nil : .list(leftOut.map(\.json)),
    ]
  }

  /// The ids of changed tasks and of deleted ones.
  var ids: [String] {
    tasks.map(\.distinctID)
      + changes.filter { $0.kind == .delete }.map { $0.id ?? $0.path }
  }
}

extension Page {
  /// Notes about hand edits that were committed before a command's own change, and its notices.
  func notes(
    _ recorded: [TaskChange], _ notices: [String], isDone: Bool = true
  ) -> [String] {
    recorded.recordedLines(isDone ? "committed" : "not committed yet", isWhole: isVerbose) {
      $0.grouped
    } + notices.noteLines(isWhole: isVerbose) { $0.grouped }
  }

  /// A change in words: the kind, the task, and the fields.
  func words(for change: TaskChange, behind mark: String = ":") -> String {
    if let step = change.textStep {
      return "\(step.kind.rawValue)\(mark) \(change.title.sanitized) (\(step.shown.sanitized))"
    }
    let details = details(of: change)
    return "\(change.kind.rawValue)\(mark) \(change.title.sanitized)"
      + (details.isEmpty ? "" : " (\(details))")
  }

  /// The changed fields of a task, with weekdays.
  ///
  /// - Parameter name: Returns the title for an id in a field.
  func details(
    of change: TaskChange, _ name: (String) -> String? = { _ in nil }
  ) -> String {
    let words = change.words { text in
      let ids = text.split(separator: ", ").map(String.init)
      let names = ids.compactMap(name)
      return ids.count == names.count ? names.joined(separator: ", ") : value(text)
    }
    // `words` has an entry for each field, or none at all.
    return zip(words, change.fields).map { $1.removedText ?? $0 }.joined(separator: ", ").sanitized
  }

  /// The deadline and the `wait` date of a task.
  func dates(of item: TaskItem) -> String {
    let dates = [("due", item.deadline), ("wait", item.wait)]
    return dates.compactMap { key, date in date.map { "\(key) \(spelled($0))" } }
      .joined(separator: ", ")
  }

  /// All fields of a task besides title and status, on one line.
  ///
  /// - Parameter name: Returns the title for an id in a field.
  func fields(of item: TaskItem, _ name: (String) -> String? = { _ in nil }) -> String {
    func written(_ text: String) -> String { (name(text) ?? value(text)).sanitized }
    var fields = item.deadline.map { ["due \(spelled($0))"] } ?? []
    fields += item.priority.map { ["priority \($0.rawValue)"] } ?? []
    fields += item.tags.map { "+\($0.sanitized)" }
    fields += item.otherFields.map { field in
      "\(field.key.sanitized) \(field.value.items.map(written).joined(separator: ", "))"
    }
    return fields.joined(separator: ", ")
  }
}
