/// Rows whose columns stand below one another.
public struct Table {
  /// One cell: what is measured, and how it looks.
  public struct Cell {
    /// Safe, unpainted text.
    public var text: String
    /// Paints a text that may have been cut to fit.
    public var paint: (String) -> String

    public init(_ text: String, paint: @escaping (String) -> String = { $0 }) {
      self.text = text
      self.paint = paint
    }
  }

  private let rows: [[Cell]]
  private let flexible: Int

  /// - Parameters:
  ///   - rows: All of one length.
  ///   - flexible: The column that is cut where the window is too narrow.
  public init(_ rows: [[Cell]], flexible: Int) {
    self.rows = rows
    self.flexible = flexible
  }

  /// The rows as lines: two spaces between the columns, none at the end.
  ///
  /// - Parameter width: Cells of a line; nil cuts nothing.
  public func lines(width: Int?) -> [String] {
    guard let first = rows.first else { return [] }
    let measured = rows.map { row in row.map { $0.text.terminalWidth } }
    var widths = first.indices.map { column in measured.map { $0[column] }.max() ?? 0 }
    if let width {
      let used = widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2
      widths[flexible] = min(widths[flexible], max(10, widths[flexible] - (used - width)))
    }
    let shown = widths.indices.filter { widths[$0] > 0 }
    return zip(rows, measured).map { row, sizes in
      var line = ""
      var gap = 0
      for column in shown where sizes[column] > 0 || column == shown.first {
        line += String(repeating: " ", count: gap)
        let isCut = sizes[column] > widths[column]
        let text = isCut ? row[column].text.truncated(to: widths[column]) : row[column].text
        line += row[column].paint(text)
        gap = Self.gap(after: column, isCut ? text.terminalWidth : sizes[column], widths, sizes, shown)
      }
      return line
    }
  }

  /// Spaces from a cell's end to the next cell that is not empty.
  private static func gap(
    after column: Int, _ size: Int, _ widths: [Int], _ sizes: [Int], _ shown: [Int]
  ) -> Int {
    var gap = widths[column] - size + 2
    for next in shown where next > column {
      if sizes[next] > 0 { break }
      gap += widths[next] + 2
    }
    return gap
  }
}
