import MemoKit
import TestSupport
import Testing

/// Files that somebody broke are the same tasks as before, and nobody else's.
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

  /// The id can still be read, so what the other side did goes to where the file is now.
  @Test func brokenAndMovedHereAndEditedThere() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].write(Self.broken, to: "todo/x.md")
    try team[0].move("todo/x.md", "doing/y.md")
    try team[1].write("---\nid: cccccccccc\n---\nccc\nmore\n", to: "todo/x.md")
    #expect(
      try settle(team) == [
        "doing/y.md ---\nowner: [unclosed\nid: cccccccccc\n---\nccc\nmore\n"
      ])
  }

  /// A copy that can't be understood keeps the id of the first; neither stands for the other.
  @Test func aBrokenCopyBesideTheFirst() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    try team[0].write(Self.broken, to: "todo/y.md")
    try team[1].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "todo/z.md")
    #expect(
      try settle(team) == [
        "todo/x.md ---\nid: cccccccccc\n---\nccc\n", "todo/y.md \(Self.broken)",
        "todo/z.md ---\nid: bbbbbbbbbb\n---\nbbb\n",
      ])
  }

  /// What is new at a path has nothing to do with what was there before and was moved away.
  @Test func brokenWhereAnotherTaskWas() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].move("todo/x.md", "todo/y.md")
    try team[0].write("---\nowner: [unclosed\n---\nddd\n", to: "todo/x.md")
    try team[1].write("---\nid: cccccccccc\n---\nccc\nmore\n", to: "todo/x.md")
    #expect(
      try settle(team) == [
        "todo/x.md ---\nowner: [unclosed\n---\nddd\n",
        "todo/y.md ---\nid: cccccccccc\n---\nccc\nmore\n",
      ])
  }
}
