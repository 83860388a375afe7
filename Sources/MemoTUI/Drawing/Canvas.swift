internal import MemoKit
internal import Terminal

/// A screen to draw on in the roles of a theme.
struct Canvas {
  var screen: Screen
  let look: Look
  /// Whether characters beyond ASCII can be drawn.
  let isUnicode: Bool

  init(_ size: ScreenTerminal.Size, _ look: Look, isUnicode: Bool) {
    screen = Screen(rows: size.rows, columns: size.columns, style: look.style(.canvas))
    self.look = look
    self.isUnicode = isUnicode
  }

  /// Writes text, cut at a limit; the column behind it.
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

  /// Text that ends at a column; where it begins.
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

  /// Where ASCII is all there is, what the board draws by itself has other signs; and what is not
  /// ASCII in titles can't be drawn.
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
