internal import MemoKit
internal import TaskFile
internal import Terminal

/// Tasks as lines: id, title, when due, what else there is to know.
struct TaskTable {
  private let table: Table
  private let page: Page

  init(_ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page) {
    self.page = page
    let rows = tasks.map { Self.row($0, prefixes, page) }
    table = Table(rows, flexible: 1)
  }

  var text: String {
    table.lines(width: page.style.width).map { $0 + "\n" }.joined()
  }

  private static func row(
    _ task: StoredTask, _ prefixes: [TaskID: Int], _ page: Page
  ) -> [Table.Cell] {
    let length = task.id.flatMap { prefixes[$0] } ?? 0
    let shownID = task.id.map { String($0.text.prefix(max(length, 2))) } ?? "-"
    return [
      Table.Cell(shownID) { _ in page.shortID(task, length) },
      Table.Cell(task.title.sanitized) { title in
        task.status == .doing ? page.style.paint(title, .bold) : title
      },
      Table.Cell(task.status == .todo ? "" : task.status.rawValue) {
        page.style.paint($0, task.status == .doing ? .blue : .green)
      },
      Table.Cell(task.item.deadline.map(page.due) ?? "") { page.paintDue($0, task) },
      Table.Cell(task.item.priority?.rawValue ?? "") { text in
        task.item.priority == .high ? page.style.paint(text, .red) : text
      },
      Table.Cell(task.item.tags.map { "+\($0)".sanitized }.joined(separator: " ")) {
        page.style.paint($0, .cyan)
      },
      Table.Cell(marks(task, page)) { page.style.paint($0, .yellow) },
    ]
  }

  /// What else a line tells: checklist, overdue where no color says it, problems, conflicts.
  private static func marks(_ task: StoredTask, _ page: Page) -> String {
    var marks: [String] = []
    let checklist = task.document.checklist
    if checklist.total > 0 { marks.append("[\(checklist.done)/\(checklist.total)]") }
    let saysOverdue = task.item.deadline?.phrase(at: page.now)?.hasSuffix("overdue") ?? false
    if task.isOverdue(page.now), page.style.width == nil || !saysOverdue { marks.append("overdue") }
    if task.document.conflictNotes > 0 { marks.append("conflict") }
    if !task.problems.isEmpty { marks.append("problem") }
    return marks.joined(separator: " ")
  }
}
