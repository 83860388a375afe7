internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// Reads commands line by line, and tells what others do meanwhile.
final class PlainLoop {
  private enum News: Sendable {
    case world(World)
    case lost(String)
    case ended(Outcome)
  }

  private let context: Context
  private let words: any Catalog
  private let terminal: LineTerminal
  private let news: Terminal.Mailbox<News>
  private let keeper: StoreKeeper
  private let narrower: Narrower
  private var filter: Filter = .all
  private let filterText: String
  private var world: World?
  /// Whether what changes is what was just typed.
  private var isRunning = false
  private var isLeaving = false

  init?(_ store: Store, _ request: BoardRequest, _ context: Context) throws {
    guard let bell = Bell() else { return nil }
    self.context = context
    words = Language(environment: context.environment.variables).catalog
    filterText = request.filter
    terminal = LineTerminal(bell)
    narrower = Narrower(context: context)
    let mailbox = Terminal.Mailbox<News>(bell)
    news = mailbox
    let (root, environment) = (store.root, context.environment)
    keeper = try StoreKeeper(store) { event in
      switch event {
      case .update(let update): mailbox.put(.world(World(update, root, environment)))
      case .lost(let error): mailbox.put(.lost(error.message))
      case .waiting, .watch, .ended: break
      }
    }
  }

  private var page: Page {
    var page = Page(context, .never)
    // Dates in words, as on a screen.
    page.style.width = .max
    page.now = context.environment.localTime
    return page
  }

  func run() -> ExitStatus {
    while !isLeaving {
      switch terminal.wait() {
      case .line(let line): type(line)
      case .end: isLeaving = true
      case .bell: break
      }
      if Interruption.isRequested { break }
      for item in news.takeAll() { take(item) }
    }
    keeper.endAndWait()
    return Interruption.isRequested ? .interrupted : .done
  }

  private func take(_ item: News) {
    switch item {
    case .world(let world): show(world)
    case .lost(let reason): say(words.storeCantBeRead(reason.sanitized) + "\n")
    case .ended(let outcome):
      isRunning = false
      say(outcome.output)
      if !outcome.error.isEmpty { say(outcome.error) }
      prompt()
    }
  }

  private func show(_ world: World) {
    defer { self.world = world }
    guard let old = self.world else {
      if case .success(let found) = narrower.narrow(filterText, world).result {
        filter = found.filter
      }
      say("\(world.name.sanitized)\n" + PlainBoard(page: page, words: words).text(world, filter))
      say(words.whatToType + "\n")
      return prompt()
    }
    guard !isRunning else { return }
    let lines = PlainBoard(page: page, words: words).news(world, since: old)
    guard !lines.isEmpty else { return }
    // The prompt stays where it was; what was typed behind it is still there for the next Enter.
    say("\n" + lines.map { $0 + "\n" }.joined())
    prompt()
  }

  private func type(_ line: String) {
    guard let typed = ShellWords.split(line) else {
      say(words.quotationIsOpen(line.sanitized) + "\n")
      return prompt()
    }
    let command = typed.first == "memo" ? Array(typed.dropFirst()) : typed
    switch command.first {
    case nil: prompt()
    case "q"?, "quit"?, "exit"?: isLeaving = true
    case "board"? where command.count == 1, "tui"? where command.count == 1:
      if let world { say(PlainBoard(page: page, words: words).text(world, filter)) }
      prompt()
    case "help"? where command.count == 1: run(["--help"])
    default: run(command)
    }
  }

  /// Behind what was asked for before; questions are asked at this terminal.
  private func run(_ command: [String]) {
    isRunning = true
    var context = context
    context.terminal.height = nil
    context.openLongOutput = nil
    context.showBoard = nil
    context.environment.variables["NO_COLOR"] = "1"
    keeper.perform { [context] (_, _) throws(MemoError) in
      var outcome = Memo.run(command, in: context)
      if var program = outcome.handOver {
        program.environment = context.environment.variables.merging(["GIT_PAGER": "cat"]) { $1 }
        _ = try context.runOnTerminal(program)
        outcome.handOver = nil
      }
      return outcome
    } done: { [news] result in
      switch result {
      case .success(let outcome): news.put(.ended(outcome))
      case .failure(let error): news.put(.ended(Outcome(error: "error: \(error.message)\n")))
      }
    }
  }

  private func say(_ text: String) { Device.output.write(text) }

  private func prompt() { say("memo> ") }
}
