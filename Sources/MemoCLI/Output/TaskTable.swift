internal import MemoKit
internal import TaskFile
internal import Terminal

/// Tasks as lines: id, title, when due, what else there is to know.
///
/// In a window that has no room for all of it side by side, what else there is stands in a
/// second line.
struct TaskTable {
  private let rows: [[Table.Cell]]
  private let marks: Table.Marks
  private let table: Table
  private let page: Page
  /// Whether a task takes two lines.
  let isStacked: Bool

  /// Of a title, that is worth a line with others.
  private static let leastTitle = 20

  /// - Parameter marks: The places of titles and tags that stand out.
  init(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page,
    marks: @escaping Table.Marks = { _ in [] }
  ) {
    self.page = page
    self.marks = marks
    rows = StoredTask.lookItems(tasks) { Self.row($0, $1, prefixes, page) }
    table = Table(rows, flexible: 1, marks: marks)
    isStacked = !table.fits(page.style, least: Self.leastTitle)
  }

  /// Each task's lines.
  var lines: [[String]] {
    guard isStacked else { return table.lines(page.style).map { [$0] } }
    let heads = Table(rows.map { Array($0.prefix(2)) }, flexible: 1, marks: marks)
      .lines(page.style)
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
      let painted = cell.painted(text, page.style, marks)
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
    _ task: StoredTask, _ item: TaskItem, _ prefixes: [TaskID: Int], _ page: Page
  ) -> [Table.Cell] {
    // Without colors no list of them is made for each of thousands.
    func cell(
      _ text: String, _ paints: @autoclosure () -> [Style.Paint] = [], isMarked: Bool = false
    ) -> Table.Cell {
      Table.Cell(text, page.style.color ? paints() : [], isMarked: isMarked)
    }
    let isBroken = !task.problems.isEmpty
    func unusable(_ key: String) -> Table.Cell? { isBroken ? Self.unusable(key, task) : nil }
    let tags = item.tags.map { "+" + $0.sanitized }.joined(separator: " ")
    let id = ShortID(task.id, prefixes)
    return [
      page.style.color ? id.cell : cell(id.text),
      cell(item.title.sanitized, task.status == .doing ? [.bold] : [], isMarked: true),
      unusable("status")
        ?? cell(
          task.status == .todo ? "" : task.status.rawValue,
          [task.status == .doing ? .blue : .green]),
      unusable("deadline")
        ?? cell(page.due(of: task) ?? "", page.duePaints(task)),
      unusable("priority")
        ?? cell(task.priority?.rawValue ?? "", task.priority == .high ? [.red] : []),
      cell(tags, [.cyan], isMarked: true),
      cell(marks(task, item, page), [.yellow]),
    ]
  }

  /// What stands in the file and is none of memo's words, so that it is seen for what it is.
  private static func unusable(_ key: String, _ task: StoredTask) -> Table.Cell? {
    task.unusable(key).map { Table.Cell(Page.unusable($0), [.red]) }
  }

  /// What else a line tells: whose it is, checklist, overdue where no color says it, problems, conflicts.
  private static func marks(_ task: StoredTask, _ item: TaskItem, _ page: Page) -> String {
    var marks = page.initials.text(of: task, item)
    func add(_ mark: String) { marks = marks.isEmpty ? mark : marks + " " + mark }
    let checklist = item.checklist
    if checklist.total > 0 {
      add("[" + String(checklist.done) + "/" + String(checklist.total) + "]")
    }
    if task.isOverdue(page.now), !page.saysOverdue(task) { add("overdue") }
    if let wait = item.wait, task.isWaiting(until: wait, at: page.now) {
      add("waits until \(page.spelled(wait))")
    }
    if task.conflictNotes > 0 { add("conflict") }
    if !task.problems.isEmpty { add("problem") }
    return marks
  }
}
