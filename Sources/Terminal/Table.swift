/// Rows whose columns stand below one another.
public struct Table {
  /// One cell: what is measured, and how it looks.
  public struct Cell: Sendable {
    /// Safe, unpainted text.
    public var text: String
    /// How it looks, whole or cut.
    public var paints: [Style.Paint]
    /// As many characters at the beginning look so instead.
    public var head: (count: Int, paints: [Style.Paint])
    /// Whether what somebody looked for stands out in it.
    public let isMarked: Bool

    public init(
      _ text: String, _ paints: [Style.Paint] = [],
      head: (count: Int, paints: [Style.Paint]) = (0, []), isMarked: Bool = false
    ) {
      self.text = text
      self.paints = paints
      self.head = head
      self.isMarked = isMarked
    }

    /// The text, or a part of it from the beginning, as it looks.
    public func painted(_ text: String, _ style: Style, _ marks: Marks = { _ in [] }) -> String {
      guard style.color else { return text }
      guard head.count > 0 else {
        return style.paint(text, paints, marking: isMarked ? marks(text) : [])
      }
      return style.paint(String(text.prefix(head.count)), head.paints)
        + style.paint(String(text.dropFirst(head.count)), paints)
    }
  }

  /// The places of a text, whole or cut, that stand out.
  public typealias Marks = (String) -> [Range<String.Index>]

  private let parts: [Cells]
  private let columns: Int
  private let flexible: Int
  private let marks: Marks

  /// - Parameters:
  ///   - rows: All of one length.
  ///   - flexible: The column that is cut where the window is too narrow.
  ///   - marks: Asked for cells that ``Cell/isMarked``.
  public init(_ rows: [[Cell]], flexible: Int, marks: @escaping Marks = { _ in [] }) {
    var cells = Cells(isPainted: true)
    for cell in rows.joined() { cells.append(cell) }
    self.init([cells], columns: rows.first?.count ?? 0, flexible: flexible, marks: marks)
  }

  /// - Parameters:
  ///   - parts: One behind the other, each of whole rows.
  ///   - columns: So many cells each row has.
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

  /// Whether every column is shown, and of the flexible one so many cells at least.
  ///
  /// - Parameter least: As much of the flexible column as is worth a line of its own.
  public func fits(_ style: Style, least: Int) -> Bool {
    guard let window = style.width, columns > 0 else { return true }
    var widths = widest
    widths[flexible] = min(widths[flexible], least)
    return widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2 <= window
  }

  /// The rows as lines: two spaces between the columns, none at the end.
  ///
  /// - Parameter addRest: Adds whole lines that stand below a row, by its number.
  public func text(
    _ style: Style, addRest: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) -> String {
    let layout = layout(style)
    // As bytes, for there are thousands of lines, and most of them is space.
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

  /// The same, line by line.
  public func lines(_ style: Style) -> [String] {
    let layout = layout(style)
    return parts.flatMap { part in
      part.rows(columns).map { row in
        var bytes: [UInt8] = []
        append(part, row, layout, style, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// The columns that are shown, and whether cells that are wider are cut.
  private struct Layout {
    var columns: [(place: Int, width: Int)]
    var cuts: Bool
  }

  private func layout(_ style: Style) -> Layout {
    guard columns > 0 else { return Layout(columns: [], cuts: false) }
    let (widths, cuts) = fitted(widest, style.width)
    return Layout(
      columns: widths.indices.filter { widths[$0] > 0 }.map { ($0, widths[$0]) }, cuts: cuts)
  }

  /// How wide the widest cell of each column is.
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

  /// - Parameter row: The place of its first cell.
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

  /// How wide the columns are, and whether cells that are wider are cut.
  private func fitted(_ widest: [Int], _ window: Int?) -> (widths: [Int], cuts: Bool) {
    var widths = widest
    guard let window else {
      // Nothing is cut in a pipe, but one enormous cell doesn't push all others to the right.
      widths[flexible] = min(widths[flexible], Self.mostPadding)
      return (widths, false)
    }
    func used() -> Int { widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2 }
    widths[flexible] = min(widths[flexible], max(10, widths[flexible] - (used() - window)))
    // What is behind the flexible column goes where there is no room for it at all.
    for column in widths.indices.reversed() where column > flexible && used() > window {
      widths[column] = 0
    }
    let room = window - (used() - widths[flexible])
    widths[flexible] = max(1, min(widest[flexible], room))
    return (widths, true)
  }

  /// Spaces that fill a column up for the sake of a longer cell elsewhere.
  private static let mostPadding = 120
}
