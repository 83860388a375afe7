internal import MemoKit
internal import Terminal

struct Tick: Command {
  static let grammar = Grammar(
    "tick", "Tick items of a checklist",
    """
    The first word names the task. The others are numbers of items, as in 'memo show', or words \
    of one item. Without them, memo ticks the only open item; if there are several, a terminal \
    asks.
    """,
    examples: """
      memo tick trip 2
      memo tick trip passport
      memo tick trip --untick 1 2
      memo tick trip --all
      memo tick trip --add "Water the plants"
      """,
    options: [.writing])

  @Arguments("words", "Task, then numbers or words of items", isOptional: false) var words
  @Flag("--untick", "Remove ticks") var untick
  @Flag("--all", "All items") var all
  @Values("--add", "text", "Add an item; may be repeated") var add

  func run(in context: Context) throws -> Outcome {
    if !add.isEmpty, all || untick || words.count > 1 {
      throw Self.misuse("--add and items exclude each other")
    }
    if all, words.count > 1 { throw Self.misuse("--all and items exclude each other") }
    let store = try context.writableStore()
    let task = try TaskChoice(store, .changing, context).task(words[0])
    if !add.isEmpty {
      return outcome(of: try store.addItems([task.path], try add.map(Self.line)), context)
    }
    let items = try items(Array(words.dropFirst()), of: task, context)
    return outcome(of: try store.tick(task.path, items, isDone: !untick), context)
  }

  private func outcome(of report: ChangeReport, _ context: Context) -> Outcome {
    let lines = report.tasks.flatMap { task in
      zip(1..., task.document.checklistItems).map { "\($0)  \($1.shown)" }
    }
    return ChangeOutput(report: report, kind: .tick, remarks: lines).outcome(in: context)
  }

  private func items(
    _ words: [String], of task: StoredTask, _ context: Context
  ) throws(MemoError) -> ChecklistChoice {
    if all { return .all }
    if let choice = Self.choice(words) { return choice }
    let items = task.document.checklistItems
    let open = items.enumerated().filter { $1.isDone == untick }.map { $0.offset + 1 }
    guard !open.isEmpty else {
      throw MemoError(
        .refused,
        items.isEmpty
          ? "\(task.title) has no checklist"
          : "every item of \(task.title) is \(untick ? "open" : "ticked") already",
        hints: ["'memo tick \(task.name.quotedForShell) --add TEXT' adds one"])
    }
    if open.count == 1 { return .numbers(open) }
    guard context.canAsk else {
      let lines = zip(1..., items).map { "\($0)  \($1.shown)" }
      throw MemoError(
        .usage, "missing item of \(task.title)", details: lines,
        hints: [
          "memo tick \(task.name) \(untick ? "--untick " : "")\(open[0])", "--all means every one",
        ])
    }
    let question = Question("Which ones?", options: items.map(\.shown.sanitizedLines))
    let answer = context.answer(question) ?? ""
    guard let choice = Self.choice(answer.split(whereSeparator: \.isWhitespace).map(String.init))
    else { throw MemoError.givenUp("\(task.title) is unchanged") }
    return choice
  }

  private static func choice(_ words: [String]) -> ChecklistChoice? {
    let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    guard !words.isEmpty else { return nil }
    let parts = words.flatMap { $0.split(separator: ",").map(String.init) }
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    return !numbers.isEmpty && numbers.count == parts.count
      ? .numbers(numbers) : .words(words.joined(separator: " "))
  }

  private static func line(_ text: String) throws(MemoError) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    let typed = String(lines.first ?? "").trimmingSpaces
    // Accepts an item as in the file or in a list of another program.
    let line = typed.replacing(/^[-*+] \[[ xX]\] +/, with: "")
    guard lines.count == 1, !line.isEmpty else {
      throw MemoError(
        .usage, "an item is one line with text",
        hints: ["memo tick ID --add \"Water the plants\""])
    }
    return line
  }
}
