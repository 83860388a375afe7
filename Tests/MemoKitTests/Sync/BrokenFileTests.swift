import MemoKit
import TestSupport
import Testing

/// A broken file stays the same task.
@Suite struct BrokenFileTests {
  private static let broken = "---\nowner: [unclosed\nid: cccccccccc\n---\nccc\n"

  private func settle(_ team: Team) throws -> [String] {
    for _ in 0..<2 { for desk in team.desks { _ = try desk.store().sync() } }
    for desk in team.desks {
      #expect(try desk.complaints() == "")
      #expect(desk.tasks() == team[0].tasks())
    }
    return try team[0].tasks().map { try "\($0) \(team[0].read($0))" }
  }

  /// Its id can still be read, so the other side's change reaches the file in its new place.
  @Test func aMovedBrokenFileGetsEdits() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].write(Self.broken, to: "todo/x.md")
    try team[0].move("todo/x.md", "doing/y.md")
    try team[1].write("---\nid: cccccccccc\n---\nccc\nmore\n", to: "todo/x.md")
    let seen = try settle(team)
    #expect(
      seen == [
        "doing/y.md ---\nowner: [unclosed\nid: cccccccccc\n---\nccc\nmore\n"
      ])
  }

  /// A broken copy keeps the original's id, but isn't confused with it.
  @Test func aBrokenCopyIsNotTheOriginal() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    try team[0].write(Self.broken, to: "todo/y.md")
    try team[1].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "todo/z.md")
    let seen = try settle(team)
    #expect(
      seen == [
        "todo/x.md ---\nid: cccccccccc\n---\nccc\n", "todo/y.md \(Self.broken)",
        "todo/z.md ---\nid: bbbbbbbbbb\n---\nbbb\n",
      ])
  }

  /// A copy with the task's id doesn't make a third task in the old place the same one.
  @Test func aCopyIsNotATaskInItsPlace() throws {
    let team = try Team(of: 3)
    try team[0].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "todo/x.md")
    try team[1].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    try team[1].write(Self.broken, to: "todo/y.md")
    for who in [1, 2, 0] { _ = try team[who].store().sync() }
    try team[2].write("---\nid: cccccccccc\n---\nccc\nmore\n", to: "todo/x.md")
    // This doesn't check which of the two keeps the id.
    let seen = try settle(team).map { $0.replacing(/id: \w+/, with: "") }
    #expect(
      seen == [
        "todo/x-2.md ---\n\n---\nccc\nmore\n", "todo/x.md ---\n\n---\nbbb\n",
        "todo/y.md ---\nowner: [unclosed\n\n---\nccc\n",
      ])
  }

  /// A copy's new id is a change like any other, not a second id of the task.
  @Test func aNewIDMergesWithABrokenFile() throws {
    let team = try Team(of: 2)
    for name in ["x", "y"] {
      try team[0].write("---\nid: bbbbbbbbbb\n---\n\(name)\n", to: "todo/\(name).md")
    }
    let (one, other) = (team[0].folder, team[1].folder)
    try team.scratch.git("add", "-A", in: one)
    try team.scratch.git("commit", "--quiet", "-m", "By hand", in: one)
    try team.scratch.git("push", "--quiet", in: one)
    try team.scratch.git("pull", "--quiet", in: other)
    try team[1].scratch.write(
      Array("---\nid: bbbbbbbbbb\n---\ny\nend \u{FF}".utf8.dropLast()), to: "\(other)/todo/y.md")
    _ = try team[0].store().sync()
    let texts = try settle(team)
    #expect(texts[0] == "todo/x.md ---\nid: bbbbbbbbbb\n---\nx\n")
    #expect(texts[1].contains("end") && !texts[1].contains("bbbbbbbbbb"))
  }

  /// A new file at a path is not the task that was moved away.
  @Test func aBrokenFileIsNotAMovedTask() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].move("todo/x.md", "todo/y.md")
    try team[0].write("---\nowner: [unclosed\n---\nddd\n", to: "todo/x.md")
    try team[1].write("---\nid: cccccccccc\n---\nccc\nmore\n", to: "todo/x.md")
    let seen = try settle(team)
    #expect(
      seen == [
        "todo/x.md ---\nowner: [unclosed\n---\nddd\n",
        "todo/y.md ---\nid: cccccccccc\n---\nccc\nmore\n",
      ])
  }
}
