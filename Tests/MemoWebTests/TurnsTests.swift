import Testing

@testable import memo_web

/// Whose turn it is where many ask.
struct TurnsTests {
  /// Who asks for much at once waits for it himself; of each guest all is done in its order.
  @Test func eachGuestHasItsTurn() async {
    let turns = Turns(1)
    let (done, log) = AsyncStream<String>.makeStream()
    let (gate, opens) = AsyncStream<Void>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      // What is done first keeps all others waiting, which come one after the other.
      group.addTask {
        await turns.take(for: "kim") {
          log.yield("kim 0")
          for await _ in gate { break }
        }
      }
      var names = done.makeAsyncIterator()
      #expect(await names.next() == "kim 0")
      for (number, guest) in ["kim", "kim", "kim", "ada", "ada", "bo"].enumerated() {
        group.addTask { await turns.take(for: guest) { _ = log.yield("\(guest) \(number + 1)") } }
        while turns.waitingCount < number + 1 { await Task.yield() }
      }
      opens.finish()
      var order: [String] = []
      while order.count < 6, let name = await names.next() { order.append(name) }
      #expect(order == ["kim 1", "ada 4", "bo 6", "kim 2", "ada 5", "kim 3"])
    }
    // Nobody waits any more, and what comes is done.
    #expect(turns.waitingCount == 0)
    #expect(await turns.take(for: "ada") { 1 } == 1)
  }
}
