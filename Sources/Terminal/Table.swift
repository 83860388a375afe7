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
    fileprivate let width: Int

    public init(
      _ text: String, _ paints: [Style.Paint] = [],
      head: (count: Int, paints: [Style.Paint]) = (0, []), isMarked: Bool = false
    ) {
      self.text = text
      self.paints = paints
      self.head = head
      self.isMarked = isMarked
      width = text.terminalWidth
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

  private let rows: [[Cell]]
  private let flexible: Int
  private let marks: Marks

  /// - Parameters:
  ///   - rows: All of one length.
  ///   - flexible: The column that is cut where the window is too narrow.
  ///   - marks: Asked for cells that ``Cell/isMarked``.
  public init(_ rows: [[Cell]], flexible: Int, marks: @escaping Marks = { _ in [] }) {
    self.rows = rows
    self.flexible = flexible
    self.marks = marks
  }

  /// Whether every column is shown, and of the flexible one so many cells at least.
  ///
  /// - Parameter least: As much of the flexible column as is worth a line of its own.
  public func fits(_ style: Style, least: Int) -> Bool {
    guard let window = style.width, let first = rows.first else { return true }
    var widths = first.indices.map { column in rows.reduce(0) { max($0, $1[column].width) } }
    widths[flexible] = min(widths[flexible], least)
    return widths.reduce(0, +) + 2 * widths.filter { $0 > 0 }.count - 2 <= window
  }

  /// The rows as lines: two spaces between the columns, none at the end.
  public func text(_ style: Style) -> String {
    let layout = layout(style)
    // As bytes, for there are thousands of lines, and most of them is space.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * (layout.columns.reduce(0) { $0 + $1.width + 2 } + 1))
    for row in rows {
      append(row, layout, style, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same, line by line.
  public func lines(_ style: Style) -> [String] {
    let layout = layout(style)
    return rows.map { row in
      var bytes: [UInt8] = []
      append(row, layout, style, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The columns that are shown, and whether cells that are wider are cut.
  private struct Layout {
    var columns: [(place: Int, width: Int)]
    var cuts: Bool
  }

  private func layout(_ style: Style) -> Layout {
    guard let first = rows.first else { return Layout(columns: [], cuts: false) }
    var widest = first.map { _ in 0 }
    for row in rows {
      for column in row.indices { widest[column] = max(widest[column], row[column].width) }
    }
    let (widths, cuts) = fitted(widest, style.width)
    return Layout(
      columns: widths.indices.filter { widths[$0] > 0 }.map { ($0, widths[$0]) }, cuts: cuts)
  }

  private func append(
    _ row: [Cell], _ layout: Layout, _ style: Style, to bytes: inout [UInt8]
  ) {
    var gap = 0
    for (place, width) in layout.columns {
      let cell = row[place]
      let isCut = layout.cuts && cell.width > width
      let part = isCut ? cell.text.truncated(to: width) : cell.text
      if !part.isEmpty {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: gap))
        bytes.append(contentsOf: (style.color ? cell.painted(part, style, marks) : part).utf8)
        gap = 0
      }
      gap += max(width - (isCut ? part.terminalWidth : cell.width), 0) + 2
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
