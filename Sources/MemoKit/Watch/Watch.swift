internal import Git
public import Recording
public import StoreFiles
public import Sync

/// Keeps a store recorded and in sync until it is asked to end.
///
/// It holds the store's lock only while it records or merges, as every command does, so that
/// other commands and other machines go on beside it.
public struct Watch {
  private let root: String
  private let environment: Environment
  private let pace: WatchPace
  private let onEvent: (WatchEvent) -> Void

  /// - Parameters:
  ///   - store: Only its folder is taken; the watch opens it anew whenever it does something.
  ///   - onEvent: Hears what happens, on the thread that runs the watch.
  public init(
    _ store: Store, _ pace: WatchPace = WatchPace(), onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.init(store.root, store.environment, pace, onEvent: onEvent)
  }

  /// - Parameter root: Absolute, links resolved.
  init(
    _ root: String, _ environment: Environment, _ pace: WatchPace,
    onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.root = root
    // Nobody sits at a program that runs for days: what would ask for a password fails.
    self.environment = environment.withoutQuestions
    self.pace = pace
    self.onEvent = onEvent
  }

  /// Returns when it was asked to end, with the last saves recorded.
  ///
  /// - Throws: ``MemoError``: of kind `busy` when another process watches the store, of kind
  ///   `noStore` when the store is not there any more.
  public func run(until request: EndRequest) throws(MemoError) {
    let store = try Store.open(root, environment: environment)
    try store.settings.checkWritable()
    let lock = try store.lockWatch()
    let sign = WatcherSign(
      store, in: try store.git().repository.gitDirectory, process: lock.process)
    defer { sign.remove() }
    var loop = WatchLoop(
      root: root, environment: environment, pace: pace,
      senses: WatchSenses(of: root, pace, until: request), sign: sign, onEvent: onEvent)
    try loop.run()
  }
}

extension Store {
  /// Makes sure that one process at a time watches the store.
  ///
  /// - Throws: ``MemoError`` of kind `busy` that names the other process.
  func lockWatch() throws(MemoError) -> FileLock {
    let path = "\(try git().repository.gitDirectory)/\(watchLockFile)"
    var attempts = 0
    while true {
      do throws(FileError) {
        return try FileLock(path, waitingUpTo: 0)
      } catch {
        guard error.reason == .busy else { throw MemoError(error) }
        // Who only looks whether somebody has it has it for a moment.
        attempts += 1
        guard attempts > 3 else {
          pause(milliseconds: 10)
          continue
        }
        let process = watcher()?.process
        throw MemoError(
          .busy, "another memo\(process.map { ", process \($0)," } ?? "") watches \(root) already",
          hints: process.map { ["'kill \($0)' ends it"] } ?? [])
      }
    }
  }
}

/// What happens while a store is watched.
public enum WatchEvent: Sendable {
  /// It begins.
  ///
  /// - Parameters:
  ///   - root: The store's folder.
  ///   - upstream: The branch it is synced with, as `origin/main`; nil when there is none.
  ///   - interval: Seconds between two syncs.
  case started(root: String, upstream: String?, interval: Double)
  /// The system doesn't tell of changes, for this reason; so it looks every few seconds.
  case polling(reason: String, every: Double)
  /// Saves were recorded, or a person should hear something about them.
  case recorded(ChangeReport)
  /// A file was saved that can't be understood; it is left alone for a while.
  case unfinished(StoreProblem)
  /// Recording failed; it is tried again.
  case notRecorded(MemoError)
  /// Something came in or went out, or the remote is there again.
  case synced(SyncReport)
  /// A sync failed; it is tried again.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case notSynced(MemoError, waiting: Int)
  /// There is no remote, or there is one now.
  case upstream(String?)
  /// It ends as it was asked to.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case ended(waiting: Int)
}

/// What a watch asks a store.
extension Store {
  /// The branch it is synced with, as `origin/main`; nil when there is none.
  func upstreamName() throws(MemoError) -> String? { try git().upstream(head())?.shortName }

  func headCommit() throws(MemoError) -> ObjectID? { try head().commit }

  /// How many commits the remote lacks, as last seen; 0 without a remote.
  func waitingCommits() throws(MemoError) -> Int {
    guard let link = try git().upstream(head()), let ours = try headCommit() else { return 0 }
    return try git().distance(from: ours, to: link.target.trackingReference).ahead
  }

  private func head() throws(MemoError) -> Head {
    try git().head()
  }
}

/// Where a watcher leaves its state for others to see: `memo/watch` in git's folder.
///
/// It is only ever shown, so one that can't be written is no loss.
final class WatcherSign {
  private let folder: String
  private let file: String
  private let environment: Environment
  private var state: WatcherState

  /// - Parameters:
  ///   - folder: git's, of this work tree.
  ///   - process: The number of this process.
  init(_ store: Store, in folder: String, process: Int32) {
    self.folder = folder
    file = store.watchFile
    environment = store.environment
    state = WatcherState(process: process, activity: .resting, since: environment.timestamp)
    write()
  }

  func show(_ activity: WatcherState.Activity) {
    state.activity = activity
    state.since = environment.timestamp
    write()
  }

  /// It is in step with the remote.
  func showSuccess() {
    state.lastSuccess = environment.timestamp
    show(.resting)
  }

  /// Nobody takes the number of a process that ended for one that lives.
  func remove() {
    try? WorkTree(folder).remove(file, expecting: Array(state.text.utf8))
  }

  private func write() { try? WorkTree.write(state.text.utf8, to: "\(folder)/\(file)") }
}
