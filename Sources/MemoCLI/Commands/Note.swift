internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo note ID TEXT…`.
struct Note: Command {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Add a paragraph to a task's text",
    discussion: """
      The first word is the task; all others are the text, in Markdown. It stands at the end, \
      or at the end of the section 'Notes' where there is one, behind a blank line.

      EXAMPLES:
        memo note kx Asked Ben, he brings the ladder
        memo note milk --time "The shop was closed."
        memo note milk -F minutes.txt
        make 2>&1 | tail -5 | memo note build -F -
      """)

  @Argument(help: "The task, then the text") var words: [String]
  @Flag(help: "Put date and time before it") var time = false
  @Option(
    name: [.customShort("F"), .customLong("file")],
    help: "Read the text from a file; - is standard input")
  var file: String?
  @OptionGroup var confirm: ConfirmOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    let words = DashWords.decoded(words).filter { $0 != "--" }
    guard let name = words.first else {
      throw Failure(.usage, "say which task", hints: ["memo note ID TEXT"])
    }
    let text = try text(Array(words.dropFirst()), of: name, context)
    let store = try context.store(confirming: confirm.yes)
    var tasks = Bulk([name], doubtful: [])
    tasks.question = { "Add this to \($0)" }
    tasks.isConfirmed = confirm.yes
    let report = try store.note(
      try tasks.names(in: store, context, output), from: context.folder(in: store), text,
      context.patience)
    return ChangeOutput(report: report, kind: .note)
  }

  private func text(_ words: [String], of name: String, _ context: Context) throws -> String {
    let isInput = file == "-" || words == ["-"]
    if file != nil, !words.isEmpty, words != ["-"] {
      throw Failure(.usage, "the text comes from one place: words, -F or standard input")
    }
    var text = words.joined(separator: " ")
    if isInput {
      text = try Words.text(context.standardInput(), of: "standard input")
    } else if let file {
      text = try Words.file(file, context)
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure(
        .usage, "there is no text to add",
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
