internal import Dispatch
internal import Git
public import Recording
public import StoreFiles
public import Sync
internal import Synchronization
internal import TaskFile

/// Owns a store for a face: what is asked of it is done in order, on a thread of its own, and what
/// becomes of the store is told.
///
/// Everything is told on that thread, one thing after another. So whoever listens should only pass
/// it on, as into the queue that its own loop waits for.
public final class StoreKeeper: Sendable {
  private let mailbox: Mailbox<KeeperWorker>
  private let ended = DispatchGroup()
  private let tickets = Mutex(0)

  /// - Parameters:
  ///   - store: Only its folder is taken; it is opened anew for whatever is to be done.
  ///   - sink: Told what happens; the first thing is what is there.
  /// - Throws: ``MemoError`` when the process has too many files open, or too many threads.
  public init(
    _ store: Store, _ options: KeeperOptions = KeeperOptions(),
    sink: @escaping @Sendable (KeeperEvent) -> Void
  ) throws(MemoError) {
    let mailbox = try Mailbox<KeeperWorker>()
    let (root, environment) = (store.root, store.environment.withoutTerminal)
    self.mailbox = mailbox
    ended.enter()
    let isStarted = OwnThread.start { [ended] in
      KeeperWorker(root, environment, options, mailbox, sink).run()
      ended.leave()
    }
    guard isStarted else {
      ended.leave()
      throw MemoError(
        .refused, "the system has no more threads", hints: ["end a few programs"])
    }
  }

  deinit { mailbox.close() }

  /// Does something with the store after all that was asked for before.
  ///
  /// When it is done, the store is looked at, an update is told if it is another, and then the
  /// result. What only reads is quicker with ``read(_:done:)``.
  /// - Parameters:
  ///   - change: Gets the store and the patience that is to be handed on: with it a change waits for
  ///     another memo, which is told as ``KeeperEvent/waiting(_:process:)``, and in the end fails.
  ///   - done: Called on the keeper's thread; with an error of kind `interrupted` where the keeper
  ///     was asked to end before.
  /// - Returns: By what it is known while it waits.
  @discardableResult
  public func perform<Value: Sendable>(
    _ change: @escaping @Sendable (Store, LockTimeout) throws(MemoError) -> Value,
    done: @escaping @Sendable (Result<Value, MemoError>) -> Void = { _ in }
  ) -> KeeperTicket {
    let ticket = newTicket()
    let isTaken = mailbox.post { done($0.perform(ticket, change)) }
    if !isTaken { done(.failure(.keeperHasEnded)) }
    return ticket
  }

  /// Reads something of the store after all that was asked for before.
  ///
  /// Nothing is looked at for it but what is read: an update comes when the feed hears of one.
  /// - Parameters:
  ///   - read: Gets the store, and changes nothing in it.
  ///   - done: As in ``perform(_:done:)``.
  public func read<Value: Sendable>(
    _ read: @escaping @Sendable (Store) throws(MemoError) -> Value,
    done: @escaping @Sendable (Result<Value, MemoError>) -> Void
  ) {
    let isTaken = mailbox.post { done($0.read(read)) }
    if !isTaken { done(.failure(.keeperHasEnded)) }
  }

  /// Syncs now, whoever watches the store; other things are done meanwhile.
  ///
  /// - Parameter done: Called on the keeper's thread, after an update if there is one.
  public func sync(
    _ progress: SyncProgress = SyncProgress(),
    done: @escaping @Sendable (Result<SyncReport, MemoError>) -> Void = { _ in }
  ) {
    let isTaken = mailbox.post { $0.sync(progress, done) }
    if !isTaken { done(.failure(.keeperHasEnded)) }
  }

  /// Looks at the store now, and tells an update if it is another than it was.
  public func refresh() { mailbox.post { $0.refresh() } }

  /// Leaves it to another memo to keep the store in sync (`memo.autosync`), until ``resumeSync()``;
  /// returns when that can begin.
  ///
  /// For a process that is about to be stopped: nobody could take its place then, and nothing would
  /// be sent. Not for who is told things, on the keeper's thread.
  public func pauseSync() {
    let isPaused = DispatchSemaphore(value: 0)
    let isTaken = mailbox.post { $0.pause { isPaused.signal() } }
    // One that ends gives its place up by itself.
    if isTaken { isPaused.wait() }
  }

  /// Keeps the store in sync again, unless another memo does by now.
  public func resumeSync() { mailbox.post { $0.resume() } }

  /// Asks it to end when all is done that was asked for; a sync is given up.
  ///
  /// It returns at once; ``KeeperEvent/ended`` is told last.
  public func end() { mailbox.close() }

  /// Ends, and waits for it; not for who is told things, on the keeper's thread.
  public func endAndWait() {
    end()
    ended.wait()
  }

  private func newTicket() -> KeeperTicket {
    tickets.withLock { number in
      number += 1
      return KeeperTicket(number: number)
    }
  }
}

extension MemoError {
  fileprivate static var keeperHasEnded: MemoError {
    MemoError(.interrupted, "the store was closed before this was done", hints: ["try again"])
  }
}

/// What a ``StoreKeeper`` tells, in the order in which it happened.
public enum KeeperEvent: Sendable {
  /// The store is another than it was; the first one is what is there at the beginning.
  case update(FeedUpdate)
  /// The store can't be read any more; an update tells when it can.
  case lost(MemoError)
  /// A change waits until another memo has finished with the store.
  ///
  /// - Parameter process: The number of its process, where that is known.
  case waiting(KeeperTicket, process: Int32?)
  /// What the watch does that the keeper runs as `memo.autosync` says.
  case watch(WatchEvent)
  /// All is done that was asked for; nothing more is told.
  case ended
}

/// Names something that a keeper was asked to do.
public struct KeeperTicket: Hashable, Sendable {
  let number: Int
}

/// How a ``StoreKeeper`` works.
public struct KeeperOptions: Sendable {
  public var feed = FeedPace()
  public var watch = WatchPace()
  /// Whether it does what `memo.autosync` of the clone says: watches the store, unless somebody
  /// does already.
  public var followsAutosync = true
  /// How long a change waits for another memo, in seconds.
  public var patience = 10.0
  /// Whether an update with the files alone comes first, for who wants to show something at once: it
  /// has no commit of HEAD, and an empty standing.
  public var tellsFilesFirst = false
  /// After so many seconds of waiting it is told.
  public var quietWait = 0.3

  public init() {}
}

extension Environment {
  /// Where a screen is drawn on the terminal nobody can be asked for a password there: whatever
  /// would ask fails.
  package var withoutQuestions: Environment {
    var environment = self
    environment.variables["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }

  /// The same for programs that would open the terminal by themselves, as ssh does.
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

/// A ``StoreKeeper``'s work, on its thread.
final class KeeperWorker {
  private let root: String
  private let environment: Environment
  private let options: KeeperOptions
  private let mailbox: Mailbox<KeeperWorker>
  private let sink: @Sendable (KeeperEvent) -> Void
  private let feed: StoreFeed
  private var autosync: Autosync
  /// Syncs that were asked for and are not done; the first one goes on, on a thread of its own.
  private var syncs: [@Sendable () -> Void] = []
  private var standing: StoreStatus?
  /// Who waits until this process doesn't watch the store any more.
  private var pausing: [@Sendable () -> Void] = []
  /// Whether what was told before was given up since, and its memory may be kept for nobody.
  private var hasGarbage = false

  /// How long it is quiet before memory is given back, in seconds.
  private static let tidyDelay = 1.0

  /// How long another sync is waited for, in seconds: longer than any that still gets on.
  private static let syncPatience = 600.0

  init(
    _ root: String, _ environment: Environment, _ options: KeeperOptions,
    _ mailbox: Mailbox<KeeperWorker>, _ sink: @escaping @Sendable (KeeperEvent) -> Void
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
      if let letter = mailbox.take() {
        letter(self)
        continue
      }
      if mailbox.isClosed {
        guard !syncs.isEmpty || autosync.isRunning else { break }
        Readable.wait(for: [mailbox.descriptor], upTo: nil)
      } else {
        let end = min(feed.deadline, autosync.deadline(standing) ?? feed.deadline)
        let pause = max(0, ContinuousClock.now.duration(to: end) / .seconds(1))
        let news = Readable.wait(
          for: feed.descriptors + [mailbox.descriptor],
          upTo: hasGarbage ? min(pause, Self.tidyDelay) : pause)
        if hasGarbage, !news.contains(true), pause > Self.tidyDelay {
          hasGarbage = false
          FreeMemory.release()
        }
      }
    }
    sink(.ended)
  }

  func refresh() { tell(feed.refresh()) }

  func perform<Value>(
    _ ticket: KeeperTicket, _ change: (Store, LockTimeout) throws(MemoError) -> Value
  ) -> Result<Value, MemoError> {
    let sink = sink
    let result = Result { () throws(MemoError) in
      let store = try feed.openedStore()
      let lock = store.noteFile
      return try change(
        store,
        LockTimeout(seconds: options.patience, quiet: options.quietWait) {
          sink(.waiting(ticket, process: lock.flatMap(FileLock.holder(of:))))
        })
    }
    refresh()
    return result
  }

  func read<Value>(
    _ read: (Store) throws(MemoError) -> Value
  ) -> Result<Value, MemoError> {
    Result { () throws(MemoError) in try read(try feed.openedStore()) }
  }

  /// On a thread of its own, with a store of its own.
  func sync(
    _ progress: SyncProgress, _ done: @escaping @Sendable (Result<SyncReport, MemoError>) -> Void
  ) {
    let (root, environment, mailbox) = (root, environment, mailbox)
    var progress = progress
    let isInterrupted = progress.isInterrupted
    progress.isInterrupted = { isInterrupted() || mailbox.isClosed }
    var patience = LockTimeout(seconds: options.patience)
    // Mostly it is this store's own watch, of which nobody here knows that it is another one.
    patience.syncSeconds = Self.syncPatience
    syncs.append { [progress, patience] in
      let result = Result { () throws(MemoError) in
        try Store.open(root, environment: environment).sync(progress, patience)
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
    // Where the system has no more threads, everybody waits for it here.
    if !OwnThread.start(sync) { sync() }
  }

  func tell(_ event: WatchEvent) { sink(.watch(event)) }

  func watchEnded() {
    autosync.ended()
    tellPaused()
  }

  /// - Parameter done: Called once another memo can watch the store.
  func pause(_ done: @escaping @Sendable () -> Void) {
    autosync.pause()
    pausing.append(done)
    if !autosync.isRunning { tellPaused() }
  }

  func resume() {
    autosync.resume()
    // Somebody else may have the place now.
    refresh()
  }

  private func tellPaused() {
    let waiting = pausing
    pausing = []
    for done in waiting { done() }
  }

  private func tell(_ news: FeedNews?) {
    switch news {
    case .update(let update)?:
      standing = update.standing
      hasGarbage = true
      sink(.update(update))
    case .lost(let error)?:
      standing = nil
      sink(.lost(error))
    case nil: break
    }
  }

  private func followAutosync() {
    if mailbox.isClosed { return autosync.end() }
    if autosync.isLookDue(standing) { refresh() }
    autosync.follow(standing)
  }
}

extension StoreKeeper {
  /// Has a program that only keeps a store share its free memory among its threads; to be called
  /// before there are any.
  package static func shareFreeMemory() { FreeMemory.share() }

  /// Has the programs that such a program runs, as hooks and what moves data, get none of its
  /// connections: whoever they leave behind would keep them open.
  package static func keepConnections() { HelperProgram.passOnlyStreams() }
}

/// What others want a thread to do, in order; it is waited for beside other things.
final class Mailbox<Reader>: Sendable {
  typealias Letter = @Sendable (Reader) -> Void

  private struct State {
    var letters: [Letter] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let bell: WakePipe

  /// - Throws: ``MemoError`` when the process has too many files open.
  init() throws(MemoError) { bell = try MemoError.rethrowing(WakePipe()) }

  /// Has something to read when there is a letter, or when it was closed.
  var descriptor: Int32 { bell.readable }

  /// - Returns: False where it is closed; then the letter is not read.
  @discardableResult
  func post(_ letter: @escaping Letter) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isClosed { state.letters.append(letter) }
      return !state.isClosed
    }
    bell.ring()
    return isTaken
  }

  /// For who was asked to do something before it was closed.
  func answer(_ letter: @escaping Letter) {
    state.withLock { $0.letters.append(letter) }
    bell.ring()
  }

  /// No more letters are taken; those that there are will be read.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The next letter; nil for none, and then the descriptor has nothing to read.
  func take() -> Letter? {
    // Before it is looked for: whoever posts one now rings again.
    bell.silence()
    let (letter, isLast) = state.withLock { state in
      (state.letters.isEmpty ? nil : state.letters.removeFirst(), state.letters.isEmpty)
    }
    if !isLast { bell.ring() }
    return letter
  }
}
