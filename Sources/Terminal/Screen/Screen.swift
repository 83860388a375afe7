/// A terminal's window as a grid of cells.
///
/// The board draws whole screens; ``ScreenUpdate`` finds the differences.
public struct Screen: Hashable, Sendable {
  public struct Cell: Hashable, Sendable {
    /// A grapheme cluster; empty in the second cell of a wide one.
    public internal(set) var text: String
    public var style: CellStyle

    var hasCertainWidth: Bool { text.first?.hasCertainWidth ?? true }

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
  /// The cursor's position; nil hides the cursor.
  public var cursor: Position?
  private(set) var cells: [Cell]

  public init(rows: Int, columns: Int, style: CellStyle = CellStyle()) {
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
    cells = Array(repeating: .blank(style), count: self.rows * self.columns)
  }

  public subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  func line(_ row: Int) -> ArraySlice<Cell> { cells[(row * columns)..<((row + 1) * columns)] }
}

extension Screen {
  /// Writes one line of text, clipped to the grid and the limit.
  ///
  /// - Parameters:
  ///   - text: Sanitized text without line ends.
  ///   - limit: The most cells; longer text ends in `…`. Nil for the rest of the line.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int, _ style: CellStyle = CellStyle(), limit: Int? = nil
  ) -> Int {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return column }
    let room = min(limit ?? columns, columns - column)
    var column = column
    for character in text.truncated(to: room) {
      let width = character.terminalWidth
      // An invisible cluster has no cell.
      guard width > 0 else { continue }
      put(String(character), row, column, width, style)
      column += width
    }
    return column
  }

  /// Blanks part of a line.
  public mutating func fill(row: Int, columns range: Range<Int>, _ style: CellStyle = CellStyle()) {
    guard (0..<rows).contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { put(" ", row, column, 1, style) }
  }

  private mutating func put(
    _ text: String, _ row: Int, _ column: Int, _ width: Int, _ style: CellStyle
  ) {
    let start = row * columns
    // Half of a wide cluster can't be shown.
    clear(from: column, start)
    clear(from: column + width, start)
    cells[start + column] = Cell(text: text, style: style)
    for next in (column + 1)..<max(column + width, column + 1) {
      cells[start + next] = Cell(text: "", style: style)
    }
  }

  /// Blanks the cluster that covers a cell.
  private mutating func clear(from column: Int, _ start: Int) {
    guard column < columns, cells[start + column].text.isEmpty else { return }
    var first = column
    while first > 0, cells[start + first].text.isEmpty { first -= 1 }
    var end = column
    while end < columns, cells[start + end].text.isEmpty { end += 1 }
    for index in first..<end { cells[start + index] = .blank(cells[start + index].style) }
  }
}
