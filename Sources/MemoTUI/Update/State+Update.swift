internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Words

extension BoardState {
  /// - Returns: The effects to perform, in order.
  mutating func update(_ event: Event) -> [Effect] {
    switch event {
    case .input(let input): take(input)
    case .resize(let size): self.size = size
    case .storeState(let storeState): show(storeState)
    case .narrowed(let narrowing): take(narrowing)
    case .ended(let job, let ending):
      followTheme(job, ending)
      take(ending, of: job)
    case .found(let question, .success(let answer)): take(answer, to: question)
    // Without change times, tasks are sorted by creation.
    case .found(.changeTimes, .failure): break
    case .found(_, .failure(let error)): message.show(.error(error, words))
    case .caughtUp: isCatchingUp = false
    case .edited(let text): edit(text)
    case .broken(let text, let hints):
      trouble = .error(text, hints: hints.isEmpty ? [words.resumesAutomatically] : hints)
    case .drafts(let drafts):
      leftDrafts = drafts
      offerDrafts()
    case .waiting: message = Message(kind: .news, text: words.waitsForAnother)
    case .time:
      fresh = fresh.filter { $0.value > seconds }
      arrange()
    }
    askForTimes()
    for case .load(let question) in effects { asked[question] = panes.count }
    // Scroll each lane to its selection.
    let layout = BoardLayout(self)
    for index in lanes.indices { layout.reveal(&lanes[index], self) }
    defer { effects = [] }
    // Before the board stops, save all drafts.
    return keepDrafts(all: effects.contains(.suspend)) + effects
  }

  /// Requests change times, which need the whole history, only when the order needs them.
  private mutating func askForTimes() {
    guard order == .newest, !BoardLayout(self).isTooSmall, let present, timesHead != present.head
    else { return }
    timesHead = .some(present.head)
    effects.append(.load(.changeTimes))
  }

  private mutating func show(_ storeState: StoreState) {
    let isFirst = present == nil
    let hadTheme = chosenLook != nil
    let times = present?.changeTimes ?? storeState.changeTimes
    if present?.status.lastSync != storeState.status.lastSync { failedSync = nil }
    present = storeState
    present?.changeTimes = times
    trouble = nil
    if isFirst || hadTheme { checkTheme() }
    refreshThemes()
    markNews(of: storeState)
    askWhoSends()
    knowAgain(storeState.former)
    arrange()
    offerDrafts()
    // The store's tags and keys affect the meaning of a filter.
    if isFirst || !filterText.isEmpty { effects.append(.narrow(filterText)) }
    refreshForms()
  }

  /// Keeps selection and marks on files that got an id or moved.
  private mutating func knowAgain(_ former: [TaskKey: TaskKey]) {
    guard !former.isEmpty else { return }
    let now = Dictionary(former.map { ($0.value, $0.key) }) { one, _ in one }
    marked = Set(marked.map { now[$0] ?? $0 })
    for index in lanes.indices {
      lanes[index].keys = lanes[index].keys.map { now[$0] ?? $0 }
      lanes[index].selected = lanes[index].selected.map { now[$0] ?? $0 }
    }
  }

  private mutating func take(_ narrowing: FilterInput) {
    guard narrowing.text == filterText else { return }
    filterError = narrowing.failure
    if let meaning = narrowing.filter {
      (filter, defaultFilter) = (meaning, narrowing.defaultFilter)
      arrange()
    }
  }

  private mutating func take(_ ending: JobResult, of job: Job) {
    if job.kind == .sync {
      // The message has the reason; the frame shows the failure until a sync succeeds.
      let kind = ending.failure?.kind
      failedSync = kind.flatMap { StoreState.Sync.isMarked($0) ? $0 == .remote : nil }
    }
    var asker: Pane?
    if let index = works.firstIndex(where: { $0.job.number == job.number }) {
      let (work, chosen) = (works.remove(at: index), selected)
      asker = work.asker
      arrange()
      if !ending.isDone { select(chosen, after: work) }
    }
    if ending.isDone { marked.subtract(job.tasks) }
    if ending.needsTerminal, case .command(let line) = job.kind {
      return effects.append(.handOver(line))
    }
    if let question = ending.question {
      message = nil
      return ask(question, of: job, asker)
    }
    note(ending, of: job)
    let isNewHidden = selectNew(of: job, ending)
    if end(job, ending, asker) { return }
    if job.showsOutput, ending.output.shownLines.count > 1 || !ending.isDone {
      var pane = TextPane(job.text, ending.lines)
      if let operation = ending.operation, let key = KeyStroke(bindings.text(.undo)) {
        pane.keys = [key: .run(.command(["undo", operation]))]
        pane.hints = [KeyHint(key.text, words.undoes)]
      }
      if message?.kind == .news { message = nil }
      return panes.append(.text(pane))
    }
    var message = ending.message(of: job, words, on: page)
    // So that a new task doesn't seem lost.
    if isNewHidden, case .result(let operation, isUndo: false) = message.kind {
      let hint = words.hiddenByFilter(bindings.text(.escape))
      message = Message(
        kind: .result(operation: operation), text: "\(message.text)\(message.tail) — \(hint)")
    }
    self.message.show(message)
    if ending.isDone { askWhoSends() }
    // Below panes that were opened meanwhile.
    if !ending.isDone, let asker { panes.insert(asker, at: 0) }
    if case .choices(let choices)? = panes.last, case .question(let question)? = choices.source {
      effects.append(.load(question))
    }
  }

  /// Restores the selection after a failed job, unless the user has selected another task.
  private mutating func select(_ chosen: TaskKey?, after work: Work) {
    if let chosen, work.job.tasks.contains(chosen) {
      select(chosen)
    } else if let former = work.former, chosen == work.next {
      select(former)
    }
  }

  /// Applies the editor's text; nil if the editor failed.
  private mutating func edit(_ text: String?) {
    guard var form = panes.last?.form else { return }
    if let text {
      form.take(text: text)
      panes[panes.count - 1] = .form(form)
    }
    // A note has no other fields to fill in.
    if form.isNote { text == nil ? closePane() : save(form) }
  }

  private mutating func take(_ answer: Answer, to question: Question) {
    switch answer {
    case .choices(var choices):
      guard asked[question] == panes.count else { break }
      if case .choices(let old)? = panes.last, old.source == .question(question) {
        choices.select { _ in old.selected }
        panes.removeLast()
      }
      panes.append(.choices(choices))
    case .storeState(let storeState):
      begin(at: storeState)
    case .news(let news):
      if case .changes(of: let key, since: _) = question,
        let index = panes.lastIndex(where: { $0.form?.key == key })
      {
        panes[index].form?.news = news
      }
    case .changeTimes(let times):
      present?.changeTimes = times
      arrange()
    case .nothing(let why): message.show(.error(why))
    }
  }
}

extension BoardState {
  /// Shows an earlier moment instead of the present.
  mutating func begin(at past: StoreState) {
    self.past = past
    marked = []
    // A result belongs to the present.
    if case .result? = message?.kind { message = nil }
    arrange()
  }

  /// Shows why changes are impossible; false if they are possible.
  mutating func refusesChanges() -> Bool {
    guard let obstacle else { return false }
    message.show(obstacle)
    return true
  }

  /// Starts a job.
  ///
  /// - Parameter isChange: Whether it writes, which is possible only in the present.
  /// - Returns: The job's number; nil if changes are impossible now.
  @discardableResult
  mutating func run(_ job: Job, isChange: Bool = true) -> Int? {
    if isChange, refusesChanges() { return nil }
    var job = job
    // The board shows a command's questions, such as whether thousands of deletions are intended.
    switch job.kind {
    case .command, .change: job.answers = job.answers ?? [:]
    default: break
    }
    jobs += 1
    job.number = jobs
    let former = selected.flatMap { job.tasks.contains($0) ? $0 : nil }
    works.append(Work(job: job, former: former))
    arrange()
    works[works.count - 1].next = selected
    effects.append(.run(job))
    return jobs
  }
}

extension BoardState {
  /// Undoes the operation in the message, else the last one of this board.
  ///
  /// Before undoing an operation of another program on this clone, it asks.
  mutating func undo() {
    // The last change has no operation yet, so this would undo an older one.
    guard !isChanging else {
      message = .error(words.isBeingSaved)
      return
    }
    var offered: String?
    if case .result(let operation, isUndo: false)? = message?.kind { offered = operation }
    guard let operation = offered ?? operations.last else {
      return effects.append(.load(.lastDone))
    }
    // Clear the offer, so that the next undo reverts an earlier operation.
    message = Message(kind: .news, text: words.undoing)
    run(.command(["undo", operation]))
  }

  /// Records a job's operation for undo and redo.
  mutating func note(_ ending: JobResult, of job: Job) {
    var line: [String] = []
    if case .command(let words) = job.kind { line = words }
    switch line.first {
    case "undo"? where line.count == 2 && ending.operation == nil:
      // Also after a failure: the operation is undone already, or can't be.
      operations.removeAll { $0 == line[1] }
      if ending.isDone { undone.append(line[1]) }
    case "redo"?:
      if let last = undone.popLast(), ending.isDone { operations.append(last) }
    case "undo"? where ending.operation == nil: break
    default:
      guard ending.isDone, let operation = ending.operation else { return }
      noteEdit(operation)
    }
  }

  /// Records an edit in the editor for undo.
  mutating func noteEdit(_ operation: String) {
    operations.append(operation)
    undone = []
  }

  /// Selects the task that a job added, restored or moved: the first on the board, of several.
  ///
  /// - Returns: Whether the filter hides it.
  mutating func selectNew(of job: Job, _ ending: JobResult) -> Bool {
    guard ending.isDone, job.bringsTasks else { return false }
    let changes = (ending.changes ?? []).filter { [.add, .restore, .move].contains($0.kind) }
    let keys = Set(changes.map { TaskKey(name: $0.id ?? $0.path) })
    let new =
      lanes.flatMap(\.keys).first(where: keys.contains)
      ?? present?.keys.first(where: keys.contains)
    guard let new else { return false }
    select(new)
    return !lanes.contains { $0.keys.contains(new) }
  }
}

/// Asks who pushes local commits: an open board by itself, or the user.
extension BoardState {
  /// Asks when the clone first has unpushed commits.
  ///
  /// It waits until all jobs have ended, since their results would replace the question. It asks
  /// once, whatever the answer; the next start asks again without one.
  mutating func askWhoSends() {
    guard !hasAskedWhoSends, let status = present?.status, status.ahead > 0,
      status.syncsByItself == nil, past == nil, !isChanging,
      panes.isEmpty
    else { return }
    hasAskedWhoSends = true
    message = Message(
      kind: .question, text: words.askToSyncAutomatically(bindings.text(.sync)))
  }

  /// Handles an answer to the question in the message line.
  ///
  /// - Returns: False for other keys.
  mutating func answer(_ stroke: KeyStroke) -> Bool {
    guard message?.kind == .question, [KeyStroke("y"), KeyStroke("n")].contains(stroke) else {
      return false
    }
    run(Job(.syncByItself(stroke == KeyStroke("y"))))
    return true
  }
}
