internal import Git
public import StoreFiles

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
