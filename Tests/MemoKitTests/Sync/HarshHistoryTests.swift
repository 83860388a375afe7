import Foundation
import Git
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Random histories in which everybody changes everything in every way.
///
/// `MEMO_ALL=500` plays 500, `MEMO_SEED=1234` is the first seed, and `MEMO_HISTORY_FOLDER=/tmp/x`
/// keeps failed ones there.
@Suite struct HarshHistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = Effort.count(4)
  private static let first = Effort.firstSeed

  @Test(arguments: first..<(first + count)) func nothingIsLost(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed))
    let check = history.play(steps: 40)
    for commit in check?.merges ?? [] { try history.expectOneResult(commit) }
    #expect(history.faults == [], "\(history.text)")
    if !history.faults.isEmpty, let folder = Self.environment["MEMO_HISTORY_FOLDER"] {
      try history.keep(in: folder)
    }
  }
}

extension RandomHistory {
  /// A merge has the same result in both directions.
  fileprivate mutating func expectOneResult(_ commit: Commit) throws {
    let git = try Store.open(team.scratch(team[0].folder), environment: team[0].environment).git()
    func tree(_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID {
      let base = try #require(try git.commonAncestor(ours, theirs))
      let merge = try TreeMerge(git, base: base, ours: ours, theirs: theirs)
      return try git.repository.writeTree(basedOn: ours, merge.files)
    }
    let (one, other) = (commit.parents[0], commit.parents[1])
    let trees = try [tree(one, other), tree(other, one), commit.tree]
    if Set(trees).count > 1 {
      faults.append("merge \(commit.id.short) is \(trees.map(\.short)), as one looks at it")
    }
  }
}
