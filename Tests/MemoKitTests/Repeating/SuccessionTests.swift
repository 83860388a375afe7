import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Finishing a repeating task adds the next one in the same commit.
@Suite struct SuccessionTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    try FileManager.default.createDirectory(
      atPath: desk.scratch("kim"), withIntermediateDirectories: true)
    desk.memo("init")
    desk.memo(
      "add", "Water plants", "every:week", "due:2026-11-27 17:00", "wait:2026-11-25", "+home",
      "estimate:1h", "spent:2h", "-m", "Palm first.\n\n- [x] palm\n- [ ] fern")
  }

  private func commits() throws -> Int { try desk.journal().count }

  private func expectNext(
    at location: SourceLocation = #_sourceLocation, _ act: () throws -> Void
  ) throws {
    let before = try commits()
    try act()
    // Hand edits are recorded now.
    desk.memo("set", "nosuch", "x=y")
    #expect(try commits() == before + 1, sourceLocation: location)
    #expect(
      desk.tasks() == ["done/water-plants.md", "todo/water-plants-2.md"], sourceLocation: location)
    #expect(try desk.complaints() == "", sourceLocation: location)
    let subject = try desk.journal().first ?? ""
    #expect(subject.hasSuffix("next 2026-12-04 17:00)"), "\(subject)", sourceLocation: location)
  }

  @Test func commandsAddTheNextTask() throws {
    for command in [
      ["done", "water"], ["move", "water", "done"], ["set", "water", "status=done"],
    ] {
      try expectNext { #expect(desk.memo(command).status == .done) }
      desk.memo("undo")
      #expect(desk.tasks() == ["todo/water-plants.md"])
    }
  }

  /// Without any date, the day on which it was first finished is kept.
  @Test func aMonthWithoutADateKeepsItsDay() throws {
    desk.setClock(1_801_396_800)  // 31 January 2027, at noon.
    desk.memo("add", "Rent", "every:month")
    desk.memo("done", "rent")
    #expect(try desk.read("todo/rent-2.md").contains("wait: 2027-02-28\n"))
    desk.memo("done", "rent")
    #expect(try desk.read("todo/rent-3.md").contains("wait: 2027-03-31\n"))
  }

  /// Undoing restores the task, and the next one is as if the task had never been finished.
  @Test func undoingRestoresTheTask() throws {
    desk.memo("done", "water")
    desk.memo("done", "water")
    #expect(desk.memo("undo").status == .done)
    #expect(desk.tasks() == ["done/water-plants.md", "todo/water-plants-2.md"])
    let outcome = desk.memo("reopen", "water")
    #expect(outcome.output.contains("undone"), "\(outcome)")
    #expect(desk.tasks() == ["todo/water-plants.md"])
    desk.memo("done", "water")
    desk.memo("set", "water-plants-2", "p:high")
    desk.memo("reopen", "done/water-plants.md")
    #expect(desk.tasks() == ["todo/water-plants-2.md", "todo/water-plants.md"])
  }

  /// A series that started on a 31st returns to it after February, also in two clones.
  @Test func theDayReturnsAfterAShortMonth() throws {
    desk.memo("add", "Rent", "every:month", "due:2027-01-31")
    desk.memo("done", "rent")
    #expect(try desk.read("todo/rent-2.md").contains("deadline: 2027-02-28\n"))
    #expect(try desk.read("todo/rent-2.md").contains("every: month on 31\n"))
    desk.memo("done", "rent")
    #expect(try desk.read("todo/rent-3.md").contains("deadline: 2027-03-31\n"))
    desk.memo("undo", "2")
    #expect(try desk.read("todo/rent.md").contains("every: month\n"))
  }

  @Test func handEditsAddTheNextTask() throws {
    try expectNext { try desk.move("todo/water-plants.md", "done/water-plants.md") }
    desk.memo("undo")
    #expect(desk.tasks() == ["todo/water-plants.md"])
    try expectNext {
      try desk.write(
        try desk.read("todo/water-plants.md").replacing("status: todo", with: "status: done"),
        to: "todo/water-plants.md")
    }
    desk.memo("undo")
    try expectNext {
      try desk.scratch.git("mv", "todo/water-plants.md", "done/", in: "kim")
    }
  }

  @Test func aMoveCommittedWithGitAddsTheNextTask() throws {
    try desk.scratch.git("mv", "todo/water-plants.md", "done/", in: "kim")
    try desk.scratch.git("-c", "commit.gpgSign=false", "commit", "-qm", "By git", in: "kim")
    try expectNext {}
  }

  @Test func subfoldersAreKept() throws {
    desk.memo("start", "water")
    try desk.move("doing/water-plants.md", "doing/home/green/water-plants.md")
    desk.memo("done", "water")
    #expect(
      desk.tasks() == ["done/home/green/water-plants.md", "todo/home/green/water-plants-2.md"])
  }

  @Test func theNextTaskIsACopyWithNewDates() throws {
    desk.memo("done", "water")
    let text = try desk.read("todo/water-plants-2.md")
    let first = try desk.read("done/water-plants.md")
    let id = try #require(first.firstMatch(of: /id: (\w+)/)).1
    let series = try #require(SeriesPlace("\(id)/2"))
    #expect(
      text.split(separator: "\n", omittingEmptySubsequences: false) == [
        "---", "title: Water plants", "status: todo", "deadline: 2026-12-04 17:00", "tags: [home]",
        "id: \(series.id)", "created: 2026-11-20T15:07:05+00:00", "series: \(series)",
        "every: week", "wait: 2026-12-02", "estimate: 1h", "---", "", "Palm first.", "",
        "- [ ] palm", "- [ ] fern", "",
      ], "\(text)")
    // The finished task stays unchanged.
    #expect(first.contains("spent: 2h\n") && first.contains("- [x] palm\n"))
  }

  @Test func skippedDatesAreReported() throws {
    desk.setClock(1_796_400_000)
    let outcome = desk.memo("done", "water")
    #expect(try desk.read("todo/water-plants-2.md").contains("deadline: 2026-12-11 17:00\n"))
    #expect(outcome.error.contains("note: Water plants: skipped 2026-12-04\n"), "\(outcome.error)")
  }

  @Test func withoutADateTheNextTaskWaits() throws {
    desk.memo("add", "Call mum", "every:10 days after done")
    desk.memo("done", "mum")
    let text = try desk.read("todo/call-mum-2.md")
    #expect(text.contains("wait: 2026-11-30\n") && !text.contains("deadline"))
    #expect(desk.memo("list", "mum").output == "")
  }

  @Test(arguments: ["every=none", "until=2026-12-03"]) func aSeriesCanEnd(word: String) throws {
    desk.memo("set", "water", word)
    let outcome = desk.memo("done", "water")
    #expect(desk.tasks() == ["done/water-plants.md"])
    #expect(
      outcome.error.contains("that was the last Water plants, until 2026-12-03")
        == word.hasPrefix("until"))
  }

  @Test func theLastDayIsIncluded() throws {
    desk.memo("set", "water", "until=2026-12-04")
    desk.memo("done", "water")
    desk.memo("done", "water")
    #expect(desk.tasks() == ["done/water-plants-2.md", "done/water-plants.md"])
  }

  @Test func deletingTheOpenTaskEndsTheSeries() throws {
    desk.memo("done", "water")
    desk.memo("remove", "water-plants-2", "--yes")
    desk.memo("set", "water", "+x")
    #expect(desk.tasks() == ["done/water-plants.md"])
  }

  @Test func reopeningRemovesTheNextTask() throws {
    for act in [["reopen", "water-plants"], ["start", "done/water-plants.md"], ["undo"]] {
      let text = try desk.read("todo/water-plants.md")
      desk.memo("done", "water")
      desk.memo(act)
      let folder = act[0] == "start" ? "doing" : "todo"
      #expect(desk.tasks() == ["\(folder)/water-plants.md"], "\(act)")
      #expect(try desk.complaints() == "")
      if act[0] == "start" {
        // Finishing it again adds the same task.
        desk.memo("undo")
        #expect(desk.tasks() == ["done/water-plants.md", "todo/water-plants-2.md"])
        desk.memo("reopen", "water-plants")
      }
      #expect(try desk.read("todo/water-plants.md") == text)
    }
    desk.memo("done", "water")
    try desk.move("done/water-plants.md", "todo/water-plants.md")
    desk.memo("set", "nosuch", "x=y")
    #expect(desk.tasks() == ["todo/water-plants.md"])
    #expect(
      try desk.journal().first?.hasPrefix("move: Water plants (done → todo, next undone)")
        == true)
  }

  @Test(arguments: [
    ["set", "water-plants-2", "+x"], ["start", "water-plants-2"], ["done", "water-plants-2"],
  ]) func reopeningKeepsAChangedNextTask(act: [String]) throws {
    desk.memo("done", "water")
    desk.memo(act)
    let before = desk.tasks()
    let outcome = desk.memo("reopen", "done/water-plants.md")
    #expect(desk.tasks().count == before.count)
    #expect(outcome.error.contains("so it stays") == (act[0] != "done"), "\(outcome.error)")
    // There is no second next task, finished or not.
    desk.memo("done", "water-plants")
    #expect(desk.tasks() == before)
  }

  @Test func undoAndRedo() throws {
    desk.memo("done", "water")
    let tree = try desk.scratch.git("rev-parse", "HEAD^{tree}", in: "kim")
    desk.memo("undo")
    desk.memo("redo")
    #expect(try desk.scratch.git("rev-parse", "HEAD^{tree}", in: "kim") == tree)
  }

  @Test func aCopyStartsItsOwnSeries() throws {
    desk.memo("done", "water")
    try desk.write(try desk.read("todo/water-plants-2.md"), to: "todo/copy.md")
    desk.memo("done", "copy", "water-plants-2")
    #expect(
      desk.tasks() == [
        "done/copy.md", "done/water-plants-2.md", "done/water-plants.md",
        "todo/water-plants-2-2.md", "todo/water-plants-3.md",
      ])
    #expect(desk.memo("check").status == .done)
  }

  @Test func anInvalidRuleIsReported() throws {
    try desk.write("---\ntitle: A\nevery: never\n---\n", to: "todo/a.md")
    let outcome = desk.memo("done", "a")
    #expect(outcome.error.contains("so this task doesn't repeat"))
    let check = desk.memo("check")
    #expect(
      check.output.contains("done/a.md:4:8: error: invalid rule, so this task"),
      "\(check.output)\(check.error)")
  }

  @Test func severalTasksAreOneCommit() throws {
    desk.memo("set", "water", "wait=none")
    desk.memo("add", "Pay rent", "every:month on 31")
    let before = try commits()
    desk.memo("done", "todo", "--yes")
    #expect(desk.tasks().filter { $0.hasPrefix("todo") }.count == 2)
    #expect(try commits() == before + 1)
    #expect(try desk.journal().first == "move: 2 tasks (todo → done)")
  }

  /// Five o'clock stays five o'clock in summer and winter.
  @Test func summerTimeKeepsTheHour() throws {
    let berlin = Desk(try Scratch(), "kim", utcOffset: Self.berlin)
    try FileManager.default.createDirectory(
      atPath: berlin.scratch("kim"), withIntermediateDirectories: true)
    berlin.memo("init")
    berlin.memo("add", "A", "every:2 weeks", "due:2027-03-19 17:00")
    berlin.memo("add", "B", "every:2 weeks", "due:2027-03-19T17:00+01:00")
    berlin.memo("add", "C", "every:2 weeks", "due:2027-03-19T17:00+09:00")
    berlin.memo("done", "a", "b", "c")
    #expect(try berlin.read("todo/a-2.md").contains("deadline: 2027-04-02 17:00\n"))
    #expect(try berlin.read("todo/b-2.md").contains("deadline: 2027-04-02T17:00+02:00\n"))
    #expect(try berlin.read("todo/c-2.md").contains("deadline: 2027-04-02T17:00+09:00\n"))
  }

  /// Summer time starts on 2027-03-28 at 01:00 UTC.
  @Sendable static func berlin(_ moment: Int64) -> Int { moment < 1_806_195_600 ? 3600 : 7200 }
}
