internal import NIOCore
internal import Synchronization

/// Connections whose other side keeps the server waiting, those that do so for longest first.
final class WaitingConnections: Sendable {
  private let state = Mutex(State())

  private struct State {
    var strangers: [any Channel] = []
    var guests: [any Channel] = []
  }

  /// So many may be; one more, and the first of them gives way, a guest's where there is no
  /// stranger's.
  private static let most = 48

  func add(_ channel: any Channel, isGuest: Bool) {
    let first: (any Channel)? = state.withLock { state in
      if isGuest { state.guests.append(channel) } else { state.strangers.append(channel) }
      guard state.strangers.count + state.guests.count > Self.most else { return nil }
      return state.strangers.isEmpty ? state.guests.removeFirst() : state.strangers.removeFirst()
    }
    first?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    state.withLock { state in
      state.strangers.removeAll { $0 === channel }
      state.guests.removeAll { $0 === channel }
    }
  }
}
