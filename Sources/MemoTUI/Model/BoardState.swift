internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// The whole state of the board, as a value that events change.
struct BoardState {
  typealias View = BoardRequest.View

  var size: ScreenTerminal.Size
  /// The present; nil until it is first read.
  var present: StoreState?
  /// A moment of the history that is shown instead.
  var past: StoreState?
  /// Why the store can't be read now.
  var trouble: Message?
  /// Seconds of a clock that is never adjusted, for double clicks and timeouts.
  var seconds = 0.0
  var page: Page
  let words: Words
  /// The theme of this device; nil for the store's.
  var themeName: String?
  /// The theme of the command line, until another one is chosen.
  var startTheme: String?
  var bindings: Bindings
  /// Whether the terminal's background is light.
  var isLight = false

  /// The columns of the board view.
  let columns: [Status]
  var view = View.board
  /// The sort order; notes start with the last one changed.
  var order: Order {
    get { chosenOrder ?? view.defaultOrder }
    set { chosenOrder = newValue }
  }
  /// The user's choice; nil for the view's default.
  private var chosenOrder: Order?
  /// The commit for which the change times of tasks were requested; nil for never.
  var timesHead: String??
  /// Whether cards show the first line of their body.
  var showsBodies = false
  /// The typed filter; ``filter`` is its last valid meaning.
  var filterText: String
  var filter = Filter.all
  /// The filter that applies without being typed.
  var defaultFilter: String?
  var filterError: MemoError?

  var lanes: [Lane]
  /// The index of the active lane.
  var lane = 0
  var marked: Set<TaskKey> = []
  /// Jobs that have not ended.
  ///
  /// The store's state has a job's change before the job ends: see ``StoreKeeper/perform(_:done:)``.
  var works: [Work] = []
  /// The last pane gets the keys.
  var panes: [Pane] = []
  /// The number of panes when each question was asked; a list that answers it later would take keys
  /// from another pane.
  var asked: [Question: Int] = [:]
  var message: Message?
  /// What the current event has asked for so far, in order.
  var effects: [Effect] = []
  /// The number of jobs so far; numbers the next one.
  var jobs = 0
  /// Lines typed at prompts; the newest is last.
  var typed: [Action: [String]] = [:]
  var mouse = MouseState()
  /// The drafts as last saved.
  var kept: [Draft] = []
  /// The time of the last saved draft, by ``seconds``.
  var keptTime = 0.0
  /// Tasks changed by others, and when their mark ends, by ``seconds``.
  var fresh: [TaskKey: Double] = [:]
  /// Whether the changes of a command that had the terminal are still being read.
  var isCatchingUp = false
  /// Operations of this board to undo, and undone ones to redo; the newest is last.
  var operations: [String] = []
  var undone: [String] = []
  /// Drafts of boards that were killed, to offer once the tasks are read.
  var leftDrafts: [AbandonedDraft] = []
  /// Whether the last sync of this board failed because of the remote; nil if it or one since then
  /// succeeded.
  var failedSync: Bool?
  /// Whether the board has asked who pushes local commits.
  var hasAskedWhoSends = false

  struct Work: Hashable, Sendable {
    var job: Job
    /// The prompt, list or form that the job comes from; it reopens if the job fails.
    var asker: Pane?
    /// The selected task of the job and its neighbor, so that a failed job restores the selection.
    var former: TaskKey?
    var next: TaskKey?
  }

  struct MouseState: Hashable, Sendable {
    /// The card under the pressed button.
    var pressed: TaskKey?
    /// The index of the lane that the card is dragged to; nil over its own lane.
    var target: Int?
    /// The last click's card and time, by ``seconds``.
    var lastClick: TaskKey?
    var lastClickTime = 0.0
  }

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

  /// The current time, for "today" and "overdue".
  var now: LocalTime {
    get { page.now }
    set { page.now = newValue }
  }

  static func lanes(_ view: View, _ columns: [Status]) -> [Lane] {
    view == .board ? columns.map { Lane(status: $0) } : [Lane(status: nil)]
  }

  /// The present, or the moment of the history that is shown.
  var storeState: StoreState? { past ?? present }

  var selected: TaskKey? { lanes[lane].selected }

  func task(_ key: TaskKey) -> StoredTask? { storeState?.tasks[key] }

  /// The marked tasks in the board's order, or the selected one.
  var targets: [TaskKey] {
    let shown = lanes.flatMap(\.keys).filter(marked.contains)
    return shown.isEmpty ? [selected].compactMap { $0 } : shown
  }

  /// Why changes are impossible now; nil if they are possible.
  var obstacle: Message? {
    if past != nil { return .error(words.past(bindings.text(.escape))) }
    if let trouble { return trouble }
    return present?.status.obstacle.map { .error($0.message, hints: $0.hints) }
  }

  /// The status of a task, including that of a running job.
  func status(of key: TaskKey) -> Status? {
    let wanted = works.last { $0.job.status != nil && $0.job.tasks.contains(key) }?.job.status
    return past == nil ? wanted ?? task(key)?.status : task(key)?.status
  }

  /// Whether a job other than a sync runs, which may change any task.
  var isChanging: Bool { works.contains { $0.job.kind != .sync } }

  func isAtWork(_ key: TaskKey) -> Bool { works.contains { $0.job.tasks.contains(key) } }
}

extension BoardState {
  /// Seconds until the screen changes without input; nil for never.
  var nextMoment: Double? {
    [fresh.values.min().map { max(0, $0 - seconds) }, draftMoment].compactMap { $0 }.min()
  }

  /// How long a card changed by others is marked, in seconds.
  static let freshness = 5.0

  mutating func markNews(of storeState: StoreState) {
    // Changes during a job here may be the job's own.
    guard !isChanging, !isCatchingUp else { return }
    let news = storeState.changed.filter { storeState.tasks[$0] != nil }
    for key in news { fresh[key] = seconds + Self.freshness }
    guard let key = news.first, let title = storeState.tasks[key]?.title.sanitized else { return }
    message.show(
      Message(
        kind: .news,
        text: news.count == 1
          ? words.changedElsewhere(title) : words.tasksChangedElsewhere(news.count)))
  }

  /// Updates the lanes from the current state and the running jobs.
  mutating func arrange() {
    guard let storeState else { return }
    let expected = past == nil ? storeState.expecting(works.map(\.job)) : storeState
    for index in lanes.indices {
      lanes[index].show(expected.keys(lanes[index].status, filter, order, at: now))
    }
    if !marked.isEmpty { marked = marked.filter { storeState.tasks[$0] != nil } }
  }
}

extension StoreState {
  /// The state once some jobs are done.
  func expecting(_ jobs: [Job]) -> StoreState {
    var expected = self
    for job in jobs {
      for key in job.tasks {
        if job.isDeletion { expected.tasks[key] = nil }
        if let status = job.status { expected.tasks[key]?.status = status }
      }
      guard case .ranks(let ranks) = job.kind else { continue }
      for (key, rank) in ranks { expected.tasks[key] = expected.tasks[key]?.ranked(rank) }
    }
    return expected
  }
}
