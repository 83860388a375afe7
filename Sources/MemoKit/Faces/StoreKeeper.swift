internal import Dispatch
internal import Git
public import Recording
public import StoreFiles
public import Sync
internal import Synchronization

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
        .refused, "the system has no more threads to give", hints: ["end a few programs"])
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
    _ change: @escaping @Sendable (Store, Patience) throws(MemoError) -> Value,
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
