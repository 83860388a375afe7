internal import MemoKit
internal import Terminal

/// Converts the words of `memo add` to new tasks.
struct NewTaskWords {
  let store: Store
  let context: Context
  /// The subfolder of the status folder.
  let folder: String
  /// Fields from options, which words can't give again, except for tags.
  private var options: [FieldEdit]
  let template: TaskTemplate?
  /// Fields from the context, which typed words override.
  private let demands: [FieldEdit]
  /// Fields of all lines, which a line's own words override.
  private var fields: [FieldEdit] = []

  private let grammar: FieldGrammar

  init(
    store: Store, _ context: Context, folder: String, options: [FieldEdit],
    template: TaskTemplate?
  ) throws {
    self.store = store
    self.context = context
    self.folder = folder
    self.options = options
    self.template = template
    grammar = ArgumentText.grammar(store, context)
    let filter = try store.context().map {
      try Selection.parsed(["@\($0.name)"], store, at: context.now)
    }
    demands = try filter?.demands(grammar) ?? []
  }

  /// The task of one line: a Markdown item, or a title with fields.
  func task(typed line: String) throws -> NewTask {
    if let found = TaskLine(line, today: context.now.date), found.isItem { return try task(found) }
    return try task([line])
  }

  /// Adds words and options to each line; nil if the words are title.
  func adding(_ words: [String]) throws -> NewTaskWords? {
    let found = try TaskWords(words, grammar)
    guard !found.title.contains(where: { !$0.isWhitespace }) else { return nil }
    try check(found)
    var copy = self
    // The options' tags come in addition to `tags:a,b` of a line.
    copy.options = options.filter { $0.key == "tags" }
    copy.fields = options.filter { $0.key != "tags" } + found.edits
    return copy
  }

  /// The tasks of a text, one per line.
  ///
  /// Text indented below a Markdown item becomes the task's text.
  ///
  /// - Returns: The tasks, and the headings with their line numbers.
  /// - Throws: `MemoError` with the first invalid line.
  func tasks(in text: String) throws -> (tasks: [NewTask], headings: [(line: Int, text: String)]) {
    var tasks: [NewTask] = []
    var headings: [(line: Int, text: String)] = []
    var items: [Int] = []
    // The indentation of the first line below the last item.
    var textIndent: Int?
    // In files from Windows, each line ends with a carriage return.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let number = index + 1
      guard let found = TaskLine(String(line), today: context.now.date) else { continue }
      if let indent = items.last, found.indent > indent, !tasks.isEmpty {
        let rest = line.drop { $0 == " " || $0 == "\t" }
        let start = textIndent ?? found.indent
        textIndent = start
        let depth = String(repeating: " ", count: max(0, found.indent - start))
        tasks[tasks.count - 1].body += depth + rest + "\n"
        continue
      }
      if found.isHeading {
        headings.append((number, found.words))
        continue
      }
      items = found.isItem ? [found.indent] : []
      textIndent = nil
      do {
        tasks.append(try task(found))
      } catch var failure as MemoError {
        failure.message = "line \(number): \(failure.message)"
        failure.details = [String(line).sanitized] + failure.details
        throw failure
      }
    }
    return (tasks, headings)
  }

  private func task(_ line: TaskLine) throws -> NewTask {
    var task = try task([line.words])
    if line.status == .done { task.edits.append(Status.done.edit) }
    let created = line.created.map { context.now.at(context.now.beginning(of: $0)).timestamp }
    let fields = [
      ("priority", line.priority?.rawValue), ("created", created?.description),
      ("completed", line.completed?.description),
    ]
    for case let (key, value?) in fields { task.edits.append(.set(key: key, .text(value))) }
    return task
  }

  /// Refuses fields that the options give, too, and new keys that look misspelled.
  private func check(_ found: TaskWords) throws {
    let given = Set(options.map(\.key)).subtracting(["tags"])
    if let edit = found.edits.first(where: { given.contains($0.key) }) {
      throw MemoError.twice(edit.key)
    }
    try NewKeys.check(found.keys, in: store, context)
  }

  /// The task of a command line.
  ///
  /// - Parameters:
  ///   - words: The typed words; those after `--` are title.
  ///   - isDraft: Whether the editor will add the title.
  func task(_ words: [String], isDraft: Bool = false) throws -> NewTask {
    let own = words.prefix { $0 != "--" }
    let literal = words.dropFirst(own.count + 1)
    let found = try TaskWords(own == ["-"] ? [] : Array(own), literal: Array(literal), grammar)
    let isUntitled = !found.title.contains { !$0.isWhitespace }
    guard !isUntitled || isDraft || template.map({ !$0.asksForTitle }) ?? false else {
      let typed = (own + literal).filter { $0.contains { !$0.isWhitespace } }
      let line = "memo add -- " + typed.map(\.quotedForShell).joined(separator: " ")
      throw MemoError(
        .usage, "a task needs a title",
        hints: [typed.isEmpty ? "memo add \"Buy milk\"" : "put literal text behind --: \(line)"])
    }
    try check(found)
    var task = NewTask(title: found.title)
    task.folder = folder
    if let template {
      let document = try template.filled(title: found.title, at: context.now)
      task.template = document
      // A typed title replaces that of the template.
      if isUntitled || template.asksForTitle && TaskTemplate.title(of: document) != nil {
        // The editor will write it.
        task.title =
          isUntitled && template.asksForTitle ? "" : document.item(fileName: template.name).title
      }
    }
    // Later edits override earlier ones.
    task.edits = demands + fields + found.edits + options
    return task
  }
}
