internal import MemoKit
internal import Terminal

/// Tasks as lines: id, title, deadline, other facts.
///
/// In a narrow window, they are cards as on the printed board.
struct TaskTable {
  private let table: Table
  private let style: Style
  /// The lines of each task in a narrow window; else nil.
  private let cards: [[String]]?

  /// The smallest width of a title on a line with other facts.
  private static let leastTitle = 20

  /// - Parameter marks: The positions of highlighted titles and tags.
  init(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page,
    marks: @escaping Table.Marks = { _ in [] }
  ) {
    style = page.style
    let rows = StoredTask.gatherItems(tasks, into: Table.Cells(isPainted: page.style.color)) {
      Self.add($1, $2, prefixes, page, to: &$0)
    }
    table = Table(rows, columns: Self.columns, flexible: 1, marks: marks)
    guard !table.fits(page.style, least: Self.leastTitle) else {
      cards = nil
      return
    }
    cards = tasks.map { task in
      task.card(prefixes, page, hasStatus: true).flatMap { $0.lines(page.style, atMost: 2) }
    }
  }

  var lines: [[String]] { cards ?? table.lines(style).map { [$0] } }

  /// The number of lines of the task with the most.
  var mostLines: Int { cards?.map(\.count).max() ?? 1 }

  var text: String { text { _, _ in } }

  /// - Parameter addRest: Adds lines below a task, which it gets by index.
  func text(addRest: (Int, inout [UInt8]) -> Void) -> String {
    guard let cards else { return table.text(style, addRest: addRest) }
    var bytes: [UInt8] = []
    for (number, lines) in cards.enumerated() {
      for line in lines { bytes.append(line + "\n") }
      addRest(number, &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
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
      if isBroken, let text = task.unusable(key) {
        cells.append(Page.unusable(text), [.red])
      } else {
        cells.append(text, paints())
      }
    }
    let id = ShortID(task.id, prefixes)
    cells.append(id.text, id.paints)
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

  /// The facts after the columns, and "overdue" if no date says so.
  private static func addMarks(
    _ task: StoredTask, _ item: TaskItem, _ page: Page, to cells: inout Table.Cells
  ) {
    var isFirst = true
    func add(_ text: String) {
      if !isFirst { cells.put(" ") }
      isFirst = false
      cells.put(text)
    }
    task.forEachFact(of: item, page) { fact in
      switch fact {
      // These have columns.
      case .priority, .tags: break
      case .due: if task.isOverdue(page.now), !page.saysOverdue(task) { add("overdue") }
      default: add(fact.text(of: task, page))
      }
    }
  }
}

extension TaskTable {
  /// Groups of tasks below headings with counts.
  ///
  /// - Parameter groups: The name of each group, its tasks, and how many of them are shown.
  static func text(
    of groups: [(name: String, tasks: [StoredTask], shown: Int)], _ prefixes: [TaskID: Int],
    _ page: Page
  ) -> String {
    let shown = groups.flatMap { $0.tasks.prefix($0.shown) }
    var lines = TaskTable(shown, prefixes, page.indented).lines[...]
    return groups.map { name, tasks, shown in
      var heading = "\(name.sanitized) \(tasks.count.grouped)"
      if let width = page.style.width { heading = heading.truncated(to: width) }
      var block = [page.style.paint(heading, .bold)]
      block += lines.prefix(shown).joined().map { "  \($0)" }
      lines = lines.dropFirst(shown)
      if shown < tasks.count {
        block.append(page.style.paint("  … and \((tasks.count - shown).grouped) more", .dim))
      }
      return block.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }
}

extension Page {
  /// The page for lines that are indented by two cells.
  var indented: Page {
    var page = self
    page.style.width = style.width.map { max($0 - 2, 1) }
    return page
  }
}
