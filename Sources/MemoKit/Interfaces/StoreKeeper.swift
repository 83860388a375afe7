internal import Dispatch
internal import Git
internal import Platform
public import StoreFiles
public import Sync
internal import Synchronization
internal import TaskFile

/// Runs the requests of a user interface to a store, and reports changes of the store.
///
/// It runs requests in order on a separate thread. All callbacks run on that thread, one after
/// another. A listener should only pass events on, for example to the queue of an event loop.
public final class StoreKeeper: Sendable {
  private let mailbox: Mailbox<KeeperWorker.Letter>
  private let ended = DispatchGroup()

  /// - Parameters:
  ///   - store: Only its folder is used; each request opens the store again.
  ///   - sink: Called with events; the first one is the initial state.
  /// - Throws: ``MemoError`` if the process has too many open files or threads.
  public init(
    _ store: Store, _ options: KeeperOptions = KeeperOptions(),
    sink: @escaping @Sendable (KeeperEvent) -> Void
  ) throws(MemoError) {
    guard let mailbox = Mailbox<KeeperWorker.Letter>() else { throw .noPipe }
    let (root, environment) = (store.root, store.environment.withoutTerminal)
    self.mailbox = mailbox
    ended.enter()
    let isStarted = System.startThread { [ended] in
      KeeperWorker(root, environment, options, mailbox, sink).run()
      ended.leave()
    }
    guard isStarted else {
      ended.leave()
      throw MemoError(
        .refused, "can't start another thread", hints: ["end a few programs"])
    }
  }

  deinit { mailbox.close() }

  /// Runs a change after all earlier requests.
  ///
  /// Afterwards the keeper reads the store, reports an update if something changed, and then the
  /// result. Use ``read(_:done:)`` for reading, which is faster.
  /// - Parameters:
  ///   - change: Gets the store. While another process holds the lock, the keeper reports
  ///     ``KeeperEvent/waiting``. After ``KeeperOptions/timeout``, the change fails.
  ///   - done: Called on the keeper's thread. Its error has kind `interrupted` if the keeper ended
  ///     earlier.
  public func perform<Value: Sendable>(
    _ change: @escaping @Sendable (Store) throws(MemoError) -> Value,
    done: @escaping @Sendable (Result<Value, MemoError>) -> Void = { _ in }
  ) {
    let isTaken = mailbox.post { worker in
      let result = Result { () throws(MemoError) in
        let store = try worker.feed.openedStore()
        store.lockTimeout = worker.lockTimeout
        return try change(store)
      }
      worker.refresh()
      done(result)
    }
    if !isTaken { done(.failure(.keeperHasEnded)) }
  }

  /// Runs a read after all earlier requests, without an update.
  ///
  /// - Parameters:
  ///   - read: Gets the store; must not change it.
  ///   - done: As in ``perform(_:done:)``.
  public func read<Value: Sendable>(
    _ read: @escaping @Sendable (Store) throws(MemoError) -> Value,
    done: @escaping @Sendable (Result<Value, MemoError>) -> Void
  ) {
    let isTaken = mailbox.post { worker in
      done(Result { () throws(MemoError) in try read(try worker.feed.openedStore()) })
    }
    if !isTaken { done(.failure(.keeperHasEnded)) }
  }

  /// Syncs now, on another thread, even if another process watches the store.
  ///
  /// - Parameter done: Called on the keeper's thread, after any update.
  public func sync(
    _ progress: SyncProgress = SyncProgress(),
    done: @escaping @Sendable (Result<SyncReport, MemoError>) -> Void = { _ in }
  ) {
    let isTaken = mailbox.post { $0.sync(progress, done) }
    if !isTaken { done(.failure(.keeperHasEnded)) }
  }

  /// Reads the store now, and reports an update if something changed.
  public func refresh() { mailbox.post { $0.refresh() } }

  /// Ends the keeper after all requests, and cancels a running sync.
  ///
  /// Returns at once.
  public func end() { mailbox.close() }

  /// Ends the keeper and waits for it; don't call this on the keeper's thread.
  public func endAndWait() {
    end()
    ended.wait()
  }
}

extension MemoError {
  fileprivate static var keeperHasEnded: MemoError {
    MemoError(.interrupted, "the store was closed before this was done", hints: ["try again"])
  }

  /// Call it directly after the failed call.
  static var noPipe: MemoError {
    MemoError(
      .refused, "can't make a pipe: \(SystemError.last.message)", hints: ["end a few programs"])
  }
}

/// The events of a ``StoreKeeper``, in order.
public enum KeeperEvent: Sendable {
  /// The store changed; the first update is the initial state.
  case update(FeedUpdate)
  /// The store can't be read. An update follows when it is readable again.
  case lost(MemoError)
  /// A change waits for the lock of another process.
  case waiting
  /// An event of the watch for `memo.autosync`.
  case watch(WatchEvent)
}

public struct KeeperOptions: Sendable {
  public var feed = FeedPace()
  public var watch = WatchPace()
  /// How long a change waits for the lock, in seconds.
  public var timeout = 10.0
  /// Whether the first update has only the files, for a fast first screen.
  ///
  /// That update has no commit of HEAD and an empty status.
  public var tellsFilesFirst = false
  /// The seconds of waiting before ``KeeperEvent/waiting`` is reported.
  public var quietWait = 0.3

  public init() {}
}

extension Environment {
  /// An environment without password prompts, for a program that draws on the terminal.
  package var withoutQuestions: Environment {
    var environment = self
    environment.variables["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }

  /// The same, also for programs like ssh that open the terminal themselves.
  var withoutTerminal: Environment {
    var environment = withoutQuestions
    environment.variables["SSH_ASKPASS_REQUIRE"] = "force"
    if environment.variables["SSH_ASKPASS"]?.isEmpty ?? true {
      environment.variables["SSH_ASKPASS"] = "false"
    }
    environment.variables["GPG_TTY"] = nil
    return environment
  }
}

final class KeeperWorker {
  typealias Letter = @Sendable (KeeperWorker) -> Void

  private let root: String
  private let environment: Environment
  private let options: KeeperOptions
  private let mailbox: Mailbox<Letter>
  private let sink: @Sendable (KeeperEvent) -> Void
  let feed: StoreFeed
  private var autosync: Autosync
  /// Requested syncs; the first one is running on another thread.
  private var syncs: [@Sendable () -> Void] = []
  private var storeStatus: StoreStatus?
  /// Whether memory was freed since the last event, and can be returned to the system.
  private var hasFreedMemory = false

  /// The quiet time before memory is returned to the system, in seconds.
  private static let releaseDelay = 1.0

  /// How long to wait for another sync, in seconds; longer than any sync that makes progress.
  private static let syncTimeout = 600.0

  init(
    _ root: String, _ environment: Environment, _ options: KeeperOptions,
    _ mailbox: Mailbox<Letter>, _ sink: @escaping @Sendable (KeeperEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    self.options = options
    self.mailbox = mailbox
    self.sink = sink
    feed = StoreFeed(root, environment, options.feed)
    autosync = Autosync(root, environment, options, mailbox)
  }

  func run() {
    if options.tellsFilesFirst, let files = feed.files() { sink(.update(files)) }
    while true {
      tell(feed.take())
      followAutosync()
      mailbox.bell.silence()
      // Letters that were posted before the end are still handled.
      let isClosed = mailbox.isClosed
      let letters = mailbox.takeAll()
      if !letters.isEmpty {
        for letter in letters { letter(self) }
        continue
      }
      if isClosed {
        guard !syncs.isEmpty || autosync.isRunning else { break }
        System.wait(for: [mailbox.bell.readable], upTo: nil)
      } else {
        let end = min(feed.deadline, autosync.deadline(storeStatus) ?? feed.deadline)
        let pause = max(0, ContinuousClock.now.duration(to: end) / .seconds(1))
        let news = System.wait(
          for: feed.descriptors + [mailbox.bell.readable],
          upTo: hasFreedMemory ? min(pause, Self.releaseDelay) : pause)
        if hasFreedMemory, !news.contains(true), pause > Self.releaseDelay {
          hasFreedMemory = false
          System.releaseFreeMemory()
        }
      }
    }
  }

  func refresh() { tell(feed.refresh()) }

  /// Reports ``KeeperEvent/waiting`` while another process holds the lock.
  var lockTimeout: LockTimeout {
    LockTimeout(seconds: options.timeout, quiet: options.quietWait) { [sink] in sink(.waiting) }
  }

  /// Runs on another thread, with another ``Store``.
  func sync(
    _ progress: SyncProgress, _ done: @escaping @Sendable (Result<SyncReport, MemoError>) -> Void
  ) {
    let (root, environment, mailbox) = (root, environment, mailbox)
    var progress = progress
    let isInterrupted = progress.isInterrupted
    progress.isInterrupted = { isInterrupted() || mailbox.isClosed }
    var timeout = LockTimeout(seconds: options.timeout)
    // The watch of this keeper usually holds the lock.
    timeout.syncSeconds = Self.syncTimeout
    syncs.append { [progress, timeout] in
      let result = Result { () throws(MemoError) in
        let store = try Store.open(root, environment: environment)
        store.lockTimeout = timeout
        return try store.sync(progress)
      }
      mailbox.answer { worker in
        worker.syncs.removeFirst()
        worker.startSync()
        worker.refresh()
        done(result)
      }
    }
    if syncs.count == 1 { startSync() }
  }

  private func startSync() {
    guard let sync = syncs.first else { return }
    // If no thread can be started, the sync runs on this one.
    if !System.startThread(sync) { sync() }
  }

  func tell(_ event: WatchEvent) { sink(.watch(event)) }

  func watchEnded() { autosync.ended() }

  private func tell(_ news: Result<FeedUpdate, MemoError>?) {
    switch news {
    case .success(let update)?:
      storeStatus = update.storeStatus
      hasFreedMemory = true
      sink(.update(update))
    case .failure(let error)?:
      storeStatus = nil
      sink(.lost(error))
    case nil: break
    }
  }

  private func followAutosync() {
    if mailbox.isClosed { return autosync.end() }
    autosync.follow(storeStatus)
  }
}
