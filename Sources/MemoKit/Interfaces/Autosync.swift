internal import Git
internal import Platform
internal import StoreFiles

/// Runs the watch for `memo.autosync` on a separate thread, unless another process watches.
struct Autosync {
  private let root: String
  private let environment: Environment
  private let pace: WatchPace
  private let mailbox: Mailbox<KeeperWorker.Letter>
  private var request: EndRequest?
  /// No watch starts before this time.
  private var earliest = ContinuousClock.now
  /// When to try beside another watcher, since a killed process sends no event.
  private var nextTry: ContinuousClock.Instant

  init(
    _ root: String, _ environment: Environment, _ options: KeeperOptions,
    _ mailbox: Mailbox<KeeperWorker.Letter>
  ) {
    self.root = root
    self.environment = environment
    pace = options.watch
    nextTry = .now + .seconds(pace.interval)
    self.mailbox = mailbox
  }

  var isRunning: Bool { request != nil }

  /// When something is due without an event.
  func deadline(_ storeStatus: StoreStatus?) -> ContinuousClock.Instant? {
    guard request == nil, isWanted(storeStatus) else { return nil }
    return storeStatus?.watcher == nil ? earliest : nextTry
  }

  mutating func follow(_ storeStatus: StoreStatus?) {
    // The setting of an unreadable store is unknown. A running watch ends by itself.
    guard storeStatus != nil else { return }
    guard isWanted(storeStatus) else { return end() }
    if let deadline = deadline(storeStatus), deadline <= .now { begin() }
  }

  /// Asks the watch to end; ``ended()`` is called later.
  func end() { request?.make() }

  mutating func ended() {
    request = nil
    nextTry = .now + .seconds(pace.interval)
    earliest = .now + .seconds(pace.firstRetry)
  }

  private func isWanted(_ storeStatus: StoreStatus?) -> Bool {
    storeStatus?.syncsByItself == true && storeStatus?.upstream != nil
  }

  private mutating func begin() {
    // If too many files are open, try again later.
    guard let request = try? EndRequest() else { return ended() }
    self.request = request
    let (root, environment, pace, mailbox) = (root, environment, pace, mailbox)
    let isStarted = System.startThread {
      var pace = pace
      // `memo sync --watch` reports an invalid interval.
      let store = try? Store.open(root, environment: environment)
      if let seconds = try? store?.configuredWatchInterval() { pace.interval = seconds }
      // The feed reports the reason: another watcher or an absent store.
      try? store?.watch(pace, until: request) { event in mailbox.answer { $0.tell(event) } }
      mailbox.answer { $0.watchEnded() }
    }
    if !isStarted { ended() }
  }
}
