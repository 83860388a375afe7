internal import MemoKit
internal import Terminal

/// A screen to draw on with the roles of a theme.
struct Canvas {
  var screen: Screen
  let look: Look
  /// Whether the terminal can show characters beyond ASCII.
  let isUnicode: Bool

  init(_ size: ScreenTerminal.Size, _ look: Look, isUnicode: Bool) {
    screen = Screen(rows: size.rows, columns: size.columns, style: look.style(.canvas))
    self.look = look
    self.isUnicode = isUnicode
  }

  /// Writes text, cut at a limit; returns the column after it.
  @discardableResult
  mutating func write(
    _ text: String, _ row: Int, _ column: Int, _ role: Role = .text, bold: Bool = false,
    limit: Int? = nil, isOnCard: Bool = false
  ) -> Int {
    var style = look.style(role, isOnCard: isOnCard)
    if bold { style.attributes.insert(.bold) }
    return screen.write(shown(text), row: row, column: column, style, limit: limit)
  }

  @discardableResult
  mutating func write(
    _ runs: [Run], _ row: Int, _ column: Int, limit: Int, isOnCard: Bool = false
  ) -> Int {
    var place = column
    for run in runs where place < column + limit {
      place = write(
        run.text, row, place, run.role, bold: run.isBold, limit: column + limit - place,
        isOnCard: isOnCard)
    }
    return place
  }

  /// Writes right-aligned text; returns its first column.
  @discardableResult
  mutating func write(_ text: String, _ row: Int, endingAt end: Int, _ role: Role) -> Int {
    let start = max(0, end - shown(text).terminalWidth)
    write(text, row, start, role, limit: end - start)
    return start
  }

  mutating func line(_ row: Int, _ columns: Range<Int>, _ role: Role = .line) {
    let character = isUnicode ? "─" : "-"
    write(String(repeating: character, count: columns.count), row, columns.lowerBound, role)
  }

  mutating func fill(_ row: Int, _ columns: Range<Int>, _ role: Role = .canvas) {
    screen.fill(row: row, columns: columns, look.style(role))
  }

  /// Without Unicode, replaces the board's own signs by ASCII ones, and other characters by `?`.
  private func shown(_ text: String) -> String {
    guard !isUnicode, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.map { $0.isASCII ? String($0) : Self.plain[$0] ?? "?" }.joined()
  }

  private static let plain: [Character: String] = [
    "─": "-", "│": "|", "▌": ">", "…": "~", "→": ">", "⚑": "!", "✓": "*", "⚠": "!", "▾": "v",
    "●": "*", "·": ".", "–": "-", "—": "-", "☑": "x", "☐": "o", "↑": "Up", "↓": "Down", "←": "<",
    "•": "*",
    "┌": "+", "┐": "+", "└": "+", "┘": "+",
    "’": "'", "“": "\"", "”": "\"",
  ]
}
