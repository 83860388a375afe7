internal import Git
internal import Platform
internal import Query
internal import Recording
public import StoreFiles
internal import Sync
internal import TaskFile
internal import TaskHistory

struct WatchLoop {
  private let root: String
  private let environment: Environment
  private let progress: SyncProgress
  private let senses: WatchInputs
  private let pace: WatchPace
  private let sign: WatcherStateFile?
  private let onEvent: (WatchEvent) -> Void

  private var schedule: WatchSchedule
  private let unfinished: UnfinishedFiles
  private var recordTrouble = RepeatedError()
  private var syncTrouble = RepeatedError()
  private var reportedNotices: Set<String> = []
  private var syncedHead: ObjectID?
  private var upstream: String?

  init(
    root: String, environment: Environment, pace: WatchPace, senses: WatchInputs,
    sign: WatcherStateFile? = nil, onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    self.pace = pace
    // ssh's messages are reported once, with the error.
    progress = SyncProgress(isInterrupted: senses.isAskedToEnd)
    self.senses = senses
    self.sign = sign
    self.onEvent = onEvent
    schedule = WatchSchedule(pace, at: senses.now())
    unfinished = UnfinishedFiles(timeout: pace.unfinished)
  }

  /// - Throws: ``MemoError`` of kind `noStore` if the store is absent.
  mutating func run() throws(MemoError) {
    upstream = try openedStore().upstreamName()
    onEvent(.started(root: root, upstream: upstream, interval: pace.interval))
    while !senses.isAskedToEnd() {
      var pause = 0.0
      if case .wait(let moment) = schedule.action(at: senses.now()) {
        pause = moment - senses.now()
      }
      // Reads events first, since they may delay the next step.
      if senses.wait(max(pause, 0)) { schedule.filesChanged(at: senses.now()) }
      if senses.isAskedToEnd() { break }
      switch schedule.action(at: senses.now()) {
      case .record:
        try record()
        // Syncs before the next burst of saves can begin.
        if schedule.action(at: senses.now()) == .sync { try sync() }
      case .sync: try sync()
      case .wait: break
      }
    }
    // The event of the last save may not have arrived.
    try record()
    // If the store can't be opened, the count is unknown; the next watch pushes these commits.
    onEvent(.ended(waiting: (try? openedStore().waitingCommits()) ?? 0))
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
        // Reports this at once, since an unreachable remote may delay the sync.
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
      // Ctrl-C also ends git, so this failure is not reported.
      if senses.isAskedToEnd() { return }
      try endIfGone(error)
      sign?.show(.waiting(reason: error.message, isOffline: error.kind == .remote))
      schedule.syncFailed(at: senses.now(), chance: chance())
      guard syncTrouble.isNew(error) else { return }
      // An unreadable count must not hide the error.
      onEvent(.notSynced(error, waiting: (try? openedStore().waitingCommits()) ?? 0))
    }
  }

  /// Ends a round that checked all files, and remembers the unfinished ones.
  private mutating func endRound() {
    if let moment = unfinished.end() { schedule.lookAgain(at: moment) }
    for problem in unfinished.takeNews() { onEvent(.unfinished(problem)) }
  }

  /// Whether the branch has an upstream; reports a change of it.
  private mutating func hasUpstream(_ store: Store) throws(MemoError) -> Bool {
    let name = try store.upstreamName()
    if name != upstream {
      upstream = name
      onEvent(.upstream(name))
    }
    return name != nil
  }

  /// Opens the store again, since settings and remotes may have changed.
  private func openedStore() throws(MemoError) -> Store {
    let store = try Store.open(root, environment: environment)
    unfinished.begin(at: senses.now(), edited: store.pathsBeingEdited())
    store.recording.isUnfinished = unfinished.contains
    return store
  }

  /// Throws if the store is absent for more than a moment.
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

  /// Notices to report: each once, and all of them beside committed edits.
  private mutating func newNotices(_ notices: [String], _ recorded: [TaskChange]) -> [String] {
    notices.filter { reportedNotices.insert($0).inserted || !recorded.isEmpty }
  }

  private func chance() -> Double { Double(environment.randomNumber() >> 11) / 0x1p53 }
}

private struct RepeatedError {
  private var reported: Set<String> = []
  private var timesBusy = 0

  /// Whether to report this error: it was not reported since the last success.
  ///
  /// A lock that is busy for a short time is not reported.
  mutating func isNew(_ error: MemoError) -> Bool {
    if error.kind == .busy { timesBusy += 1 }
    guard error.kind != .busy || timesBusy > 2 else { return false }
    // The number of missing tasks may vary, but the user's question is the same.
    return reported.insert(error.kind == .unconfirmed ? "" : error.message).inserted
  }

  /// Records a success.
  ///
  /// - Returns: Whether a failure was reported before.
  @discardableResult
  mutating func end() -> Bool {
    defer { (reported, timesBusy) = ([], 0) }
    return !reported.isEmpty
  }
}

/// The times of a watch, in seconds.
public struct WatchPace: Hashable, Sendable {
  /// How long nothing may be saved before saves are committed.
  public var quiet = 2.0
  /// The longest wait after the first save, if saves go on.
  public var longestBurst = 20.0
  public var interval = 300.0
  /// The time from a commit to the sync that pushes it.
  public var soon = 5.0
  /// How long an unfinished file is ignored.
  public var unfinished = 300.0
  /// The pause after the first failure, or the interval if that is shorter.
  ///
  /// Each further failure doubles it.
  public var firstRetry = 10.0
  public var longestRetry = 300.0
  /// The interval of polling if the system sends no events.
  public var polling = 5.0

  public init() {}

  /// From one second to one day.
  public static let intervals = 1.0...86_400
}

extension Store {
  /// The interval in `git config memo.watchInterval`, in seconds; nil if unset.
  ///
  /// - Throws: ``MemoError`` if the value is invalid.
  public func configuredWatchInterval() throws(MemoError) -> Double? {
    guard let text = try configured("memo.watchInterval") else { return nil }
    guard let seconds = Measure.duration(text), WatchPace.intervals.contains(seconds) else {
      throw MemoError(
        .refused, "memo.watchInterval holds '\(text)', which is not an interval",
        hints: ["git config memo.watchInterval 5m; from 1s to 24h"])
    }
    return seconds
  }
}

/// Decides what a watch does next, without access to clock, files or remote.
///
/// Times are seconds on a monotonic clock.
struct WatchSchedule {
  enum Action: Hashable {
    case record
    case sync
    /// Wait until this time, unless files change.
    case wait(until: Double)
  }

  private let pace: WatchPace
  /// The first and last uncommitted change.
  private var changes: (first: Double, last: Double)?
  /// When to commit without a change, because files were skipped or a commit failed.
  private var lookAgain: Double?
  private var nextSync: Double
  private var recordFailures = 0
  private var syncFailures = 0

  /// Begins with a commit of earlier saves, and a sync.
  init(_ pace: WatchPace, at now: Double) {
    self.pace = pace
    lookAgain = now
    nextSync = now
  }

  func action(at now: Double) -> Action {
    // A pending event may belong to a file that is being saved.
    let nextRecord = endOfBurst ?? lookAgain
    if let nextRecord {
      if nextRecord <= now { return .record }
      // A sync commits first, so it must not run during a save or after a failed commit.
      if changes != nil || recordFailures > 0 { return .wait(until: nextRecord) }
    }
    return nextSync <= now ? .sync : .wait(until: min(nextSync, nextRecord ?? nextSync))
  }

  /// When a burst of changes is over, or has lasted long enough.
  private var endOfBurst: Double? {
    changes.map { min($0.last + pace.quiet, $0.first + pace.longestBurst) }
  }

  mutating func filesChanged(at now: Double) {
    changes = (changes?.first ?? now, now)
  }

  /// Begins a commit; later changes belong to the next one.
  mutating func beginRecord() {
    changes = nil
    lookAgain = nil
  }

  /// - Parameter hasNews: Whether HEAD moved since the last sync.
  mutating func recorded(at now: Double, hasNews: Bool) {
    recordFailures = 0
    // After a failed sync, a save doesn't shorten the pause.
    if hasNews, syncFailures == 0 { nextSync = min(nextSync, now + pace.soon) }
  }

  mutating func lookAgain(at moment: Double) {
    lookAgain = min(lookAgain ?? moment, moment)
  }

  /// - Parameter chance: A random number from 0 to 1, so that clones don't retry simultaneously.
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

  /// A pause that doubles with each failure up to a limit, plus or minus a quarter.
  private func pause(_ failures: Int, _ chance: Double) -> Double {
    var pause = min(pace.firstRetry, pace.interval)
    for _ in 1..<failures where pause < pace.longestRetry { pause *= 2 }
    return min(pause, pace.longestRetry) * (0.75 + chance / 2)
  }
}

/// The clock and the file events of a watch, which tests replace.
struct WatchInputs {
  /// Seconds on a monotonic clock that also counts while the machine sleeps.
  var now: () -> Double
  /// Waits for at most this many seconds; true if files may have changed.
  var wait: (Double) -> Bool
  var isAskedToEnd: @Sendable () -> Bool
}

extension WatchInputs {
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
      // Limits the wait, since the machine may sleep past its end.
      wait: { watch.wait(upTo: min($0, Self.longestNap), or: request.bell) },
      isAskedToEnd: { request.isMade })
  }

  /// In seconds.
  private static let longestNap = 60.0
}

public final class EndRequest: Sendable {
  let bell: WakePipe

  /// - Throws: ``MemoError`` if the process has too many open files.
  public init() throws(MemoError) {
    guard let bell = WakePipe() else { throw .noPipe }
    self.bell = bell
  }

  public func make() { bell.ring() }
  public var isMade: Bool { bell.isRung }

  /// A descriptor for signal handlers: writing a byte to it makes the request.
  ///
  /// It is open as long as this object exists.
  public var descriptor: Int32 { bell.descriptor }
}

/// Marks for files that are open in an editor that memo started: `.git/memo/editing.1` and so on.
///
/// Each mark is a lock that contains a path, so it is stale if the process has ended.
extension Store {
  /// Keeps a watch from committing a file while an editor has it open.
  ///
  /// Other commands still commit it.
  public func whileEditing<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let lock = freeMark() else { return try body() }
    // Without the mark, a watch commits the file like other commands do. Nothing is lost.
    try? lock.setNote(path)
    // A note that stays means nothing once its lock is free.
    defer { try? lock.clearNote() }
    return try body()
  }

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

  /// Nil if no mark can be created; a watch then doesn't know about the editor.
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
    // If the marks can't be read, files are committed as usual.
    return (WorkTree.names(in: folder) ?? []).map { Paths.join(folder, $0) }
      .filter { $0.hasPrefix(base) }
  }

  private var markBase: String? { gitFolder.map { "\($0.own)/\(ownFile("editing"))." } }
}

/// Finds changed tasks that may be half saved: empty or broken.
///
/// Each is skipped for a limited time.
final class UnfinishedFiles {
  private let timeout: Double
  private var now = 0.0
  private var edited: Set<String> = []
  /// When each file was first seen as unfinished.
  private var since: [String: Double] = [:]
  private var seen: Set<String> = []
  /// The problems of newly skipped files.
  private var news: [StoreProblem] = []

  /// - Parameter timeout: In seconds.
  init(timeout: Double) { self.timeout = timeout }

  /// Begins a round.
  ///
  /// - Parameter edited: Files to skip without a time limit.
  func begin(at now: Double, edited: Set<String> = []) {
    self.now = now
    self.edited = edited
    seen = []
  }

  /// Returns and clears the problems of newly skipped files.
  func takeNews() -> [StoreProblem] {
    defer { news = [] }
    return news
  }

  /// Whether to skip a changed task.
  func contains(_ task: StoredTask) -> Bool {
    if edited.contains(task.path) { return true }
    // An invalid value in one field may be a word of another tool, not an unfinished save.
    let problem = task.item.isUsable ? nil : task.item.problems.first
    guard problem != nil || task.document.bytes.isEmpty else { return false }
    seen.insert(task.path)
    if let since = since[task.path] { return now < since + timeout }
    since[task.path] = now
    if let problem { news.append(StoreProblem(path: task.path, problem)) }
    return timeout > 0
  }

  /// Ends a round, and forgets complete files.
  ///
  /// - Returns: When the first skipped file has waited long enough; nil without skipped files.
  func end() -> Double? {
    since = since.filter { seen.contains($0.key) && now < $0.value + timeout }
    return since.values.min().map { $0 + timeout }
  }
}
