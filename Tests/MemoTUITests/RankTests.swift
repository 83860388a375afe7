import BoardModel
@testable import MemoTUI
import TestSupport
import Testing

/// Places in an order by hand.
@Suite struct RankTests {
  static let between: [(String, String?, String?)] = [
    ("", nil, "n"), ("n", nil, "t"), ("", "n", "g"), ("", "b", "an"), ("a", "b", nil),
    ("B", "c", nil), ("1", nil, nil),
    ("z", nil, "zn"), ("an", "b", "at"), ("am", "an", "amn"), ("b", "b", nil), ("c", "b", nil),
  ]

  @Test(arguments: between) func betweenTwoThereIsAnother(
    low: String, high: String?, middle: String?
  ) {
    #expect(Rank.between(low, high) == middle)
  }

  /// Wherever a task is put, it stands there by the ranks alone.
  @Test(arguments: 0..<40) func tasksStandWhereTheyArePut(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var ranks: [String?] = Array(repeating: nil, count: 12)
    for _ in 0..<200 {
      let from = Int.random(in: 0..<12, using: &random)
      let to = Int.random(in: 0..<12, using: &random)
      let wereRanked = ranks.allSatisfy { $0 != nil }
      ranks.insert(ranks.remove(at: from), at: to)
      let changes = Rank.changes(ranks, moving: to)
      #expect(changes.contains { $0.index == to })
      // Only that one is written, unless ranks have grown too long.
      let isCramped = ranks.contains { ($0 ?? "").count >= Rank.longest - 1 }
      if wereRanked, !isCramped { #expect(changes.count == 1) }
      for change in changes { ranks[change.index] = change.rank }
      let known = ranks.compactMap { $0 }
      // Those without a rank are shown last.
      #expect(ranks.prefix(known.count).allSatisfy { $0 != nil })
      #expect(zip(known, known.dropFirst()).allSatisfy { $0 < $1 })
      #expect(known.allSatisfy { !$0.isEmpty && $0.count <= Rank.longest && $0.last != "a" })
    }
  }

  @Test func aRankThatGrowsTooLongIsSpreadAnew() {
    var low = "b"
    let high = "c"
    var moves = 0
    while let next = Rank.between(low, high), next.count <= Rank.longest {
      #expect(low < next && next < high)
      low = next
      moves += 1
    }
    #expect(moves > 60)
    let changes = Rank.changes([low, nil, high], moving: 1)
    #expect(changes.count == 3)
    #expect(changes.map(\.rank) == changes.map(\.rank).sorted())
  }

  /// What somebody has written by hand is no ground to build on.
  @Test(arguments: [["b", nil, "a"], ["B", nil, "c"], ["ba", nil, "c"], ["c", nil, "c"]])
  func ranksThatMeanNothingAreWrittenAnew(ranks: [String?]) {
    #expect(Rank.changes(ranks, moving: 1).count >= 2)
  }
}
