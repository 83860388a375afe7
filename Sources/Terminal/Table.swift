/// A table with aligned columns.
public struct Table {
  public struct Cell: Sendable {
    /// Sanitized text without colors.
    public var text: String
    public var paints: [Style.Paint]
    /// Whether to highlight search matches.
    public let isMarked: Bool

    public init(_ text: String, _ paints: [Style.Paint] = [], isMarked: Bool = false) {
      self.text = text
      self.paints = paints
      self.isMarked = isMarked
    }

    /// Styles the cell's text, or a prefix of it.
    public func painted(_ text: String, _ style: Style, _ marks: Marks = { _ in [] }) -> String {
      style.paint(text, paints, marking: isMarked && style.color ? marks(text) : [])
    }
  }

  /// Returns the ranges to highlight in a whole or cut text.
  public typealias Marks = (String) -> [Range<String.Index>]

  private let parts: [Cells]
  private let columns: Int
  private let flexible: Int
  private let marks: Marks

  /// - Parameters:
  ///   - rows: Rows of equal length.
  ///   - flexible: The column that is cut in a narrow window.
  ///   - marks: Called for cells with ``Cell/isMarked``.
  public init(_ rows: [[Cell]], flexible: Int, marks: @escaping Marks = { _ in [] }) {
    var cells = Cells(isPainted: true)
    for cell in rows.joined() { cells.append(cell) }
    self.init([cells], columns: rows.first?.count ?? 0, flexible: flexible, marks: marks)
  }

  /// - Parameters:
  ///   - parts: Consecutive parts of whole rows.
  ///   - columns: The number of cells in a row.
  public init(
    _ parts: [Cells], columns: Int, flexible: Int, marks: @escaping Marks = { _ in [] }
  ) {
    self.parts = parts
    self.columns = columns
    self.flexible = flexible
    self.marks = marks
  }

  public var rows: [[Cell]] {
    parts.flatMap { part in
      part.rows(columns).map { row in (row..<row + columns).map { part[$0] } }
    }
  }

  /// Whether all columns fit in the window.
  ///
  /// - Parameter least: The smallest useful width of the flexible column.
  public func fits(_ style: Style, least: Int) -> Bool {
    guard let window = style.width, columns > 0 else { return true }
    var widths = widest
    widths[flexible] = min(widths[flexible], least)
    return widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2 <= window
  }

  /// The rows as lines, with two spaces between columns and no trailing spaces.
  ///
  /// - Parameter addRest: Appends lines below a row, given its index.
  public func text(
    _ style: Style, addRest: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) -> String {
    let layout = layout(style)
    // Bytes, since there are thousands of lines and most of them are spaces.
    var bytes: [UInt8] = []
    let widest = layout.columns.reduce(0) { $0 + $1.width + 2 }
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.rowCount(columns) } * (widest + 1))
    var number = 0
    for part in parts {
      for row in part.rows(columns) {
        append(part, row, layout, style, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        addRest(number, &bytes)
        number += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public func lines(_ style: Style) -> [String] {
    text(style).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { String(Substring($0)) }
  }

  /// The visible columns, and whether to cut wider cells.
  private typealias Layout = (columns: [(place: Int, width: Int)], cuts: Bool)

  private var widest: [Int] {
    var widest = Array(repeating: 0, count: columns)
    for part in parts {
      for row in part.rows(columns) {
        for column in 0..<columns {
          widest[column] = max(widest[column], part.width(of: row + column))
        }
      }
    }
    return widest
  }

  /// - Parameter row: The index of the row's first cell.
  private func append(
    _ cells: Cells, _ row: Int, _ layout: Layout, _ style: Style, to bytes: inout [UInt8]
  ) {
    var gap = 0
    for (column, width) in layout.columns {
      let place = row + column
      var used = cells.width(of: place)
      let isCut = layout.cuts && used > width
      if !cells.isEmpty(at: place) {
        for _ in 0..<gap { bytes.append(UInt8(ascii: " ")) }
        gap = 0
        if isCut || style.color {
          let cell = cells[place]
          let part = isCut ? cell.text.truncated(to: width) : cell.text
          if isCut { used = part.terminalWidth }
          bytes.append(cell.painted(part, style, marks))
        } else {
          cells.append(place, to: &bytes)
        }
      }
      gap += max(width - used, 0) + 2
    }
  }

  private func layout(_ style: Style) -> Layout {
    guard columns > 0 else { return ([], false) }
    let widest = widest
    var widths = widest
    if let window = style.width {
      func used() -> Int { widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2 }
      widths[flexible] = min(widths[flexible], max(10, widths[flexible] - (used() - window)))
      // Columns after the flexible one are hidden if they don't fit.
      for column in widths.indices.reversed() where column > flexible && used() > window {
        widths[column] = 0
      }
      let room = window - (used() - widths[flexible])
      widths[flexible] = max(1, min(widest[flexible], room))
    } else {
      // Output to a pipe is never cut, but one huge cell must not push the others far right.
      widths[flexible] = min(widths[flexible], Self.mostPadding)
    }
    return (
      widths.indices.filter { widths[$0] > 0 }.map { ($0, widths[$0]) }, style.width != nil
    )
  }

  /// The most padding in the flexible column.
  private static let mostPadding = 120
}
