internal import MemoKit
internal import Terminal

/// Tasks as lines: id, title, deadline, other facts.
///
/// In a narrow window, other facts are on a second line.
struct TaskTable {
  private let marks: Table.Marks
  private let table: Table
  private let page: Page
  /// Whether a task takes two lines.
  let isStacked: Bool

  /// The smallest width of a title on a line with other facts.
  private static let leastTitle = 20

  /// - Parameter marks: The positions of highlighted titles and tags.
  init(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page,
    marks: @escaping Table.Marks = { _ in [] }
  ) {
    self.page = page
    self.marks = marks
    let rows = StoredTask.gatherItems(tasks, into: Table.Cells(isPainted: page.style.color)) {
      Self.add($1, $2, prefixes, page, to: &$0)
    }
    table = Table(rows, columns: Self.columns, flexible: 1, marks: marks)
    isStacked = !table.fits(page.style, least: Self.leastTitle)
  }

  var lines: [[String]] {
    guard isStacked else { return table.lines(page.style).map { [$0] } }
    let rows = table.rows
    let heads = Table(rows.map { Array($0.prefix(2)) }, flexible: 1, marks: marks)
      .lines(page.style)
    let indent = 2 + (rows.map { $0[0].text.terminalWidth }.max() ?? 0)
    return zip(heads, rows).map { head, row in
      [head] + facts(row.dropFirst(2), indent: indent)
    }
  }

  /// The number of lines of the task with the most.
  var mostLines: Int { isStacked ? lines.map(\.count).max() ?? 1 : 1 }

  var text: String { text { _, _ in } }

  /// - Parameter addRest: Adds lines below a task, which it gets by index.
  func text(addRest: (Int, inout [UInt8]) -> Void) -> String {
    guard isStacked else { return table.text(page.style, addRest: addRest) }
    var bytes: [UInt8] = []
    for (number, lines) in lines.enumerated() {
      for line in lines { bytes.append(line + "\n") }
      addRest(number, &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Places cells next to each other, on as many lines as needed.
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

  private static let columns = 7

  /// Adds a task's row, with a cell for each of the ``columns``.
  private static func add(
    _ task: StoredTask, _ item: TaskItem, _ prefixes: [TaskID: Int], _ page: Page,
    to cells: inout Table.Cells
  ) {
    let isBroken = !task.problems.isEmpty
    /// The value of a key as memo reads it, or else its text.
    func append(_ text: String, of key: String, _ paints: @autoclosure () -> [Style.Paint]) {
      if isBroken, let cell = unusable(key, task) {
        cells.append(cell)
      } else {
        cells.append(text, paints())
      }
    }
    ShortID(task.id, prefixes).add(to: &cells)
    cells.append(item.title.sanitized, task.status == .doing ? [.bold] : [], isMarked: true)
    append(
      task.status == .todo ? "" : task.status.rawValue, of: "status",
      [task.status == .doing ? .blue : .green])
    append(page.due(of: task) ?? "", of: "deadline", page.duePaints(task))
    append(
      task.priority?.rawValue ?? "", of: "priority", task.priority == .high ? [.red] : [])
    for (index, tag) in item.tags.enumerated() {
      cells.put(index == 0 ? "+" : " +")
      cells.put(tag.sanitized)
    }
    cells.endCell([.cyan], isMarked: true)
    addMarks(task, item, page, to: &cells)
    cells.endCell([.yellow])
  }

  /// The text of a key that memo can't read, as a cell; nil if memo can read it.
  private static func unusable(_ key: String, _ task: StoredTask) -> Table.Cell? {
    task.unusable(key).map { Table.Cell(Page.unusable($0), [.red]) }
  }

  /// The facts after the columns, and "overdue" if no date says so.
  private static func addMarks(
    _ task: StoredTask, _ item: TaskItem, _ page: Page, to cells: inout Table.Cells
  ) {
    var isFirst = true
    func begin() {
      if !isFirst { cells.put(" ") }
      isFirst = false
    }
    func add(_ mark: String) {
      begin()
      cells.put(mark)
    }
    task.forEachFact(of: item, page) { fact in
      switch fact {
      // These have columns.
      case .priority, .tags: break
      case .due: if task.isOverdue(page.now), !page.saysOverdue(task) { add("overdue") }
      case .text(.claimedBy, let name): add("claimed by \(name)")
      case .people(let people): add(Initials.text(of: people))
      case .text(_, let text): add(text)
      case .checklist(let checklist):
        begin()
        cells.put("[")
        cells.put(checklist.done)
        cells.put("/")
        cells.put(checklist.total)
        cells.put("]")
      case .waits(let day): add("waits until \(page.spelled(day))")
      case .conflict: add("conflict")
      case .problem: add("problem")
      }
    }
  }
}
