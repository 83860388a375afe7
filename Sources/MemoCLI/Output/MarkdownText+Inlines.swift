internal import Markdown
internal import Terminal

extension MarkdownText {
  func spread(_ inlines: [Inline], _ paints: [Style.Paint]) -> [StyledLine] {
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
struct StyledLine {
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
  var width: Int { map(\.text).joined().terminalWidth }
}
