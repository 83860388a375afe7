internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Platform
internal import Terminal
internal import Words

/// The board's main loop: reads keys, draws, and performs effects.
///
/// It is the only part of the board that waits.
final class BoardLoop {
  private let context: Context
  private let store: Store
  private let terminal: ScreenTerminal
  private let news: Mailbox<Event>
  private var keeper: StoreKeeper
  private let performer: Performer
  private var parser = InputParser()
  /// The time of the last terminal input, by a clock that is never adjusted.
  private var lastInput = 0.0
  private var state: BoardState
  private var isLeaving = false
  /// How often another program got the terminal.
  private var handOvers = 0
  /// Nil if drafts can't be kept, as in a store without a repository.
  private let drafts: DraftBox?

  /// - Parameter past: The requested moment; nil for the present.
  /// - Returns: Nil without a terminal.
  init?(
    _ store: Store, _ request: BoardRequest, _ past: StoreState?, _ bindings: Bindings,
    _ context: Context
  ) throws {
    let settings = try UserSettings(context.environment)
    let variables = context.environment.variables
    let isColored = ColorMode.auto.isOn(environment: variables, isTerminal: true)
    guard let news = Mailbox<Event>(),
      let terminal = ScreenTerminal(
        news.bell, usesMouse: request.usesMouse && settings.usesMouse, environment: variables,
        depth: ColorDepth(environment: variables, isOn: isColored))
    else { return nil }
    self.context = context
    self.store = store
    self.news = news
    self.terminal = terminal
    // Without drafts, the board is as safe as an editor without swap files.
    drafts = try? DraftBox(store)
    var page = Page(context, .never)
    page.style.width = terminal.size.columns
    state = BoardState(
      size: terminal.size, page: page, bindings: bindings,
      words: Language(environment: variables).words, filter: request.filter,
      columns: request.columns, view: request.view)
    (state.startTheme, state.themeName) = (request.theme, settings.theme)
    performer = Performer(context)
    if let past { state.begin(at: past) }
    terminal.askForBackground()
    // Show the frame before anything is read.
    terminal.show(state.screen())
    var options = KeeperOptions()
    options.tellsFilesFirst = true
    keeper = try StoreKeeper(store, options, context, to: news)
  }

  func run() throws -> ExitStatus {
    defer { terminal.giveBack() }
    // Drafts that can't be listed are offered at another start.
    let unreadable = { (error: MemoError) in self.state.message = .error(error.message) }
    if var left = try? drafts?.abandoned(unreadable), !left.isEmpty {
      for index in left.indices { left[index].draft = left[index].draft.completed }
      take(.drafts(left))
    }
    while !isLeaving {
      var inputs: [InputEvent] = []
      let timeout = [inputTimeout, state.nextMoment].compactMap { $0 }.min()
      switch news.bell.wait(seconds: timeout) {
      case .input(let bytes):
        lastInput = LocalClock.monotonicSeconds()
        inputs = parser.take(bytes)
      case .timeout where inputTimeout == 0: inputs = parser.flush()
      case .timeout: take(.time)
      case .bell: break
      case .hangUp: isLeaving = true
      }
      // Keys after one that leaves the board, or gives the terminal away, weren't meant for it.
      let before = handOvers
      for input in inputs where !isLeaving && handOvers == before { take(.input(input)) }
      // An ending job also removes its draft.
      if !isLeaving { for event in news.takeAll() { take(event) } }
      if Interruption.isRequested { break }
      if terminal.isAskedToStop {
        keepDrafts()
        perform(.suspend)
      }
      terminal.goOn()
      // The shell that started the board has exited.
      if terminal.isLost { break }
      take(.resize(terminal.size))
      if Interruption.isRequested { break }
      terminal.show(state.screen())
    }
    // Keep unsaved input, whatever ended the loop.
    for input in parser.end() { take(.input(input)) }
    keepDrafts()
    keeper.endAndWait()
    // Delete the drafts of jobs that ended meanwhile.
    for event in news.takeAll() {
      guard case .ended = event else { continue }
      for effect in state.update(event) { if case .keepDrafts = effect { perform(effect) } }
    }
    return Interruption.isRequested ? .interrupted : .done
  }

  /// Seconds until an incomplete sequence counts as complete.
  private var inputTimeout: Double? {
    parser.timeout.map { max(0, lastInput + $0 - LocalClock.monotonicSeconds()) }
  }

  private func take(_ event: Event) {
    state.now = context.environment.localTime
    state.seconds = LocalClock.monotonicSeconds()
    for effect in state.update(event) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    let (performer, news) = (performer, news)
    switch effect {
    case .run(let job):
      let width = state.size.columns
      if case .sync = job.kind {
        keeper.sync { result in
          news.post(.ended(job, performer.ending(of: result)))
        }
        return
      }
      keeper.perform { (store) throws(MemoError) in
        performer.perform(job, on: store, width: width, store.lockTimeout)
      } done: {
        switch $0 {
        case .success(let ending): news.post(.ended(job, ending))
        case .failure(let error): news.post(.ended(job, JobResult(error)))
        }
      }
    case .load(let question):
      let page = state.page
      keeper.read { (store) throws(MemoError) in
        try performer.answer(question, on: store, page)
      } done: {
        news.post(.found(question, $0))
      }
    case .narrow(let text):
      take(.narrowed(FilterInput(text, of: state.storeState, in: context)))
    case .handOver(let words): handOver(words)
    case .editText(let text): take(.edited(edited(text)))
    case .keepDrafts(var drafts, insteadOf: let abandoned):
      for index in drafts.indices { drafts[index].time = context.now.timestamp }
      remember { box throws(MemoError) in
        try box.keep(drafts)
        if let abandoned { try box.discard(abandoned) }
      }
    case .discardDraft(let draft): remember { box throws(MemoError) in try box.discard(draft) }
    case .chooseTheme(let name): remember(theme: name)
    case .copy(let text): terminal.copy(text)
    case .redraw: terminal.forget()
    case .suspend:
      suspend()
    case .quit: isLeaving = true
    }
  }

  /// Stops the process until the user continues it; meanwhile, another memo can sync the store.
  private func suspend() {
    keeper.endAndWait()
    guard !Interruption.isRequested else { return }
    terminal.suspend()
    do throws(MemoError) {
      keeper = try StoreKeeper(store, KeeperOptions(), context, to: news)
    } catch {
      news.post(.broken(error.message, hints: error.hints))
    }
  }

  /// Saves all unsaved input now.
  private func keepDrafts() {
    for effect in state.keepDrafts(all: true) { perform(effect) }
  }

  private func remember(theme: String?) {
    do throws(MemoError) {
      try context.environment.setPersonalSetting("theme", to: theme)
    } catch {
      state.message = .error(error.message, hints: error.hints)
    }
  }

  private func remember(_ body: (DraftBox) throws(MemoError) -> Void) {
    guard let drafts else { return }
    do throws(MemoError) {
      try body(drafts)
    } catch {
      state.message = .error(state.words.cantBeKept(error.message))
    }
  }

  /// Gives the terminal to a command, then takes it back.
  private func handOver(_ words: [String]) {
    handOvers += 1
    terminal.giveBack()
    state.isCatchingUp = true
    defer {
      terminal.take()
      keeper.tellCaughtUp(news)
    }
    var context = context
    // The board shows its output line.
    if words.first == "edit" { context.environment.variables["NO_COLOR"] = "1" }
    let outcome = context.runCommand(words)
    if words.first == "edit", outcome.status == .done {
      // After the editor, don't wait for a key; the board shows the result.
      state.message = JobResult(outcome).message(of: .command(words), state.words, on: state.page)
      if let operation = outcome.operation { state.noteEdit(operation) }
      return
    }
    Device.output.write(outcome.output)
    Device.error.write(outcome.error)
    Device.error.write("\(state.words.enterReturns) ")
    _ = Device.input.readLine()
    // Lines behind it would act as keys.
    Device.input.dropInput()
    _ = Interruption.takeInterrupt()
  }

  /// Opens an editor; returns the edited text, or nil if the editor failed.
  private func edited(_ text: String) -> String? {
    handOvers += 1
    terminal.giveBack()
    defer { terminal.take() }
    // If the board is killed meanwhile, the draft refers to the editor's file.
    func begin(_ path: String?) {
      guard let last = state.panes.indices.last else { return }
      state.panes[last].form?.editedFile = path
      if path != nil { keepDrafts() }
    }
    defer { if !Interruption.isRequested { begin(nil) } }
    do {
      return try EditorProgram(store: store, context: context).edit(text, { begin($0) }) {
        state.words.textStays
      }
    } catch {
      let failure = MemoError(of: error)
      state.message = .error(([failure.message] + failure.details).joined(separator: "; "))
    }
    return nil
  }
}
