import MemoCLI
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles
@testable import TaskHistory

/// After a merge with one task under two names, one of the files is the task for every command.
@Suite struct TwoNamesTests {
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
    // The next recording command gives the copy a new id.
    _ = try desk.store().add(NewTask(title: "Bread"))
    let ids = try desk.store().read().tasks.map {
      "\($0.path) \($0.id?.text == "bbbbbbbbbb" ? "the first's" : "its own")"
    }
    #expect(
      ids.sorted() == [
        "doing/x.md its own", "todo/bread.md its own", "todo/x.md the first's",
      ])
  }

  /// git left one task under two names with one id.
  ///
  /// The history decides which of them is the task, not the person who merges.
  @Test(arguments: [0, 1]) func changesReachTheTaskInAnyMerge(merger: Int) throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Beta")
    ana.memo("sync")
    ben.memo("sync")
    ana.memo("done", "beta")
    ben.memo("set", "beta", "foo=5")
    try ana.shell("git branch mine")
    try ben.shell("git branch mine")
    try ana.shell(
      """
      git fetch -q ../ben mine; git merge -q --no-edit FETCH_HEAD
      git checkout FETCH_HEAD -- todo/beta.md; git commit -q --amend --no-edit
      """)
    try ben.shell("git fetch -q ../ana mine; git merge -q --no-edit FETCH_HEAD")
    ben.memo("set", "beta", "+home")
    try team[1 - merger].shell("git push -q origin main")
    team[merger].memo("sync")
    let tasks = try team[merger].store().read().tasks.map { task in
      "\(task.path) \(task.item.tags) \(task.id == nil)"
    }
    #expect(tasks.sorted() == ["done/beta.md [] false", "todo/beta.md [\"home\"] false"])
    #expect(team[merger].memo("check").status == .done)
  }
}
