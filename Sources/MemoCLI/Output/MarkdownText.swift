internal import Markdown
package import Terminal

/// Renders Markdown for a terminal: markup becomes style, and lines break at words.
///
/// Line breaks of the text stay.
package struct MarkdownText {
  private let style: Style
  private let width: Int
  private let isUnicode: Bool
  /// The number, from 0, of the checklist item on a line of the text.
  package var number: (Int) -> Int? = { _ in nil }

  /// - Parameters:
  ///   - style: Without colors, marks of emphasis stay visible.
  ///   - width: The width of a line, in cells.
  package init(_ style: Style, width: Int, isUnicode: Bool) {
    self.style = style
    self.width = width
    self.isUnicode = isUnicode
  }

  /// - Parameters:
  ///   - text: Text without control characters.
  ///   - alone: Ranges of lines that are separate blocks, as in ``Markdown/MarkdownTree``.
  /// - Returns: Lines without control characters, also from character references.
  package func lines(_ text: String, alone: [Range<Int>] = []) -> [String] {
    guard let tree = MarkdownTree(text, alone: alone) else {
      return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        String($0).wrapped(to: width)
      }
    }
    let index = LineIndex(of: text)
    return lines(tree.blocks, Place(width: width, line: { index.line(at: $0) }))
  }

  private struct Place {
    var width: Int
    var paints: [Style.Paint] = []
    /// The line of a byte of the text.
    var line: (Int) -> Int

    func narrower(by cells: Int, _ more: [Style.Paint] = []) -> Place {
      Place(width: max(width - cells, 8), paints: paints + more, line: line)
    }
  }

  private func lines(_ blocks: [Block], _ place: Place) -> [String] {
    blocks.enumerated().flatMap { index, block in (index > 0 ? [""] : []) + lines(block, place) }
  }

  private func lines(_ block: Block, _ place: Place) -> [String] {
    switch block {
    case .paragraph(let inlines): return flow(inlines, place)
    case .heading(let level, let inlines):
      guard !style.color else {
        return flow(inlines, place.narrower(by: 0, level == 1 ? [.bold, .underline] : [.bold]))
      }
      return behind(String(repeating: "#", count: level) + " ", place) { flow(inlines, $0) }
    case .quote(let blocks):
      let paints: [Style.Paint] = blocks.first?.isAlert == true ? [.yellow] : [.dim]
      return behind(isUnicode ? "│ " : "> ", place, paints, hangs: true) { lines(blocks, $0) }
    case .list(let start, let isTight, let items):
      return items.enumerated().flatMap { index, item in
        (index > 0 && !isTight ? [""] : [])
          + lines(item, start.map { $0 + index }, isTight: isTight, place)
      }
    case .code(_, let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map {
        style.paint("    " + String($0).sanitized, place.paints + [.cyan])
      }
    case .table(let table): return lines(table, place)
    case .rule:
      let length = min(place.width, 40)
      return [style.paint(String(repeating: isUnicode ? "─" : "-", count: length), .dim)]
    }
  }

  private func lines(
    _ item: ListItem, _ ordinal: Int?, isTight: Bool, _ place: Place
  ) -> [String] {
    var mark = ordinal.map { "\($0). " } ?? (isUnicode ? "• " : "- ")
    var paints: [Style.Paint] = []
    if let tick = item.tick {
      let box = isUnicode ? tick.isDone ? "☑" : "☐" : tick.isDone ? "[x]" : "[ ]"
      mark = (number(place.line(tick.offset)).map { "\($0) " } ?? "") + "\(box) "
      if tick.isDone { paints = [.dim] }
    }
    return behind(mark, place, paints) { inner in
      // Items below a ticked item have separate ticks.
      var below = inner
      below.paints = place.paints
      return lines(Array(item.blocks.prefix(1)), inner)
        + item.blocks.dropFirst().flatMap { (isTight ? [] : [""]) + lines($0, below) }
    }
  }

  /// Puts a mark before the text, and aligns the other lines with the first word.
  ///
  /// - Parameter hangs: Whether each line gets the mark.
  private func behind(
    _ mark: String, _ place: Place, _ paints: [Style.Paint] = [], hangs: Bool = false,
    _ content: (Place) -> [String]
  ) -> [String] {
    let lines = content(place.narrower(by: mark.terminalWidth, paints))
    let space = hangs ? mark : String(repeating: " ", count: mark.terminalWidth)
    return (lines.isEmpty ? [""] : lines).enumerated().map { index, line in
      let start = index == 0 ? mark : line.isEmpty && !hangs ? "" : space
      return style.paint(start, place.paints + paints) + line
    }
  }

  private func flow(_ inlines: [Inline], _ place: Place) -> [String] {
    spread(inlines, place.paints).flatMap { line in
      line.wrapped(to: place.width).map { $0.map { style.paint($0.text, $0.paints) }.joined() }
    }
  }

  // MARK: - Tables

  /// Columns if they fit, else each cell after the name of its column.
  private func lines(_ table: Markdown.Table, _ place: Place) -> [String] {
    let cells = ([table.head] + table.rows).map { row in
      row.map { spread($0, []).flatMap(\.runs) }
    }
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      cells.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
    }
    let separator = isUnicode ? " │ " : " | "
    guard widths.reduce(0, +) + separator.count * (count - 1) <= place.width else {
      return narrow(table, place)
    }
    func line(_ row: [[StyledLine.Run]], _ more: [Style.Paint]) -> String {
      (0..<count).map { column in
        let runs = column < row.count ? row[column] : []
        let room = widths[column] - runs.width
        let alignment = column < table.alignments.count ? table.alignments[column] : nil
        let left = alignment == .trailing ? room : alignment == .center ? room / 2 : 0
        let isLast = column == count - 1
        return String(repeating: " ", count: left)
          + runs.map { style.paint($0.text, place.paints + more + $0.paints) }.joined()
          + (isLast ? "" : String(repeating: " ", count: room - left))
      }.joined(separator: style.paint(separator, .dim))
    }
    let rule = widths.map { String(repeating: isUnicode ? "─" : "-", count: $0) }
      .joined(separator: isUnicode ? "─┼─" : "-|-")
    return [line(cells[0], [.bold]), style.paint(rule, .dim)]
      + cells.dropFirst().map { line($0, []) }
  }

  private func narrow(_ table: Markdown.Table, _ place: Place) -> [String] {
    table.rows.enumerated().flatMap { index, row in
      (index > 0 ? [""] : [])
        + row.enumerated().flatMap { column, cell in
          let name = column < table.head.count ? table.head[column] : []
          return flow((name.isEmpty ? [] : [.strong(name), .text(": ")]) + cell, place)
        }
    }
  }
}

extension Block {
  /// Alerts such as `> [!NOTE]`.
  fileprivate var isAlert: Bool {
    guard case .paragraph(let inlines) = self else { return false }
    return inlines.plainText.hasPrefix("[!")
  }
}

extension MarkdownText {
  private func spread(_ inlines: [Inline], _ paints: [Style.Paint]) -> [StyledLine] {
    var lines = [StyledLine()]
    add(inlines, paints, to: &lines)
    return lines
  }

  private func add(_ inlines: [Inline], _ paints: [Style.Paint], to lines: inout [StyledLine]) {
    for inline in inlines { add(inline, paints, to: &lines) }
  }

  private func add(_ inline: Inline, _ paints: [Style.Paint], to lines: inout [StyledLine]) {
    func write(_ text: String, _ more: Style.Paint...) {
      // A character reference may be a control character.
      lines[lines.count - 1].add(text.sanitized, paints + more)
    }
    /// Writes the marks only without colors.
    func mark(_ inlines: [Inline], _ mark: String, _ paint: Style.Paint) {
      if !style.color { write(mark) }
      add(inlines, paints + [paint], to: &lines)
      if !style.color { write(mark) }
    }
    switch inline {
    case .text(let text): write(text)
    case .entity(let entity): write(Entity.text(of: entity))
    case .softBreak, .lineBreak: lines.append(StyledLine())
    case .code(let text): style.color ? write(text, .cyan) : write("`\(text)`")
    case .emphasis(let inlines): mark(inlines, "*", .italic)
    case .strong(let inlines): mark(inlines, "**", .bold)
    case .strikethrough(let inlines):
      write("~~", .dim)
      add(inlines, paints + [.dim], to: &lines)
      write("~~", .dim)
    case .link(let address, _, let inlines):
      let text = inlines.plainText
      guard text != address, "mailto:\(text)" != address, "http://\(text)" != address else {
        return write(text, .underline)
      }
      guard style.color else {
        write("[")
        add(inlines, paints, to: &lines)
        return write("](\(address))")
      }
      add(inlines, paints + [.underline], to: &lines)
      write(" (\(address))", .dim)
    case .image(let address, _, let inlines):
      style.color
        ? write("[\(inlines.plainText)] (\(address))", .dim)
        : write("![\(inlines.plainText)](\(address))")
    }
  }
}

/// A line of text as runs of the same style.
private struct StyledLine {
  struct Run: Equatable {
    var text: String
    var paints: [Style.Paint]
  }

  private(set) var runs: [Run] = []

  mutating func add(_ text: String, _ paints: [Style.Paint]) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.paints == paints {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, paints: paints))
    }
  }

  /// Breaks runs into lines at spaces, which disappear there.
  func wrapped(to cells: Int) -> [[Run]] {
    var rest = runs.flatMap { run in run.text.unicodeScalars.map { ($0, run.paints) } }[...]
    let lines = runs.map(\.text).joined().wrapped(to: cells).map { text in
      var line = StyledLine()
      for scalar in text.unicodeScalars {
        // Only spaces are left out of the lines.
        while let next = rest.first, next.0 != scalar { rest.removeFirst() }
        line.add(String(scalar), rest.popFirst()?.1 ?? [])
      }
      return line.runs
    }
    return lines.isEmpty ? [[]] : lines
  }
}

extension [StyledLine.Run] {
  fileprivate var width: Int { map(\.text).joined().terminalWidth }
}
