internal import MemoKit
internal import Terminal
internal import Words

/// The positions of a list's parts, from the title line down.
struct ChoiceLayout {
  let rows: Range<Int>
  let columns: Range<Int>
  /// A title that the border cuts and the text above the rows, in the lines that these leave free.
  let above: [Run]
  /// The row of the filter field; nil without one.
  let field: Int?
  /// The screen rows of the choices.
  let list: Range<Int>
  /// The visible choices, by index.
  let window: Range<Int>

  init(_ choices: Choices, _ size: ScreenTerminal.Size) {
    let widest = max(
      choices.rows.map { $0.text.terminalWidth + $0.detail.terminalWidth + 3 }.max() ?? 0,
      choices.above.map(\.text.terminalWidth).max() ?? 0)
    let width = min(
      size.columns,
      max(
        widest, choices.title.terminalWidth + 4, (choices.emptiness ?? "").terminalWidth, 30) + 4)
    let most = size.rows - 2
    let count = max(choices.rows.count, 1)
    let fieldRows = choices.isNarrowed ? 1 : 0
    let isCut = choices.title.terminalWidth > width - 6
    let text = ((isCut ? [Run(text: choices.title)] : []) + choices.above).wrapped(to: width - 4)
    let gap = text.isEmpty || choices.isNarrowed ? [] : [Run(text: "")]
    above = Array((text + gap).prefix(max(0, most - 2 - fieldRows - count)))
    let height = min(most, 2 + fieldRows + above.count + count)
    let left = (size.columns - width) / 2
    let top = 1 + (most - height) / 2
    rows = top..<(top + height)
    columns = left..<(left + width)
    let first = top + 1 + above.count
    field = choices.isNarrowed ? first : nil
    list = (first + fieldRows)..<(rows.upperBound - 1)
    let shown = choices.shown.count
    let begin = max(0, min(choices.selected - list.count / 2, shown - list.count))
    window = begin..<min(begin + list.count, shown)
  }

  func choice(at row: Int) -> Int? {
    let index = window.lowerBound + row - list.lowerBound
    return list.contains(row) && window.contains(index) ? index : nil
  }
}

extension BoardState {
  func draw(_ choices: Choices, on canvas: inout Canvas) {
    let layout = ChoiceLayout(choices, size)
    let columns = layout.columns
    let (left, width) = (columns.lowerBound + 2, columns.count - 4)
    for row in layout.rows {
      canvas.fill(row, columns, .card)
      let isTop = row == layout.rows.lowerBound
      if isTop || row == layout.rows.upperBound - 1 {
        canvas.line(row, columns)
        canvas.write(isTop ? "┌" : "└", row, columns.lowerBound, .line)
        canvas.write(isTop ? "┐" : "┘", row, columns.upperBound - 1, .line)
      } else {
        canvas.write("│", row, columns.lowerBound, .line, isOnCard: true)
        canvas.write("│", row, columns.upperBound - 1, .line, isOnCard: true)
      }
    }
    canvas.write(
      " \(choices.title.truncated(to: width - 2)) ", layout.rows.lowerBound, left, .accent,
      bold: true, limit: width)
    for (row, line) in zip(layout.rows.dropFirst(), layout.above) {
      canvas.write([line], row, left, limit: width, isOnCard: true)
    }
    if let field = layout.field {
      canvas.write(">", field, left, .accent, isOnCard: true)
      choices.narrowing.draw(
        &canvas.screen, row: field, columns: (left + 2)..<(left + width),
        canvas.look.style(.text, isOnCard: true))
    }
    let shown = choices.shown
    if shown.isEmpty {
      let text =
        choices.rows.isEmpty
        ? choices.emptiness ?? words.nothingHere : words.nothingHasTheseLetters
      canvas.write(text, layout.list.lowerBound, left, .dim, limit: width, isOnCard: true)
    }
    for (row, index) in zip(layout.list, layout.window) {
      let item = shown[index]
      let isSelected = index == choices.selected
      let detail = item.detail.truncated(to: width / 2)
      canvas.write(isSelected ? "▌" : " ", row, left - 1, .accent, isOnCard: true)
      canvas.write(
        item.text, row, left, isSelected && item.role == .text ? .accent : item.role,
        bold: isSelected, limit: width - detail.terminalWidth - 1, isOnCard: true)
      canvas.write(detail, row, left + width - detail.terminalWidth, .dim, isOnCard: true)
    }
  }

  /// The lines of a pane, wrapped to the window.
  func lines(of pane: TextPane) -> [Run] { pane.lines.wrapped(to: size.columns - 2) }

  func draw(_ pane: TextPane, on canvas: inout Canvas) {
    canvas.write(" \(pane.title.sanitized)", 1, 0, .accent, bold: true, limit: size.columns)
    draw(
      lines(of: pane).map { [$0] }, from: pane.top, in: 2..<(size.rows - 2), 1..<size.columns,
      on: &canvas)
  }
}

extension [Run] {
  func wrapped(to cells: Int) -> [Run] {
    flatMap { line in
      line.text.wrapped(to: cells).map { Run(text: $0, role: line.role, isBold: line.isBold) }
    }
  }
}
