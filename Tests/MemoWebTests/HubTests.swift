import BoardModel
import MemoKit
import MemoWeb
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
    // Then the oldest one of all.
    streams.append(hub.revisions(for: "another"))
    #expect(await Self.ended(of: streams, hub) == [0, 1])
  }

  /// Where each has one page, they take turns.
  @Test func theOldestPageGivesWay() async {
    let hub = Hub()
    let guests = (0..<Hub.mostListeners).map { "guest \($0)" } + ["another", "guest 3"]
    let streams = guests.map { hub.revisions(for: $0) }
    #expect(await Self.ended(of: streams, hub) == [0, 1])
  }

  /// A page can tell a restarted server from the one that made it.
  @Test func serversNumberTheirChangesDifferently() {
    let numbers = (0..<2).map { _ in
      let hub = Hub()
      hub.take(trouble: "no folder")
      return hub.serverState.revision
    }
    #expect(numbers[0] != numbers[1] && numbers.allSatisfy { $0 > 0 }, "\(numbers)")
  }

  /// A host that was never reached may be one that git knows by another name; one that was is missed.
  @Test func aRemoteIsMissedOnceItWasThere() async {
    let hub = Hub()
    let stream = hub.revisions()
    defer { _ = stream }
    var state = StoreState()
    func sync(of place: RemotePlace, isThere: Bool) async -> StoreState.Sync? {
      state.status.remotePlace = place
      state.sync = .toSend(2)
      hub.take(state)
      await hub.lookForRemote { _ in isThere }
      return hub.serverState.storeState?.sync
    }
    let server = RemotePlace.server(host: "example.org", port: 443)
    #expect(await sync(of: server, isThere: false) == .toSend(2))
    #expect(await sync(of: server, isThere: true) == .toSend(2))
    #expect(await sync(of: server, isThere: false) == .offline(2))
    #expect(await sync(of: server, isThere: true) == .toSend(2))
    let host = RemotePlace.host("desk", port: 22)
    #expect(await sync(of: host, isThere: false) == .toSend(2))
    // A folder has no other name.
    #expect(await sync(of: .folder("/nowhere/hub.git"), isThere: false) == .offline(2))
  }

  /// Only a remote that doesn't answer is offline.
  @Test func aSyncThatFailedIsShownUntilOneSucceeds() {
    let hub = Hub()
    var state = StoreState()
    state.sync = .toSend(2)
    hub.take(state)
    func sync(_ kind: MemoError.Kind?) -> StoreState.Sync? {
      hub.synced(kind)
      return hub.serverState.storeState?.sync
    }
    #expect(sync(.remote) == .offline(2))
    #expect(sync(.refused) == .failed(2))
    #expect(sync(.busy) == .toSend(2))
    #expect(sync(.unreadable) == .failed(2))
    #expect(sync(nil) == .toSend(2))
  }

  @Test(
    arguments: [
      ("https://kim:x@example.org/a.git", "server example.org 443"),
      ("http://localhost:8080/a", "server localhost 8080"), ("git://[::1]/a", "server ::1 9418"),
      ("ssh://git@example.org:2222/a", "host example.org 2222"),
      ("git@example.org:a/b.git", "host example.org 22"), ("/srv/hub.git", "folder /srv/hub.git"),
      ("rsync://example.org/a", "none"), ("../hub.git", "none"),
    ])
  func addressesHavePlaces(address: String, place: String) {
    let found =
      switch RemotePlace(address) {
      case .folder(let path)?: "folder \(path)"
      case .server(let host, let port)?: "server \(host) \(port)"
      case .host(let host, let port)?: "host \(host) \(port)"
      case nil: "none"
      }
    #expect(found == place)
  }

  /// Those that had ended before the hub tells something; each has heard where that stood.
  private static func ended(of streams: [AsyncStream<Int>], _ hub: Hub) async -> [Int] {
    var ended: [Int] = []
    var all = streams.map { $0.makeAsyncIterator() }
    for index in all.indices { #expect(await all[index].next() == 0) }
    hub.synced()
    hub.end()
    for index in all.indices where await all[index].next() == nil { ended.append(index) }
    return ended
  }
}
