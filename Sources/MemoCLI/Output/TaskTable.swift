internal import MemoKit
internal import TaskFile
internal import Terminal

/// Tasks as lines: id, title, when due, what else there is to know.
struct TaskTable {
  private let table: Table
  private let page: Page

  /// - Parameter marks: The places of titles and tags that stand out.
  init(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page,
    marks: @escaping (String) -> [Range<String.Index>] = { _ in [] }
  ) {
    self.page = page
    let rows = tasks.map { task in
      var row = Self.row(task, prefixes, page)
      for column in [1, 5] { row[column].marks = marks }
      return row
    }
    table = Table(rows, flexible: 1)
  }

  var text: String {
    table.text(page.style)
  }

  private static func row(
    _ task: StoredTask, _ prefixes: [TaskID: Int], _ page: Page
  ) -> [Table.Cell] {
    let tags = task.item.tags.map { "+\($0)".sanitized }
    return [
      ShortID(task.id, prefixes).cell,
      Table.Cell(task.title.sanitized, task.status == .doing ? [.bold] : []),
      Table.Cell(
        task.status == .todo ? "" : task.status.rawValue,
        [task.status == .doing ? .blue : .green]),
      Table.Cell(task.deadline.map(page.due) ?? "", page.duePaints(task)),
      Table.Cell(
        task.priority?.rawValue ?? "", task.priority == .high ? [.red] : []),
      Table.Cell(tags.joined(separator: " "), [.cyan]),
      Table.Cell(marks(task, page), [.yellow]),
    ]
  }

  /// What else a line tells: checklist, overdue where no color says it, problems, conflicts.
  private static func marks(_ task: StoredTask, _ page: Page) -> String {
    var marks: [String] = []
    let checklist = task.item.checklist
    if checklist.total > 0 { marks.append("[\(checklist.done)/\(checklist.total)]") }
    if task.isOverdue(page.now), !page.saysOverdue(task) { marks.append("overdue") }
    if let wait = task.wait, task.isWaiting(at: page.now) {
      marks.append("waits until \(page.spelled(wait))")
    }
    if task.conflictNotes > 0 { marks.append("conflict") }
    if !task.problems.isEmpty { marks.append("problem") }
    return marks.joined(separator: " ")
  }
}
