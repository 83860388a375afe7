import BoardModel
import MemoCLI
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Words

/// A board that is played without a terminal: keys in, screens out; what it asks for is done at
/// once in a real store.
struct Stage {
  let desk: Desk
  var state: BoardState
  /// What reached beyond the store.
  var outside: [Effect] = []
  private let performer: Performer
  /// What is asked for waits here while somebody wants to look meanwhile.
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

  /// What the feed would tell.
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
      // As a keeper tells it: first what there is now, then what became of the job.
      refresh()
      send(.ended(job, ending))
    case .load(let question):
      do throws(MemoError) {
        let store = try performer.context.store()
        send(.found(question, performer.answer(question, on: store, state.page)))
      } catch {
        send(.found(question, performer.answer(error)))
      }
    case .handOver, .editText, .copy, .chooseTheme, .keepDraft, .dropDraft, .takeDraft,
      .discardDraft, .redraw, .suspend, .quit:
      outside.append(effect)
    }
  }

  /// Does what was held back.
  mutating func release() {
    holdsJobs = false
    let effects = held
    held = []
    for effect in effects { perform(effect) }
  }

  /// Hits keys: letters as they are, others by their names, as `<Enter>` or `<Ctrl-S>`.
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

  /// What is on the screen.
  var screen: String { state.screen().text }
}
