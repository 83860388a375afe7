internal import MemoKit
internal import Terminal

/// The text of the help, in the width of the window.
package struct HelpText {
  /// The smallest width with room for descriptions of options.
  private static let narrowest = 40
  /// Longer lines are hard to read.
  private static let widest = 100
  /// The column in which descriptions begin.
  private static let indent = 26

  private let columns: Int

  /// - Parameter width: The window's width in cells.
  package init(width: Int) { columns = min(max(width, Self.narrowest), Self.widest) }

  /// The help of one command.
  package func text(of usage: Usage) -> String {
    var lines = wrapped(usage.summary) + paragraphs(usage.text)
    lines += ["", "EXAMPLES:"] + usage.examples.map { "  \($0)" }
    lines += [""] + wrapped(usage, "memo \(usage.name)")
    if !usage.arguments.isEmpty {
      lines += ["", "ARGUMENTS:"]
      lines += usage.arguments.flatMap { row("<\($0.name)>", $0.help) }
    }
    lines += ["", "OPTIONS:"] + usage.options.flatMap { row($0.shown, $0.help) }
    return lines.map { "\($0)\n" }.joined()
  }

  /// The usage line; each argument stays on one line.
  private func wrapped(_ usage: Usage, _ call: String) -> [String] {
    let space: Character = "\u{A0}"
    let start = "USAGE: "
    let words = usage.arguments.map { $0.isOptional ? "[\($0.shown)]" : $0.shown }
    return ([call, "[<options>]"] + words).map { $0.replacing(" ", with: String(space)) }
      .joined(separator: " ").wrapped(to: columns - start.count).enumerated().map { index, line in
        (index == 0 ? start : String(repeating: " ", count: start.count))
          + line.replacing(String(space), with: " ")
      }
  }

  /// The output of `memo help`: the everyday commands, or all.
  func overview(isWhole: Bool) -> String {
    var lines = wrapped(Self.summary) + paragraphs(Self.about)
    lines += ["", "EXAMPLES:"] + Self.examples.map { "  \($0)" }
    lines += ["", "USAGE: memo [-C <folder>] <command> [<argument> ...]"]
    for group in CommandTable.groups where isWhole || group.isEveryday {
      lines += ["", "\(group.name.uppercased()):"]
      lines += group.usages.flatMap { row($0.names.joined(separator: ", "), $0.summary) }
    }
    lines += [""] + wrapped("'memo help COMMAND' and 'memo COMMAND --help' explain a command.")
    if !isWhole { lines += wrapped("'memo help --all' lists every command.") }
    return lines.map { "\($0)\n" }.joined()
  }

  static let summary = "Keep tasks as Markdown files in git"

  static let about = """
    Without a command, memo lists the tasks for today. 'memo help filters' explains filters. 'memo \
    web' opens the board in a browser, if memo-web is installed. 'memo git …' runs git in the \
    store. Any other name runs the program memo-NAME. 'memo -C DIR …' starts in another folder.
    """

  static let examples = [
    "memo init ~/tasks && cd ~/tasks", "memo add \"Buy milk\" -d fri", "memo sync",
  ]

  private func wrapped(_ text: String) -> [String] { text.wrapped(to: columns) }

  private func paragraphs(_ text: String) -> [String] {
    text.isEmpty ? [] : text.split(separator: "\n\n").flatMap { [""] + wrapped(String($0)) }
  }

  private func row(_ name: String, _ meaning: String) -> [String] {
    let space = String(repeating: " ", count: Self.indent)
    let lines = meaning.wrapped(to: max(columns - Self.indent, 1)).map { space + $0 }
    let head = "  \(name)"
    guard head.terminalWidth + 1 < Self.indent, let first = lines.first else {
      return [head] + lines
    }
    return [head + first.dropFirst(head.count)] + lines.dropFirst()
  }

  /// A Markdown page: rendered on a terminal, unchanged in a pipe.
  static func text(_ markdown: String, _ page: Page) -> String {
    guard let width = page.style.width else { return markdown + "\n" }
    let columns = min(max(width, narrowest), widest)
    let renderer = MarkdownText(page.style, width: columns, isUnicode: page.isUnicode)
    return renderer.lines(markdown.paragraphs.joined(separator: "\n")).map { $0 + "\n" }.joined()
  }
}

extension Usage.Option {
  /// For example, `-s, --sort <key,…>`.
  package var shown: String {
    names.joined(separator: ", ") + (value.map { " <\($0)>" } ?? "")
  }
}

extension String {
  /// The lines, with those of a paragraph joined; indented lines stay.
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
