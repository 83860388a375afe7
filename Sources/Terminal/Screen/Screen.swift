/// What a terminal's window shows, as a grid of cells.
///
/// A value: a screen is drawn whole, and ``ScreenUpdate`` finds what differs from the last one.
public struct Screen: Hashable, Sendable {
  /// One place of the grid.
  public struct Cell: Hashable, Sendable {
    /// A grapheme cluster; empty where a wide one before it goes on.
    public internal(set) var text: String
    public var style: CellStyle

    static func blank(_ style: CellStyle) -> Cell { Cell(text: " ", style: style) }
  }

  public struct Position: Hashable, Sendable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public let rows: Int
  public let columns: Int
  /// Where somebody types; nil hides the cursor.
  public var cursor: Position?
  private(set) var cells: [Cell]

  public init(rows: Int, columns: Int, style: CellStyle = CellStyle()) {
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
    cells = Array(repeating: .blank(style), count: self.rows * self.columns)
  }

  public subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// The cells of a line.
  func line(_ row: Int) -> ArraySlice<Cell> { cells[(row * columns)..<((row + 1) * columns)] }
}

extension Screen {
  /// Writes one line of text; what is outside of the grid or beyond the limit is left out.
  ///
  /// - Parameters:
  ///   - text: Safe text without line ends.
  ///   - limit: So many cells at most; text that needs more ends in `…`. Nil for the rest of the
  ///     line.
  /// - Returns: The column behind it.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int, _ style: CellStyle = CellStyle(), limit: Int? = nil
  ) -> Int {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return column }
    let room = min(limit ?? columns, columns - column)
    var column = column
    for character in text.truncated(to: room) {
      let width = character.terminalWidth
      // A cluster that shows nothing by itself has no cell.
      guard width > 0 else { continue }
      put(String(character), row, column, width, style)
      column += width
    }
    return column
  }

  /// Makes part of a line blank.
  public mutating func fill(row: Int, columns range: Range<Int>, _ style: CellStyle = CellStyle()) {
    guard (0..<rows).contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { put(" ", row, column, 1, style) }
  }

  private mutating func put(
    _ text: String, _ row: Int, _ column: Int, _ width: Int, _ style: CellStyle
  ) {
    let start = row * columns
    // Half of a wide cluster can't be seen.
    clear(from: column, start)
    clear(from: column + width, start)
    cells[start + column] = Cell(text: text, style: style)
    for next in (column + 1)..<max(column + width, column + 1) {
      cells[start + next] = Cell(text: "", style: style)
    }
  }

  /// Blanks the cluster that goes on at a place.
  private mutating func clear(from column: Int, _ start: Int) {
    guard column < columns, cells[start + column].text.isEmpty else { return }
    var first = column
    while first > 0, cells[start + first].text.isEmpty { first -= 1 }
    var end = column
    while end < columns, cells[start + end].text.isEmpty { end += 1 }
    for index in first..<end { cells[start + index] = .blank(cells[start + index].style) }
  }
}

extension Screen {
  /// The text alone, a line each, without the blanks at their ends.
  public var text: String {
    (0..<rows).map { row in
      var line = self.line(row).map(\.text).joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
