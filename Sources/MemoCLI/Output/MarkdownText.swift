package import Terminal

/// Markdown for a terminal, rendered as lightly as a reader may wish: what its marks mean is seen,
/// lines are broken at words, and everything else stays as it is.
package struct MarkdownText {
  private let style: Style
  private let width: Int
  private let isUnicode: Bool

  /// - Parameters:
  ///   - style: Without colors the marks of emphasis stay.
  ///   - width: Cells of a line.
  package init(_ style: Style, width: Int, isUnicode: Bool) {
    self.style = style
    self.width = width
    self.isUnicode = isUnicode
  }

  /// - Parameter lines: Safe text, without line ends.
  package func lines(_ lines: [String]) -> [String] {
    var fence: String?
    return lines.flatMap { line -> [String] in
      let start = line.drop { $0 == " " }
      if let mark = fence {
        if start.hasPrefix(mark) { fence = nil }
        return [style.paint(line, .dim)]
      }
      if let mark = ["```", "~~~"].first(where: start.hasPrefix) {
        fence = mark
        return [style.paint(line, .dim)]
      }
      // What is indented so far is code, unless it is an item of a list.
      if line.hasPrefix("    "), start.first.map({ !"-*+".contains($0) && !$0.isNumber }) ?? true {
        return [style.paint(line, .cyan)]
      }
      return rendered(line)
    }
  }

  private func rendered(_ line: String) -> [String] {
    if let match = line.wholeMatch(of: /(#{1,6}) +(.*?)(?: +#+)? */) {
      let paints: [Style.Paint] = match.1.count == 1 ? [.bold, .underline] : [.bold]
      let text = style.color ? String(match.2) : line
      return text.wrapped(to: width).map { style.paint($0, paints) }
    }
    if let match = line.wholeMatch(of: /( *)([-*+]|[0-9]+[.)]?) \[([ xX])\] (.*)/) {
      let isTicked = match.3 != " "
      let box = isUnicode ? isTicked ? "☑" : "☐" : "[\(match.3)]"
      let number = match.2.first?.isNumber == true ? "\(match.2) " : ""
      return block("\(match.1)\(number)\(box) ", String(match.4), isTicked ? [.dim] : [])
    }
    if let match = line.wholeMatch(of: /( *)([-*+]) +(.*)/), !Self.isRule(line) {
      return block("\(match.1)\(isUnicode ? "•" : match.2) ", String(match.3))
    }
    if let match = line.wholeMatch(of: /( *[0-9]+[.)]) +(.*)/) {
      return block("\(match.1) ", String(match.2))
    }
    if let match = line.wholeMatch(of: /> ?(.*)/) {
      let isNote = line.hasPrefix("> [!")
      return block(
        "\(isUnicode ? "│" : ">") ", String(match.1), isNote ? [.yellow] : [.dim], hangs: true)
    }
    if Self.isRule(line) {
      return [style.paint(String(repeating: isUnicode ? "─" : "-", count: min(width, 40)), .dim)]
    }
    let indent = String(line.prefix { $0 == " " })
    return block(indent, String(line.dropFirst(indent.count)))
  }

  private static func isRule(_ line: String) -> Bool {
    let marks = line.filter { $0 != " " }
    return marks.count > 2 && ["-", "*", "_"].contains(marks.first)
      && marks.allSatisfy { $0 == marks.first }
  }

  /// A paragraph behind its mark; the lines that it is broken into stand below its first word.
  ///
  /// - Parameter hangs: Whether the mark stands before each of them.
  private func block(
    _ mark: String, _ text: String, _ paints: [Style.Paint] = [], hangs: Bool = false
  ) -> [String] {
    let room = max(width - mark.terminalWidth, 8)
    let space = hangs ? mark : String(repeating: " ", count: mark.terminalWidth)
    return Inline(text, style.color).wrapped(to: room).enumerated().map { index, runs in
      let words = runs.map { style.paint($0.text, paints + $0.paints) }.joined()
      return style.paint(index == 0 ? mark : space, paints) + words
    }
  }
}

/// A line of text in runs that look alike.
private struct Inline {
  struct Run: Equatable {
    var text: String
    var paints: [Style.Paint]
  }

  private var runs: [Run] = []

  /// - Parameter rendersMarks: False leaves the marks of emphasis in the text.
  init(_ text: String, _ rendersMarks: Bool) {
    guard rendersMarks else {
      runs = [Run(text: text, paints: [])]
      return
    }
    var rest = text[...]
    while let match = rest.firstMatch(of: Self.marks) {
      let plain = rest[..<match.range.lowerBound] + match.1
      if !plain.isEmpty { runs.append(Run(text: String(plain), paints: [])) }
      if let code = match.2 {
        runs.append(Run(text: String(code), paints: [.cyan]))
      } else if let text = match.3 ?? match.4 {
        runs.append(Run(text: String(text), paints: [.bold]))
      } else if let text = match.5 ?? match.6 {
        runs.append(Run(text: String(text), paints: [.italic]))
      }
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { runs.append(Run(text: String(rest), paints: [])) }
  }

  /// What stands before a mark, code, then two marks of two kinds, then one.
  private static var marks:
    Regex<(Substring, Substring, Substring?, Substring?, Substring?, Substring?, Substring?)>
  {
    /(^|[^\w*_`\\])(?:`([^`]+)`|\*\*(\S(?:.*?\S)?)\*\*|__(\S(?:.*?\S)?)__(?!\w)|\*([^\s*](?:[^*]*[^\s*])?)\*(?!\w)|_([^\s_](?:[^_]*[^\s_])?)_(?!\w))/
  }

  /// The runs of each line, broken at spaces.
  func wrapped(to cells: Int) -> [[Run]] {
    let plain = runs.map(\.text).joined()
    var lines: [[Run]] = []
    var queue = runs[...]
    for line in plain.wrapped(to: cells) {
      var wanted = Array(line)[...]
      var found: [Run] = []
      while !wanted.isEmpty, var run = queue.first {
        var text = ""
        var rest = run.text[...]
        while let character = rest.first {
          if character == wanted.first {
            text.append(character)
            wanted.removeFirst()
            rest.removeFirst()
          } else if character == " " {
            // Where a line is broken, its spaces go.
            rest.removeFirst()
          } else {
            break
          }
          if wanted.isEmpty { break }
        }
        if !text.isEmpty { found.append(Run(text: text, paints: run.paints)) }
        run.text = String(rest)
        queue.removeFirst()
        if !rest.isEmpty { queue = [run] + queue }
        if text.isEmpty, !rest.isEmpty { break }
      }
      lines.append(found)
    }
    return lines.isEmpty ? [[]] : lines
  }
}
