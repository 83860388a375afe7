import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// An undo never overrules later changes of others.
@Suite struct UndoAmongOthersTests {
  let team: Team
  var ana: Desk { team[0] }
  var ben: Desk { team[1] }
  var cho: Desk { team[2] }

  init() throws {
    team = try Team(of: 3)
    team[0].memo("add", "Milk", "-d", "2026-12-01", "-m", "One litre.\nFresh.", "+shop")
    for desk in team.desks { sync(desk) }
  }

  /// Syncs the clones in turn, with a minute in between.
  private func sync(_ desks: Desk...) {
    for desk in desks { #expect([.done, .attention].contains(desk.memo("sync").status)) }
  }
  private func file() throws -> String { try ana.read(try #require(ana.tasks().first)) }
  private func field(_ key: String) -> String {
    ana.memo("list", "-a", "--format", "{\(key)}").output.trimmingCharacters(in: .newlines)
  }
  private func notes() -> String { ana.memo("conflicts").output }

  /// Ana undoes a change from before Ben's.
  @Test func aLaterStatusStays() throws {
    ana.memo("done", "milk")
    sync(ana)
    ana.memo("reopen", "milk")
    sync(ana, ben)
    ben.memo("start", "milk")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention)
    #expect(ana.exists("doing/milk.md"), "\(undone.output)")
    #expect(undone.output.contains("conflict: status: done — Ana, 2026-"))
    #expect(undone.output.contains("note: Milk: status stays doing (Ben, 2026-"))
    #expect(ana.memo("redo").status == .done)
    #expect(field("status") == "doing" && notes() == "")
  }

  @Test(arguments: [
    ["done", "start"], ["start", "done"], ["done", "reopen"], ["start", "reopen"],
  ])
  func laterStatusesStay(words: [String]) throws {
    ana.memo(words[0], "milk")
    sync(ana, ben)
    ben.memo(words[1], "milk")
    sync(ben, ana, cho)
    let before = field("status")
    let undone = ana.memo("undo")
    #expect(field("status") == before, "\(undone.output)")
    #expect(undone.status == (words[1] == "reopen" ? .done : .attention), "\(undone.output)")
  }

  /// A value that somebody set back to the old one belongs to that person.
  @Test func restoredValuesBelongToOthers() throws {
    ana.memo("set", "milk", "deadline=2026-12-24", "priority=high", "+gift")
    sync(ana, ben)
    ben.memo("set", "milk", "deadline=2026-12-31", "-gift")
    sync(ben, cho)
    cho.memo("set", "milk", "deadline=2026-12-24", "+gift")
    sync(cho, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention)
    #expect(field("deadline") == "2026-12-24" && field("priority") == "", "\(undone.output)")
    #expect(field("tags").contains("gift"))
    #expect(undone.output.contains("note: Milk: deadline stays 2026-12-24 (Cho, 2026-"))
    #expect(undone.output.contains("note: Milk: tags stays shop, gift (Cho, 2026-"))
    #expect(notes().contains("deadline: 2026-12-01 — Ana"))
  }

  /// Clearing a field is a change by that person.
  @Test func aClearedFieldStaysCleared() throws {
    ana.memo("set", "milk", "deadline=2026-12-24")
    sync(ana, ben)
    ben.memo("set", "milk", "deadline=none")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention && field("deadline") == "")
    #expect(undone.output.contains("conflict: deadline: 2026-12-01 — Ana"), "\(undone.output)")
    #expect(undone.output.contains("note: Milk: deadline stays none (Ben, 2026-"))
    #expect(!notes().contains("Ben"))
  }

  @Test func aRemovalStays() throws {
    ana.memo("set", "milk", "priority=high")
    sync(ana, ben)
    ben.memo("rm", "milk")
    sync(ben, ana)
    let undone = ana.memo("undo", "--json")
    #expect(undone.status == .attention && ana.tasks() == [], "\(undone.output)")
    #expect(undone.output.contains("\"field\": \"task\", \"value\": null, \"author\": \"Ben\""))
    #expect(try ana.complaints() == "")
  }

  /// Both deleted it, and one of them undoes that.
  @Test func aRemovalOfTwoStays() throws {
    ana.memo("rm", "milk")
    ben.memo("rm", "milk")
    sync(ana, ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention && ana.tasks() == [], "\(undone.output)")
    #expect(undone.output.contains("note: Milk: it stays as others left it (Ben, "))
  }

  /// A discarded change needs no undo, and neither does its note.
  @Test func aNoteOnADiscardedChangeIsRemoved() throws {
    ana.memo("set", "milk", "deadline=2026-12-24")
    ben.wait(seconds: 3600)
    ben.memo("set", "milk", "deadline=2026-12-31")
    sync(ben, ana)
    #expect(notes().contains("deadline: 2026-12-24 — Ana"))
    let before = try file()
    let undone = ana.memo("undo")
    #expect(notes() == "" && field("deadline") == "2026-12-31", "\(undone.output)")
    #expect(ana.memo("redo").status == .done)
    #expect(try file() == before)
  }

  /// Undoing a change restores the value that it overruled.
  @Test func aNoteOnAnOverruledValueIsRemoved() throws {
    ben.memo("set", "milk", "deadline=2026-12-31")
    ana.memo("set", "milk", "deadline=2026-12-24", "priority=low")
    sync(ben, ana)
    #expect(notes().contains("deadline: 2026-12-31 — Ben"))
    let before = try file()
    let undone = ana.memo("undo")
    #expect(undone.status == .done, "\(undone.output)")
    #expect(notes() == "" && field("deadline") == "2026-12-31" && field("priority") == "")
    ana.memo("redo")
    #expect(try file() == before)
  }

  /// Of changes in the same second, all clones choose the same, and its author is named.
  @Test func theWinnerOfATieIsNamed() throws {
    for desk in team.desks { desk.setClock(1_795_200_000) }
    let dates = ["2026-12-24", "2026-12-25", "2026-12-26"]
    for (desk, date) in zip(team.desks, dates) { desk.memo("set", "milk", "deadline=\(date)") }
    for _ in 0..<2 { sync(ana, ben, cho) }
    let winner = try #require(dates.firstIndex(of: field("deadline")))
    let names = ["Ana", "Ben", "Cho"]
    for (place, desk) in team.desks.enumerated() where place != winner {
      let undone = desk.memo("undo").output
      #expect(
        undone.contains("note: Milk: deadline stays \(dates[winner]) (\(names[winner]), 2026-"),
        "\(undone)")
    }
  }

  /// A file with conflict markers needs a person; adding lines would make it worse.
  @Test func aBrokenFileIsLeftAlone() throws {
    ana.memo("set", "milk", "deadline=2026-12-24")
    sync(ana, ben)
    let text = try file().replacing(
      "deadline: 2026-12-24",
      with: "<<<<<<< HEAD\ndeadline: 2026-12-24\n=======\ndeadline: 2026-12-31\n>>>>>>> main")
    try ben.write(text, to: "todo/milk.md")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .refused)
    #expect(
      undone.error.hasPrefix(
        "error: todo/milk.md can't be changed until it is fixed\n  todo/milk.md:"),
      "\(undone.output)\(undone.error)")
    #expect(try file() == text)
  }

  /// The further of two statuses won without a note.
  @Test func anOverruledStatusComesBack() throws {
    ana.memo("done", "milk")
    ben.memo("start", "milk")
    sync(ben, ana)
    #expect(field("status") == "done")
    #expect(ana.memo("undo").status == .done)
    #expect(field("status") == "doing")
    ana.memo("redo")
    #expect(field("status") == "done")
    #expect(ana.memo("check").status == .done)
  }

  @Test func aDiscardedStatusNeedsNoUndo() throws {
    ana.memo("start", "milk")
    ben.memo("done", "milk")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(field("status") == "done" && notes() == "", "\(undone.output)")
  }

  @Test func conflictingLinesAreUndone() throws {
    try ana.write(try file().replacing("One litre.", with: "Two litres."), to: "todo/milk.md")
    ana.memo("check", "--fix")
    ben.wait(seconds: 3600)
    try ben.write(
      ben.read("todo/milk.md").replacing("One litre.", with: "Six litres."), to: "todo/milk.md")
    sync(ben, ana)
    #expect(notes().contains("body: Two litres. — Ana"))
    let lost = try file()
    ana.memo("undo")
    #expect(try file().hasSuffix("Six litres.\nFresh.\n"))
    ana.memo("redo")
    #expect(try file() == lost)
    ana.memo("undo")
    sync(ana, ben, cho)
    try cho.write(
      cho.read("todo/milk.md").replacing("Six litres.", with: "Ten litres."), to: "todo/milk.md")
    cho.memo("check", "--fix")
    ana.wait(seconds: 7200)
    try ana.write(try file().replacing("Six litres.", with: "No litres."), to: "todo/milk.md")
    sync(cho, ana)
    #expect(notes().contains("body: Ten litres. — Cho"))
    ana.memo("undo")
    #expect(try file().hasSuffix("Ten litres.\nFresh.\n"))
    #expect(notes() == "")
  }

  /// Lines that others removed or changed stay so.
  @Test func linesStayAsOthersHaveThem() throws {
    try ana.write(
      try file().replacing("One litre.", with: "Two litres.") + "Cold.\n", to: "todo/milk.md")
    ana.memo("check", "--fix")
    sync(ana, ben)
    try ben.write(
      ben.read("todo/milk.md").replacing("Two litres.\n", with: "").replacing(
        "Cold.", with: "Cold as ice."), to: "todo/milk.md")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention)
    #expect(try file().hasSuffix("---\n\nFresh.\nCold as ice.\n"))
    #expect(undone.output.contains("note: Milk: its text stays as others changed it (Ben, "))
  }

  /// The task is back already, so there is nothing to undo, and the note stays until it is
  /// resolved.
  @Test func aDiscardedRemovalStaysNoted() throws {
    ana.memo("rm", "milk")
    ben.memo("set", "milk", "priority=low")
    sync(ben, ana)
    #expect(notes().contains("task: was deleted, and stays since others changed it — Ana"))
    let before = try file()
    let undone = ana.memo("undo")
    #expect(undone.status == .done, "\(undone.output)")
    #expect(undone.error.contains("note: there was nothing left to undo\n"))
    #expect(try file() == before)
    ana.memo("redo")
    #expect(try file() == before)
  }

  /// The task stays, and so does the note about Ben's deletion.
  @Test func anOverruledRemovalStaysNoted() throws {
    ana.memo("set", "milk", "priority=low")
    ben.memo("rm", "milk")
    sync(ben, ana)
    let before = try file()
    let note = "task: was deleted, and stays since others changed it — Ben"
    #expect(notes().contains(note))
    let undone = ana.memo("undo")
    #expect(undone.status == .done && field("priority") == "", "\(undone.output)")
    #expect(notes().contains(note))
    #expect(ana.memo("redo").status == .done)
    #expect(try file() == before)
  }

  /// Notes are not repeated, and name only people who wanted the value.
  @Test func aTaskThatOthersChangedStays() throws {
    ana.memo("add", "Eggs")
    sync(ana, ben)
    ben.memo("set", "eggs", "priority=low")
    ben.memo("set", "eggs", "priority=none")
    sync(ben, ana)
    let undone = ana.memo("undo")
    #expect(undone.status == .attention && ana.exists("todo/eggs.md"), "\(undone.output)")
    #expect(undone.output.contains("note: Eggs: it stays as others left it (Ben, "))
    ana.memo("redo")
    #expect(notes() == "")
  }

  /// The same for a redo.
  @Test func laterChangesStayInARedo() throws {
    ana.memo("done", "milk")
    ana.memo("undo")
    sync(ana, ben)
    ben.memo("start", "milk")
    sync(ben, ana)
    let redone = ana.memo("redo")
    #expect(redone.status == .attention && field("status") == "doing", "\(redone.output)")
    #expect(redone.output.contains("note: Milk: status stays doing (Ben, 2026-"))
  }

  @Test func severalUndosEqualSingleOnes() throws {
    ana.memo("set", "milk", "priority=low")
    ana.memo("start", "milk")
    ana.memo("set", "milk", "priority=high", "deadline=2026-12-24")
    sync(ana, ben)
    ben.memo("set", "milk", "deadline=2027-01-01")
    sync(ben, ana)
    let before = try file()
    #expect(ana.memo("undo", "3").status == .attention)
    #expect(field("status") == "todo" && field("priority") == "")
    #expect(field("deadline") == "2027-01-01")
    #expect(ana.memo("redo", "3").status == .done)
    #expect(try file() == before)
  }
}
