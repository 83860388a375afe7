internal import Git
internal import StoreFiles

/// Has a store watched as `memo.autosync` says, on a thread of its own, unless somebody does.
struct Autosync {
  /// Whether it does anything at all.
  private let isFollowed: Bool
  /// Whether the place is left to others for now.
  private var isPaused = false
  private let root: String
  private let environment: Environment
  private let pace: WatchPace
  private let mailbox: Mailbox<KeeperWorker>
  /// Ends the watch that runs.
  private var request: EndRequest?
  /// Before it, no other one is begun.
  private var earliest = ContinuousClock.now
  /// When to look whether another watcher still lives: one that was killed tells nobody.
  private var nextLook: ContinuousClock.Instant?

  init(
    _ root: String, _ environment: Environment, _ options: KeeperOptions,
    _ mailbox: Mailbox<KeeperWorker>
  ) {
    isFollowed = options.followsAutosync
    self.root = root
    self.environment = environment
    pace = options.watch
    self.mailbox = mailbox
  }

  var isRunning: Bool { request != nil }

  /// When something is to be done although nothing is heard.
  func deadline(_ standing: StoreStatus?) -> ContinuousClock.Instant? {
    guard request == nil, isWanted(standing) else { return nil }
    return standing?.watcher == nil ? earliest : nextLook
  }

  /// Whether it is time to look whether the other watcher still lives.
  mutating func isLookDue(_ standing: StoreStatus?) -> Bool {
    guard request == nil, isWanted(standing), standing?.watcher != nil, let nextLook,
      nextLook <= .now
    else { return false }
    self.nextLook = nil
    return true
  }

  mutating func follow(_ standing: StoreStatus?) {
    // Of a store that can't be read nobody knows what it wants; a watch ends by itself there.
    guard let standing else { return }
    guard isWanted(standing) else { return end() }
    guard request == nil else { return }
    if standing.watcher != nil {
      nextLook = nextLook ?? .now + .seconds(pace.interval)
    } else if earliest <= .now {
      begin()
    }
  }

  /// Asks the watch to end; ``ended()`` follows.
  func end() { request?.make() }

  mutating func ended() {
    request = nil
    nextLook = nil
    earliest = .now + .seconds(pace.firstRetry)
  }

  /// Leaves the place to others; ``ended()`` follows where it was taken.
  mutating func pause() {
    isPaused = true
    end()
  }

  /// Takes the place again, at once, if it is free.
  mutating func resume() {
    isPaused = false
    earliest = .now
  }

  private func isWanted(_ standing: StoreStatus?) -> Bool {
    isFollowed && !isPaused && standing?.syncsByItself == true && standing?.upstream != nil
  }

  private mutating func begin() {
    let request: EndRequest
    do throws(MemoError) {
      request = try EndRequest()
    } catch {
      // Too many files are open; the store is as before, and it is tried again.
      earliest = .now + .seconds(pace.firstRetry)
      return
    }
    self.request = request
    let (root, environment, pace, mailbox) = (root, environment, pace, mailbox)
    let isStarted = OwnThread.start {
      var pace = pace
      // An interval that can't be understood is told by `memo sync --watch`.
      let store = try? Store.open(root, environment: environment)
      if let seconds = try? store?.configuredWatchInterval() { pace.interval = seconds }
      // Why it ended, the feed tells: somebody else watches, or the store is gone.
      try? Watch(root, environment, pace) { event in
        mailbox.answer { $0.tell(event) }
      }.run(until: request)
      mailbox.answer { $0.watchEnded() }
    }
    if !isStarted {
      self.request = nil
      earliest = .now + .seconds(pace.firstRetry)
    }
  }
}
