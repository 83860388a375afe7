internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Everything that the board shows and is asked: a value that events change.
struct BoardState {
  typealias View = BoardRequest.View

  var size: ScreenTerminal.Size
  /// The present; nil while it is read for the first time.
  var present: StoreState?
  /// The moment that is shown in its place.
  var past: StoreState?
  /// Why the store can't be read just now.
  var trouble: Message?
  /// Of a clock that is never set; for double clicks.
  var seconds = 0.0
  var page: Page
  /// What everything is called.
  let words: Words
  /// The theme that this device has chosen, or that was asked for; nil for the store's.
  var themeName: String?
  var bindings: Bindings
  /// Whether the terminal's own background is light.
  var isLight = false

  /// Of the board.
  let columns: [Status]
  var view = View.board
  /// Notes are read from the one that was changed last.
  var order: Order {
    get { chosenOrder ?? (view == .notes ? .newest : .standard) }
    set { chosenOrder = newValue }
  }
  /// Nil for what the view has by itself.
  private var chosenOrder: Order?
  /// When tasks were changed last, and the commit for which that was asked.
  var changeTimes: (times: PathMap<Timestamp>, head: String?)?
  /// Whether cards have the first line of their text.
  var showsBodies = false
  /// What was typed; the filter that it means is used once it is understood.
  var filterText: String
  var filter = Filter.all
  /// What narrows without being typed.
  var standingFilter: String?
  var filterError: Narrowing.Misunderstanding?

  var lanes: [Lane]
  /// The one that takes the keys, by its place.
  var lane = 0
  var marked: Set<TaskKey> = []
  /// What was begun and isn't there yet.
  var works: [Work] = []
  /// The last one takes the keys.
  var panes: [Pane] = []
  var message: Message?
  /// How many jobs there were; tells them from one another.
  var jobs = 0
  /// What asked for jobs at work, by their numbers; it is given back if its job fails.
  var askers: [Int: Asker] = [:]
  /// What was typed behind prompts.
  var typed: [Prompt.Kind: LineHistory] = [:]
  var mouse = MouseState()
  /// What is typed and not recorded, as it was kept last, by its numbers.
  var kept: [Int: Sheet] = [:]
  /// When something was kept last while it was typed, by ``seconds``.
  var keptTime = 0.0
  /// What others changed lately, and until when it is marked, by ``seconds``.
  var fresh: [TaskKey: Double] = [:]
  /// What was changed here, until the store has it.
  var own: Set<TaskKey> = []
  /// What the editor has changed: it is seen as it was saved, and again as it was recorded, until
  /// the store has all that.
  var edited: Set<TaskKey> = []
  /// What was done in this board and can be taken back, the last one last; and what was.
  var operations: [String] = []
  var undone: [String] = []
  /// The tasks as they were when a job began that adds some, or undoes something; the first one that
  /// is new, or was moved back, is selected.
  var known: [TaskKey: Status]?
  /// Whether the task that was added last is not on the board, since the filter leaves it out; until
  /// that was said.
  var isNewHidden = false
  /// Jobs that have not ended and change tasks of which not all are named beforehand, as a new one.
  var running: Set<Int> = []
  /// What boards that were killed have left, until the tasks are there and it is offered.
  var leftDrafts: [AbandonedDraft] = []
  /// How many syncs that were asked for here have not ended.
  var syncs = 0
  /// When it was synced last as one failed that was asked for here; nil where none did since.
  var failedSync: FailedSync?
  /// When it was asked who sends what is only here, by ``seconds``; nil for never.
  var askedWhoSends: Double?

  /// A job that is done, or whose change isn't seen yet.
  struct Work: Hashable, Sendable {
    var job: Job
    var hasEnded = false
    /// What was selected when it was asked for, where that is one of its tasks, and what was right
    /// after: the selection goes back with a card.
    var former: TaskKey?
    var next: TaskKey?
  }

  struct FailedSync: Hashable, Sendable {
    /// Nil for never.
    var last: Timestamp?
  }

  struct Asker: Hashable, Sendable {
    /// A prompt or a list; nil for one that is not to come back.
    var pane: Pane?
    /// What is saved of a task.
    var form: TaskForm?
  }

  struct MouseState: Hashable, Sendable {
    /// The card that the button went down on.
    var pressed: TaskKey?
    /// The lane, by its place, to which it is being dragged; nil over its own.
    var target: Int?
    /// When and on what it was clicked last, in seconds of a clock that is never set.
    var lastClick: TaskKey?
    var lastClickTime = 0.0
  }

  /// - Parameter columns: Of the board, in their order.
  init(
    size: ScreenTerminal.Size, page: Page, bindings: Bindings,
    words: Words = Language.english.words,
    filter: String = "", columns: [Status] = Status.allCases, view: View = .board
  ) {
    self.words = words
    self.size = size
    self.page = page
    self.bindings = bindings
    filterText = filter
    self.view = view
    self.columns = columns
    lanes = Self.lanes(view, columns)
  }

  /// What "today" and "overdue" are measured by.
  var now: LocalTime {
    get { page.now }
    set { page.now = newValue }
  }

  static func lanes(_ view: View, _ columns: [Status]) -> [Lane] {
    view == .board ? columns.map { Lane(status: $0) } : [Lane(status: nil)]
  }

  /// What is shown: the present, or a moment before.
  var storeState: StoreState? { past ?? present }

  var selected: TaskKey? { lanes[lane].selected }

  func task(_ key: TaskKey) -> StoredTask? { storeState?.tasks[key] }

  /// The marked tasks in the order of the board, else the selected one.
  var targets: [TaskKey] {
    let shown = lanes.flatMap(\.keys).filter(marked.contains)
    return shown.isEmpty ? [selected].compactMap { $0 } : shown
  }

  /// Why nothing can be changed now; nil where it can.
  var obstacle: Message? {
    if past != nil { return .error(words.past(bindings.text(.escape))) }
    if let trouble { return trouble }
    guard let standing = present?.standing, let reason = standing.readOnly else { return nil }
    return .error(reason, hints: standing.hints)
  }

  /// The status of a task as it is shown: what was asked for, before it is so.
  func status(of key: TaskKey) -> Status? {
    past == nil ? wantedStatuses[key] ?? task(key)?.status : task(key)?.status
  }

  func isAtWork(_ key: TaskKey) -> Bool { works.contains { $0.job.tasks.contains(key) } }
}

extension BoardState {
  /// Seconds after which something on the screen is over by itself; nil for never.
  var nextMoment: Double? {
    [fresh.values.min().map { max(0, $0 - seconds) }, draftMoment].compactMap { $0 }.min()
  }

  /// How long a card is marked that others changed, in seconds.
  static let freshness = 5.0

  /// Marks what others have changed.
  mutating func markNews(of storeState: StoreState) {
    let news = storeState.changed.filter {
      storeState.tasks[$0] != nil && !own.contains($0) && !edited.contains($0)
    }
    own.subtract(storeState.changed)
    // What changes while something is done here is taken for that.
    guard running.isEmpty else { return }
    for key in news { fresh[key] = seconds + Self.freshness }
    guard let key = news.first, let title = storeState.tasks[key]?.title.sanitized else { return }
    message.show(
      Message(
        kind: .news,
        text: news.count == 1
          ? words.changedElsewhere(title) : words.tasksChangedElsewhere(news.count)))
  }

  /// Has the columns show what there is now.
  mutating func arrange() {
    guard let storeState else { return }
    // Of thousands of tasks, nothing is asked that is copied for each.
    let (filter, now, isPast, tasks) = (filter, now, past != nil, storeState.tasks)
    let gone = isPast ? [] : Set(works.filter(\.job.isDeletion).flatMap(\.job.tasks))
    let wanted = isPast ? [:] : wantedStatuses
    var matching: [(key: TaskKey, status: Status)] = []
    for key in storeState.keys {
      guard let task = tasks[key], !gone.contains(key), filter.matches(task, at: now),
        !filter.hides(task, at: now)
      else { continue }
      matching.append((key, wanted[key] ?? task.status))
    }
    let ranks = isPast ? [:] : wantedRanks
    for index in lanes.indices {
      let status = lanes[index].status
      let keys = matching.filter { found in
        if let status { return found.status == status }
        return filter.mentionsStatus || found.status != .done
      }.map(\.key)
      lanes[index].show(
        storeState.sorted(keys, status, order, at: now, ranks))
    }
    if !marked.isEmpty { marked = marked.filter { tasks[$0] != nil } }
  }

  /// What was asked for, before it is so; the last wish counts.
  private var wantedStatuses: [TaskKey: Status] {
    var wanted: [TaskKey: Status] = [:]
    for work in works {
      guard let status = work.job.status else { continue }
      for key in work.job.tasks { wanted[key] = status }
    }
    return wanted
  }

  /// The same for places in the order by hand.
  var wantedRanks: [TaskKey: String] {
    var wanted: [TaskKey: String] = [:]
    for work in works {
      guard case .ranks(let changes) = work.job.kind else { continue }
      for change in changes { wanted[change.task] = change.rank }
    }
    return wanted
  }
}
