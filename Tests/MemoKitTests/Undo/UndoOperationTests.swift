import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Any change can be undone by its name, even an old one or somebody else's.
@Suite(.onItsOwnThread) struct UndoOperationTests {
  private func commit(_ desk: Desk, _ subject: String) throws -> String {
    let lines = try desk.scratch.git("log", "--format=%h %s", in: desk.folder).split(
      separator: "\n")
    let line = try #require(lines.first { $0.dropFirst(8).hasPrefix(subject) })
    return String(line.prefix(7))
  }

  @Test func laterChangesStay() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    desk.memo("set", "milk", "p:high")
    desk.memo("set", "milk", "due:2026-12-01")
    let name = try commit(desk, "edit: Milk (priority")
    let outcome = desk.memo("undo", name)
    #expect(outcome.status == .done)
    #expect(outcome.output.hasPrefix("undo: edit: Milk (priority high)\n"))
    let text = try desk.read("todo/milk.md")
    #expect(text.contains("deadline: 2026-12-01") && !text.contains("priority"))
    // Only once; and it can be redone and undone again.
    let again = desk.memo("undo", name)
    #expect(again.status == .refused)
    #expect(again.error.hasPrefix("error: \(name) was undone already\n"))
    #expect(desk.memo("redo").status == .done)
    #expect(try desk.read("todo/milk.md").contains("priority: high"))
    #expect(desk.memo("undo", name).status == .done)
    #expect(try !desk.read("todo/milk.md").contains("priority"))
    #expect(try desk.complaints() == "")
  }

  /// A redone change counts as the latest.
  @Test func aRedoneChangeIsUndoneNext() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    desk.memo("set", "milk", "p:high")
    desk.memo("set", "milk", "due:2026-12-01")
    desk.memo("set", "milk", "+shop")
    let before = try desk.read("todo/milk.md")
    desk.memo("undo", try commit(desk, "edit: Milk (priority"))
    let after = try desk.read("todo/milk.md")
    desk.memo("undo", try commit(desk, "edit: Milk (deadline"))
    desk.memo("redo")
    for _ in 0..<2 {
      #expect(desk.memo("redo").output.hasPrefix("redo: edit: Milk (priority high)\n"))
      #expect(try desk.read("todo/milk.md") == before)
      #expect(desk.memo("undo").output.hasPrefix("undo: edit: Milk (priority high)\n"))
      #expect(try desk.read("todo/milk.md") == after)
    }
    desk.memo("redo")
    let list = desk.memo("undo", "--list").output.split(separator: "\n").map { $0.dropFirst(15) }
    #expect(
      list.map { $0.drop { $0 != "e" && $0 != "a" } } == [
        "edit: Milk (priority high)", "edit: Milk (deadline 2026-12-01)", "edit: Milk (+tag shop)",
        "add: Milk",
      ])
    #expect(desk.memo("undo", "4").status == .done)
    #expect(desk.tasks() == [])
    #expect(desk.memo("redo", "4").status == .done)
    #expect(try desk.read("todo/milk.md") == before)
    #expect(try desk.complaints() == "")
  }

  /// Undo and redo are changes that can be undone.
  @Test func anUndoCanBeUndoneByName() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    desk.memo("set", "milk", "p:high")
    let after = try desk.read("todo/milk.md")
    desk.memo("undo")
    desk.memo("set", "milk", "due:2026-12-01")
    let undo = try commit(desk, "undo: edit: Milk (priority")
    #expect(desk.memo("undo", undo).output.hasPrefix("redo: edit: Milk (priority high)\n"))
    #expect(
      try desk.read("todo/milk.md").split(separator: "\n").sorted()
        == (after + "deadline: 2026-12-01\n").split(separator: "\n").sorted())
    #expect(desk.memo("undo", undo).status == .refused)
    // It counts as done now.
    let redo = try commit(desk, "redo: edit: Milk (priority")
    #expect(desk.memo("undo", redo).output.hasPrefix("undo: edit: Milk (priority high)\n"))
    #expect(desk.memo("redo").output.hasPrefix("redo: edit: Milk (priority high)\n"))
    #expect(desk.memo("undo").output.hasPrefix("undo: edit: Milk (priority high)\n"))
    #expect(desk.memo("undo").output.hasPrefix("undo: edit: Milk (deadline 2026-12-01)\n"))
    #expect(desk.memo("undo").output.hasPrefix("undo: add: Milk\n"))
    #expect(desk.memo("redo", "3").status == .done)
    #expect(try desk.complaints() == "")
  }

  @Test func anotherPersonsChangeCanBeUndoneByName() throws {
    let team = try Team(of: 2)
    team[0].memo("add", "Milk")
    team[0].memo("done", "milk")
    team[0].memo("sync")
    team[1].memo("sync")
    team[1].memo("set", "milk", "+shop")
    #expect(team[1].memo("undo", try commit(team[1], "move: Milk")).status == .done)
    #expect(team[1].tasks() == ["todo/milk.md"])
    #expect(try team[1].read("todo/milk.md").contains("tags: [shop]"))
    team[1].memo("sync")
    team[0].memo("sync")
    #expect(team[0].tasks() == ["todo/milk.md"])
    // After undoing an older change by name, a plain undo continues with the last one.
    #expect(team[1].memo("undo").output.hasPrefix("undo: edit: Milk (+tag shop)\n"))
  }

  @Test(arguments: ["milk", "abc", "1234567", "HEAD~99", "main"]) func otherNamesAreErrors(
    name: String
  ) throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    let outcome = desk.memo("undo", name)
    #expect(outcome.status == .refused)
    #expect(outcome.error.hasPrefix("error: there is no change '\(name)' that could be"))
    #expect(outcome.error.contains("hint: 'memo log' lists the commits\n"))
  }
}
