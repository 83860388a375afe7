import Testing

@testable import memo_web

/// Who hears of changes where many listen.
struct HubTests {
  /// Whoever has many pages open gives way, and nobody is shut out by him.
  @Test func nobodyShutsOthersOut() async {
    let hub = Hub()
    let guests = (0..<Hub.mostListeners / Hub.mostOfOne).map { "guest \($0)" }
    var streams: [AsyncStream<Int>] = []
    for guest in guests {
      for _ in 0..<Hub.mostOfOne { streams.append(hub.revisions(for: guest)) }
    }
    #expect(streams.count == Hub.mostListeners)
    // One more of the first guest's: of his own the oldest goes.
    streams.append(hub.revisions(for: guests[0]))
    // Then the oldest one of those that have most.
    streams.append(hub.revisions(for: "another"))
    #expect(await Self.ended(of: streams, hub) == [0, 1])
  }

  /// Where each has one page, the next one is to ask now and then.
  @Test func onlyOnePageEachIsLeft() async {
    let hub = Hub()
    let guests = (0..<Hub.mostListeners).map { "guest \($0)" } + ["another", "guest 3"]
    let streams = guests.map { hub.revisions(for: $0) }
    // It hears where the hub stands.
    #expect(await Self.ended(of: streams, hub) == [64, 65])
  }

  /// Those that had ended before the hub tells something; each has heard where that stood.
  private static func ended(of streams: [AsyncStream<Int>], _ hub: Hub) async -> [Int] {
    var ended: [Int] = []
    var all = streams.map { $0.makeAsyncIterator() }
    for index in all.indices { #expect(await all[index].next() == 0) }
    hub.waits(for: nil)
    hub.end()
    for index in all.indices where await all[index].next() == nil { ended.append(index) }
    return ended
  }
}
