/// Computes the bytes that change the terminal from one screen to another.
struct ScreenUpdate {
  let depth: ColorDepth

  /// - Parameter old: The shown screen; nil to erase everything first, as at the start or after a
  ///   resize.
  /// - Returns: Bytes to write at once; empty if nothing differs.
  func bytes(from old: Screen?, to new: Screen) -> [UInt8] {
    let same = old.flatMap { $0.rows == new.rows && $0.columns == new.columns ? $0 : nil }
    let old = same ?? Screen(rows: new.rows, columns: new.columns)
    var pen = Pen(depth: depth)
    if same == nil { pen.erase() }
    for row in 0..<new.rows { draw(row, old, new, &pen) }
    guard same == nil || !pen.output.isEmpty || old.cursor != new.cursor else { return [] }
    return pen.finished(cursor: new.cursor)
  }

  private func draw(_ row: Int, _ old: Screen, _ new: Screen, _ pen: inout Pen) {
    let (before, after) = (Array(old.line(row)), Array(new.line(row)))
    guard before != after else { return }
    // A changed cluster of uncertain width may cover others, so its line is drawn whole.
    let isWhole = zip(before, after).contains {
      $0 != $1 && !($0.hasCertainWidth && $1.hasCertainWidth)
    }
    var end = 0
    while end < after.count {
      let start = end
      end += 1
      while end < after.count, after[end].text.isEmpty { end += 1 }
      guard isWhole || before[start..<end] != after[start..<end] else { continue }
      pen.put(after[start], at: row, start..<end)
    }
  }
}

/// Writes cells, and moves the cursor or sets the style only when needed.
private struct Pen {
  let depth: ColorDepth
  private(set) var output = ""
  /// The terminal's cursor position; nil if unknown.
  private var place: Screen.Position?
  private var style: CellStyle?

  init(depth: ColorDepth) { self.depth = depth }

  mutating func erase() {
    output += CellStyle().sequence(depth) + "\u{1B}[2J"
    style = CellStyle()
  }

  mutating func put(_ cell: Screen.Cell, at row: Int, _ columns: Range<Int>) {
    if place != Screen.Position(row: row, column: columns.lowerBound) {
      output += "\u{1B}[\(row + 1);\(columns.lowerBound + 1)H"
    }
    if style != cell.style {
      output += cell.style.sequence(depth)
      style = cell.style
    }
    // For a cluster of uncertain width: blank its cells first, since the terminal may draw it
    // narrower. Afterwards the position is unknown.
    if !cell.hasCertainWidth, columns.count > 1 {
      output += String(repeating: " ", count: columns.count)
      output += "\u{1B}[\(row + 1);\(columns.lowerBound + 1)H"
    }
    output += cell.text
    place = cell.hasCertainWidth ? Screen.Position(row: row, column: columns.upperBound) : nil
  }

  /// Wraps the output in synchronized output (mode 2026), so that terminals show it at once.
  func finished(cursor: Screen.Position?) -> [UInt8] {
    var text = "\u{1B}[?2026h\u{1B}[?25l" + output
    if style != nil, style != CellStyle() { text += CellStyle().sequence(depth) }
    if let cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    return Array((text + "\u{1B}[?2026l").utf8)
  }
}
