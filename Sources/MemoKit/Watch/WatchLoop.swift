internal import Git
internal import Recording
internal import StoreFiles
internal import Sync
internal import TaskHistory

/// The work of a watch, step by step as its schedule says.
struct WatchLoop {
  private let root: String
  private let environment: Environment
  private let progress: SyncProgress
  private let senses: WatchSenses
  private let pace: WatchPace
  private let sign: WatcherSign?
  private let onEvent: (WatchEvent) -> Void

  private var schedule: WatchSchedule
  private let unfinished: UnfinishedFiles
  private var recordTrouble = Trouble()
  private var syncTrouble = Trouble()
  private var reportedNotices: Set<String> = []
  private var reportedPolling = false
  /// The commit of the last sync.
  private var syncedHead: ObjectID?
  private var upstream: String?

  init(
    root: String, environment: Environment, pace: WatchPace, senses: WatchSenses,
    sign: WatcherSign? = nil, onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    self.pace = pace
    // What ssh has to say comes with the error, once.
    progress = SyncProgress(isInterrupted: senses.isAskedToEnd)
    self.senses = senses
    self.sign = sign
    self.onEvent = onEvent
    schedule = WatchSchedule(pace, at: senses.now())
    unfinished = UnfinishedFiles(
      patience: pace.unfinished, isBeingWritten: senses.isBeingWritten)
  }

  /// - Throws: ``MemoError`` of kind `noStore` when the store is gone.
  mutating func run() throws(MemoError) {
    upstream = try openedStore().upstreamName()
    onEvent(.started(root: root, upstream: upstream, interval: pace.interval))
    while !senses.isAskedToEnd() {
      tellOfPolling()
      var pause = 0.0
      if case .wait(let moment) = schedule.action(at: senses.now()) {
        pause = moment - senses.now()
      }
      // Changes are heard of before anything is done, since they may put it off.
      if senses.wait(max(pause, 0)) { schedule.filesChanged(at: senses.now()) }
      if senses.isAskedToEnd() { break }
      switch schedule.action(at: senses.now()) {
      case .record:
        try record()
        // Before anything is heard of the next burst: without a pause between bursts, this is
        // as good a moment as any.
        if schedule.action(at: senses.now()) == .sync { try sync() }
      case .sync: try sync()
      case .wait: break
      }
    }
    // What was saved a moment ago may not have been heard of yet.
    try record()
    // Nobody counts in a store that can't be opened any more; what waits there is sent later.
    onEvent(.ended(waiting: (try? openedStore().waitingCommits()) ?? 0))
  }

  private mutating func tellOfPolling() {
    guard !reportedPolling, let reason = senses.pollingReason() else { return }
    reportedPolling = true
    onEvent(.polling(reason: reason, every: pace.polling))
  }
}

extension WatchLoop {
  private mutating func record() throws(MemoError) {
    schedule.beginRecord()
    do throws(MemoError) {
      let store = try openedStore()
      var report = try store.recordHandEdits()
      endRound()
      let head = try store.headCommit()
      schedule.recorded(at: senses.now(), hasNews: head != syncedHead)
      recordTrouble.end()
      report.notices = newNotices(report.notices, report.recorded)
      if !report.recorded.isEmpty || !report.notices.isEmpty { onEvent(.recorded(report)) }
    } catch {
      try endIfGone(error)
      schedule.recordFailed(at: senses.now(), chance: chance())
      if recordTrouble.isNew(error) { onEvent(.notRecorded(error)) }
    }
  }

  private mutating func sync() throws(MemoError) {
    do throws(MemoError) {
      let store = try openedStore()
      guard try hasUpstream(store) else {
        syncedHead = try store.headCommit()
        sign?.show(.resting)
        return schedule.synced(at: senses.now())
      }
      sign?.show(.syncing)
      var reported: [TaskChange] = []
      var report = try store.sync(progress) { early in
        // At once: a remote that is away must not keep it from being heard of.
        var early = early
        early.notices = newNotices(early.notices, early.recorded)
        onEvent(.recorded(early))
        reported += early.recorded
      }
      report.recorded.removeAll(where: reported.contains)
      endRound()
      syncedHead = try store.headCommit()
      schedule.synced(at: senses.now())
      sign?.showSuccess()
      report.notices = newNotices(report.notices, report.recorded)
      let isBack = syncTrouble.end()
      if isBack || !report.isUpToDate || !report.recorded.isEmpty
        || !report.notices.isEmpty
      {
        onEvent(.synced(report))
      }
    } catch {
      // Whoever ends it with Ctrl-C ends its helpers as well: what fails then is no news.
      if senses.isAskedToEnd() { return }
      try endIfGone(error)
      sign?.show(.waiting(reason: error.message))
      schedule.syncFailed(at: senses.now(), chance: chance())
      guard syncTrouble.isNew(error) else { return }
      // A count beside the error that is told.
      onEvent(.notSynced(error, waiting: (try? openedStore().waitingCommits()) ?? 0))
    }
  }

  /// All files were looked at: remembers what was left alone.
  private mutating func endRound() {
    if let moment = unfinished.end() { schedule.lookAgain(at: moment) }
    for problem in unfinished.takeNews() { onEvent(.unfinished(problem)) }
  }

  /// Tells when a remote was added or taken away.
  private mutating func hasUpstream(_ store: Store) throws(MemoError) -> Bool {
    let name = try store.upstreamName()
    if name != upstream {
      upstream = name
      onEvent(.upstream(name))
    }
    return name != nil
  }

  /// Opened anew each time: settings and remotes may have changed, and nothing adds up.
  private func openedStore() throws(MemoError) -> Store {
    let store = try Store.open(root, environment: environment)
    unfinished.begin(at: senses.now(), edited: store.pathsBeingEdited())
    store.recording.unfinishedSaves = unfinished
    return store
  }

  /// A store that is gone for more than a moment is gone.
  private func endIfGone(_ error: MemoError) throws(MemoError) {
    guard error.kind == .noStore else { return }
    if Store.isFolder(root) {
      _ = senses.wait(1)
      do throws(MemoError) {
        _ = try openedStore().git()
        return
      } catch {}
    }
    throw MemoError(
      .noStore, "the store \(root) is gone, so there is nothing left to watch",
      details: [error.message])
  }

  /// What stays as it is, such as a file that can't be mended, is said once.
  private mutating func newNotices(_ notices: [String], _ recorded: [TaskChange]) -> [String] {
    notices.filter { reportedNotices.insert($0).inserted || !recorded.isEmpty }
  }

  private func chance() -> Double { Double(environment.randomNumber() >> 11) / 0x1p53 }
}

/// Something that fails again and again.
private struct Trouble {
  private var reported: Set<String> = []
  private var timesBusy = 0

  /// Whether this is to be said: it wasn't since it last went well.
  ///
  /// That another memo is at work for a while is no trouble; that it doesn't end is.
  mutating func isNew(_ error: MemoError) -> Bool {
    if error.kind == .busy { timesBusy += 1 }
    guard error.kind != .busy || timesBusy > 2 else { return false }
    // How many are gone may change from one look to the next; that somebody is to say whether it
    // was meant doesn't.
    return reported.insert(error.kind == .unconfirmed ? "" : error.message).inserted
  }

  /// It went well.
  ///
  /// - Returns: Whether it had failed before.
  @discardableResult
  mutating func end() -> Bool {
    defer { (reported, timesBusy) = ([], 0) }
    return !reported.isEmpty
  }
}
