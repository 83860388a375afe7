import BoardModel
import MemoKit
import Query
import TestSupport
import Testing

@testable import MemoTUI

/// Ranks in manual order.
@Suite struct RankTests {
  static let between: [(String, String?, String?)] = [
    ("", nil, "n"), ("n", nil, "t"), ("", "n", "g"), ("", "b", "an"), ("a", "b", nil),
    ("B", "c", nil), ("1", nil, nil),
    ("z", nil, "zn"), ("an", "b", "at"), ("am", "an", "amn"), ("b", "b", nil), ("c", "b", nil),
  ]

  @Test(arguments: between) func thereIsARankBetweenAnyTwo(
    low: String, high: String?, middle: String?
  ) {
    #expect(Rank.between(low, high) == middle)
  }

  // MARK: Tasks

  /// 2026-11-20T15:04:05Z.
  private static let now: Int64 = 1_795_187_045

  private static func task(
    _ number: Int, created: String? = "2026-11-20T15:04:05Z"
  ) throws -> StoredTask {
    var random = SeededRandom(seed: UInt64(number))
    let id = TaskID.random(using: &random).text
    let lines =
      ["---", "id: \(id)"] + (created.map { ["created: \($0)"] } ?? [])
      + ["---", ""]
    return try #require(
      StoredTask(
        path: "todo/task \(number).md", bytes: Array(lines.joined(separator: "\n").utf8), file: nil
      ))
  }

  private static func order(_ tasks: [StoredTask]) -> [String] {
    let now = LocalTime(secondsSince1970: now, utcOffset: 0)
    return SortOrder("rank")?.sorted(tasks, at: now).map(\.path) ?? []
  }

  /// Moving a task among tasks without ranks writes only that task, and puts it in the right place.
  @Test(arguments: 0..<UInt64(Effort.count(5))) func onlyTheMovedTaskIsWritten(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    var tasks: [String: StoredTask] = [:]
    for number in 0..<30 {
      let minute = 10 + Int.random(in: 0..<40, using: &random)
      let created = ["2026-11-20T15:\(minute):05Z", "2026-11-20T15:04:05Z", nil]
        .randomElement(using: &random)!
      let task = try Self.task(number + 1000 * Int(seed), created: created)
      tasks[task.path] = task
    }
    var order = Self.order(Array(tasks.values))
    for _ in 0..<60 {
      let moved = order.remove(at: Int.random(in: order.indices, using: &random))
      let index = Int.random(in: 0...order.count, using: &random)
      order.insert(moved, at: index)
      let places = order.map { path in Rank.place(of: tasks[path]!) }
      let changes = Rank.changes(places, moving: index, now: Self.now)
      try #require(changes.count == 1 && changes[0].index == index)
      #expect(changes[0].rank.utf8.count <= Rank.longest)
      tasks[moved] = tasks[moved]!.ranked(changes[0].rank)
      try #require(Self.order(Array(tasks.values)) == order)
    }
  }

  /// Two people move different tasks: this writes different files, and both get the same order.
  @Test func movesOfTwoPeopleMerge() throws {
    let tasks = try (1...9).map { try Self.task($0) }
    let places = Self.order(tasks).map { path in Rank.place(of: tasks.first { $0.path == path }!) }
    var (mine, theirs) = (places, places)
    mine.insert(mine.remove(at: 8), at: 0)
    theirs.insert(theirs.remove(at: 4), at: 6)
    #expect(Rank.changes(mine, moving: 0, now: Self.now).map(\.index) == [0])
    #expect(Rank.changes(theirs, moving: 6, now: Self.now).map(\.index) == [6])
  }

  /// A task that was moved to the end comes before later ones.
  @Test func newTasksComeLast() throws {
    let old = try (1...3).map { try Self.task($0, created: "2026-11-0\($0)T09:00:00Z") }
    var places = old.map { Rank.place(of: $0) }
    for _ in 0..<30 {
      places.append(places.removeFirst())
      let changes = Rank.changes(places, moving: 2, now: Self.now)
      try #require(changes.count == 1)
      places[2] = changes[0].rank
    }
    #expect(places == places.sorted())
    let new = Rank.place(of: try Self.task(4, created: "2026-11-20T15:04:07Z"))
    #expect(places.allSatisfy { $0 < new })
  }

  // MARK: No room

  @Test func tooLongRanksAreSpreadAgain() {
    var low = "b"
    let high = "c"
    var moves = 0
    while let next = Rank.between(low, high), next.count <= Rank.longest {
      #expect(low < next && next < high)
      low = next
      moves += 1
    }
    #expect(moves > 60)
    let changes = Rank.changes(["a1", "bb", low, "", high, "d", "e"], moving: 3, now: Self.now)
    // As short as possible.
    #expect(changes.map(\.index) == [2, 3, 4])
    #expect(changes.map(\.rank) == ["bn", "c", "cn"])
  }

  /// Ranks that were written by hand may be invalid.
  @Test(arguments: [["b", "", "a"], ["B", "", "c"], ["ba", "", "c"], ["c", "", "c"]])
  func invalidRanksAreReplaced(places: [String]) {
    var places = places
    let changes = Rank.changes(places, moving: 1, now: Self.now)
    #expect(changes.count >= 2)
    for change in changes { places[change.index] = change.rank }
    #expect(places == places.sorted() && Set(places).count == 3)
  }
}
