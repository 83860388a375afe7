import MemoCLI
import MemoKit
import TestSupport
import Testing

/// An undo's decisions hold, even without git's reflog and against memo's own repairs.
@Suite struct UndoneStateTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    desk.memo("add", "Milk")
    desk.memo("add", "Bread")
  }

  private func shell(_ script: String) throws {
    let ran = try run(
      "sh", ["-ec", script], in: desk.scratch("kim"), environment: desk.scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }
  private func tree() throws -> String { try desk.scratch.git("rev-parse", "HEAD:", in: "kim") }
  private func list() -> [String] {
    desk.memo("undo", "--list").output.split(separator: "\n").map {
      String($0.split(separator: "  ", maxSplits: 2).last ?? "")
    }
  }

  /// Each is committed with plain git and repaired by `memo check --fix`.
  static let wrongs: [(String, String)] = [
    ("status", "git mv todo/milk.md done/milk.md"),
    ("id", "sed -i.x '/^id:/d' todo/milk.md; rm todo/milk.md.x; git mv todo/milk.md todo/m.md"),
    ("copy", "cp todo/milk.md todo/m.md; git add -A"),
  ]

  @Test(arguments: wrongs) func undoneRepairsAreNotRepeated(wrong: (String, String)) throws {
    try shell("\(wrong.1); git commit --quiet -a -m Wrong")
    let before = try tree()
    #expect(desk.memo("check", "--fix").output.contains("fixed: "))
    let fixed = try tree()
    #expect(desk.memo("undo").status == .done)
    #expect(try tree() == before)
    // Another command doesn't repair it again, and redo is still possible.
    #expect(desk.memo("check").status == .attention)
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == fixed)
    desk.memo("undo")
    #expect(desk.memo("set", "todo/bread.md", "priority=low").error == "")
    #expect(desk.memo("undo").status == .done)
    #expect(try tree() == before)
    #expect(desk.memo("check", "--fix").output.contains("fixed: "))
    #expect(desk.memo("check").status == .done)
    #expect(try tree() == fixed)
  }

  /// As in a clone whose git kept no reflog.
  @Test func changesUndoneTogetherAreNotOfferedAgain() throws {
    for name in ["milk", "bread"] { try desk.write("By hand.\n", to: "todo/\(name)-2.md") }
    desk.memo("check", "--fix")
    #expect(list().first == "2 hand edits")
    desk.memo("undo")
    let rest = list()
    #expect(rest == ["add: Bread", "add: Milk"])
    try shell("git reflog expire --expire=now --all")
    #expect(list() == rest)
    #expect(desk.memo("redo").status == .done)
    #expect(desk.exists("todo/milk-2.md") && desk.exists("todo/bread-2.md"))
  }

  /// One command finds a move by git, whose status it corrects, and a hand edit.
  @Test func anEditIsUndoneWithoutTheRepair() throws {
    try shell("git mv todo/milk.md done/milk.md; git commit -qm Bought; git tag bought")
    let bread = try desk.read("todo/bread.md")
    try desk.write(bread + "Rye.\n", to: "todo/bread.md")
    desk.memo("undo")
    #expect(try desk.read("todo/bread.md") == bread)
    #expect(try desk.read("done/milk.md").contains("status: done\n"))
    #expect(list().first == "add: Bread")
    desk.memo("undo", "bought")
    #expect(try desk.read("todo/milk.md").contains("status: todo\n"))
    #expect(desk.memo("check").status == .done)
  }

  /// The marks name commits that don't exist any more, but are still correct.
  @Test func aRebaseKeepsUndoneChanges() throws {
    let team = try Team(of: 2)
    let ana = team[0]
    team[1].memo("add", "Tea")
    team[1].memo("sync")
    for word in ["Milk", "Bread"] { ana.memo("add", word) }
    for path in ["todo/milk.md", "todo/bread.md"] {
      try ana.write(ana.read(path) + "By hand.\n", to: path)
    }
    ana.memo("set", "milk", "priority=low")
    ana.memo("undo", "2")
    func lists() -> [[String]] {
      ["undo", "redo"].map { word in
        ana.memo(word, "--list").output.split(separator: "\n")
          .map { String($0.split(separator: "  ").last ?? "") }
      }
    }
    let before = lists()
    #expect(before[0] == ["add: Bread", "add: Milk"])
    try team.scratch.git("pull", "--quiet", "--rebase", in: "ana")
    #expect(lists() == before)
    #expect(ana.memo("redo", "2").status == .done)
    let journal = try ana.journal()
    #expect(journal[..<2] == ["redo: edit: Milk (priority low)", "redo: 2 hand edits"])
    try team.scratch.git("rebase", "--quiet", "--force-rebase", "HEAD~3", in: "ana")
    #expect(lists()[0].first == "edit: Milk (priority low)")
    // One of two changes that were undone together is redone.
    ana.memo("undo", "2")
    let undone = lists()
    try team.scratch.git("rebase", "--quiet", "--force-rebase", "HEAD~1", in: "ana")
    #expect(lists() == undone)
  }

  /// For a while two files have the id, which doesn't mean that somebody restored the task.
  @Test func aCopyIsRestoredBesideItsTask() throws {
    try shell("cp todo/milk.md todo/m.md; git add -A; git commit -qm Copy; git tag copy")
    desk.memo("check", "--fix")
    let after = try tree()
    #expect(desk.memo("undo").status == .done)
    #expect(desk.memo("undo", "copy").status == .done)
    #expect(!desk.exists("todo/m.md"))
    #expect(desk.memo("redo", "2").status == .done)
    #expect(try tree() == after)
  }

  /// Both files with one id are edited before the repair.
  @Test func aFixChecksEditedFilesAgain() throws {
    try shell("cp todo/milk.md todo/m.md; git add -A; git commit -qm Copy")
    desk.memo("check", "--fix")
    desk.memo("undo")
    try shell("echo Whole. >> todo/milk.md; echo Skimmed. >> todo/m.md")
    let fixed = desk.memo("check", "--fix")
    #expect(fixed.status == .done, "\(fixed.output)\(fixed.error)")
    #expect(fixed.output.contains("todo/m.md: fixed: id "))
    #expect(desk.memo("check").status == .done)
  }

  /// The id was in the history only for a while, and the file stays.
  @Test func anUndoneIDHasAHistory() throws {
    try shell("sed -i.x '/^id:/d' todo/milk.md; rm todo/*.x; git mv todo/milk.md todo/m.md")
    try shell("git commit -qam 'No id'")
    desk.memo("check", "--fix")
    let ids = desk.memo("list", "--format", "{id} {path}").output.split(separator: "\n")
    let id = try #require(ids.first { $0.hasSuffix("todo/m.md") }).prefix { $0 != " " }
    desk.memo("undo")
    let told = desk.memo("log", String(id))
    #expect(told.status == .done, "\(told.error)")
    // git's commits here use the real clock.
    let lines = told.output.replacing(#/, clock .* behind/#, with: "").split(separator: "\n")
      .map { $0.split(separator: "Kim  ").last ?? "" }
    #expect(
      lines == [
        "edit: Milk (no id, by undo)", "edit: Milk (id \(id))", "add: Milk",
      ])
  }
}
