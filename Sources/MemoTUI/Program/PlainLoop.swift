internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Platform
internal import Terminal
internal import Words

/// Reads commands line by line, and reports changes by others.
///
/// The system edits the typed line, so the terminal keeps its settings. While a command runs, it has
/// the terminal and may ask questions or start an editor.
final class PlainLoop {
  private let context: Context
  private let words: Words
  private let news: Mailbox<Event>
  private let keeper: StoreKeeper
  private let request: BoardRequest
  private var storeState: StoreState?
  /// Whether a command's own changes are being read, which are not reported.
  private var isCatchingUp = false
  private var isLeaving = false
  /// The typed line, as far as the system has handed it over.
  private var input: [UInt8] = []

  /// - Returns: Nil without a terminal.
  init?(_ store: Store, _ request: BoardRequest, _ context: Context) throws {
    guard Device.input.isTerminal, Device.output.isTerminal, let news = Mailbox<Event>() else {
      return nil
    }
    self.context = context
    words = Language(environment: context.environment.variables).words
    self.request = request
    self.news = news
    keeper = try StoreKeeper(store, KeeperOptions(), context, to: news)
    Interruption.ring(news.bell.descriptor)
  }

  private var page: Page {
    var page = Page(context, .never)
    // Write dates in words.
    page.style.width = .max
    page.now = context.environment.localTime
    return page
  }

  func run() -> ExitStatus {
    while !isLeaving {
      switch news.bell.wait(seconds: nil, hearsKeys: isTyping) {
      case .input(let bytes):
        input += bytes
        // Ctrl-D behind a half-typed line hands it over, too.
        if bytes.last == UInt8(ascii: "\n") { type() }
      case .hangUp:
        say("\n")
        isLeaving = true
      case .bell, .timeout: break
      }
      // Ctrl-C discards only the typed line.
      if storeState != nil, Interruption.takeInterrupt() {
        input = []
        say("\n")
        if isTyping { prompt() }
      }
      if Interruption.isRequested { break }
      for event in news.takeAll() { take(event) }
    }
    keeper.endAndWait()
    return Interruption.isRequested ? .interrupted : .done
  }

  /// Whether a prompt accepts a line.
  private var isTyping: Bool { storeState != nil && !isCatchingUp && !isLeaving }

  private func take(_ event: Event) {
    switch event {
    case .storeState(let storeState): show(storeState)
    case .broken(let reason, hints: _): tell([words.storeCantBeRead(reason.sanitized)])
    case .caughtUp:
      isCatchingUp = false
      prompt()
    case .input, .resize, .narrowed, .ended, .found, .edited, .drafts, .waiting, .time: break
    }
  }

  private func show(_ storeState: StoreState) {
    defer { self.storeState = storeState }
    guard let old = self.storeState else {
      self.storeState = storeState
      say("\(storeState.name.sanitized)\n")
      showBoard(request)
      say(words.whatToType + "\n")
      return prompt()
    }
    guard !isCatchingUp else { return }
    let filter = FilterInput(request.filter, of: storeState, in: context).filter ?? .all
    tell(PlainBoard(page: page, words: words).news(storeState, since: old, filter))
  }

  /// Prints unrequested lines below a line that may be half typed, which the system keeps.
  private func tell(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let text = lines.map { $0 + "\n" }.joined()
    guard isTyping else { return say(text) }
    say("\n" + text)
    prompt()
  }

  private func showBoard(_ request: BoardRequest) {
    guard let storeState else { return }
    let input = FilterInput(request.filter, of: storeState, in: context)
    if let failure = input.failure {
      let reason = words.reason(of: failure)
      say("error: \(reason.line.sanitized)\n")
      if let hint = reason.hints.first { say("hint: \(hint.sanitized)\n") }
    } else {
      let board = PlainBoard(page: page, words: words)
      say(board.text(storeState, input.filter ?? .all, request.columns))
    }
  }

  /// Runs the typed line.
  private func type() {
    let line = String(decoding: input, as: UTF8.self)
    input = []
    guard let typed = ShellWords.split(line.trimmedEnd) else {
      say(words.quotationIsOpen(line.trimmedEnd.sanitized) + "\n")
      return prompt()
    }
    let command = typed.first == "memo" ? Array(typed.dropFirst()) : typed
    switch command.first {
    case nil: prompt()
    case "q"?, "quit"?, "exit"?: isLeaving = true
    case "board"?:
      // With options, the command prints the board.
      guard
        !command.contains(where: {
          $0.hasPrefix("--") && $0 != "--plain" || ["-a", "-h"].contains($0)
        })
      else { return run(command) }
      let words = command.dropFirst().filter { $0 != "--plain" }
      showBoard(words.isEmpty ? request : BoardRequest(words: Array(words)))
      prompt()
    case "help"? where command.count == 1, "?"? where command.count == 1: run(["--help"])
    default: run(command)
    }
  }

  private func run(_ command: [String]) {
    var context = context
    context.terminal.height = nil
    context.openLongOutput = nil
    context.showBoard = nil
    context.environment.variables.merge(["NO_COLOR": "1", "GIT_PAGER": "cat"]) { $1 }
    // Don't draw progress bars.
    context.progress = SyncProgress(
      onMessage: context.environment.onMessage, mayUseTerminal: true,
      isInterrupted: { Interruption.isRequested })
    let outcome = context.runCommand(command)
    say(outcome.output)
    say(outcome.error)
    isCatchingUp = true
    keeper.tellCaughtUp(news)
  }

  private func say(_ text: String) { Device.output.write(text) }

  private func prompt() { say("memo> ") }
}

extension Context {
  /// Runs a command, and the program that it hands over to; Ctrl-C ends only these.
  func runCommand(_ command: [String]) -> Outcome {
    var outcome = Memo.run(command, in: self)
    if var program = outcome.handOver {
      program.environment = environment.variables
      do throws(MemoError) {
        _ = try runOnTerminal(program)
      } catch {
        outcome.error += "error: \(error.message)\n"
      }
    }
    // The terminal has printed `^C`.
    if Interruption.takeInterrupt() { Device.error.write("\n") }
    return outcome
  }
}

extension StoreKeeper {
  /// Reports the store's changes to the mailbox of a board.
  convenience init(
    _ store: Store, _ options: KeeperOptions, _ context: Context,
    to mailbox: Mailbox<Event>
  ) throws(MemoError) {
    let maker = StoreStateMaker(store.root, context.environment)
    try self.init(store, options) { event in
      switch event {
      case .update(let update):
        // Runs on the keeper's thread, so slow work doesn't delay keys.
        mailbox.post(.storeState(maker.storeState(update)))
      case .lost(let error): mailbox.post(.broken(error.message, hints: error.hints))
      case .waiting: mailbox.post(.waiting)
      case .watch: break
      }
    }
  }

  /// Reads the store, and reports when everything is known that another program changed.
  func tellCaughtUp(_ mailbox: Mailbox<Event>) {
    refresh()
    read { _ in
    } done: { _ in
      mailbox.post(.caughtUp)
    }
  }
}

/// The board as lines of text, for screen readers and braille; it never repaints.
struct PlainBoard {
  let page: Page
  let words: Words

  /// The whole board, one line for each task.
  func text(
    _ storeState: StoreState, _ filter: Filter, _ columns: [Status] = Status.allCases
  ) -> String {
    var lines: [String] = []
    for status in columns {
      let keys = storeState.keys(status, filter, .standard, at: page.now)
      let shown = status == .done ? keys.prefix(Self.mostDone) : keys[...]
      lines.append(words.column(words.name(of: status), keys.count))
      lines += shown.compactMap { storeState.tasks[$0].map { line($0, storeState) } }
      if shown.count < keys.count { lines.append(words.moreDone(keys.count - shown.count)) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The most done tasks to list.
  private static let mostDone = 5

  /// A task on one line, in words, without signs that a screen reader would spell.
  func line(_ task: StoredTask, _ storeState: StoreState) -> String {
    let facts = task.facts(page).flatMap { fact -> [String] in
      switch fact {
      case .due(let deadline):
        let isSaid = !task.isOverdue(page.now) || words.saysOverdue(deadline, at: page.now)
        return [words.dueAt(words.due(deadline, on: page))] + (isSaid ? [] : [words.overdue])
      case .priority(let priority): return [words.priority(words.name(of: priority))]
      case .checklist(let checklist): return [words.itemsTicked(checklist.done, checklist.total)]
      case .tags(let tags): return [words.tags(tags.joined(separator: " "))]
      case .people: return []
      case .text(let field, let text): return ["\(words.label(field)) \(text)"]
      case .waits(let day): return ["\(words.label(.wait)) \(words.due(day, on: page))"]
      case .conflict: return [words.conflict]
      case .problem(let problem): return [words.problemReason(problem.message.sanitized)]
      }
    }
    let parts = [task.title.sanitized] + facts
    return "\(ShortID(task.id, storeState.prefixes).text): \(parts.joined(separator: ", "))"
  }

  /// The changes by others, one line for each task.
  ///
  /// - Parameter filter: Limits the list to tasks that match, or did before.
  func news(_ storeState: StoreState, since old: StoreState, _ filter: Filter = .all) -> [String] {
    let now = page.now
    func isMeant(_ task: StoredTask?) -> Bool {
      task.map { filter.matches($0, at: now) && !filter.hides($0, at: now) } ?? false
    }
    let changed = storeState.keys.filter {
      storeState.changed.contains($0)
        && (isMeant(storeState.tasks[$0]) || isMeant(old.tasks[$0]))
    }
    let gone = old.keys.filter { storeState.tasks[$0] == nil && isMeant(old.tasks[$0]) }
    return changed.compactMap { key in
      guard let task = storeState.tasks[key] else { return nil }
      guard let former = old.tasks[key] else { return words.added(line(task, storeState)) }
      let from = former.status == task.status ? nil : words.name(of: former.status)
      return words.changed(line(task, storeState), words.name(of: task.status), from)
    } + gone.compactMap { old.tasks[$0].map { words.gone($0.title.sanitized) } }
  }
}
