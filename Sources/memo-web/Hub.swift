internal import BoardModel
internal import MemoKit
internal import MemoWeb
internal import Synchronization

/// What the server shows, and who waits for news of it.
final class Hub: Sendable {
  private let state = Mutex(State())

  private struct State {
    var shot = Shot(nil, revision: 0)
    /// The names of the endings that are kept, the oldest first.
    var names: [String] = []
    var listeners: [Int: Listener] = [:]
    var number = 0
    var wait: Wait?
    var hasEnded = false
    /// How it stands with the other side, as the store has it.
    var told: StoreState.Standing.Sync?
    /// The same when a sync failed, after which none was done.
    var failure: StoreState.Standing.Sync?
    /// Where the other side was seen by this server.
    var reached: RemotePlace?
    /// Whether the other side isn't where it was.
    var isCutOff = false

    mutating func showSync() {
      let isOffline = failure != nil || isCutOff
      shot.storeState?.standing.sync = isOffline ? told?.whenOffline : told
    }
  }

  private struct Listener {
    var owner: String
    var news: AsyncStream<Int>.Continuation
  }

  /// A change that waits for another memo.
  struct Wait {
    var process: Int32?
    /// Tells it from others.
    var number: Int
  }

  /// Endings that are kept for pages to come.
  private static let mostEndings = 64
  /// Pages that onMessage of changes at once.
  static let mostListeners = 64
  /// Of one browser: it has six connections for all its pages, and needs some to ask for something.
  static let mostOfOne = 4

  var shot: Shot { state.withLock(\.shot) }

  func take(_ storeState: StoreState) {
    change { state in
      state.told = storeState.standing.sync
      if case .synced? = state.told, state.told != state.failure { state.failure = nil }
      state.shot.storeState = storeState
      state.shot.trouble = nil
      state.showSync()
    }
  }

  func take(trouble: String) {
    change { state in
      state.shot.storeState = nil
      state.shot.trouble = trouble
    }
  }

  /// A sync that was asked for has ended.
  func synced(hasFailed: Bool) {
    change { state in
      state.failure = hasFailed ? state.failure ?? state.told : nil
      state.showSync()
    }
  }

  /// Says whether the other side is there, of which nothing else tells before the next sync.
  ///
  /// A host that was never reached so may be one that git reaches in another way, by a proxy or
  /// an alias.
  ///
  /// - Parameter isThere: Whether something is at such a place.
  func lookForRemote(_ isThere: (RemotePlace) async -> Bool) async {
    let (found, isSeen) = state.withLock { state in
      (state.shot.storeState?.standing.remotePlace, !state.listeners.isEmpty)
    }
    guard isSeen else { return }
    var isAway = false
    if let place = found {
      isAway = !(await isThere(place))
      let isKnown = state.withLock { state in
        if !isAway { state.reached = place }
        return place.isFolderThere != nil || state.reached == place
      }
      isAway = isAway && isKnown
    }
    let isCutOff = isAway
    guard isCutOff != state.withLock(\.isCutOff) else { return }
    change { state in
      state.isCutOff = isCutOff
      state.showSync()
    }
  }

  /// Keeps how a change ended for the next page.
  func keep(_ ending: Ending, as name: String) {
    state.withLock { state in
      state.shot.endings[name] = ending
      state.names.append(name)
      if state.names.count > Self.mostEndings {
        state.shot.endings[state.names.removeFirst()] = nil
      }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let (revision, listeners) = state.withLock { state in
      body(&state)
      state.shot.revision += 1
      return (state.shot.revision, Array(state.listeners.values))
    }
    for listener in listeners { listener.news.yield(revision) }
  }

  /// Has everybody who listens look whether he may.
  func tell() {
    let (revision, listeners) = state.withLock { state in
      (state.shot.revision, Array(state.listeners.values))
    }
    for listener in listeners { listener.news.yield(revision) }
  }

  /// The last change that had to wait.
  var wait: Wait? { state.withLock(\.wait) }

  /// A change waits for another memo, which is told to all who listen.
  func waits(for process: Int32?) {
    let (revision, listeners) = state.withLock { state in
      state.wait = Wait(process: process, number: (state.wait?.number ?? 0) + 1)
      return (state.shot.revision, Array(state.listeners.values))
    }
    for listener in listeners { listener.news.yield(revision) }
  }

  /// Whether streams end since the server does.
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// The revisions from now on; only the last one waits for a slow reader.
  ///
  /// Of too many streams of one, his oldest is ended; of too many in all, the oldest of who has most,
  /// so that nobody with many pages shuts others out. Where each has one, only the first one is told.
  /// - Parameter owner: Who listens.
  func revisions(for owner: String = "") -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let ended: AsyncStream<Int>.Continuation? = state.withLock { state in
      continuation.yield(state.shot.revision)
      guard !state.hasEnded else { return continuation }
      let owners = Dictionary(grouping: state.listeners.keys) { state.listeners[$0]?.owner ?? "" }
      var gives = owners[owner] ?? []
      if owner.isEmpty || gives.count < Self.mostOfOne {
        let isFull = state.listeners.count >= Self.mostListeners
        let most = owners.values.max { ($0.count, $1.min() ?? 0) < ($1.count, $0.min() ?? 0) }
        gives = isFull ? most ?? [] : []
        if gives.count == 1 { return continuation }
      }
      let oldest = gives.min().flatMap { state.listeners.removeValue(forKey: $0)?.news }
      state.number += 1
      let number = state.number
      state.listeners[number] = Listener(owner: owner, news: continuation)
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.listeners[number] = nil }
      }
      return oldest
    }
    ended?.finish()
    return stream
  }

  /// Returns once the store was read, or can't be: a browser may be there before.
  func firstNews() async {
    guard shot.revision == 0 else { return }
    for await revision in revisions() where revision > 0 { return }
  }

  /// Ends all streams, so that the server can.
  func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.news.finish() }
  }
}

extension StoreState.Standing.Sync {
  /// The same after the other side was not reached.
  fileprivate var whenOffline: Self {
    switch self {
    case .syncing: .syncing
    case .offline(let count), .toSend(let count): .offline(count)
    case .synced, .unsynced: .offline(0)
    case .suspended: self
    }
  }
}
