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
    if bold { style.isBold = true }
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

/// Maps a theme's roles to styles of this terminal.
struct Look: Hashable, Sendable {
  /// Nil for the terminal's own sixteen colors and background.
  var theme: Theme?
  /// Whether the terminal's background is light.
  var isLight = false

  /// The name of the look with the terminal's own colors.
  static let terminalName = "terminal"

  var name: String { theme?.name ?? Self.terminalName }
  var emoji: String { theme?.emoji ?? "" }

  /// The style of a role.
  ///
  /// - Parameter isOnCard: Whether the background is a card's.
  func style(_ role: Role, isOnCard: Bool = false) -> CellStyle {
    let background: Role = isOnCard || role == .card ? .card : .canvas
    var style = CellStyle(color(role), on: theme.map { Color($0[background]) })
    // These also work without colors.
    switch role {
    case .accent, .late: style.isBold = true
    case .conflict: style.isUnderlined = true
    case .dim, .line: style.isDim = theme == nil
    case .canvas, .card, .text, .soon, .good, .todo, .doing, .done: break
    }
    return style
  }

  private func color(_ role: Role) -> Color? {
    guard let theme else { return (isLight ? Self.onLight : Self.onDark)[role] }
    return role == .canvas || role == .card ? nil : Color(theme[role])
  }

  private static let onDark: [Role: Color] = [
    .accent: .palette(6), .late: .palette(1), .soon: .palette(3), .conflict: .palette(5),
    .good: .palette(2), .doing: .palette(6), .done: .palette(2),
  ]

  /// Yellow and cyan are hard to read on white.
  private static let onLight: [Role: Color] = [
    .accent: .palette(4), .late: .palette(1), .soon: .palette(5), .conflict: .palette(5),
    .good: .palette(2), .doing: .palette(4), .done: .palette(2),
  ]
}

extension Color {
  fileprivate init(_ color: Theme.Color) {
    self = .rgb(red: color.red, green: color.green, blue: color.blue)
  }
}
