import MemoKit
import TestSupport
import Testing

/// Tasks of several people with the same file name.
@Suite struct SamePlaceTests {
  private func settle(_ team: Team) throws -> [String] {
    for _ in 0..<2 { for desk in team.desks { _ = try desk.store().sync() } }
    let trees = try team.desks.map {
      try $0.scratch.git("rev-parse", "HEAD^{tree}", in: $0.folder)
    }
    #expect(Set(trees).count == 1)
    for desk in team.desks { #expect(try desk.complaints() == "") }
    return try team[0].tasks().map { "\($0) \(try team[0].read($0).suffix(4))" }
  }

  @Test func bothTasksAreKept() throws {
    let team = try Team(of: 3)
    try team[0].write("---\nid: bbbbbbbbbb\n---\nana\n", to: "todo/x.md")
    try team[1].write("---\nid: cccccccccc\n---\nben\n", to: "todo/x.md")
    try team[2].write("---\nid: dddddddddd\n---\ncho\n", to: "todo/x.md")
    let seen = try settle(team)
    #expect(seen == ["todo/x-2.md ben\n", "todo/x-3.md cho\n", "todo/x.md ana\n"])
  }

  @Test func theSmallerIDKeepsTheName() throws {
    for ids in [["bbbbbbbbbb", "cccccccccc"], ["cccccccccc", "bbbbbbbbbb"]] {
      let team = try Team(of: 2)
      for (desk, id) in zip(team.desks, ids) {
        try desk.write("---\nid: \(id)\n---\n\(id.prefix(3))\n", to: "todo/x.md")
      }
      let seen = try settle(team)
      #expect(seen == ["todo/x-2.md ccc\n", "todo/x.md bbb\n"])
    }
  }

  @Test func aMoveToANewTasksNameKeepsBoth() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].move("todo/x.md", "done/x.md")
    try team[1].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "done/x.md")
    let seen = try settle(team)
    #expect(seen == ["done/x-2.md ccc\n", "done/x.md bbb\n"])
  }

  @Test func aFreedNameCanBeTaken() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/x.md")
    _ = try settle(team)
    try team[0].remove("todo/x.md")
    try team[0].write("---\nid: dddddddddd\n---\nddd\n", to: "todo/x.md")
    try team[1].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "todo/y.md")
    let seen = try settle(team)
    #expect(seen == ["todo/x.md ddd\n", "todo/y.md bbb\n"])
  }

  @Test func swappedNamesMerge() throws {
    let team = try Team(of: 2)
    try team[0].write("---\nid: bbbbbbbbbb\n---\nbbb\n", to: "todo/x.md")
    try team[0].write("---\nid: cccccccccc\n---\nccc\n", to: "todo/y.md")
    _ = try settle(team)
    try team[0].move("todo/x.md", "todo/z.md")
    try team[0].move("todo/y.md", "todo/x.md")
    try team[0].move("todo/z.md", "todo/y.md")
    try team[1].write("---\nid: dddddddddd\n---\nddd\n", to: "todo/z.md")
    let seen = try settle(team)
    #expect(seen == ["todo/x.md ccc\n", "todo/y.md bbb\n", "todo/z.md ddd\n"])
  }
}
