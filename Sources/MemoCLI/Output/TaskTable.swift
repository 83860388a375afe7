internal import MemoKit
internal import TaskFile
internal import Terminal

/// Tasks as lines: id, title, when due, what else there is to know.
///
/// In a window that has no room for all of it side by side, what else there is stands in a
/// second line.
struct TaskTable {
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
    let rows = StoredTask.gatherItems(tasks, into: Table.Cells(isPainted: page.style.color)) {
      Self.add($1, $2, prefixes, page, to: &$0)
    }
    table = Table(rows, columns: Self.columns, flexible: 1, marks: marks)
    isStacked = !table.fits(page.style, least: Self.leastTitle)
  }

  /// Each task's lines.
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

  /// So many lines the longest of them has.
  var mostLines: Int { isStacked ? lines.map(\.count).max() ?? 1 : 1 }

  var text: String { text { _, _ in } }

  /// - Parameter addRest: Adds what else is to be said of a task, by its number, in lines below its own.
  func text(addRest: (Int, inout [UInt8]) -> Void) -> String {
    guard isStacked else { return table.text(page.style, addRest: addRest) }
    var bytes: [UInt8] = []
    for (number, lines) in lines.enumerated() {
      for line in lines { bytes.append(line + "\n") }
      addRest(number, &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
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

  private static let columns = 7

  /// Adds a task's row, a cell for each of the ``columns``.
  private static func add(
    _ task: StoredTask, _ item: TaskItem, _ prefixes: [TaskID: Int], _ page: Page,
    to cells: inout Table.Cells
  ) {
    let isBroken = !task.problems.isEmpty
    /// What memo makes of a key, or what stands there instead.
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

  /// What stands in the file and is none of memo's words, so that it is seen for what it is.
  private static func unusable(_ key: String, _ task: StoredTask) -> Table.Cell? {
    task.unusable(key).map { Table.Cell(Page.unusable($0), [.red]) }
  }

  /// What else a line says behind its columns, and that it is overdue where no date says so.
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
      // They have columns.
      case .priority, .tags: break
      case .due: if task.isOverdue(page.now), !page.saysOverdue(task) { add("overdue") }
      case .text(.claimedBy, let name): add("claimed by \(name)")
      case .people(let text), .text(_, let text): add(text)
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
