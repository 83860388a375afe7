internal import Git
public import Recording
public import StoreFiles
public import Sync

/// Commits and syncs a store until it is asked to end.
///
/// It holds the store's lock only while it commits or merges, so other commands keep working.
public struct Watch {
  private let root: String
  private let environment: Environment
  private let pace: WatchPace
  private let onEvent: (WatchEvent) -> Void

  /// - Parameters:
  ///   - store: Only its folder is used; the watch opens the store again for each step.
  ///   - onEvent: Called on the thread that runs the watch.
  public init(
    _ store: Store, _ pace: WatchPace = WatchPace(), onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.init(store.root, store.environment, pace, onEvent: onEvent)
  }

  /// - Parameter root: Absolute, with links resolved.
  init(
    _ root: String, _ environment: Environment, _ pace: WatchPace,
    onEvent: @escaping (WatchEvent) -> Void
  ) {
    self.root = root
    // A background program can't answer a password prompt, so prompts fail.
    self.environment = environment.withoutQuestions
    self.pace = pace
    self.onEvent = onEvent
  }

  /// Runs until the request is made, and then commits the last saves.
  ///
  /// - Throws: ``MemoError`` of kind `busy` if another process watches the store, and of kind
  ///   `noStore` if the store is absent.
  public func run(until request: EndRequest) throws(MemoError) {
    let store = try Store.open(root, environment: environment)
    try store.settings.checkWritable()
    let lock = try store.lockWatch()
    let sign = WatcherStateFile(
      store, in: try store.git().repository.gitDirectory, process: lock.process)
    defer { sign.remove() }
    var loop = WatchLoop(
      root: root, environment: environment, pace: pace,
      senses: WatchInputs(of: root, pace, until: request), sign: sign, onEvent: onEvent)
    try loop.run()
  }
}

extension Store {
  /// Locks the watch, so that only one process watches the store.
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
        // A process that only checks the lock holds it for a moment.
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
  /// The watch begins.
  ///
  /// - Parameters:
  ///   - root: The store's folder.
  ///   - upstream: The upstream, such as `origin/main`; nil if there is none.
  ///   - interval: Seconds between two syncs.
  case started(root: String, upstream: String?, interval: Double)
  /// The system sends no events for this reason, so the watch looks every few seconds.
  case polling(reason: String, every: Double)
  /// Saves were committed, or there is a notice for the user.
  case recorded(ChangeReport)
  /// A broken file was saved. The watch waits until it is complete.
  case unfinished(StoreProblem)
  /// Saves could not be committed. The watch tries again.
  case notRecorded(MemoError)
  /// A sync fetched or pushed something, or the remote can be reached again.
  case synced(SyncReport)
  /// A sync failed. The watch tries again.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case notSynced(MemoError, waiting: Int)
  /// The upstream was added or removed.
  case upstream(String?)
  /// The watch ends on request.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case ended(waiting: Int)
}

/// What a watch needs from a store.
extension Store {
  /// The upstream, such as `origin/main`; nil if there is none.
  func upstreamName() throws(MemoError) -> String? { try git().upstream(head())?.shortName }

  func headCommit() throws(MemoError) -> ObjectID? { try head().commit }

  /// Commits that the remote lacks, as of the last fetch; 0 without a remote.
  func waitingCommits() throws(MemoError) -> Int {
    guard let link = try git().upstream(head()), let ours = try headCommit() else { return 0 }
    return try git().distance(from: ours, to: link.target.trackingReference).ahead
  }

  private func head() throws(MemoError) -> Head {
    try git().head()
  }
}

/// The state of a watcher, for other processes to show: `memo/watch` in git's folder.
///
/// If it can't be written, nothing else is affected.
final class WatcherStateFile {
  private let folder: String
  private let file: String
  private let environment: Environment
  private var state: WatcherState

  /// - Parameters:
  ///   - folder: git's folder of this work tree.
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

  /// Notes that the store is in sync with the remote.
  func showSuccess() {
    state.lastSuccess = environment.timestamp
    show(.resting)
  }

  /// Deletes the file, so that no other process with the same number is taken for the watcher.
  func remove() {
    try? WorkTree(folder).remove(file, expecting: Array(state.text.utf8))
  }

  private func write() { try? WorkTree.write(state.text.utf8, to: "\(folder)/\(file)") }
}
