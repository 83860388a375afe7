import Dispatch
import Testing

@testable import memo_web

/// Whose turn it is where many ask.
struct TurnsTests {
  /// Who asks for much at once waits for it himself; of each guest all is begun in its order.
  @Test func eachGuestWaitsForItself() async throws {
    let turns = FairThreadPool(ofEach: 1, threads: 2)
    let (done, log) = AsyncStream<String>.makeStream()
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // What takes for ever keeps only its own guest waiting, also on the thread where it is done.
      group.addTask {
        try await turns.take(for: "kim") {
          log.yield("kim 0")
          gate.wait()
        }
      }
      var names = done.makeAsyncIterator()
      #expect(await names.next() == "kim 0")
      for number in 1...3 {
        group.addTask { try await turns.take(for: "kim") { _ = log.yield("kim \(number)") } }
        while turns.waitingCount < number { await Task.yield() }
      }
      for guest in ["ada", "bo", "ada"] {
        try await turns.take(for: guest) { _ = log.yield(guest) }
      }
      #expect(turns.waitingCount == 3)
      gate.open()
      var order: [String] = []
      while order.count < 6, let name = await names.next() { order.append(name) }
      #expect(order == ["ada", "bo", "ada", "kim 1", "kim 2", "kim 3"])
      try await group.waitForAll()
    }
    // Nobody waits any more, and what comes is done.
    #expect(turns.waitingCount == 0)
    #expect(try await turns.take(for: "kim") { 1 } == 1)
  }

  /// What a thread waits at.
  private final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)

    func open() { opened.signal() }

    func wait() { opened.wait() }
  }
}
