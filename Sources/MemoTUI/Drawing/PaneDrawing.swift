internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Draws what lies over the board.
enum PaneDrawing {
  // MARK: Rows to choose from

  /// Where the rows are, with the line around them.
  static func box(of choices: Choices, _ size: ScreenTerminal.Size) -> (
    rows: Range<Int>, columns: Range<Int>
  ) {
    let widest = max(
      choices.rows.map { $0.text.terminalWidth + $0.detail.terminalWidth + 3 }.max() ?? 0,
      choices.above.map(\.text.terminalWidth).max() ?? 0)
    let width = min(
      size.columns,
      max(widest, choices.title.terminalWidth + 4, (choices.emptiness ?? "").terminalWidth, 30) + 4)
    let count = max(choices.rows.count, 1) + above(choices, size, width: width).count
    let height = max(0, min(size.rows - 2, count + 3))
    let left = max(0, (size.columns - width) / 2)
    let top = max(1, (size.rows - 1 - height) / 2)
    return (top..<(top + height), left..<(left + width))
  }

  /// What stands above the rows, as far as these leave room.
  private static func above(
    _ choices: Choices, _ size: ScreenTerminal.Size, width: Int
  ) -> [TextPane.Line] {
    let room = max(0, size.rows - 5 - max(choices.rows.count, 1))
    return Array(lines(choices.above, width: width - 4).prefix(room))
  }

  /// The rows in the window: from which, and how many.
  private static func window(of choices: Choices, _ size: ScreenTerminal.Size) -> Range<Int> {
    let box = box(of: choices, size)
    let above = above(choices, size, width: box.columns.count).count
    let room = max(box.rows.count - 3 - above, 1)
    let count = choices.shown.count
    let start = max(0, min(choices.selected - room / 2, count - room))
    return start..<min(start + room, count)
  }

  static func row(at row: Int, of choices: Choices, _ size: ScreenTerminal.Size) -> Int? {
    let box = box(of: choices, size)
    let first = box.rows.lowerBound + 2 + above(choices, size, width: box.columns.count).count
    let window = window(of: choices, size)
    let index = window.lowerBound + row - first
    return row >= first && window.contains(index) ? index : nil
  }

  static func draw(_ choices: Choices, _ state: BoardState, on canvas: inout Canvas) {
    let (words, size) = (state.words, state.size)
    let (rows, columns) = box(of: choices, size)
    guard rows.count > 2, columns.count > 8 else { return }
    for row in rows {
      canvas.fill(row, columns, .card)
      let isEdge = row == rows.lowerBound || row == rows.upperBound - 1
      if isEdge {
        canvas.line(row, columns)
      } else {
        canvas.write("│", row, columns.lowerBound, .line, isOnCard: true)
        canvas.write("│", row, columns.upperBound - 1, .line, isOnCard: true)
      }
    }
    let (left, width) = (columns.lowerBound + 2, columns.count - 4)
    canvas.write(
      " \(choices.title.truncated(to: width - 2)) ", rows.lowerBound, left, .accent, bold: true,
      limit: width)
    var field = rows.lowerBound + 1
    for line in above(choices, size, width: columns.count) {
      canvas.write(line.text, field, left, line.role, limit: width, isOnCard: true)
      field += 1
    }
    if choices.isNarrowed {
      canvas.write(">", field, left, .accent, isOnCard: true)
      choices.narrowing.draw(
        &canvas.screen, row: field, columns: (left + 2)..<(left + width),
        canvas.look.style(.text, isOnCard: true))
    }
    let shown = choices.shown
    if shown.isEmpty {
      let text =
        choices.rows.isEmpty
        ? choices.emptiness ?? words.thereIsNothing : words.nothingHasTheseLetters
      canvas.write(text, field + 1, left, .dim, limit: width, isOnCard: true)
    }
    for (offset, index) in window(of: choices, size).enumerated() {
      let row = field + 1 + offset
      guard row < rows.upperBound - 1 else { break }
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

  // MARK: Text

  /// The lines as they are broken in a window.
  static func lines(of pane: TextPane, width: Int) -> [TextPane.Line] {
    lines(pane.lines, width: width - 2)
  }

  private static func lines(_ lines: [TextPane.Line], width: Int) -> [TextPane.Line] {
    lines.flatMap { line in
      line.text.wrapped(to: max(width, 1)).map { TextPane.Line(text: $0, role: line.role) }
    }
  }

  static func draw(_ pane: TextPane, _ state: BoardState, on canvas: inout Canvas) {
    let size = state.size
    canvas.write(" \(pane.title.sanitized)", 1, 0, .accent, bold: true, limit: size.columns)
    let lines = lines(of: pane, width: size.columns)
    let room = size.rows - 4
    for (offset, line) in lines.dropFirst(pane.top).prefix(room).enumerated() {
      canvas.write(line.text, 2 + offset, 1, line.role, limit: size.columns - 1)
    }
    if lines.count > room {
      let last = min(pane.top + room, lines.count)
      let text = state.words.lines(pane.top + 1, to: last, of: lines.count)
      canvas.write(" \(text) ", size.rows - 2, 2, .dim)
    }
  }
}
