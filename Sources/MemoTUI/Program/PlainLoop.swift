internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Synchronization
internal import Terminal
internal import Words

/// Reads commands line by line, and reports changes by others.
///
/// After a report, the half-typed line is printed again. While a command runs, it has the terminal
/// and may ask questions or start an editor.
final class PlainLoop {
  private enum News: Sendable {
    case storeState(StoreState)
    case lost(String)
    /// - Parameter wasAsked: Whether the command ended with an unanswered question.
    case ended(Outcome, wasAsked: Bool)
  }

  private let context: Context
  private let words: Words
  private let terminal: ScreenTerminal
  private var parser = InputParser()
  private var editor: LineEditor
  private let news: Terminal.Mailbox<News>
  private let keeper: StoreKeeper
  /// Lets another memo sync the store while the process is stopped.
  private let stops: StopListener?
  private let narrower: FilterInputParser
  private let request: BoardRequest
  private var storeState: StoreState?
  /// Whether a typed command runs, so that changes may be its own.
  private var isRunning = false
  private var isLeaving = false
  /// Input that arrived during a command.
  private var ahead: [InputEvent] = []

  init?(_ store: Store, _ request: BoardRequest, _ context: Context) throws {
    guard let bell = WakePipe(),
      let terminal = ScreenTerminal(
        bell, modes: .lines(environment: context.environment.variables))
    else { return nil }
    self.context = context
    editor = LineEditor(
      prompt: "memo> ", goesUp: context.environment.variables["TERM"] != "dumb")
    words = Language(environment: context.environment.variables).words
    self.request = request
    self.terminal = terminal
    narrower = FilterInputParser(context: context)
    let mailbox = Terminal.Mailbox<News>(bell)
    news = mailbox
    let maker = StoreStateMaker(store.root, context.environment)
    let keeper = try StoreKeeper(store) { event in
      switch event {
      case .update(let update): mailbox.put(.storeState(maker.storeState(update)))
      case .lost(let error): mailbox.put(.lost(error.message))
      case .waiting, .watch, .ended: break
      }
    }
    self.keeper = keeper
    stops = StopListener(stops: { keeper.pauseSync() }, goesOn: { keeper.resumeSync() })
  }

  private var page: Page {
    var page = Page(context, .never)
    // Write dates in words.
    page.style.width = .max
    page.now = context.environment.localTime
    return page
  }

  func run() -> ExitStatus {
    defer { terminal.giveBack() }
    while !isLeaving {
      wait()
      if Interruption.isRequested, !isRunning { break }
      // A stopped command continues with the terminal that it has.
      if terminal.hasContinued, isTyping {
        terminal.take()
        if terminal.isLost { break }
        prompt()
      }
      // Ctrl-C during a command or its question ends only the command.
      if Interruption.isRequested, !(isRunning && Interruption.isInterrupt) { break }
      for item in news.takeAll() { take(item) }
    }
    keeper.endAndWait()
    return Interruption.isRequested ? .interrupted : .done
  }

  /// Whether a prompt accepts keys.
  private var isTyping: Bool { storeState != nil && !isRunning && !isLeaving }

  private func wait() {
    switch terminal.wait(seconds: parser.timeout, hearsKeys: isTyping) {
    case .input(let bytes): for input in parser.take(bytes) { take(input) }
    case .timeout: for input in parser.flush() { take(input) }
    case .bell: break
    case .hangUp: isLeaving = true
    }
  }

  private func take(_ input: InputEvent) {
    // Keep input after the end of a line for the next prompt.
    guard isTyping else {
      ahead.append(input)
      return
    }
    editor.columns = Device.output.width(environment: context.environment.variables)
    let toLastRow = editor.toLastRow
    let outcome: LineEditor.Outcome
    switch input {
    case .key(let key, let modifiers): outcome = editor.take(key, modifiers)
    case .paste(let text):
      outcome = editor.paste(text)
      if case .write(let text) = outcome, !editor.pasted.isEmpty {
        Device.output.write(Array(text.utf8))
        return tell([words.pastedLinesFollow(editor.pasted.count)])
      }
    case .pasteStalled: return tell([words.pasteIsOpen])
    case .mouse, .background: return
    }
    switch outcome {
    case .write(let text): Device.output.write(Array(text.utf8))
    case .line(let line):
      say(toLastRow + "\n")
      type(line)
    case .cancel:
      say(toLastRow + "^C\n")
      prompt()
    case .end:
      say("\n")
      isLeaving = true
    case .suspend:
      say(toLastRow + "^Z\n")
      terminal.suspend()
    }
  }

  private func take(_ item: News) {
    switch item {
    case .storeState(let storeState): show(storeState)
    case .lost(let reason): tell([words.storeCantBeRead(reason.sanitized)])
    case .ended(let outcome, let wasAsked):
      isRunning = false
      // Start a new line after the terminal's `^C`; a question has ended its line already.
      if Interruption.takeInterrupt(), !wasAsked { say("\n") }
      terminal.take()
      say(outcome.output)
      if !outcome.error.isEmpty { say(outcome.error) }
      prompt()
    }
    while isTyping, !ahead.isEmpty { take(ahead.removeFirst()) }
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
    guard !isRunning else { return }
    let filter: Filter
    switch narrower.narrow(request.filter, storeState).result {
    case .success(let found): filter = found.filter
    case .failure: filter = .all
    }
    let lines = PlainBoard(page: page, words: words).news(storeState, since: old, filter)
    tell(lines)
  }

  /// Prints unrequested lines, then the typed line again.
  private func tell(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let text = lines.map { $0 + "\n" }.joined()
    guard isTyping else { return say(text) }
    say(editor.toLastRow + "\n" + text)
    prompt()
  }

  private func showBoard(_ request: BoardRequest) {
    guard let storeState else { return }
    let board = PlainBoard(page: page, words: words)
    switch narrower.narrow(request.filter, storeState).result {
    case .success(let found): say(board.text(storeState, found.filter, request.columns))
    case .failure(let error):
      let reason = words.reason(of: error.failure)
      say("error: \(reason.line.sanitized)\n")
      if let hint = reason.hints.first { say("hint: \(hint.sanitized)\n") }
    }
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
    case "board"?:
      // With options, the command prints the board.
      guard
        !command.contains(where: {
          $0.hasPrefix("--") && $0 != "--plain" || ["-a", "-h"].contains($0)
        })
      else { return run(command) }
      let words = command.dropFirst().filter { $0 != "--plain" }
      showBoard(words.isEmpty ? request : BoardRequest(words: TypedWords(Array(words))))
      prompt()
    case "help"? where command.count == 1, "?"? where command.count == 1: run(["--help"])
    default: run(command)
    }
  }

  /// Runs a command after earlier ones; its questions use this terminal.
  private func run(_ command: [String]) {
    isRunning = true
    terminal.giveBack()
    var context = context
    context.terminal.height = nil
    context.openLongOutput = nil
    context.showBoard = nil
    context.environment.variables["NO_COLOR"] = "1"
    // Don't draw progress bars.
    context.progress = SyncProgress(
      onMessage: context.environment.onMessage, mayUseTerminal: true,
      isInterrupted: { Interruption.isRequested })
    let unanswered = Mutex(false)
    let ask = context.ask
    context.ask = { question in
      let answer = ask(question)
      unanswered.withLock { $0 = answer == nil }
      return answer
    }
    keeper.perform { [context] (_, _) throws(MemoError) in
      var outcome = Memo.run(command, in: context)
      if var program = outcome.handOver {
        program.environment = context.environment.variables.merging(["GIT_PAGER": "cat"]) { $1 }
        _ = try context.runOnTerminal(program)
        outcome.handOver = nil
      }
      return outcome
    } done: { [news] result in
      let outcome: Outcome =
        switch result {
        case .success(let outcome): outcome
        case .failure(let error): Outcome(error: "error: \(error.message)\n")
        }
      news.put(.ended(outcome, wasAsked: unanswered.withLock { $0 }))
    }
  }

  private func say(_ text: String) { Device.output.write(text) }

  private func prompt() {
    editor.columns = Device.output.width(environment: context.environment.variables)
    editor.takePasted()
    Device.output.write(Array(editor.shown.utf8))
  }
}
