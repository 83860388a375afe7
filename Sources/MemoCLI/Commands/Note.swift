internal import MemoKit

struct Note: Command {
  static let grammar = Grammar(
    "note", "Add a paragraph to a task's text",
    """
    The first word names the task; the others are the text, in Markdown. memo adds it at the end \
    of the text, or of the section 'Notes' if there is one.
    """,
    examples: """
      memo note kx Asked Ben, he brings the ladder
      memo note milk --time "The shop was closed."
      memo note milk -F minutes.txt
      make 2>&1 | tail -5 | memo note build -F -
      """,
    options: [.writing])

  @Arguments("words", "Task, then text", isOptional: false) var words
  @Flag("--time", "Date and time before the text") var time
  @Value("-F --file", "file", "File with the text; - is standard input") var file

  func run(in context: Context) throws -> Outcome {
    let name = words[0]
    let text = try text(Array(words.dropFirst()), of: name, context)
    let store = try context.writableStore()
    let tasks = Bulk(
      words: [name], question: { "Add this to \($0)" })
    let report = try store.note(
      try tasks.names(in: store, context), from: context.folder(in: store), text)
    return ChangeOutput(report: report, kind: .note).outcome(in: context)
  }

  private func text(_ words: [String], of name: String, _ context: Context) throws -> String {
    if file != nil, !words.isEmpty {
      throw MemoError(.usage, "the text comes from one place: words, -F or standard input")
    }
    let file = file ?? (words == ["-"] ? "-" : nil)
    var text = try file.map { try ArgumentText.file($0, context) } ?? words.joined(separator: " ")
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw MemoError(
        .usage, "missing text to add",
        hints: [
          "memo note \(name.quotedForShell) TEXT; is a variable of a script empty?",
          "- in place of TEXT reads standard input",
        ])
    }
    guard time else { return text }
    let minute = TimeOfDay(hour: context.now.time.hour, minute: context.now.time.minute)
    return "\(context.now.date)\(minute.map { " \($0)" } ?? "") \(text)"
  }
}
