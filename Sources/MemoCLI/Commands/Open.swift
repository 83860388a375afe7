internal import MemoKit
internal import Terminal

struct Open: Command {
  static let grammar = Grammar(
    "open", "Open the links in a task's text",
    """
    Links begin with http://, https:// or mailto:. If there are several, a number chooses one; a \
    terminal asks. memo starts git config memo.opener, $BROWSER, xdg-open or open.
    """,
    examples: """
      memo open kx
      memo open trip 2
      memo open trip --all
      """)

  @Argument("task", "Task") var task
  @OptionalArgument("number", "Number of the link, from 1") var number
  @Flag("--all", "All links") var all

  func run(in context: Context) throws -> Outcome {
    if all, number != nil { throw Self.misuse("--all and a number exclude each other") }
    if let number, Int(number) == nil { throw Self.misuse("invalid number '\(number)'") }
    let store = try context.store()
    let found = try TaskChoice(store, .reading, context).task(task)
    let links = found.document.links
    let chosen = try chosen(links, of: found, context)
    let opener = try store.opener()
    for link in chosen { try open(link, opener, store, context) }
    return context.outcome(
      text: chosen.map { "opened: \($0.shown.sanitized)\n" }.joined(),
      document: .document(
        .open,
        [
          "tasks": .list([found.json(Page(context))]), "links": .list(links.map(\.json)),
          "opened": .list(chosen.map(\.json)),
        ]), ids: [found.distinctID])
  }

  private func chosen(
    _ links: [Link], of task: StoredTask, _ context: Context
  ) throws(MemoError) -> [Link] {
    guard !links.isEmpty else {
      throw MemoError(
        .refused, "there is no link in \(task.title)",
        hints: ["links begin with https://, http:// or mailto:"])
    }
    func lines() -> [String] { zip(1..., links).map { "\($0)  \($1.shown)" } }
    if all { return links }
    if links.count == 1, number == nil { return links }
    var wanted = number.flatMap { Int($0) }
    if wanted == nil, context.canAsk {
      let question = Question("Which one?", options: links.map(\.shown.sanitizedLines))
      wanted = Int(context.answer(question)?.trimmingSpaces ?? "")
      if wanted == nil { throw MemoError.givenUp("nothing was opened") }
    }
    guard let wanted else {
      throw MemoError(
        .usage, "\(task.title) has \(links.count) links", details: lines(),
        hints: ["memo open \(task.name) 1", "--all opens every one"])
    }
    guard links.indices.contains(wanted - 1) else {
      throw MemoError(.refused, "\(task.title) has no link \(wanted)", details: lines())
    }
    return [links[wanted - 1]]
  }

  private func open(
    _ link: Link, _ opener: String, _ store: Store, _ context: Context
  ) throws {
    // The shell splits the value of BROWSER. The address is one quoted word.
    let command =
      opener.contains("%s") ? opener.replacing("%s", with: "\"$1\"") : "\(opener) \"$1\""
    let program = Program(
      "/bin/sh", ["-c", command, opener, link.address], in: store.root,
      environment: context.environment.variables)
    // The program's output would mix with the document.
    let ending =
      try context.options.form == .document ? program.run() : context.runOnTerminal(program)
    guard ending.isSuccess else {
      throw MemoError(
        .refused, "'\(opener)' ended with exit code \(ending.code)", details: [link.address],
        hints: ["'git config --global memo.opener firefox' names another program"])
    }
  }
}

extension Link {
  fileprivate var shown: String { label.map { "\($0)  \(address)" } ?? address }

  fileprivate var json: JSON {
    ["label": .text(label), "address": .text(address)]
  }
}
