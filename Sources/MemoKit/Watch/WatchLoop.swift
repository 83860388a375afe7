internal import Git
internal import Query
internal import Recording
public import StoreFiles
internal import Sync
internal import TaskFile
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

/// How quick a watch is; all in seconds.
public struct WatchPace: Hashable, Sendable {
  /// Without another save, before saves are recorded.
  public var quiet = 2.0
  /// After the first save they are recorded although more go on.
  public var longestBurst = 20.0
  /// From a sync to the next one.
  public var interval = 300.0
  /// From a commit to the sync that sends it.
  public var soon = 5.0
  /// How long a file that isn't finished is left alone.
  public var unfinished = 300.0
  /// After the first failure, if the interval isn't shorter; every other one in a row doubles it.
  public var firstRetry = 10.0
  /// After however many failures.
  public var longestRetry = 300.0
  /// From one look at the files to the next one, where the system doesn't tell of changes.
  public var polling = 5.0

  public init() {}

  /// The intervals that make sense: from a second to a day.
  public static let intervals = 1.0...86_400
}

extension Store {
  /// The interval that git's configuration sets with `memo.watchInterval`; nil when unset.
  ///
  /// - Throws: ``MemoError`` when that can't be understood.
  public func configuredWatchInterval() throws(MemoError) -> Double? {
    let text = try git().run("read memo.watchInterval") { repository throws(GitError) in
      try repository.string("memo.watchInterval")
    }
    guard let text else { return nil }
    guard let seconds = Measure.duration(text), WatchPace.intervals.contains(seconds) else {
      throw MemoError(
        .refused, "memo.watchInterval holds '\(text)', which is not an interval",
        hints: ["git config memo.watchInterval 5m; from 1s to 24h"])
    }
    return seconds
  }
}

/// What a watch does when; it only reckons, and knows no clock, no file and no remote.
///
/// Moments are seconds on any clock that is never set back.
struct WatchSchedule {
  enum Action: Hashable {
    /// Record what was saved.
    case record
    case sync
    /// Nothing before this moment, unless files change.
    case wait(until: Double)
  }

  private let pace: WatchPace
  /// The first and the last change that is not recorded yet.
  private var changes: (first: Double, last: Double)?
  /// When to record even if nothing changes: files were left alone, or recording failed.
  private var lookAgain: Double?
  private var nextSync: Double
  private var recordFailures = 0
  private var syncFailures = 0

  /// Begins with recording what was saved before, and a sync.
  init(_ pace: WatchPace, at now: Double) {
    self.pace = pace
    lookAgain = now
    nextSync = now
  }

  /// Whether something was saved that is not recorded yet.
  var hasChanges: Bool { changes != nil }

  func action(at now: Double) -> Action {
    // A second look is none of a file that is being saved this very moment.
    let nextRecord = endOfBurst ?? lookAgain
    if let nextRecord {
      if nextRecord <= now { return .record }
      // A sync records first: not in the middle of a save, and not what could not be recorded.
      if changes != nil || recordFailures > 0 { return .wait(until: nextRecord) }
    }
    return nextSync <= now ? .sync : .wait(until: min(nextSync, nextRecord ?? nextSync))
  }

  /// When the changes are over, or have gone on long enough.
  private var endOfBurst: Double? {
    changes.map { min($0.last + pace.quiet, $0.first + pace.longestBurst) }
  }

  mutating func filesChanged(at now: Double) {
    changes = (changes?.first ?? now, now)
  }

  /// Recording begins: what changes from now on is for the next one.
  mutating func beginRecord() {
    changes = nil
    lookAgain = nil
  }

  /// - Parameter hasNews: Whether there are commits that were not in the last sync.
  mutating func recorded(at now: Double, hasNews: Bool) {
    recordFailures = 0
    // Where the remote was not reached, a save doesn't make it reachable.
    if hasNews, syncFailures == 0 { nextSync = min(nextSync, now + pace.soon) }
  }

  /// Files were left alone, and have waited long enough at this moment.
  mutating func lookAgain(at moment: Double) {
    lookAgain = min(lookAgain ?? moment, moment)
  }

  /// - Parameter chance: From 0 to 1, so that not all clones try at the same moment.
  mutating func recordFailed(at now: Double, chance: Double) {
    recordFailures += 1
    lookAgain = now + pause(recordFailures, chance)
  }

  mutating func synced(at now: Double) {
    syncFailures = 0
    nextSync = now + pace.interval
  }

  mutating func syncFailed(at now: Double, chance: Double) {
    syncFailures += 1
    nextSync = now + pause(syncFailures, chance)
  }

  /// Doubles from failure to failure up to a bound, give or take a quarter.
  private func pause(_ failures: Int, _ chance: Double) -> Double {
    var pause = min(pace.firstRetry, pace.interval)
    for _ in 1..<failures where pause < pace.longestRetry { pause *= 2 }
    return min(pause, pace.longestRetry) * (0.75 + chance / 2)
  }
}

/// Time and file events as a watch sees them; tests play their own.
struct WatchSenses {
  /// Seconds on a clock that is never set back, and goes on while the machine sleeps.
  var now: () -> Double
  /// Waits up to so many seconds; true when files may have changed.
  var wait: (Double) -> Bool
  /// Whether a program has a file open that it has written to; the path is the store's.
  var isBeingWritten: (String) -> Bool
  /// Why changes are looked for again and again; nil where the system tells of them.
  var pollingReason: () -> String?
  /// Whether it was asked to end.
  var isAskedToEnd: @Sendable () -> Bool
}

extension WatchSenses {
  /// The system's own.
  init(of root: String, _ pace: WatchPace, until request: EndRequest) {
    let watch = FolderWatch(
      FolderWatch.Scope(
        root: root, folders: NonTaskFiles.watchedFolders,
        isFile: NonTaskFiles.isWatched
      ),
      pollingEvery: pace.polling)
    let start = ContinuousClock.now
    self.init(
      now: { start.duration(to: .now) / .seconds(1) },
      // A pause in which the machine slept is over when it is over on the clock.
      wait: { watch.wait(upTo: min($0, Self.longestNap), or: request.bell) },
      isBeingWritten: watch.isBeingWritten,
      pollingReason: { watch.pollingReason },
      isAskedToEnd: { request.isMade })
  }

  /// In seconds.
  private static let longestNap = 60.0
}

/// Asks a watch to end when it has done what it is about.
public final class EndRequest: Sendable {
  let bell: WakePipe

  /// - Throws: ``MemoError`` when the process has too many files open.
  public init() throws(MemoError) {
    bell = try MemoError.rethrowing(WakePipe())
  }

  public func make() { bell.ring() }
  public var isMade: Bool { bell.isRung }

  /// A byte written here is a request as well: for signal handlers, which may do little else.
  ///
  /// Open as long as this object is there.
  public var descriptor: Int32 { bell.descriptor }
}

/// Marks of files that an editor has which memo itself started: `.git/memo/editing.1`, ….
///
/// Each is a lock that holds a path, so that a mark without a living process is none.
extension Store {
  /// Keeps a watch from recording a file while an editor has it; other commands record it as
  /// always.
  public func whileEditing<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let lock = freeMark() else { return try body() }
    // Without a note a watch records the file as every other command does: nothing is lost.
    try? lock.setNote(path)
    defer { try? lock.clearNote() }
    return try body()
  }

  /// The files that are marked now.
  func pathsBeingEdited() -> Set<String> {
    var paths: Set<String> = []
    for mark in marks() {
      guard let bytes = WorkTree.content(at: mark), !bytes.isEmpty, FileLock.isHeld(mark) else {
        continue
      }
      paths.insert(String(decoding: bytes, as: UTF8.self))
    }
    return paths
  }

  /// A courtesy: where none can be made, a watch doesn't know.
  private func freeMark() -> FileLock? {
    guard let base = markBase else { return nil }
    for number in 1...20 {
      if let lock = try? FileLock("\(base)\(number)", waitingUpTo: 0) { return lock }
    }
    return nil
  }

  private func marks() -> [String] {
    guard let base = markBase else { return [] }
    let folder = Paths.parent(of: base)
    // A courtesy as well: what is not seen is recorded like any other save.
    return (WorkTree.names(in: folder) ?? []).map { Paths.join(folder, $0) }
      .filter { $0.hasPrefix(base) }
  }

  private var markBase: String? { gitFolder.map { "\($0.own)/\(ownFile("editing"))." } }
}

/// Decides which changed files are left alone for now, because they look like the middle of a
/// save: empty, not to be understood, or still being written.
///
/// Each is left alone for a while and no longer, so that nothing stays unrecorded for ever.
final class UnfinishedFiles: UnfinishedSaves {
  private let patience: Double
  private let isBeingWritten: (String) -> Bool
  private var now = 0.0
  /// Files that an editor has which will record them itself.
  private var edited: Set<String> = []
  /// When each was first seen so.
  private var since: [String: Double] = [:]
  private var seen: Set<String> = []
  /// What is wrong with those that were left alone for the first time, until it is taken.
  private var news: [StoreProblem] = []

  /// - Parameter patience: In seconds.
  init(patience: Double, isBeingWritten: @escaping (String) -> Bool = { _ in false }) {
    self.patience = patience
    self.isBeingWritten = isBeingWritten
  }

  /// A round of recording begins.
  ///
  /// - Parameter edited: What is left alone for as long as it takes.
  func begin(at now: Double, edited: Set<String> = []) {
    self.now = now
    self.edited = edited
    seen = []
  }

  /// What is wrong with files that were not left alone before.
  func takeNews() -> [StoreProblem] {
    defer { news = [] }
    return news
  }

  /// Whether a file that was changed is to be left alone.
  func contains(_ task: StoredTask) -> Bool {
    if edited.contains(task.path) { return true }
    // What one field says is no sign of that: other tools have words of their own.
    let problem = task.item.isUsable ? nil : task.item.problems.first
    guard problem != nil || task.document.bytes.isEmpty || isBeingWritten(task.path) else {
      return false
    }
    if let since = since[task.path] {
      seen.insert(task.path)
      return now < since + patience
    }
    since[task.path] = now
    seen.insert(task.path)
    if let problem { news.append(StoreProblem(path: task.path, problem)) }
    return patience > 0
  }

  /// The same for a file that is not a task, of which only its writer knows when it is finished.
  func containsFile(_ path: String) -> Bool {
    guard isBeingWritten(path) else { return false }
    seen.insert(path)
    guard let since = since[path] else {
      since[path] = now
      return patience > 0
    }
    return now < since + patience
  }

  /// All files were looked at: those that were finished meanwhile are forgotten.
  ///
  /// - Returns: When the first one has waited long enough; nil when none is left.
  func end() -> Double? {
    since = since.filter { seen.contains($0.key) && now < $0.value + patience }
    return since.values.min().map { $0 + patience }
  }
}
