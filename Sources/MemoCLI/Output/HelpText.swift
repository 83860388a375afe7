internal import ArgumentParser
internal import Terminal

/// What the parser has to say, help and errors, as wide as the window.
enum HelpText {
  /// - Parameters:
  ///   - error: What the parser threw.
  ///   - width: Cells of the window; nil leaves long lines as they are.
  static func text(for error: any Error, width: Int?) -> String {
    guard let width else { return MemoCommand.fullMessage(for: error) }
    let columns = min(max(width, narrowest), widest)
    return MemoCommand.fullMessage(for: error, columns: columns)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrappedUsage(String($0), columns) }.joined(separator: "\n")
  }

  /// A page of Markdown: rendered for a terminal, and as it is in a pipe.
  static func text(_ markdown: String, _ page: Page) -> String {
    guard let width = page.style.width else { return markdown + "\n" }
    let columns = min(max(width, narrowest), widest)
    let renderer = MarkdownText(page.style, width: columns, isUnicode: page.isUnicode)
    return renderer.lines(markdown.paragraphs.joined(separator: "\n")).map { $0 + "\n" }.joined()
  }

  /// In less, the parser finds no room for what an option does.
  private static let narrowest = 40
  /// Longer lines are hard to read.
  private static let widest = 100

  /// The parser leaves the line that begins with `USAGE:` as long as it is.
  private static func wrappedUsage(_ line: String, _ columns: Int) -> String {
    let words = line.split(separator: " ")
    guard words.first?.lowercased() == "usage:", words.count > 1 else { return line }
    let indent = String(repeating: " ", count: line.prefix { $0 == " " }.count)
    let hanging = indent + String(repeating: " ", count: "usage: ".count)
    var lines: [String] = []
    var current = "\(indent)\(words[0])"
    for unit in units(words.dropFirst()) {
      if current.terminalWidth + 1 + unit.terminalWidth > columns, current != hanging {
        lines.append(current)
        current = hanging + unit
      } else {
        current += " \(unit)"
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }

  /// What stands in brackets stays together, and `...` with what it repeats.
  private static func units(_ words: ArraySlice<Substring>) -> [String] {
    var units: [String] = []
    var depth = 0
    for word in words {
      if depth > 0 || word == "...", let last = units.popLast() {
        units.append("\(last) \(word)")
      } else {
        units.append(String(word))
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return units
  }
}

extension String {
  /// Its lines, those of a paragraph joined; what is indented is left alone.
  fileprivate var paragraphs: [String] {
    var lines: [String] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isText = !line.isEmpty && !line.hasPrefix(" ") && !line.hasPrefix("#")
      if isText, let last = lines.last, !last.isEmpty, !last.hasPrefix(" "), !last.hasPrefix("#") {
        lines[lines.count - 1] = "\(last) \(line)"
      } else {
        lines.append(line)
      }
    }
    return lines
  }
}
