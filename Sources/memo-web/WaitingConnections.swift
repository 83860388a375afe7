internal import NIOCore
internal import Synchronization

/// The connections of one address, and which of them gives way to a new one.
final class WaitingConnections: Sendable {
  /// Whose other side keeps the server waiting.
  private struct Waiting {
    var channel: any Channel
    /// Nil for a stranger's.
    var guest: String?
    /// Whether all that was asked for has been answered.
    var isIdle: Bool
    var start: NIODeadline
  }

  private struct State {
    /// Also those that the server is at work for, and streams.
    var openCount = 0
    /// Those that wait for longest first.
    var waiting: [Waiting] = []
  }

  /// So many may be open; one more, and one that waits gives way.
  private let most: Int
  private let state = Mutex(State())

  /// What has come in so short a time ago may be a guest's whose request is still on its way.
  private static let haste = TimeAmount.seconds(1)

  init(most: Int) { self.most = most }

  func open() { state.withLock { $0.openCount += 1 } }
  func close() { state.withLock { $0.openCount -= 1 } }

  /// - Parameter guest: What is kept of the guest's key; nil for a stranger's.
  func add(_ channel: any Channel, guest: String?, isIdle: Bool) {
    let now = NIODeadline.now()
    let goes: (any Channel)? = state.withLock { state in
      let index = state.openCount > most ? Self.next(of: state.waiting, at: now) : nil
      let goes = index.map { state.waiting.remove(at: $0).channel }
      state.waiting.append(
        Waiting(channel: channel, guest: guest, isIdle: isIdle, start: now))
      return goes
    }
    goes?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    state.withLock { $0.waiting.removeAll { $0.channel === channel } }
  }

  /// Which one gives way: a stranger's, then one of the guest who has most, and of these one that is
  /// idle first; where only others are left, one of whoever has most of them.
  private static func next(of waiting: [Waiting], at now: NIODeadline) -> Int? {
    func first(where isMeant: (Waiting) -> Bool) -> Int? {
      var counts: [String?: Int] = [:]
      for one in waiting where isMeant(one) { counts[one.guest, default: 0] += 1 }
      let most = counts.values.max()
      return waiting.firstIndex { isMeant($0) && counts[$0.guest] == most }
    }
    return first { $0.guest == nil && $0.isIdle && now - $0.start > haste }
      ?? first { $0.guest == nil && now - $0.start > haste }
      ?? first { $0.guest != nil && $0.isIdle } ?? first { _ in true }
  }
}
