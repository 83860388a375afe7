import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// After any changes in any order, a feed ends with the current state.
@Suite(.onItsOwnThread) struct FeedPropertyTests {
  /// `MEMO_ALL=50 swift test --filter FeedPropertyTests` plays more of them.
  private static let count = Effort.count(1)

  @Test(arguments: 1...UInt64(count), [false, true])
  func aFeedMatchesAFreshReading(seed: UInt64, alwaysPolls: Bool) throws {
    var random = SeededRandom(seed: seed)
    let team = try Team(of: 2, seed: seed)
    let desk = team[0]
    for number in 0..<4 { desk.memo("add", "Task \(number)", "-m", "- [ ] one\n- [ ] two") }
    let reader = try FeedReader(desk, alwaysPolls: alwaysPolls)
    var seen = Set(reader.last?.snapshot.tasks.map(\.path) ?? [])
    for step in 0..<25 {
      for _ in 0...Int.random(in: 0...2, using: &random) {
        try makeChange(step, team, &random)
      }
      let updates = try reader.settle()
      let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
      let (fresh, last) = (try store.read(), try #require(reader.last))
      #expect(last.snapshot.seen == fresh.seen, "step \(step)")
      // The reported additions, removals and moves lead from the old state to the new one.
      for update in updates {
        seen.subtract(update.changes.compactMap(\.before?.path))
        seen.formUnion(update.changes.compactMap(\.after?.path))
      }
      #expect(seen == Set(fresh.tasks.map(\.path)), "step \(step)")
      let status = try store.status()
      let storeStatus = last.storeStatus
      let shown = [storeStatus.ahead, storeStatus.unrecorded]
      #expect(shown == [status.ahead, status.pending.count], "step \(step)")
      #expect(storeStatus.obstacle?.message == status.obstacle, "step \(step)")
      #expect(storeStatus.lastSync?.description == status.lastSync?.description)
      #expect(storeStatus.upstream == status.upstream)
    }
  }

  /// Makes a random change.
  private func makeChange(
    _ step: Int, _ team: Team, _ random: inout SeededRandom
  ) throws {
    let (desk, other) = (team[0], team[1])
    let tasks = desk.tasks()
    let task = tasks.randomElement(using: &random) ?? "todo/none.md"
    func shell(_ script: String) throws {
      let ran = try run(
        "/bin/sh", ["-c", script], in: desk.scratch(desk.folder),
        environment: desk.environment.variables)
      _ = ran
    }
    switch Int.random(in: 0..<14, using: &random) {
    case 0: desk.memo("add", "New \(step)")
    case 1: desk.memo(["start", "done", "reopen"].randomElement(using: &random) ?? "done", task)
    case 2: try shell("echo 'more \(step)' >> '\(task)'")
    case 3: try shell("cp '\(task)' todo/.x && echo more >> todo/.x && mv todo/.x '\(task)'")
    case 4: try shell("mv '\(task)' doing/by-hand-\(step).md")
    case 5: try shell("rm '\(task)'")
    case 6: try shell("printf -- '---\\ntitle: [a\\n---\\n' > todo/broken-\(step).md")
    case 7: try shell("git switch -qc b\(step); git commit -qam x; git switch -q main")
    case 8: try shell("git stash -q; git pack-refs --all; git stash pop -q")
    case 9: desk.memo("undo")
    case 10:
      other.memo("sync")
      other.memo("add", "Of Ben \(step)")
      other.memo("sync")
    case 11: desk.memo("sync")
    case 12:
      try shell(
        "git pull -q --no-edit; mkdir -p done/deep/er; echo '# x' > done/deep/er/\(step).md")
    default: try shell("git add -A; git commit -qm 'By git'; rm -rf doing; mkdir doing")
    }
  }
}
