import Foundation
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Random edits of two people merge alike in a sync and in git with the merge driver.
///
/// `MEMO_ALL=500` plays 500.
@Suite struct RandomMergeTests {
  static let count = Effort.count(1)

  @Test(arguments: 0..<count) func gitMergesLikeASync(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let team = try Team(of: 2, seed: UInt64(seed))
    let (ana, ben) = (team[0], team[1])
    for number in 0..<5 { ana.memo("add", "Task \(number)", "-m", Self.text) }
    ana.memo("sync")
    ben.memo("sync")
    // Each edit is a commit, so each side has several of one task.
    for _ in 0..<Int.random(in: 4...12, using: &random) {
      let desk = Bool.random(using: &random) ? ana : ben
      ana.wait(seconds: 60)
      desk.setClock(ana.environment.now())
      try Self.edit(desk, &random)
    }
    ana.memo("sync")
    try ben.shell("git fetch -q")
    let clone = try ben.copy("clone")
    try clone.shell("git merge -q --no-edit origin/main")
    // Squashed to one commit each, so that a rebase has no steps in between.
    let squashed = try ben.copy("squashed")
    try squashed.shell(
      """
      git reset -q --soft $(git merge-base HEAD origin/main)
      git commit -q --allow-empty -m squashed
      cp -R . ../synced; git rebase -q origin/main
      """)
    let synced = Desk(team.scratch, "synced", name: "Ben")
    synced.setClock(squashed.environment.now())
    #expect(try synced.store().sync().upstream == "origin/main")
    #expect(try squashed.contents() == synced.contents(), "\(seed)")
    try team.scratch.git("update-ref", "refs/heads/main", ana.head(), in: "hub.git")
    _ = try ben.store().sync()
    #expect(try clone.contents() == ben.contents(), "\(seed)")
  }

  private static let text = "One.\nTwo.\n\n- [ ] three\n- [ ] four\n\nFive."

  private static func edit(_ desk: Desk, _ random: inout SeededRandom) throws {
    let number = Int.random(in: 0..<5, using: &random)
    let (path, mark) = ("todo/task-\(number).md", Int.random(in: 0..<4, using: &random))
    func lines() throws -> [String] {
      try desk.read(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: desk.memo("set", path, "title=Title \(mark)")
    case 1: desk.memo("set", path, "deadline=\(mark == 0 ? "none" : "2026-12-0\(mark)")")
    case 2: desk.memo("set", path, "+tag\(mark)")
    case 3: desk.memo("set", path, "estimate=\(mark)h")
    case 4: try desk.write(try desk.read(path) + "Line \(mark) of \(desk.folder).\n", to: path)
    case 5:
      try desk.write(try desk.read(path).replacing("[ ] three", with: "[x] three"), to: path)
    default:
      var lines = try lines()
      guard let index = lines.firstIndex(where: { $0.hasPrefix("Two") }) else { return }
      lines[index] = "Two, \(mark)."
      if mark == 3 { lines.remove(at: index) }
      try desk.write(lines.joined(separator: "\n"), to: path)
    }
    _ = try desk.store().recordHandEdits()
  }
}

extension Desk {
  /// The tasks of the last commit, each below its path.
  func contents() throws -> String {
    try shell("for f in $(git ls-tree -r --name-only HEAD); do echo $f; git show HEAD:$f; done")
  }

  func head() throws -> String { try scratch.git("rev-parse", "HEAD", in: folder) }
}
