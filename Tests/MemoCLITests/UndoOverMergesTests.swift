import MemoCLI
import MemoKit
import TestSupport
import Testing

/// An undo also reverts a merge's consequences of the change.
@Suite struct UndoOverMergesTests {
  let team: Team
  var ana: Desk { team[0] }
  var ben: Desk { team[1] }

  init() throws { team = try Team(of: 2) }

  private func sync(_ desks: Desk...) {
    for desk in desks { #expect([.done, .attention].contains(desk.memo("sync").status)) }
  }

  /// Syncs until both have all changes.
  private func exchange() { sync(ana, ben, ana) }

  private func undo(_ desk: Desk, _ arguments: String...) {
    let undone = desk.memo(["undo"] + arguments)
    #expect(undone.status == .done, "\(undone.output)\(undone.error)")
    #expect(!undone.output.contains("conflict:"), "\(undone.output)")
  }

  private func addPlants() {
    ana.memo("add", "Water plants", "every:week", "due:2026-11-25")
    exchange()
  }

  /// The merge had copied Ben's field into the next task.
  @Test func undoingAFinishRemovesTheNextTask() throws {
    addPlants()
    ana.memo("done", "plants")
    ben.memo("set", "plants", "priority=high")
    sync(ben, ana)
    #expect(try ana.read("todo/water-plants-2.md").contains("priority: high"))
    undo(ana)
    #expect(ana.tasks() == ["todo/water-plants.md"])
    #expect(try ana.read("todo/water-plants.md").contains("priority: high"))
    #expect(ana.memo("redo").status == .done)
    #expect(ana.tasks() == ["done/water-plants.md", "todo/water-plants-2.md"])
  }

  /// A person's edit of it is never removed by another's undo.
  @Test func anEditedNextTaskStays() throws {
    addPlants()
    ana.memo("done", "plants")
    exchange()
    ben.memo("set", "todo/water-plants-2.md", "+garden")
    exchange()
    let undone = ana.memo("undo")
    #expect(undone.status == .attention)
    #expect(undone.output.contains("note: Water plants: it stays as others left it (Ben, 2026-"))
    #expect(ana.tasks() == ["todo/water-plants-2.md", "todo/water-plants.md"])
    #expect(try ana.read("todo/water-plants-2.md").contains("tags: [garden]"))
  }

  /// The task stays done until both have undone that.
  @Test func aCommonChangeEndsWithBothUndos() throws {
    addPlants()
    ana.memo("done", "plants")
    ben.memo("done", "plants")
    exchange()
    #expect(ana.memo("undo").status == .attention)
    #expect(ana.tasks() == ["done/water-plants.md", "todo/water-plants-2.md"])
    exchange()
    undo(ben)
    #expect(ben.tasks() == ["todo/water-plants.md"])
    exchange()
    #expect(ana.tasks() == ["todo/water-plants.md"])
    #expect(try !ana.read("todo/water-plants.md").contains("CONFLICT"))
  }

  @Test(arguments: [0, 1]) func anAddedTaskIsRemovedWhereverItIs(who: Int) throws {
    for desk in team.desks { desk.memo("add", "Buy milk", "-m", "for \(desk.folder)") }
    exchange()
    undo(team[who])
    let other = team[1 - who].folder
    let left = try #require(team[who].tasks().first)
    #expect(team[who].tasks().count == 1)
    #expect(try team[who].read(left).contains("for \(other)"))
    #expect(team[who].memo("redo").status == .done)
    #expect(team[who].tasks() == ["todo/buy-milk-2.md", "todo/buy-milk.md"])
  }

  /// An undo keeps the other's new name.
  @Test(arguments: [0, 1]) func undosWorkAcrossARename(who: Int) throws {
    for desk in team.desks {
      desk.memo("add", "Report", "-m", "for \(desk.folder)")
      desk.memo("done", "report")
    }
    exchange()
    let other = try #require(
      try team[who].tasks().first { try team[who].read($0).contains("for \(team[1 - who].folder)") }
    )
    undo(team[who], "2")
    #expect(team[who].tasks() == [other])
    #expect(team[who].memo("redo", "2").status == .done)
    undo(team[who])
    #expect(team[who].tasks() == [other, "todo/report.md"])
    undo(team[who])
    #expect(team[who].tasks() == [other])
  }

  /// A change that somebody undid has no effect.
  @Test func undoneChangesDoNotMatter() throws {
    ana.memo("add", "Milk")
    exchange()
    ben.memo("set", "milk", "priority=high")
    exchange()
    undo(ben)
    exchange()
    undo(ana)
    #expect(ana.tasks() == [])
  }

  /// A merge that somebody resolved by hand is that person's change.
  @Test func resolvedMergesStay() throws {
    ana.memo("add", "Milk")
    exchange()
    ana.memo("set", "milk", "deadline=2026-12-01")
    ben.memo("set", "milk", "deadline=2026-12-02")
    sync(ana)
    try ben.scratch.git("fetch", "--quiet", in: ben.folder)
    try ben.scratch.git(
      "merge", "--quiet", "--strategy=ours", "--no-commit", "origin/main", in: ben.folder)
    let text = """
      ---
      title: Milk
      deadline: 2026-12-24
      id: \(try #require(ana.memo("list", "--format", "{id}").output.split(separator: "\n").first))
      ---

      """
    try ben.write(text, to: "todo/milk.md")
    try ben.scratch.git("commit", "--quiet", "--all", "--message", "by hand", in: ben.folder)
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention)
    #expect(undone.output.contains("deadline stays 2026-12-24 (Kim, 20"), "\(undone.output)")
  }
}
