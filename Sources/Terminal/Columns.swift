/// Columns of items side by side, as on a board.
public struct Columns {
  /// A heading, which is sanitized text without colors, and items of one or more lines.
  public typealias Column = (heading: String, items: [[Line]])

  /// Text to wrap into a column and then color.
  public struct Line {
    public var text: String
    /// In cells.
    public var indent: Int
    public var paints: [Style.Paint]
    /// Text in the indentation of the first wrapped line.
    public var head: (text: String, paints: [Style.Paint])

    public init(
      _ text: String, indent: Int = 0, paints: [Style.Paint] = [],
      head: (text: String, paints: [Style.Paint]) = ("", [])
    ) {
      self.text = text
      self.indent = indent
      self.paints = paints
      self.head = head
    }

    /// The text, wrapped into the window; at most so many lines.
    public func lines(_ style: Style, atMost most: Int = .max) -> [String] {
      var parts: [Part] = []
      add(to: &parts, cells: style.width ?? .max, style, atMost: most)
      return parts.map(\.text)
    }

    fileprivate func add(
      to block: inout [Part], cells: Int, _ style: Style, atMost most: Int = .max
    ) {
      var head = head
      for part in text.wrapped(to: max(1, cells - indent), atMost: most) {
        let space = String(repeating: " ", count: max(0, indent - head.text.terminalWidth))
        block.append(
          Part(
            text: style.paint(head.text, head.paints) + space + style.paint(part, paints),
            width: indent + part.terminalWidth))
        head = ("", [])
      }
    }
  }

  /// One output line of a column.
  fileprivate struct Part {
    var text: String
    var width: Int
  }

  private let columns: [Column]
  /// The minimum width in cells; narrower columns would only break words.
  private static let narrowest = 18

  public init(_ columns: [Column]) { self.columns = columns }

  /// Lays the columns out as lines without trailing spaces.
  ///
  /// - Parameters:
  ///   - width: The width of a line in cells.
  ///   - height: The number of lines available; nil for no limit.
  ///   - more: The text in place of items that don't fit, given their number.
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

  /// Stacks the columns; space that one doesn't need goes to the others.
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

  private struct Block {
    var head: [Part]
    var items: [[Part]]
    var size: Int

    var count: Int { items.reduce(head.count) { $0 + $1.count } }

    /// The lines, or the whole items that fit and a line about the rest.
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
