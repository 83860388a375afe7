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
    public var paint: (String) -> String

    public init(
      _ text: String, indent: Int = 0, hangs: Bool = false,
      paint: @escaping (String) -> String = { $0 }
    ) {
      self.text = text
      self.indent = indent
      self.hangs = hangs
      self.paint = paint
    }

    /// The painted parts that the line is broken into, with their widths.
    fileprivate func parts(in cells: Int) -> [(text: String, width: Int)] {
      let inner = max(1, cells - indent)
      return text.wrapped(to: inner).enumerated().map { index, part in
        let space = index == 0 && hangs ? 0 : indent
        return (String(repeating: " ", count: space) + paint(part), space + part.terminalWidth)
      }
    }
  }

  private let columns: [Column]
  /// Below this many cells a column would only be broken words.
  private static let narrowest = 18

  public init(_ columns: [Column]) { self.columns = columns }

  /// - Parameters:
  ///   - width: Cells of a line.
  ///   - heading: Paints the headings.
  public func lines(width: Int, heading: (String) -> String) -> [String] {
    guard !columns.isEmpty else { return [] }
    let gaps = 2 * (columns.count - 1)
    let size = (width - gaps) / columns.count
    guard size >= Self.narrowest else { return stacked(width, heading) }
    let blocks = columns.map { block($0, size, heading) }
    let height = blocks.map(\.count).max() ?? 0
    return (0..<height).map { row in
      var line = ""
      for (index, block) in blocks.enumerated() {
        guard row < block.count else {
          line += String(repeating: " ", count: index + 1 < blocks.count ? size + 2 : 0)
          continue
        }
        let fill = index + 1 < blocks.count ? size + 2 - block[row].width : 0
        line += block[row].text + String(repeating: " ", count: fill)
      }
      return line.trimmingEnd
    }
  }

  private func stacked(_ width: Int, _ heading: (String) -> String) -> [String] {
    columns.map { block($0, max(width, 1), heading).map(\.text) }
      .reduce([]) { $0.isEmpty ? $1 : $0 + [""] + $1 }
  }

  private func block(
    _ column: Column, _ size: Int, _ heading: (String) -> String
  ) -> [(text: String, width: Int)] {
    let title = column.heading.truncated(to: size)
    var lines = [(heading(title), title.terminalWidth), (String(repeating: "─", count: size), size)]
    for line in column.items.joined() { lines += line.parts(in: size) }
    return lines
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
