internal import MemoKit
internal import TaskFile
internal import Terminal

/// Tasks as lines: id, title, when due, what else there is to know.
///
/// In a window that has no room for all of it side by side, what else there is stands in a
/// second line.
struct TaskTable {
  private let rows: [[Table.Cell]]
  private let table: Table
  private let page: Page
  /// Whether a task takes two lines.
  let isStacked: Bool

  /// Of a title, that is worth a line with others.
  private static let leastTitle = 20

  /// - Parameter marks: The places of titles and tags that stand out.
  init(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page,
    marks: @escaping (String) -> [Range<String.Index>] = { _ in [] }
  ) {
    self.page = page
    rows = tasks.map { task in
      var row = Self.row(task, prefixes, page)
      for column in [1, 5] { row[column].marks = marks }
      return row
    }
    table = Table(rows, flexible: 1)
    isStacked = !table.fits(page.style, least: Self.leastTitle)
  }

  /// Each task's lines.
  var lines: [[String]] {
    guard isStacked else { return table.lines(page.style).map { [$0] } }
    let heads = Table(rows.map { Array($0.prefix(2)) }, flexible: 1).lines(page.style)
    let indent = 2 + (rows.map { $0[0].text.terminalWidth }.max() ?? 0)
    return zip(heads, rows).map { head, row in
      [head] + facts(row.dropFirst(2), indent: indent)
    }
  }

  /// So many lines the longest of them has.
  var mostLines: Int { isStacked ? lines.map(\.count).max() ?? 1 : 1 }

  var text: String {
    isStacked ? lines.joined().map { $0 + "\n" }.joined() : table.text(page.style)
  }

  /// The cells one behind the other, in as many lines as it takes.
  private func facts(_ cells: ArraySlice<Table.Cell>, indent: Int) -> [String] {
    guard let width = page.style.width else { return [] }
    let space = String(repeating: " ", count: indent)
    var lines: [String] = []
    var used = 0
    for cell in cells where !cell.text.isEmpty {
      let text = cell.text.truncated(to: max(width - indent, 1))
      let painted = cell.painted(text, page.style)
      if let last = lines.indices.last, used + 2 + text.terminalWidth <= width {
        lines[last] += "  " + painted
        used += 2 + text.terminalWidth
      } else {
        lines.append(space + painted)
        used = indent + text.terminalWidth
      }
    }
    return lines
  }

  private static func row(
    _ task: StoredTask, _ prefixes: [TaskID: Int], _ page: Page
  ) -> [Table.Cell] {
    let tags = task.item.tags.map { "+\($0)".sanitized }
    return [
      ShortID(task.id, prefixes).cell,
      Table.Cell(task.title.sanitized, task.status == .doing ? [.bold] : []),
      unusable("status", task)
        ?? Table.Cell(
          task.status == .todo ? "" : task.status.rawValue,
          [task.status == .doing ? .blue : .green]),
      unusable("deadline", task)
        ?? Table.Cell(task.deadline.map(page.due) ?? "", page.duePaints(task)),
      unusable("priority", task)
        ?? Table.Cell(task.priority?.rawValue ?? "", task.priority == .high ? [.red] : []),
      Table.Cell(tags.joined(separator: " "), [.cyan]),
      Table.Cell(marks(task, page), [.yellow]),
    ]
  }

  /// What stands in the file and is none of memo's words, so that it is seen for what it is.
  private static func unusable(_ key: String, _ task: StoredTask) -> Table.Cell? {
    task.unusable(key).map { Table.Cell(Page.unusable($0), [.red]) }
  }

  /// What else a line tells: whose it is, checklist, overdue where no color says it, problems, conflicts.
  private static func marks(_ task: StoredTask, _ page: Page) -> String {
    var marks = [page.initials.text(of: task)].filter { !$0.isEmpty }
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
