internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo add TITLE…`.
struct Add: Command {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a task",
    discussion: """
      EXAMPLES:
        memo add "Buy milk" -d fri -t shopping -p high
        memo add Buy milk +shopping due:tomorrow
        memo add "Paint the fence" --in home -m "Two coats."
        date | memo add "Look at the clock" -
      """)

  @Argument(help: "The title; words like +tag and due:DATE are understood", completion: .default)
  var words: [String] = []
  @Option(name: [.short, .customLong("deadline")], help: "When it is due: fri, 12-01, +3d, …")
  var deadline: String?
  @Option(name: .shortAndLong, help: "A tag; may be given several times")
  var tag: [String] = []
  @Option(name: .shortAndLong, help: "high, medium or low")
  var priority: Priority?
  @Option(
    name: [.short, .customLong("message")], parsing: .unconditional,
    help: "The task's text, in Markdown")
  var message: String?
  @Option(
    name: [.customShort("F"), .customLong("file")],
    help: "Read the text from a file; - is standard input")
  var file: String?
  @Option(
    name: .customLong("in"), help: ArgumentHelp("A folder below todo/", valueName: "folder"))
  var folder: String = ""
  @Flag(help: "Start it at once, in doing/")
  var doing = false
  @Flag(name: [.short, .customLong("edit")], help: "Open the new task in the editor")
  var edit = false
  @OptionGroup var confirm: ConfirmOptions
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store(confirming: confirm.yes)
    var task = try newTask(context)
    task.body = try body(context)
    guard edit else {
      return ChangeOutput(report: try store.add(task, context.patience), kind: "add")
    }
    return try Editing(store: store, context: context).add(task)
  }

  private func newTask(_ context: Context) throws -> NewTask {
    var titleWords: [String] = []
    var tags = tag
    var due = deadline
    for word in words where word != "-" {
      if word.hasPrefix("+"), word.count > 1, !word.dropFirst().contains(" ") {
        tags.append(String(word.dropFirst()))
      } else if word.hasPrefix("due:") {
        guard word.count > 4 else {
          throw Failure(
            .usage, "'due:' says no date",
            hints: ["leave it out where there is none; is a variable of a script empty?"])
        }
        due = String(word.dropFirst(4))
      } else if word.contains(where: { !$0.isWhitespace }) {
        titleWords.append(word)
      }
    }
    guard !titleWords.isEmpty else {
      throw Failure(.usage, "a task needs a title", hints: ["memo add \"Buy milk\""])
    }
    var task = NewTask(title: titleWords.joined(separator: " "))
    task.status = doing ? .doing : .todo
    task.deadline = try due.flatMap { try Words.deadline($0, context) }
    task.priority = priority
    task.tags = try tags.map(Words.tag)
    task.folder = folder
    return task
  }

  /// The text from `-m`, a file, or standard input.
  private func body(_ context: Context) throws -> String {
    let fromInput = words.contains("-") || file == "-"
    let given = [message != nil, file != nil && file != "-", fromInput].filter { $0 }.count
    guard given <= 1 else {
      throw Failure(.usage, "the text comes from one place: -m, -F or standard input")
    }
    if let message { return message }
    if fromInput { return try Words.text(context.standardInput(), of: "standard input") }
    return try file.map { try Words.file($0, context) } ?? ""
  }
}
