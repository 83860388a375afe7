internal import MemoKit

struct Agents: Command {
  static let grammar = Grammar(
    "agents", "Print instructions for an AI agent",
    """
    --write puts them into a file that agents read, such as AGENTS.md or CLAUDE.md, between two \
    marks. Writing again replaces the text between the marks; the rest of the file stays.
    """,
    examples: """
      memo agents
      memo agents --write AGENTS.md
      memo agents --write CLAUDE.md
      """)

  @Value("--write", "file", "File to write or update") var file

  func run(in context: Context) throws -> Outcome {
    let members: JSON = ["text": .text(AgentGuide.text)]
    guard let file else {
      return context.outcome(
        text: HelpText.text(AgentGuide.text, Page(context)), document: .document(.agents, members))
    }
    let path = context.absolute(file)
    // `map` would lose the typed error.
    var old: String?
    if let bytes = try Store.knownContent(ofFile: path) {
      old = try ArgumentText.text(bytes, of: file)
    }
    let new = try Self.placing(AgentGuide.text, in: old ?? "", of: file)
    if new != old { try Store.write(new, toFile: path) }
    return context.outcome(
      text: new != old ? "Wrote \(file).\n" : "\(file) is up to date.\n",
      document: .document(
        .agents, members + ["path": .text(file), "new": .bool(new != old)]))
  }

  private static let (start, end) = ("<!-- memo agents: begin -->", "<!-- memo agents: end -->")

  /// Replaces the section between the two marks, or adds it at the end.
  static func placing(
    _ section: String, in text: String, of file: String
  ) throws(MemoError) -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let marked = "\(start)\n\(section)\n\(end)\n".replacing("\n", with: lineEnd)
    let (starts, ends) = (text.ranges(of: start), text.ranges(of: end))
    if starts.isEmpty, ends.isEmpty {
      let isWhole = text.last?.isNewline ?? true
      return text + (isWhole ? "" : lineEnd) + (text.isEmpty ? "" : lineEnd) + marked
    }
    guard starts.count == 1, ends.count == 1, let first = starts.first, let last = ends.first,
      first.upperBound <= last.lowerBound
    else {
      throw MemoError(
        .refused, "\(file) needs exactly one begin mark, and one end mark behind it",
        hints: ["remove '\(start)' and '\(end)' from it"])
    }
    return String(text[..<first.lowerBound]) + marked.dropLast() + text[last.upperBound...]
  }
}
