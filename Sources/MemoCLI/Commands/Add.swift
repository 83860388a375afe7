internal import Exchange
internal import MemoKit

struct Add: Command {
  static let grammar = Grammar(
    "add", "Add a task",
    """
    A template is a task file in .memo/templates/. In it, {{title}}, {{date}} and dates such as \
    {{today+3d}} are replaced.

    With - and no title, each line of standard input is a task: a title with fields, a Markdown \
    item, or a line of todo.txt. With a title, standard input is the text.
    """,
    examples: """
      memo add "Buy milk" -d fri -t shopping -p high
      memo add Buy milk +shopping due:tomorrow p:high
      memo add "Send the report project:house due:next week to:me"
      memo add "Paint the fence" --in home -m "Two coats."
      memo add Groceries -T shopping
      date | memo add "Look at the clock" -
      memo add - +shopping < list.txt
      """,
    options: [.writing])

  @Arguments(
    "words", "Title and fields: +tag, due:fri, p:high, KEY:VALUE; everything behind -- is title",
    keepsSeparator: true) var words
  @Value("-d --deadline", "deadline", "Deadline: fri, 12-01, +3d, …") var deadline
  @Values("-t --tag", "tag", "Tag; may be repeated") var tag
  @Value("-p --priority", "priority", "Priority: high, medium, low; H, M, L; or 1, 2, 3")
  var priority
  @Values("-m --message", "message", "Text in Markdown; each -m is a paragraph") var message
  @Value("-F --file", "file", "File with the text; - is standard input") var file
  @Value("-T --template", "template", "Template from .memo/templates/") var template
  @Value("--in", "folder", "Subfolder of todo/ or doing/") var folder
  @Flag("--doing", "Add it to doing/") var doing
  @Flag("-e --edit", "Open the new task in the editor") var edit

  func run(in context: Context) throws -> Outcome {
    let store = try context.writableStore()
    let template = try template.map { name throws(MemoError) in try store.template(named: name) }
    let tasks = try NewTaskWords(
      store: store, context, folder: folder ?? "", options: try options(store, context),
      template: template)
    let (words, takesInput) = wordsWithoutInput
    // Without a title, each line is a task.
    if takesInput, !words.contains("--"), file == nil, message.isEmpty,
      let each = try tasks.adding(words)
    {
      let text = try ArgumentText.file("-", context)
      guard !edit else {
        throw MemoError(
          .usage, "--edit opens one task; standard input may have several",
          hints: ["'memo edit' with a filter opens many"])
      }
      if let format = ExchangeFormat.ofOtherText(text) {
        throw MemoError(
          .usage, "standard input is \(format.name), and 'memo add -' reads one task per line",
          hints: ["memo import -"])
      }
      return try Self.add(linesOf: text, each).outcome(in: context)
    }
    var task = try tasks.task(words, isDraft: edit)
    task.body = try body(context, takesInput: takesInput)
    if edit { return try Editing(store: store, context: context).add(task) }
    var output = try Self.add([task], tasks)
    output.hints += Self.literalFields(words)
    return output.outcome(in: context)
  }

  /// Notes about words that `set` reads as fields, and `add` as title.
  private static func literalFields(_ words: [String]) -> [String] {
    words.prefix { $0 != "--" }.flatMap { FieldGrammar.words(of: $0) }.compactMap { word in
      guard let (key, value) = SetWords.pair(word), word.dropFirst(key.count).first == "=",
        key.count > 1, !value.isEmpty, KnownField.names.contains(key)
      else { return nil }
      return "'\(word)' is title; \(key):\(value) is a field"
    }
  }

  private func options(_ store: Store, _ context: Context) throws -> [FieldEdit] {
    var edits: [FieldEdit] = try tag.map { .addTag(try FieldGrammar.tag($0)) }
    for (key, value) in [("deadline", deadline), ("priority", priority)] {
      guard let value else { continue }
      edits.append(try ArgumentText.grammar(store, context).edit(key, value))
    }
    if doing { edits.append(Status.doing.edit) }
    return edits
  }

  /// The words without a `-` that names standard input, and whether there was one.
  ///
  /// It is the first word, or only tags and fields follow. Between words it belongs to the title.
  private var wordsWithoutInput: (words: [String], takesInput: Bool) {
    let own = words.prefix { $0 != "--" }
    guard let place = own.first == "-" ? 0 : own.lastIndex(of: "-"),
      place == 0 || own[(place + 1)...].allSatisfy({ $0.hasPrefix("+") || $0.contains(":") })
    else { return (words, false) }
    var rest = words
    rest.remove(at: place)
    return (rest.first == "-" ? Array(rest.dropFirst()) : rest, true)
  }

  /// The text from `-m`, a file, or standard input.
  private func body(_ context: Context, takesInput: Bool) throws -> String {
    let files = Set([takesInput ? "-" : nil, file].compactMap(\.self))
    guard files.count + (message.isEmpty ? 0 : 1) <= 1 else {
      throw MemoError(.usage, "the text comes from one place: -m, -F or standard input")
    }
    if let file = files.first { return try ArgumentText.file(file, context) }
    // Joins the paragraphs like git.
    return message.joined(separator: "\n\n")
  }

  private static func add(linesOf text: String, _ words: NewTaskWords) throws -> ChangeOutput {
    let (tasks, headings) = try words.tasks(in: text)
    guard !tasks.isEmpty else {
      throw MemoError(
        .usage, "standard input has no task",
        hints: [
          "one task per line: printf '%s\\n' 'Buy milk +home' 'Call mum due:fri' | memo add -"
        ])
    }
    var output = try add(tasks, words)
    output.hints += headings.map { "line \($0.line) is a heading, and no task: \($0.text)" }
    return output
  }

  /// Adds lines that were typed on a board.
  ///
  /// One line has the words of `memo add`, without options. `memo add -` has the same rules for
  /// several lines.
  static func add(_ lines: [String], _ words: NewTaskWords) throws -> ChangeOutput {
    guard lines.count == 1 else {
      return try add(linesOf: lines.joined(separator: "\n"), words)
    }
    var output = try add([try words.task(typed: lines[0])], words)
    output.hints += literalFields(lines)
    return output
  }

  static func add(_ tasks: [NewTask], _ words: NewTaskWords) throws -> ChangeOutput {
    let (store, now) = (words.store, words.context.now)
    var output = ChangeOutput(report: try store.add(all: tasks), kind: .add)
    guard let on = try store.context() else { return output }
    let all = try store.read().tasks
    let filter = try Selection.filter(["@\(on.name)"], store, at: now, among: all)
    output.hints = output.report.tasks.filter { !filter.matches($0, at: now) }.map {
      "the context \(on.name) doesn't find \($0.title): lists leave it out, but for --no-filter"
    }
    return output
  }
}
