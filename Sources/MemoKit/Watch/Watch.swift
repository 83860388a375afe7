internal import Git
public import Recording
public import StoreFiles
public import Sync

extension Store {
  /// Commits and syncs the store until the request is made, and then commits the last saves.
  ///
  /// It holds the store's lock only while it commits or merges, so other commands keep working.
  /// - Parameter onEvent: Called on this thread.
  /// - Throws: ``MemoError`` of kind `busy` if another process watches the store. Kind `noStore` if
  ///   the store is absent.
  public func watch(
    _ pace: WatchPace = WatchPace(), until request: EndRequest,
    onEvent: @escaping (WatchEvent) -> Void
  ) throws(MemoError) {
    try settings.checkWritable()
    let lock = try lockWatch()
    let sign = WatcherStateFile(
      self, in: try git().repository.gitDirectory, process: lock.process)
    defer { sign.remove() }
    var loop = WatchLoop(
      // A background program can't answer a password prompt, so prompts fail.
      root: root, environment: environment.withoutQuestions, pace: pace,
      senses: WatchInputs(of: root, pace, until: request), sign: sign, onEvent: onEvent)
    try loop.run()
  }

  /// Locks the watch, so that only one process watches the store.
  ///
  /// - Throws: ``MemoError`` of kind `busy` that names the other process.
  func lockWatch() throws(MemoError) -> FileLock {
    let path = "\(try git().repository.gitDirectory)/\(watchLockFile)"
    do throws(FileError) {
      // A process that only checks the lock holds it for a moment.
      return try FileLock(path, waitingUpTo: 0.03)
    } catch {
      guard error.reason == .busy else { throw MemoError(error) }
      let process = watcher()?.process
      throw MemoError(
        .busy, "another memo\(process.map { ", process \($0)," } ?? "") watches \(root) already",
        hints: process.map { ["'kill \($0)' ends it"] } ?? [])
    }
  }
}

/// The events of a watch.
public enum WatchEvent: Sendable {
  /// The watch begins.
  ///
  /// - Parameters:
  ///   - root: The store's folder.
  ///   - upstream: The upstream, for example `origin/main`.
  ///   - interval: Seconds between two syncs.
  case started(root: String, upstream: String?, interval: Double)
  /// Saves were committed, or the user gets a notice.
  case recorded(ChangeReport)
  /// A broken file was saved. The watch waits until it is complete.
  case unfinished(StoreProblem)
  /// Saves could not be committed. The watch tries again.
  case notRecorded(MemoError)
  /// A sync fetched or pushed something, or reached the remote again after a failure.
  case synced(SyncReport)
  /// A sync failed. The watch tries again.
  ///
  /// - Parameter waiting: The number of commits to push.
  case notSynced(MemoError, waiting: Int)
  case upstream(String?)
  /// The watch ends on request.
  ///
  /// - Parameter waiting: The number of commits to push.
  case ended(waiting: Int)
}

extension Store {
  /// The upstream, for example `origin/main`.
  func upstreamName() throws(MemoError) -> String? { try git().upstream(head())?.shortName }

  func headCommit() throws(MemoError) -> ObjectID? { try head().commit }

  /// The number of commits to push, as of the last fetch; 0 without a remote.
  func waitingCommits() throws(MemoError) -> Int {
    guard let link = try git().upstream(head()), let ours = try headCommit() else { return 0 }
    return try git().distance(from: ours, to: link.target.trackingReference).ahead
  }

  private func head() throws(MemoError) -> Head {
    try git().head()
  }
}

/// The state of a watcher, for display by other processes: `memo/watch` in the `.git` folder.
///
/// The watch works even if the file can't be written.
final class WatcherStateFile {
  private let folder: String
  private let file: String
  private let environment: Environment
  private var state: WatcherState

  /// - Parameters:
  ///   - folder: The `.git` folder of this work tree.
  ///   - process: The id of this process.
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

  /// Records that the store is in sync with the remote.
  func showSuccess() {
    state.lastSuccess = environment.timestamp
    show(.resting)
  }

  /// Deletes the file, so that no later process with the same id looks like the watcher.
  func remove() {
    // If it stays, its free lock shows that the process has ended.
    try? WorkTree(folder).remove(file, expecting: Array(state.text.utf8))
  }

  private func write() { try? WorkTree.write(state.text.utf8, to: "\(folder)/\(file)") }
}
