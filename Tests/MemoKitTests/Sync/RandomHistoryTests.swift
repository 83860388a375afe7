import Foundation
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Random histories of several people, each with a seed by which it can be played again.
///
/// `MEMO_ALL=500` plays as many.
@Suite struct RandomHistoryTests {
  static let count = Effort.count(3)

  @Test(arguments: 0..<count) func everybodyEndsWithTheSame(seed: Int) throws {
    var people = try RandomTeam(seed: UInt64(seed))
    do {
      for _ in 0..<30 { try people.step() }
      let isQuiet = try people.settle()
      #expect(isQuiet, "\(seed): \(people.story)")
    } catch {
      Issue.record("\(seed): \(error): \(people.story)")
      return
    }
    let first = people.team[0]
    let tree = try first.scratch.git("rev-parse", "HEAD^{tree}", in: first.folder)
    let text = try people.allText(first)
    let missing = people.words.subtracting(RandomTeam.words(in: text))
    #expect(missing == [], "\(seed): \(people.story)")
    for desk in people.team.desks {
      let theirs = try desk.scratch.git("rev-parse", "HEAD^{tree}", in: desk.folder)
      #expect(theirs == tree, "\(seed): \(people.story)")
      let complaints = try desk.complaints()
      #expect(complaints == "", "\(seed): \(people.story)")
      let snapshot = try desk.store().read()
      #expect(snapshot.problems == [], "\(seed): \(people.story)")
      #expect(snapshot.tasks.allSatisfy { $0.id != nil }, "\(seed)")
      let leftovers = try FileManager.default.subpathsOfDirectory(
        atPath: desk.scratch(desk.folder)
      ).filter { $0.hasSuffix(".lock") || $0.contains(".memo-") }
      #expect(leftovers == [], "\(seed)")
    }
  }
}
