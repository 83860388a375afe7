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
        memo add Buy milk +shopping due:tomorrow p:high
        memo add "Send the report project:house due:next week to:me"
        memo add "Paint the fence" --in home -m "Two coats."
        date | memo add "Look at the clock" -
      """)

  @Argument(
    help:
      "The title, and fields in it: +tag, due:fri, p:high, KEY:VALUE; what is behind -- is title",
    completion: .default)
  var words: [String] = []
  @Option(name: [.short, .customLong("deadline")], help: "When it is due: fri, 12-01, +3d, …")
  var deadline: String?
  @Option(name: .shortAndLong, help: "A tag; may be given several times")
  var tag: [String] = []
  @Option(name: .shortAndLong, help: "high, medium or low; H, M, L or 1, 2, 3")
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
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store(confirming: confirm.yes)
    var task = try newTask(store, context)
    task.body = try body(context)
    guard edit else {
      return ChangeOutput(report: try store.add(task, context.patience), kind: .add)
    }
    return try Editing(store: store, context: context, options: output).add(task)
  }

  private func newTask(_ store: Store, _ context: Context) throws -> NewTask {
    let words = DashWords.decoded(words)
    let end = words.firstIndex(of: "--") ?? words.count
    let grammar = Words.grammar(store, context)
    // Every file is read for it, so only where a word asks for it.
    lazy var used = Result { Set(try store.read().tasks.flatMap(\.document.keys)) }
    let found = try Words.checked { () throws(FieldError) in
      try TaskWords(
        words[..<end].filter { $0 != "-" }, literal: Array(words[end...].dropFirst()), grammar
      ) { (try? used.get())?.contains($0) ?? false }
    }
    guard found.title.contains(where: { !$0.isWhitespace }) else {
      throw Failure(.usage, "a task needs a title", hints: ["memo add \"Buy milk\""])
    }
    try NewKeys(store: store, context: context, isConfirmed: confirm.yes).check(found.keys) {
      key, meant in
      "memo add "
        + words.map { $0.replacing("\(key):", with: "\(meant):").quotedForShell }.joined(
          separator: " ")
    }
    var task = NewTask(title: found.title)
    task.folder = folder
    task.apply(found.edits)
    task.apply(try tag.map { .addTag(try Words.tag($0)) })
    if let deadline { task.deadline = try Words.deadline(deadline, context) }
    if let priority { task.priority = priority }
    if doing { task.status = .doing }
    return task
  }

  /// The text from `-m`, a file, or standard input.
  private func body(_ context: Context) throws -> String {
    let fromInput = words.prefix { DashWords.decoded([$0]) != ["--"] }.contains("-") || file == "-"
    let given = [message != nil, file != nil && file != "-", fromInput].filter { $0 }.count
    guard given <= 1 else {
      throw Failure(.usage, "the text comes from one place: -m, -F or standard input")
    }
    if let message { return message }
    if fromInput { return try Words.text(context.standardInput(), of: "standard input") }
    return try file.map { try Words.file($0, context) } ?? ""
  }
}
