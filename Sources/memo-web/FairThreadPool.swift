internal import NIOPosix
internal import Synchronization

/// Runs work on its own threads, a few pieces at once for each guest.
///
/// A guest with many or slow requests delays only itself. The system shares the cores among the
/// threads, so one guest's work can begin before another's ends.
final class FairThreadPool: Sendable {
  private let threads: NIOThreadPool
  private let most: Int
  private let guests = Mutex<[String: Client]>([:])

  private struct Client {
    /// The number of pieces that run.
    var begun = 0
    /// The pieces that wait, the next one first.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// - Parameters:
  ///   - most: The limit for one guest.
  ///   - threads: The limit for all guests.
  init(ofEach most: Int = 4, threads count: Int = 32) {
    self.most = most
    threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  var waitingCount: Int { guests.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

  /// Runs the body when it is the guest's turn.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the body starts.
  func take<Result: Sendable>(
    for name: String, _ body: @escaping @Sendable () -> Result
  ) async throws -> Result {
    await withCheckedContinuation { turn in
      let isFree = guests.withLock { guests in
        var guest = guests[name] ?? Client()
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

  /// Starts the guest's next piece, or frees its place.
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
