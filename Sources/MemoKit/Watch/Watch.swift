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
    root = store.root
    environment = store.environment.withoutQuestions
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
    var loop = WatchLoop(
      root: root, environment: environment, pace: pace,
      senses: WatchSenses(of: root, pace, until: request), onEvent: onEvent)
    let result = Result { () throws(MemoError) in try loop.run() }
    // Nobody takes the number of a process that ended for one that lives.
    try? lock.clearNote()
    try result.get()
  }
}

extension Store {
  /// Makes sure that one process at a time watches the store.
  ///
  /// - Throws: ``MemoError`` of kind `busy` that names the other process.
  func lockWatch() throws(MemoError) -> FileLock {
    let path = "\(try git().repository.gitDirectory)/\(ownFile("watch"))"
    do throws(FileError) {
      let lock = try FileLock(path, waitingUpTo: 0)
      try lock.sign()
      return lock
    } catch {
      guard error.reason == .busy else { throw MemoError(error) }
      let text = String(decoding: WorkTree.content(at: path) ?? [], as: UTF8.self)
      let process = text.split(separator: "\n").first.map { ", process \($0)," } ?? ""
      throw MemoError(
        .busy, "another memo\(process) watches \(root) already",
        hints: process.isEmpty ? [] : ["'kill \(text.trimmingSpaces)' ends it"])
    }
  }
}

extension Environment {
  /// Nobody sits at a program that runs for days: what would ask for a password fails.
  fileprivate var withoutQuestions: Environment {
    var environment = self
    environment.variables["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }
}
