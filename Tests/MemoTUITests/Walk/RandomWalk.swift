@testable import BoardModel
import MemoCLI
@testable import MemoKit
@testable import MemoTUI
import Query
import StoreFiles
import TaskFile
import Terminal
import TestSupport
import Words

/// Random keys on a board, while tasks change, jobs end late or fail, and the window changes its
/// size.
struct RandomWalk {
  var random: SeededRandom
  var state: BoardState
  private var tasks = RandomTasks()
  /// Jobs that aren't finished yet.
  private var pending: [Effect] = []
  /// The last events, for failures.
  private(set) var past: [String] = []
  /// The broken rules.
  private(set) var faults: [String] = []
  private(set) var redraws = 0

  init(seed: UInt64, _ desk: Desk) throws {
    random = SeededRandom(seed: seed)
    var context = desk.context
    context.environment.variables["LANG"] = seed % 5 == 0 ? "C" : "C.UTF-8"
    context.environment.variables["LC_ALL"] = nil
    let words = (seed % 3 == 0 ? Language.korean : .english).words
    state = BoardState(
      size: .init(rows: 24, columns: 80), page: Page(context, .never),
      bindings: try Self.bindings(&random), words: words)
    state.now = desk.environment.localTime
  }

  /// Some actions get new keys, and the former actions of those keys get others.
  private static func bindings(_ random: inout SeededRandom) throws -> Bindings {
    let keys = ["x", "Ctrl-T", "F5", "Shift-Left", "ü", "Tab", "Esc", "Enter", "y", "1"].shuffled(
      using: &random)
    let actions = Action.allCases.shuffled(using: &random)
    var bindings = try Bindings()
    var changes: [(action: String, key: String, place: String)] = []
    for index in 0..<Int.random(in: 0...4, using: &random) {
      var more = [(action: actions[index].name, key: keys[index], place: "keys.yml")]
      if let former = KeyStroke(keys[index]).flatMap({ bindings[$0] }), former != actions[index] {
        more.append((former.name, "F\(index + 6)", "keys.yml"))
      }
      guard let changed = try? Bindings(changing: changes + more) else { continue }
      (bindings, changes) = (changed, changes + more)
    }
    return bindings
  }

  /// One event, followed by the checks.
  mutating func walk() {
    let event = event()
    state.seconds += Double.random(in: 0...1, using: &random)
    past.append("\(event)".prefix(200).description)
    if past.count > 40 { past.removeFirst() }
    let isBlocked = state.obstacle != nil
    let effects = state.update(event)
    for effect in effects {
      check(effect, of: event, isBlocked)
      if effect == .redraw { redraws += 1 }
      if pending.count < 20 { pending.append(effect) }
    }
    check()
  }

  // MARK: What happens

  private mutating func event() -> Event {
    // A window in which keys do nothing is soon enlarged.
    let isTiny = BoardLayout(state).isTooSmall
    if isTiny, Int.random(in: 0..<4, using: &random) == 0 { return .resize(size()) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<66: return .input(.key(key().0, key().1))
    case 66..<68: return .input(.paste(text()))
    case 68..<74: return .input(.mouse(mouse()))
    case 74: return .input(.background(isLight: Bool.random(using: &random)))
    case 75..<77: return .resize(size())
    case 77..<82:
      tasks.change(&random)
      return .storeState(tasks.storeState)
    case 82: return .broken("the store is gone", hints: ["look for it"])
    case 83: return .waiting
    case 84: return .time
    case 85 where Bool.random(using: &random): return .caughtUp
    case 85: return .edited(Bool.random(using: &random) ? nil : text())
    case 86 where Int.random(in: 0..<8, using: &random) == 0: return .drafts(drafts())
    default: return answer() ?? .storeState(tasks.storeState)
    }
  }

  private mutating func key() -> (Key, Modifiers) {
    if Int.random(in: 0..<3, using: &random) > 0,
      let stroke = Action.allCases.randomElement(using: &random).flatMap({ state.bindings.keys[$0] }
      )?
      .randomElement(using: &random)
    {
      return (stroke.key, stroke.modifiers)
    }
    let keys: [Key] =
      [
        .enter, .enter, .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left,
        .right, .home, .end, .pageUp, .pageDown, .function(1), .function(12),
      ] + "abcdeijksyYux123 +-:@'\"\\/한👍🏽é\u{301}".map { .character($0) }
    let modifiers: [Modifiers] = [[], [], [], [], .shift, .control, .alt, [.control, .shift]]
    return (
      keys.randomElement(using: &random) ?? .enter, modifiers.randomElement(using: &random) ?? []
    )
  }

  /// Drafts of killed boards: of existing tasks, former tasks and new ones.
  private mutating func drafts() -> [AbandonedDraft] {
    (0..<Int.random(in: 0...3, using: &random)).map { number in
      let task = state.present?.tasks.values.randomElement(using: &random)
      let subjects: [Draft.Subject] = [
        .newTask, task?.id.map { .task($0.text) } ?? .newTask, .task(task?.path ?? "todo/gone.md"),
      ]
      let draft = Draft(
        of: subjects.randomElement(using: &random) ?? .newTask, path: task?.path,
        opened: task?.document.bytes ?? [], text: Array("title: \(text())\n\n\(text())".utf8),
        at: time)
      return AbandonedDraft(draft: draft, file: "memo/drafts/\(number)")
    }
  }

  private mutating func text() -> String {
    let parts =
      RandomTasks.titles + ["\n", "\r\n", "\n\n", " ", "+home", "due:fri", "\t", "'", "("]
    return (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
      parts.randomElement(using: &random)
    }.joined()
  }

  private mutating func mouse() -> MouseEvent {
    let actions: [MouseEvent.Action] = [.press, .press, .release, .drag, .wheelUp, .wheelDown]
    let buttons: [MouseEvent.Button] = [.left, .left, .right, .middle, .none]
    return MouseEvent(
      actions.randomElement(using: &random) ?? .press,
      buttons.randomElement(using: &random) ?? .left,
      row: Int.random(in: -1...(state.size.rows + 1), using: &random),
      column: Int.random(in: -1...(state.size.columns + 1), using: &random))
  }

  private mutating func size() -> ScreenTerminal.Size {
    let common = [(5, 20), (12, 40), (24, 80), (40, 120), (24, 80), (16, 100), (1, 80)]
    if Bool.random(using: &random), let (rows, columns) = common.randomElement(using: &random) {
      return .init(rows: rows, columns: columns)
    }
    return .init(
      rows: Int.random(in: 0...45, using: &random), columns: Int.random(in: 0...130, using: &random)
    )
  }

  // MARK: What is answered

  /// A job ends at some time, successfully or not.
  private mutating func answer() -> Event? {
    guard !pending.isEmpty else { return nil }
    switch pending.removeFirst() {
    case .run(let job): return .ended(job, ending(of: job))
    case .narrow(let text): return .narrowed(narrowed(text))
    case .load(let question): return .found(question, found(question))
    case .editText: return .edited(Bool.random(using: &random) ? nil : text())
    case .handOver, .copy, .keepDrafts, .discardDraft, .chooseTheme, .redraw, .suspend, .quit:
      return .storeState(tasks.storeState)
    }
  }

  private mutating func ending(of job: Job) -> JobResult {
    let number = Int.random(in: 0..<8, using: &random)
    guard number > 1 else {
      return JobResult(MemoError(.refused, "it failed", hints: ["try again"]))
    }
    if case .text = job.kind, number < 5 {
      let theirs = number == 2 ? nil : Array("---\ntitle: Theirs\n---\n".utf8)
      return JobResult(
        Clash(
          theirs: theirs.map { TaskVersion(path: "todo/x.md", document: TaskDocument($0)) },
          by: "Ana", time: time))
    }
    tasks.take(job, state.present, &random)
    return JobResult(
      number == 7 ? "one\ntwo\nthree\n" : "done: 牛乳\n",
      operation: number == 6 ? nil : "0123456789")
  }

  private func narrowed(_ text: String) -> FilterInput {
    do throws(FilterError) {
      let words = text.split(separator: " ").map(String.init)
      return FilterInput(text: text, filter: try Filter.parse(words, now: state.now))
    } catch {
      return FilterInput(text: text, failure: MemoError(.usage, error.message))
    }
  }

  private mutating func found(_ question: MemoTUI.Question) -> Result<Answer, MemoError> {
    if Int.random(in: 0..<6, using: &random) == 0 {
      return .failure(MemoError(.notFound, "it can't be found"))
    }
    return .success(answer(to: question))
  }

  private mutating func answer(to question: MemoTUI.Question) -> Answer {
    switch question {
    case .journal, .problems:
      let key = state.present?.keys.randomElement(using: &random) ?? TaskKey(name: "none")
      var pane = TextPane(
        "change", (0..<60).map { Run(text: "line \($0) 한국어", role: .good) })
      pane.keys = [KeyStroke("u"): .run(.command(["undo", "abc"]))]
      let steps: [Step] = [.show(key), .effect(.load(question)), .open(.text(pane))]
      let rows = (0..<Int.random(in: 0...9, using: &random)).map { number in
        Choices.Row(
          text: "edit \(number)", detail: "Kim",
          step: steps[number % 3],
          keys: [KeyStroke("u"): .run(.command(["undo", "\(number)"]))])
      }
      var choices = Choices("journal", rows)
      choices.isNarrowed = Bool.random(using: &random)
      if case .journal(.some) = question {
        choices.keys = [KeyStroke("J"): .effect(.load(.journal(nil)))]
      }
      return .choices(choices)
    case .past:
      var old = RandomTasks()
      for _ in 0..<4 { old.change(&random) }
      var storeState = old.storeState
      storeState.moment = time
      return .storeState(storeState)
    case .changes: return .news(TaskNews(text: "Ana changed the deadline"))
    case .changeTimes:
      var times = PathMap<Timestamp>()
      for task in state.present?.tasks.values ?? [:].values { times[task.path] = time }
      return .changeTimes(times)
    case .lastDone, .lastUndone:
      return .choices(
        Choices(asking: "undo it?", .run(.command(["undo", "abc"])), state.words))
    }
  }

  /// A time yesterday or earlier.
  private var time: Timestamp {
    Timestamp(secondsSince1970: state.now.secondsSince1970 - 100_000, offsetMinutes: 0)
  }

  // MARK: What must hold

  private mutating func fault(_ text: String) { faults.append(text) }

  private mutating func check(_ effect: Effect, of event: Event, _ isBlocked: Bool) {
    if case .input = event, BoardLayout(state).isTooSmall,
      ![.quit, .suspend, .redraw].contains(effect), !effect.isDraft
    {
      fault("\(effect) where nothing is seen")
    }
    guard case .run(let job) = effect else {
      if case .handOver(let words) = effect, isBlocked, words.first == "edit" {
        fault("edits what can't be changed")
      }
      return
    }
    switch event {
    case .input(.key), .input(.mouse): break
    default: fault("\(job.text) without a key")
    }
    // A typed command is the person's own business.
    if isBlocked, !job.showsOutput { fault("\(job.text) where nothing can be changed") }
  }

  private mutating func check() {
    guard state.lanes.indices.contains(state.lane) else { return fault("no lane \(state.lane)") }
    let known = state.storeState.map { Set($0.tasks.keys) } ?? []
    for lane in state.lanes {
      if !known.isSuperset(of: lane.keys) { fault("a column shows a task that there isn't") }
      if let selected = lane.selected, !lane.keys.contains(selected) {
        fault("\(selected) is selected and not there")
      }
      if lane.selected == nil, !lane.keys.isEmpty { fault("nothing is selected") }
      if lane.top < 0 || lane.top >= max(lane.keys.count, 1) { fault("top \(lane.top)") }
    }
    if !state.marked.isSubset(of: known) { fault("what isn't there is marked") }
    let columns = state.lanes.flatMap(\.keys)
    if Set(columns).count != columns.count { fault("a task stands in two columns") }
  }

  /// The current screen.
  mutating func screen() -> Screen {
    let screen = state.screen()
    if screen.rows != state.size.rows || screen.columns != state.size.columns {
      fault("the screen is \(screen.rows) × \(screen.columns)")
    }
    if let cursor = screen.cursor,
      cursor.row >= screen.rows || cursor.column >= screen.columns || cursor.row < 0
        || cursor.column < 0
    {
      fault("the cursor is at \(cursor)")
    }
    return screen
  }
}

extension Effect {
  /// Whether the effect only keeps or discards drafts.
  var isDraft: Bool {
    switch self {
    case .keepDrafts, .discardDraft: true
    default: false
    }
  }
}
