internal import Git
internal import Recording
internal import StoreFiles
internal import Sync

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
  private var standing: StoreStanding?
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
    _ ticket: KeeperTicket, _ change: (Store, Patience) throws(MemoError) -> Value
  ) -> Result<Value, MemoError> {
    let sink = sink
    let result = Result { () throws(MemoError) in
      let store = try feed.openedStore()
      let lock = store.noteFile
      return try change(
        store,
        Patience(seconds: options.patience, quiet: options.quietWait) {
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
    var patience = Patience(seconds: options.patience)
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
    // Where the system has no more threads to give, everybody waits for it here.
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
