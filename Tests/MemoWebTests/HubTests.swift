import BoardModel
import MemoKit
import MemoWeb
import Testing

@testable import memo_web

/// Events for many listeners.
struct HubTests {
  /// A person with many pages locks nobody out.
  @Test func oneGuestLocksNobodyOut() async {
    let hub = Hub()
    let guests = (0..<Hub.mostListeners / Hub.mostOfOne).map { "guest \($0)" }
    var streams: [AsyncStream<Int>] = []
    for guest in guests {
      for _ in 0..<Hub.mostOfOne { streams.append(hub.revisions(for: guest)) }
    }
    #expect(streams.count == Hub.mostListeners)
    // One more stream of the first guest closes that guest's oldest one.
    streams.append(hub.revisions(for: guests[0]))
    // Then the oldest one of all is closed.
    streams.append(hub.revisions(for: "another"))
    #expect(await Self.ended(of: streams, hub) == [0, 1])
  }

  /// If each guest has one page, the oldest one is closed.
  @Test func theOldestPageIsClosed() async {
    let hub = Hub()
    let guests = (0..<Hub.mostListeners).map { "guest \($0)" } + ["another", "guest 3"]
    let streams = guests.map { hub.revisions(for: $0) }
    #expect(await Self.ended(of: streams, hub) == [0, 1])
  }

  /// A page can recognize a restarted server.
  @Test func serversNumberTheirChangesDifferently() {
    let numbers = (0..<2).map { _ in
      let hub = Hub()
      hub.take(trouble: "no folder")
      return hub.serverState.revision
    }
    #expect(numbers[0] != numbers[1] && numbers.allSatisfy { $0 > 0 }, "\(numbers)")
  }

  /// A host that was never reached may be an alias in git's settings; one that was reached before
  /// is offline.
  @Test func aRemoteIsOfflineOnlyAfterItWasReached() async {
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

  /// Only an unreachable remote is offline.
  @Test func aFailedSyncIsShownUntilOneSucceeds() {
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

  /// The streams that had ended before the hub's next event; each got the earlier state.
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
