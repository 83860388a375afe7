import Foundation
import MemoKit
import TestSupport
import Testing

/// A network that breaks during a sync or a clone, after different numbers of bytes.
///
/// `MEMO_ALL=300` breaks it at 300 places.
@Suite(.onItsOwnThread) struct BrokenNetworkTests {
  let people: HubPeople
  private var scratch: Scratch { people.scratch }
  private static let count = Effort.count(6)

  init() throws { people = HubPeople(scratch: try Scratch()) }

  /// Places spread over a connection of this length, equal in each run.
  private func places(_ length: Int, _ random: inout SeededRandom) -> [Int] {
    let part = max(1, length / Self.count)
    return (0..<Self.count).map { $0 * part + Int.random(in: 0..<part, using: &random) }
  }

  @Test(arguments: Hub.Way.installed) func brokenSyncsCanBeRepeated(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    let ben = people.desk("Ben", hub, seed: 2)
    _ = try people.clone(hub.url, ben)
    var random = SeededRandom(seed: UInt64(way.rawValue.utf8.reduce(0) { $0 + Int($1) }))
    // Ana has a fast connection; she only pushes something each time.
    try scratch.git("remote", "set-url", "origin", scratch("hub.git"), in: "ana")
    // The length of a whole connection that fetches a change and pushes a merge.
    try people.add("Ana's", ana)
    try people.sync(ana)
    try people.add("Ben's", ben)
    try hub.breakOff(after: nil, of: "ben")
    try people.sync(ben)
    let length = hub.relay?.passed ?? 1200
    var broken = 0
    for (round, place) in places(length, &random).enumerated() {
      try people.add("Ana's \(round)", ana)
      try people.sync(ana)
      try people.add("Ben's \(round)", ben)
      try hub.breakOff(after: place, round.isMultiple(of: 2) ? .reset : .close, of: "ben")
      do throws(MemoError) {
        try people.sync(ben)
      } catch {
        broken += 1
        checkSentence(error, hub, "\(way) after \(place) of \(length)")
      }
      try hub.breakOff(after: nil, of: "ben")
      #expect(try leftovers(ben) == "", "\(way) after \(place) of \(length)")
      try people.sync(ben)
      #expect(try leftovers(ben) == "")
      #expect(
        try scratch.git("rev-parse", "main", in: "hub.git")
          == scratch.git("rev-parse", "main", in: "ben"))
    }
    // The last piece may be unnecessary.
    #expect(broken >= Self.count * 2 / 3)
    try people.sync(ana)
    #expect(ana.tasks() == ben.tasks())
    #expect(ana.tasks().count == 3 + 2 * Self.count)
  }

  @Test(arguments: Hub.Way.far) func brokenClonesCanBeRepeated(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    _ = try people.ana(hub)
    let ben = people.desk("Ben", hub, seed: 2)
    try hub.breakOff(after: nil, of: "")
    _ = try people.clone(hub.url, ben)
    try scratch.remove("ben")
    var random = SeededRandom(seed: 5)
    // A slow server reports progress more often: another time there may be fewer bytes.
    for place in places((hub.relay?.passed ?? 0) * 3 / 4, &random) {
      try hub.breakOff(after: place, of: "")
      let error = people.failure { _ = try people.clone(hub.url, ben) }
      #expect(
        error?.message.hasPrefix("can't clone (\(hub.url)): ") == true, "\(error as Any)")
      #expect(!scratch.exists("ben"))
    }
    try hub.breakOff(after: nil, of: "")
    #expect(try people.clone(hub.url, ben).taskCount == 1)
  }

  private func checkSentence(_ error: MemoError, _ hub: Hub, _ place: String) {
    #expect(error.kind == .remote, "\(place): \(error)")
    let beginnings = ["fetch from", "push to"].map { "can't \($0) origin (\(hub.url)): " }
    #expect(beginnings.contains { error.message.hasPrefix($0) }, "\(place): \(error)")
    #expect(error.details.last?.hasPrefix("nothing is lost: ") == true, "\(place): \(error)")
    #expect(!error.hints.isEmpty, "\(place): \(error)")
    #expect(!error.details.contains { $0.contains("Counting") }, "\(error)")
  }

  /// Problems that git reports, and files that only a running command may leave.
  private func leftovers(_ desk: Desk) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch(desk.folder))
    let left = names.filter {
      $0.hasSuffix(".lock") || $0.contains(".memo-") || $0.contains("/tmp_")
        || $0.contains(".git/shallow.")
    }
    return try desk.complaints() + left.joined(separator: "\n")
  }
}
