internal import MemoKit
internal import Terminal

extension StatsReport {
  func text(_ page: Page) -> String {
    [weekChart(page), timeTable(page), effortTable(page), ageChart(page)]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func weekChart(_ page: Page) -> String {
    chart(
      "Done per week", page,
      weeks.map { week in ("\(week.name)  \(page.day(week.monday))", week.done) })
  }

  private func effortTable(_ page: Page) -> String {
    guard !efforts.isEmpty else { return "" }
    let lines = efforts.map { effort in
      func cell(_ name: String, _ seconds: Int64) -> Table.Cell {
        Table.Cell(seconds == 0 ? "" : "\(name) \(DurationText.sum(seconds))")
      }
      return [
        Table.Cell("  \((effort.project ?? "(none)").sanitized)"), cell("open", effort.open),
        cell("done", effort.done), cell("spent", effort.spent),
      ]
    }
    return page.style.paint("Estimated and spent, by project", .bold) + "\n" + fitted(lines, page)
  }

  private func ageChart(_ page: Page) -> String {
    guard open.contains(where: { $0.tasks > 0 }) else { return "" }
    return chart("Open, by age", page, open.map { (Self.name(of: $0), $0.tasks) })
  }

  private static func name(of group: AgeGroup) -> String {
    func text(_ days: Int) -> String {
      switch days {
      case 7: "1 week"
      case 91: "3 months"
      case 365: "1 year"
      default: days % 7 == 0 ? "\(days / 7) weeks" : "\(days) days"
      }
    }
    guard let to = group.to else { return "\(text(group.from)) and more" }
    return group.from == 0 ? "under \(text(to))" : "\(text(group.from)) to \(text(to))"
  }

  private func timeTable(_ page: Page) -> String {
    let tasks = done.counted("task")
    let head = "Done since \(page.day(since)): \(tasks)"
    let lines = [
      ("Lead time", leadTime), ("Cycle time", cycleTime),
    ].compactMap { name, spread in
      spread.map { spread in
        [
          Table.Cell("  \(name)"), Table.Cell("median \(DurationText.text(spread.median))"),
          Table.Cell("85% within \(DurationText.text(spread.percentile85))"),
          Table.Cell("(\(spread.count.counted("task")))", [.dim]),
        ]
      }
    }
    return page.style.paint(head, .bold) + "\n" + fitted(lines, page)
  }

  /// A table; in a narrow window each cell has its own line.
  private func fitted(_ lines: [[Table.Cell]], _ page: Page) -> String {
    let whole = Table(lines, flexible: 0).text(Style(color: false, width: nil))
    let widest = whole.split(separator: "\n").map { String($0).terminalWidth }.max() ?? 0
    guard let window = page.style.width, widest > window else {
      return Table(lines, flexible: 0).text(page.style)
    }
    return lines.joined().map { cell in
      let indent = cell.text.hasPrefix(" ") ? "" : "    "
      return indent + page.style.paint(cell.text, cell.paints) + "\n"
    }.joined()
  }

  /// Names, numbers, and bars in the rest of the window.
  private func chart(_ title: String, _ page: Page, _ rows: [(name: String, value: Int)]) -> String
  {
    let names = rows.map(\.name.terminalWidth).max() ?? 0
    let most = rows.map(\.value).max() ?? 0
    let digits = "\(most)".count
    let cells = max(5, (page.style.width ?? 80) - names - digits - 4)
    let lines = rows.map { name, value in
      let number = String(repeating: " ", count: digits - "\(value)".count) + "\(value)"
      // A few tasks don't need the whole window.
      let bar = Bar.text(
        value, of: most, cells: min(cells, most * Self.mostCells), isUnicode: page.isUnicode)
      return "\(name.padded(to: names))  \(number)"
        + (bar.isEmpty ? "" : "  \(page.style.paint(bar, .green))")
    }
    return page.style.paint(title, .bold) + "\n" + lines.map { $0 + "\n" }.joined()
  }

  /// The cells for one task at most.
  private static let mostCells = 5
}
