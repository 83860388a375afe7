import MemoCLI
import TestSupport
import Testing

/// Working with files that another program reads as well.
@Suite struct OtherToolTests {
  private let desk: Desk

  private static func text(_ number: Int, _ open: Int) -> String {
    """
    ---
    id: BACK-\(number)
    title: Task \(number)
    status: To Do
    assignee:
      - '@codex'
    dependencies: []
    priority: none
    ---
    ## Notes

    <!-- SECTION:NOTES:BEGIN -->
    <!-- SECTION:NOTES:END -->

    ## Acceptance Criteria
    \((0..<open).map { "- [ ] #\($0 + 1)\n" }.joined())
    """
  }

  init() throws {
    desk = Desk(try Scratch(), "kim")
    for number in 1...2 {
      try desk.write(Self.text(number, 0), to: "todo/back-\(number) - Task-\(number).md")
    }
    #expect(desk.memo("init").status == .done)
  }

  private func task(_ name: String = "todo/back-1 - Task-1.md") throws -> String {
    try desk.read(name)
  }

  @Test func aListStaysAList() throws {
    #expect(desk.memo("set", "BACK-1", "assignee=@kim", "dependencies=BACK-2").status == .done)
    #expect(try task().contains("assignee:\n  - \"@kim\"\ndependencies: [BACK-2]\n"))
    #expect(desk.memo("set", "BACK-1", "assignee=none").status == .done)
    #expect(try !task().contains("assignee"))
  }

  /// The title is then the first line, or the file's name.
  @Test func aTitleCanBeRemoved() throws {
    #expect(desk.memo("set", "BACK-1", "title=none").status == .done)
    #expect(try !task().contains("title:"))
    #expect(desk.memo("show", "BACK-1").output.contains("Notes"))
    #expect(desk.memo("undo").status == .done)
    #expect(try task().contains("\ntitle: Task 1\n"))
    #expect(desk.memo("add", "title:none").error.hasPrefix("error: a task needs a title"))
  }

  @Test func assigneesHaveOneAtSign() {
    let list = desk.memo("list").output
    #expect(list.contains(" @Co") && !list.contains("@@"))
  }

  @Test func anEmptyPriorityIsNoProblem() throws {
    #expect(desk.memo("check").status == .done)
    #expect(desk.memo("list", "priority:none").output.contains("Task 1"))
    #expect(desk.memo("set", "BACK-1", "priority=low").status == .done)
    #expect(try task().contains("\npriority: low\n"))
  }

  @Test func aFileKeepsTheOtherToolsPrefix() {
    #expect(desk.memo("rename", "BACK-1", "Something else").status == .done)
    #expect(
      desk.tasks() == ["todo/back-1 - something-else.md", "todo/back-2 - Task-2.md"])
  }

  @Test func notesGoBetweenTheOtherToolsMarkers() throws {
    #expect(desk.memo("note", "BACK-1", "One.").status == .done)
    #expect(desk.memo("note", "BACK-1", "Two.").status == .done)
    let marked = "<!-- SECTION:NOTES:BEGIN -->\nOne.\n\nTwo.\n<!-- SECTION:NOTES:END -->\n"
    #expect(try task().contains(marked))
  }

  @Test func duplicateNamesAreAProblem() throws {
    try desk.write(Self.text(1, 0), to: "todo/copy.md")
    _ = desk.memo("add", "Something")
    let check = desk.memo("check")
    #expect(check.status == .attention)
    #expect(
      check.output.contains(
        "todo/copy.md:2:5: error: todo/back-1 - Task-1.md has the same id of another tool, BACK-1"))
    #expect(desk.memo("set", "todo/copy.md", "id=none").status == .done)
    #expect(desk.memo("check").status == .done)
    #expect(desk.memo("start", "BACK-1").status == .done)
  }

  @Test func openDependenciesHaveShortMessages() throws {
    for number in 3...9 {
      try desk.write(Self.text(number, 8), to: "todo/back-\(number).md")
    }
    let one = desk.memo("done", "BACK-3").error.split(separator: "\n").filter {
      $0.hasPrefix("still open in Task 3: ")
    }
    #expect(one.count == 8)
    let others = (4...9).map { "BACK-\($0)" }
    let all = desk.memo(["done"] + others).error.split(separator: "\n")
    #expect(all.count { $0.hasPrefix("still open") } == 10)
    #expect(all.contains("… and 38 more"), "\(all)")
  }

  private func store() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    #expect(desk.memo("-C", desk.scratch.path, "init", "kim").status == .done)
    return desk
  }

  /// A task that was finished elsewhere has the date in its text.
  @Test func adoptedTasksKeepTheirDoneDate() throws {
    let desk = try store()
    var context = desk.context
    let lines = "x 2026-10-10 2026-10-01 Make pies\nx Sweep\nx 2027-01-01 Not yet\n(A) Call mum\n"
    context.standardInput = { Array(lines.utf8) }
    #expect(desk.memo("add", "-", in: context).status == .done)
    #expect(desk.memo("list", "done:2026-10", "--format", "{title}").output == "Make pies\n")
    #expect(desk.memo("list", "done:today", "--format", "{name}").output.contains("sweep\n"))
    #expect(desk.memo("stats", "--since", "2026-10-01").output.contains("2026-W41  2026-10-05  1"))
    // A task that is finished here was finished now.
    desk.memo("set", "mum", "completed=2026-10-11")
    desk.memo("done", "mum")
    #expect(desk.memo("list", "done:2026-10", "--format", "{title}").output == "Make pies\n")
    #expect(desk.memo("archive", "pies").output.contains("done/2026/10/"))
  }

  /// Tags and keys of other tools.
  @Test(arguments: [
    ("+OVERDUE", "did you mean 'overdue'?"), ("+COMPLETED", "did you mean 'done'?"),
    ("depends:kx", "did you mean 'after'?"),
  ]) func otherToolsSyntaxIsReported(word: String, note: String) throws {
    let desk = try store()
    desk.memo("add", "Milk", "+home")
    #expect(desk.memo("list", word).error.contains(note), "\(desk.memo("list", word).error)")
  }

  /// In `add`, a `set` expression is title, and memo says so.
  @Test func equalsSignsAreTitleInAdd() throws {
    let desk = try store()
    let outcome = desk.memo("add", "Milk", "due=fri", "x=1", "--", "p=q", "wait=mon")
    #expect(outcome.output.contains("Milk due=fri x=1 p=q wait=mon"))
    #expect(outcome.error == "'due=fri' is title; due:fri is a field\n")
  }

  /// `init` counts adopted files as tasks.
  @Test func tasksAreCountedAsTasks() throws {
    let desk = try store()
    try desk.write("# B\n", to: "todo/b.md")
    try desk.write("x\n", to: "todo/map.txt")
    let outcome = desk.memo("init", "--remote", desk.scratch("hub.git"))
    #expect(
      outcome.output.contains(
        "Committed 1 hand edit.\nAdopted 1 task that was there; 'memo undo' gives the files back"),
      "\(outcome)")
  }
}
