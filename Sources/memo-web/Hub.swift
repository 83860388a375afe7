internal import BoardModel
internal import MemoKit
internal import MemoWeb
internal import Synchronization

/// The state that the server shows, and the event streams that report its changes.
final class Hub: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// With the sync state as the store reports it.
    var serverState = ServerState(nil, revision: 0)
    /// The names of the kept endings, oldest first.
    var names: [String] = []
    var listeners: [Int: (owner: String, news: AsyncStream<Int>.Continuation)] = [:]
    var number = 0
    var hasEnded = false
    /// Whether the last sync failed because of the remote; nil if it didn't fail.
    var failedSync: Bool?
    /// The remote that this server has reached before.
    var reached: RemotePlace?
    /// Whether a remote that was reachable no longer is.
    var isCutOff = false

    /// The state to show, with failures that the store doesn't know.
    var shown: ServerState {
      var shown = serverState
      if let isOffline = isCutOff ? true : failedSync {
        shown.storeState?.sync = serverState.storeState?.sync?.after(failure: isOffline)
      }
      return shown
    }
  }

  /// The most endings that are kept for later pages.
  private static let mostEndings = 64
  /// The most event streams of all browsers.
  static let mostListeners = 64
  /// The most event streams of one browser.
  ///
  /// A browser opens at most six connections for all its pages and needs some for requests.
  static let mostOfOne = 4

  var serverState: ServerState { state.withLock(\.shown) }

  func take(_ storeState: StoreState) {
    change { state in
      let lastSync = state.serverState.storeState?.status.lastSync
      if lastSync != storeState.status.lastSync { state.failedSync = nil }
      state.serverState.storeState = storeState
      state.serverState.trouble = nil
    }
  }

  func take(trouble: String) {
    change { state in
      state.serverState.storeState = nil
      state.serverState.trouble = trouble
    }
  }

  /// Records the end of a requested sync.
  ///
  /// - Parameter kind: Why it failed; nil if it succeeded.
  func synced(_ kind: MemoError.Kind? = nil) {
    let isOffline = kind.flatMap { StoreState.Sync.isMarked($0) ? $0 == .remote : nil }
    change { $0.failedSync = isOffline }
  }

  /// Checks whether the remote is reachable, to show it before the next sync.
  ///
  /// A host that was never reached counts as reachable: git may use a proxy or an alias for it.
  ///
  /// - Parameter isThere: Whether something answers at a place.
  func lookForRemote(_ isThere: (RemotePlace) async -> Bool) async {
    let (place, isSeen) = state.withLock { state in
      (state.serverState.storeState?.status.remotePlace, !state.listeners.isEmpty)
    }
    guard isSeen else { return }
    let isReached = if let place { await isThere(place) } else { true }
    let isCutOff = state.withLock { state in
      if isReached { state.reached = place ?? state.reached }
      return !isReached && (place?.isFolderThere != nil || state.reached == place)
    }
    guard isCutOff != state.withLock(\.isCutOff) else { return }
    change { $0.isCutOff = isCutOff }
  }

  /// Keeps the result of a change for the next page, and for a repeat of the request.
  func keep(_ ending: JobResult, as name: String) {
    state.withLock { state in
      if state.serverState.endings.updateValue(ending, forKey: name) == nil {
        state.names.append(name)
      }
      if state.names.count > Self.mostEndings {
        state.serverState.endings[state.names.removeFirst()] = nil
      }
    }
  }

  /// Changes the state, and tells all event streams.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      // A page that was made by an earlier server must not have this server's number.
      let isFirst = state.serverState.revision == 0
      state.serverState.revision += isFirst ? Int.random(in: 1..<1 << 40) : 1
    }
    beat()
  }

  /// Tells all event streams the current revision; without a change, it is a sign of life.
  func beat() {
    let (revision, listeners) = state.withLock { state in
      (state.serverState.revision, Array(state.listeners.values))
    }
    for listener in listeners { listener.news.yield(revision) }
  }

  /// Whether event streams end because the server ends.
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// A stream of the revisions from now on; a slow reader gets only the latest.
  ///
  /// If one owner has too many streams, that owner's oldest ends. If all owners together have too
  /// many, the oldest of all ends; its page connects again later, so all take turns.
  /// - Parameter owner: Identifies the browser.
  func revisions(for owner: String = "") -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let ended: AsyncStream<Int>.Continuation? = state.withLock { state in
      continuation.yield(state.serverState.revision)
      guard !state.hasEnded else { return continuation }
      let own = state.listeners.filter { !owner.isEmpty && $0.value.owner == owner }
      let full =
        own.count >= Self.mostOfOne
        ? own : state.listeners.count >= Self.mostListeners ? state.listeners : [:]
      let oldest = full.keys.min().flatMap { state.listeners.removeValue(forKey: $0)?.news }
      state.number += 1
      let number = state.number
      state.listeners[number] = (owner, continuation)
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.listeners[number] = nil }
      }
      return oldest
    }
    ended?.finish()
    return stream
  }

  /// Waits until the store was read or failed to be read; a browser may connect earlier.
  func firstNews() async {
    guard serverState.revision == 0 else { return }
    for await revision in revisions() where revision > 0 { return }
  }

  /// Ends all event streams, which lets the server shut down.
  func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.news.finish() }
  }
}
