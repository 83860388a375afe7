import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles
@testable import TaskHistory

/// A merge may have one task under two names: one of the files is the task, to everybody.
@Suite struct TwoNamesTests {
  private func log(_ desk: Desk, _ path: String) throws -> [String] {
    var entries: [String] = []
    try desk.store().log(LogQuery(tasks: [.file(path)])) { entry in
      entries.append("\(entry.kind) \(entry.path)\(entry.isCopy ? " (copy)" : "")")
      return true
    }
    return entries
  }

  @Test func aMergeThatKeepsBothPlacesMakesACopy() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    try desk.shell(
      """
      day() { export GIT_AUTHOR_DATE=2026-$1T12:00:00Z GIT_COMMITTER_DATE=2026-$1T12:00:00Z; }
      day 02-01; mkdir -p todo
      printf '%b' '---\\nid: bbbbbbbbbb\\ntitle: Report\\n---\\nText.\\n' > todo/x.md
      git add -A; git commit -qm One
      git switch -qc side; day 02-02; mkdir -p doing; git mv todo/x.md doing/x.md
      git commit -qm Two
      git switch -q main; day 02-03; echo note > note.txt; git add -A; git commit -qm Three
      day 02-04; git merge -q --no-commit side; git checkout -q HEAD -- todo/x.md
      git commit -qm Both
      """)
    #expect(
      try log(desk, "todo/x.md") == ["merge todo/x.md", "move doing/x.md", "add todo/x.md"])
    #expect(try log(desk, "doing/x.md") == ["add doing/x.md (copy)"])
    // And so the next command that records gives the copy an id of its own.
    _ = try desk.store().add(NewTask(title: "Bread"))
    let ids = try desk.store().read().tasks.map {
      "\($0.path) \($0.id?.text == "bbbbbbbbbb" ? "the first's" : "its own")"
    }
    #expect(
      ids.sorted() == [
        "doing/x.md its own", "todo/bread.md its own", "todo/x.md the first's",
      ])
  }
}
