/// Columns of items side by side, as a board has them.
public struct Columns {
  public struct Column {
    /// Safe, unpainted text.
    public var heading: String
    /// Each a few lines.
    public var items: [[Line]]

    public init(heading: String, items: [[Line]]) {
      self.heading = heading
      self.items = items
    }
  }

  /// A line that is wrapped into its column, and then painted.
  public struct Line {
    public var text: String
    /// Cells that the line is moved to the right, its first part excepted where it hangs.
    public var indent: Int
    public var hangs: Bool
    /// How it looks.
    public var paints: [Style.Paint]
    /// As many characters at the beginning look so instead.
    public var head: (count: Int, paints: [Style.Paint])

    public init(
      _ text: String, indent: Int = 0, hangs: Bool = false, paints: [Style.Paint] = [],
      head: (count: Int, paints: [Style.Paint]) = (0, [])
    ) {
      self.text = text
      self.indent = indent
      self.hangs = hangs
      self.paints = paints
      self.head = head
    }

    /// Adds the painted parts that the line is broken into.
    fileprivate func add(to block: inout [Part], cells: Int, _ style: Style) {
      var isFirst = true
      for part in text.wrapped(to: max(1, cells - indent)) {
        let space = isFirst && hangs ? 0 : indent
        let painted = isFirst ? paintedStart(part, style) : style.paint(part, paints)
        block.append(
          Part(
            text: space == 0 ? painted : String(repeating: " ", count: space) + painted,
            width: space + part.terminalWidth))
        isFirst = false
      }
    }

    private func paintedStart(_ part: String, _ style: Style) -> String {
      guard style.color, head.count > 0 else { return style.paint(part, paints) }
      return style.paint(String(part.prefix(head.count)), head.paints)
        + style.paint(String(part.dropFirst(head.count)), paints)
    }
  }

  /// One line of a column, ready to be put beside others.
  fileprivate struct Part {
    var text: String
    var width: Int
  }

  private let columns: [Column]
  /// Below this many cells a column would only be broken words.
  private static let narrowest = 18

  public init(_ columns: [Column]) { self.columns = columns }

  /// The columns as lines, with no spaces at their ends.
  ///
  /// - Parameters:
  ///   - width: Cells of a line.
  ///   - height: So many lines there is room for; nil for as many as it takes.
  ///   - more: What stands in place of so many items for which there is none.
  public func text(
    width: Int, height: Int? = nil, _ style: Style, more: (Int) -> String = { "… and \($0) more" }
  ) -> String {
    guard !columns.isEmpty else { return "" }
    let size = (width - 2 * (columns.count - 1)) / columns.count
    guard size >= Self.narrowest else { return stacked(max(width, 1), height, style, more) }
    let blocks = columns.map { block($0, size, style).fitted(to: height, style, more) }
    var text = ""
    for row in 0..<(blocks.map(\.count).max() ?? 0) {
      var gap = 0
      for block in blocks {
        if row < block.count {
          if gap > 0 { text += String(repeating: " ", count: gap) }
          text += block[row].text
          gap = size + 2 - block[row].width
        } else {
          gap += size + 2
        }
      }
      text += "\n"
    }
    return text
  }

  /// One column below the other; what one doesn't need, the others get.
  private func stacked(
    _ width: Int, _ height: Int?, _ style: Style, _ more: (Int) -> String
  ) -> String {
    let blocks = columns.map { block($0, width, style) }
    var rooms = blocks.map(\.count)
    if let height {
      var left = max(height - (blocks.count - 1), 0)
      for (rank, index) in rooms.indices.sorted(by: { rooms[$0] < rooms[$1] }).enumerated() {
        rooms[index] = min(rooms[index], left / (blocks.count - rank))
        left -= rooms[index]
      }
    }
    return zip(blocks, rooms).map { block, room in
      block.fitted(to: room, style, more).map { $0.text + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private func block(_ column: Column, _ size: Int, _ style: Style) -> Block {
    let title = column.heading.truncated(to: size)
    let head = [
      Part(text: style.paint(title, .bold), width: title.terminalWidth),
      Part(text: String(repeating: "─", count: size), width: size),
    ]
    let items = column.items.map { lines in
      lines.reduce(into: [Part]()) { $1.add(to: &$0, cells: size, style) }
    }
    return Block(head: head, items: items, size: size)
  }

  /// A column that is wrapped and painted.
  private struct Block {
    var head: [Part]
    var items: [[Part]]
    /// Cells of a line.
    var size: Int

    var count: Int { items.reduce(head.count) { $0 + $1.count } }

    /// Its lines, or as many whole items as there is room for and a line about the others.
    func fitted(to height: Int?, _ style: Style, _ more: (Int) -> String) -> [Part] {
      guard let height, count > height else { return head + items.joined() }
      var parts = head
      var shown = 0
      while shown < items.count, parts.count + items[shown].count < height {
        parts += items[shown]
        shown += 1
      }
      let text = more(items.count - shown).truncated(to: size)
      return parts + [Part(text: style.paint(text, .dim), width: text.terminalWidth)]
    }
  }
}
