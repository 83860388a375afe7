internal import NIOPosix
internal import Synchronization

/// Has what is asked for done on threads of its own, a few things of each guest at once: who asks for
/// much, or for what takes long, waits for it himself.
///
/// The system shares the cores among the threads, so that nobody has to end for others to begin.
final class Turns: Sendable {
  private let threads: NIOThreadPool
  private let most: Int
  private let guests = Mutex<[String: Guest]>([:])

  private struct Guest {
    /// How much of it is being done.
    var begun = 0
    /// What waits, the next one first.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// - Parameters:
  ///   - most: How much of one guest is done at once.
  ///   - threads: How much of all.
  init(ofEach most: Int = 4, threads count: Int = 32) {
    self.most = most
    threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// How many wait.
  var waitingCount: Int { guests.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

  /// Does it when it is the guest's turn.
  ///
  /// - Throws: `CancellationError` where nobody waits for it any more.
  func take<Result: Sendable>(
    for name: String, _ body: @escaping @Sendable () -> Result
  ) async throws -> Result {
    await withCheckedContinuation { turn in
      let isFree = guests.withLock { guests in
        var guest = guests[name] ?? Guest()
        defer { guests[name] = guest }
        guard guest.begun < most else {
          guest.waiting.append(turn)
          return false
        }
        guest.begun += 1
        return true
      }
      if isFree { turn.resume() }
    }
    defer { end(name) }
    return try await threads.runIfActive(body)
  }

  /// The guest's next one takes the place of the one that is done.
  private func end(_ name: String) {
    let next: CheckedContinuation<Void, Never>? = guests.withLock { guests in
      guard var guest = guests[name] else { return nil }
      let next = guest.waiting.isEmpty ? nil : guest.waiting.removeFirst()
      if next == nil { guest.begun -= 1 }
      guests[name] = guest.begun > 0 ? guest : nil
      return next
    }
    next?.resume()
  }
}
