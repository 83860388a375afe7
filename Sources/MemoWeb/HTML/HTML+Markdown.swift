internal import Markdown

/// Renders a Markdown tree as HTML.
struct MarkdownPage {
  /// The heading level above the text, that of a sheet's title; its own headings are lower.
  private static let title = 2
  /// The address for a relative link such as `other.md`; nil for no link.
  var resolve: (String) -> String? = { _ in nil }
  /// The address of a displayable image; nil to show a link.
  var picture: (String) -> String? = { _ in nil }
  /// The buttons that resolve a conflict, numbered from 1.
  var remedies: (Int) -> HTML? = { _ in nil }
  /// The checkbox of an item; nil for one that can't be ticked.
  var box: (ListItem.Tick) -> HTML? = { _ in nil }

  func html(_ tree: MarkdownTree) -> HTML {
    var conflicts = 0
    return tree.blocks.map { block in
      guard block.isConflict else { return html(block) }
      conflicts += 1
      return html(block) + (remedies(conflicts) ?? "")
    }.joined()
  }

  private func html(_ block: Block) -> HTML {
    switch block {
    case .paragraph(let inlines): return "<p>\(html(inlines))</p>\n"
    case .heading(let level, let inlines):
      let number = min(Self.title + level, 6)
      return "<h\(number)>\(html(inlines))</h\(number)>\n"
    case .quote(let blocks): return quote(blocks, block.alert)
    case .list(let start, let isTight, let items):
      let rows = items.map { item($0, isTight: isTight) }
      guard let start else { return "<ul>\n\(rows)</ul>\n" }
      return start == 1 ? "<ol>\n\(rows)</ol>\n" : "<ol start=\"\(start)\">\n\(rows)</ol>\n"
    case .code(_, let text): return "<pre><code>\(text)</code></pre>\n"
    case .table(let table): return html(table)
    case .rule: return "<hr>\n"
    }
  }

  private func item(_ item: ListItem, isTight: Bool) -> HTML {
    var blocks = item.blocks[...]
    var first = HTML.none
    if isTight || item.tick != nil, case .paragraph(let inlines)? = blocks.first {
      first = html(inlines)
      blocks.removeFirst()
    }
    let rest = blocks.map { block -> HTML in
      if isTight, case .paragraph(let inlines) = block { return html(inlines) }
      return html(block)
    }
    guard let tick = item.tick else { return "<li>\(first)\(rest)</li>\n" }
    let mark: HTML = tick.isDone ? "<span class=\"tick\">☑</span>" : "<span class=\"tick\">☐</span>"
    return "<li class=\"check\">\(box(tick) ?? mark)\(first)\(rest)</li>\n"
  }

  /// Renders alerts such as `> [!NOTE]` with their name (GitHub, alerts).
  private func quote(_ blocks: [Block], _ alert: (kind: String, text: [Inline])?) -> HTML {
    guard let (kind, rest) = alert else { return "<blockquote>\(blocks.map(html))</blockquote>\n" }
    let name = kind.prefix(1) + kind.dropFirst().lowercased()
    return """
      <blockquote class="alert \(kind.lowercased())"><p><strong>\(name)</strong> \(html(rest))</p>\
      \(blocks.dropFirst().map(html))</blockquote>

      """
  }

  private func html(_ table: Table) -> HTML {
    func cells(_ cells: [[Inline]], _ isHead: Bool) -> [HTML] {
      cells.enumerated().map { index, inlines in
        let alignment = index < table.alignments.count ? table.alignments[index] : nil
        let name: HTML =
          switch alignment {
          case nil, .leading?: ""
          case .center?: " class=\"center\""
          case .trailing?: " class=\"trailing\""
          }
        return isHead
          ? "<th\(name)>\(html(inlines))</th>" : "<td\(name)>\(html(inlines))</td>"
      }
    }
    let rows = table.rows.map { row -> HTML in "<tr>\(cells(row, false))</tr>\n" }
    return """
      <table><thead><tr>\(cells(table.head, true))</tr></thead>
      <tbody>\(rows)</tbody></table>

      """
  }

  private func html(_ inlines: [Inline]) -> HTML { inlines.map(html).joined() }

  private func html(_ inline: Inline) -> HTML {
    switch inline {
    case .text(let text): "\(text)"
    case .entity(let entity): HTML.reference(entity) ?? "\(entity)"
    case .softBreak: "\n"
    case .lineBreak: "<br>\n"
    case .code(let text): "<code>\(text)</code>"
    case .emphasis(let inlines): "<em>\(html(inlines))</em>"
    case .strong(let inlines): "<strong>\(html(inlines))</strong>"
    case .strikethrough(let inlines): "<del>\(html(inlines))</del>"
    case .link(let address, let title, let inlines): link(address, title, html(inlines))
    case .image(let address, let title, let inlines): image(address, title, inlines.plainText)
    }
  }

  /// Shows images beside the task; images from elsewhere become links and are never loaded.
  private func image(_ address: String, _ title: String, _ text: String) -> HTML {
    guard let picture = picture(address) else {
      return link(address, title, "\(text.isEmpty ? address : text)")
    }
    let note: HTML = title.isEmpty ? "" : " title=\"\(title)\""
    return "<img src=\"\(picture)\" alt=\"\(text)\" loading=\"lazy\"\(note)>"
  }

  private func link(_ address: String, _ title: String, _ content: HTML) -> HTML {
    let note: HTML = title.isEmpty ? "" : " title=\"\(title)\""
    if Self.isSafe(address) {
      return "<a href=\"\(address)\" rel=\"noopener noreferrer\"\(note)>\(content)</a>"
    }
    guard let inside = resolve(address) else { return "<span\(note)>\(content)</span>" }
    return "<a href=\"\(inside)\"\(note)>\(content)</a>"
  }

  /// Whether an address is external and can't run code.
  static func isSafe(_ address: String) -> Bool {
    guard let colon = address.firstIndex(of: ":"),
      !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return false }
    return ["http", "https", "mailto", "tel"].contains(address[..<colon].lowercased())
  }
}

extension Block {
  /// The kind of an alert and the text of its first paragraph; nil for other blocks.
  fileprivate var alert: (kind: String, text: [Inline])? {
    let kinds = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION", "CONFLICT"]
    guard case .quote(let blocks) = self, case .paragraph(let inlines)? = blocks.first,
      case .text(let line)? = inlines.first,
      let kind = kinds.first(where: { line.hasPrefix("[!\($0)]") })
    else { return nil }
    return (kind, [.text(String(line.dropFirst(kind.count + 3)))] + inlines.dropFirst())
  }

  /// Whether the block is a conflict note of a merge.
  var isConflict: Bool { alert?.kind == "CONFLICT" }
}
