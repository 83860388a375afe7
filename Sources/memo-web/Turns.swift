internal import Synchronization

/// Has what many ask for done a few at a time, each guest's in turn: who asks for much at once waits
/// for it himself.
final class Turns: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// What can be begun now.
    var free: Int
    /// Who waits, the next one first.
    var guests: [String] = []
    /// What each of them waits with, in its order.
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Who comes next; one who has more waits behind all others then.
    mutating func next() -> CheckedContinuation<Void, Never>? {
      guard let guest = guests.first, var own = waiting[guest], !own.isEmpty else { return nil }
      guests.removeFirst()
      let first = own.removeFirst()
      waiting[guest] = own.isEmpty ? nil : own
      if !own.isEmpty { guests.append(guest) }
      return first
    }
  }

  /// - Parameter most: How much is done at once.
  init(_ most: Int) { state = Mutex(State(free: most)) }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Does it when it is the guest's turn.
  func take<Result>(for guest: String, _ body: () async -> Result) async -> Result {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        if state.waiting[guest] == nil { state.guests.append(guest) }
        state.waiting[guest, default: []].append(turn)
        return false
      }
      if isFree { turn.resume() }
    }
    defer {
      let next = state.withLock { state in
        let next = state.next()
        if next == nil { state.free += 1 }
        return next
      }
      next?.resume()
    }
    return await body()
  }
}
