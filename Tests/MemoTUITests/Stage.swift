import BoardModel
import MemoCLI
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Words

/// A board without a terminal: keys in, screens out.
///
/// Its jobs run at once in a real store.
struct Stage {
  let desk: Desk
  var state: BoardState
  /// Effects that reach beyond the store.
  var outside: [Effect] = []
  private let performer: Performer
  /// Jobs that wait while a test looks at the board.
  var holdsJobs = false
  private(set) var held: [Effect] = []

  init(
    _ desk: Desk, rows: Int = 24, columns: Int = 80, filter: String = "",
    view: BoardState.View = .board, variables: [String: String] = ["LANG": "C.UTF-8"]
  ) throws {
    self.desk = desk
    var context = desk.context
    context.environment.variables.merge(variables) { $1 }
    context.terminal = TerminalFacts(
      input: true, output: true, error: true, width: columns, height: rows)
    performer = Performer(context)
    state = BoardState(
      size: .init(rows: rows, columns: columns), page: Page(context, .never),
      bindings: try Bindings(),
      words: Language(environment: context.environment.variables).words, filter: filter,
      view: view)
    refresh()
  }

  /// The update that a feed would report.
  mutating func refresh() {
    state.now = desk.environment.localTime
    do throws(MemoError) {
      send(.storeState(try StoreState(reading: desk.context.store())))
    } catch {
      send(.broken(error.message, hints: error.hints))
    }
  }

  mutating func send(_ event: Event) {
    for effect in state.update(event) { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .narrow(let text):
      send(.narrowed(FilterInput(text, of: state.storeState, in: performer.context)))
    case .run where holdsJobs, .load where holdsJobs: held.append(effect)
    case .run(let job):
      desk.wait(seconds: 60)
      let ending = performer.perform(job, width: state.size.columns)
      // In a keeper's order: first the store's state, then the job's result.
      refresh()
      send(.ended(job, ending))
    case .load(let question):
      let (performer, page) = (performer, state.page)
      let answer = Result { () throws(MemoError) in
        try performer.answer(question, on: performer.context.store(), page)
      }
      send(.found(question, answer))
    case .handOver, .editText, .copy, .chooseTheme, .keepDrafts, .discardDraft, .redraw,
      .suspend, .quit:
      outside.append(effect)
    }
  }

  /// Runs the waiting jobs.
  mutating func release() {
    holdsJobs = false
    let effects = held
    held = []
    for effect in effects { perform(effect) }
  }

  /// Types keys: characters as they are, other keys by name, such as `<Enter>` or `<Ctrl-S>`.
  mutating func hit(_ keys: String) {
    var rest = keys[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let stroke = KeyStroke(
          String(rest[rest.index(after: rest.startIndex)..<end]))
      {
        send(.input(.key(stroke.key, stroke.modifiers)))
        rest = rest[rest.index(after: end)...]
      } else {
        send(.input(.key(.character(first))))
        rest.removeFirst()
      }
    }
  }

  /// The screen's text.
  var screen: String { state.screen().text }
}
