import MemoCLI
import MemoKit
import TestSupport
import Testing

/// All commands agree about a task: which it is, its status, since when, and by whom.
@Suite struct CommandAgreementTests {
  let team: Team
  var ana: Desk { team[0] }
  var ben: Desk { team[1] }

  init() throws { team = try Team(of: 2) }

  private func shell(_ desk: Desk, _ script: String) throws {
    let ran = try run(
      "/bin/sh", ["-ec", script], in: desk.scratch(desk.folder),
      environment: desk.environment.variables)
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)") }
  }

  private func commit(_ desk: Desk, _ script: String, at time: String? = nil) throws {
    let date = time.map { "export GIT_AUTHOR_DATE=\($0) GIT_COMMITTER_DATE=\($0)" } ?? ":"
    try shell(desk, "\(date)\n\(script)\ngit add -A; git commit -qm 'By hand'")
  }

  private func output(_ desk: Desk, _ arguments: String...) -> String {
    let outcome = desk.memo(arguments)
    return outcome.output + outcome.error
  }

  /// One clone edits a file without an id and so gives it one; another one moves it.
  @Test func aMovedFileGetsTheSameID() throws {
    try commit(ana, "mkdir -p todo; printf -- '---\\ntitle: Late\\n---\\nText.\\n' > todo/late.md")
    try shell(ana, "git push -q")
    try shell(ben, "git pull -q")
    ana.memo("set", "late", "priority=high")
    ana.memo("sync")
    try commit(ben, "mkdir -p done; git mv todo/late.md done/later.md")
    #expect(output(ben, "sync").contains("delete") == false)
    #expect(output(ben, "log", "later").contains("delete") == false)
    #expect(output(ben, "log", "--deleted").contains("Late") == false)
    #expect(output(ana, "sync").contains("delete") == false)
    #expect(output(ana, "undo").contains("no priority"))
    #expect(try ana.read("done/later.md").contains("priority") == false)
  }

  /// Neither the person who merges git's move nor the one who aligns folder and text is its author.
  @Test(arguments: [
    "mkdir -p done; git mv todo/milk.md done/",
    "sed -i 's/status: todo/status: done/' todo/milk.md",
  ])
  func theMoverIsTheAuthor(_ move: String) throws {
    ana.memo("add", "Milk")
    ana.memo("sync")
    ben.memo("sync")
    try commit(ana, move, at: "2026-10-05T12:00:00Z")
    try shell(ana, "git push -q")
    ben.memo("set", "milk", "priority=high")
    #expect(output(ben, "sync").contains("merged: Milk"))
    let blame = output(ben, "blame", "milk").split(separator: "\n")
    let status = try #require(blame.first { $0.hasSuffix("  status: done") })
    #expect(status.contains("2026-10-05") && status.contains("  Ana  "))
    #expect(output(ben, "archive", "--dry-run", "milk").contains("done/2026/10/milk.md"))
    #expect(output(ben, "list", "done:2026-10-05").contains("Milk"))
  }

  /// A status that was committed only in the text is the task's status, now and in the past.
  @Test func aStatusInTheTextCounts() throws {
    ana.memo("add", "Milk")
    try commit(
      ana, "sed -i 's/status: todo/status: done/' todo/milk.md", at: "2026-10-05T12:00:00Z")
    #expect(output(ana, "list", "-a").contains("done"))
    #expect(output(ana, "list", "-a", "--at", "HEAD").contains("done"))
    #expect(output(ana, "list", "-a", "--at", "HEAD~1").contains("done") == false)
    #expect(output(ana, "diff", "HEAD~1").contains("move: Milk (todo → done)"))
    #expect(output(ana, "diff", "HEAD~1", "HEAD").contains("move: Milk (todo → done)"))
    #expect(output(ana, "diff", "HEAD").contains("nothing is different"))
    #expect(
      output(ana, "log", "-n", "1").contains("move: Milk (todo → done, clock 46 days behind)"))
    #expect(output(ana, "stats", "--since", "2026-09-01").contains("2026-W41  2026-10-05  1"))
    #expect(output(ana, "archive", "--dry-run").contains("done/2026/10/milk.md"))
    #expect(output(ana, "list", "done:2026-10-05").contains("Milk"))
    // memo's correction is no separate move.
    ana.memo("sync")
    #expect(output(ana, "log", "milk").ranges(of: "todo → done").count == 1)
    #expect(output(ana, "archive", "--dry-run", "milk").contains("done/2026/10/milk.md"))
    #expect(output(ana, "diff", "HEAD~1").contains("edit: Milk (file todo/milk.md → done/milk.md)"))
  }

  /// A task that only swapped places with another is in every commit.
  @Test(arguments: [
    "mv todo/one.md x; mv todo/two.md todo/one.md; mv x todo/two.md",
    "mv todo/two.md todo/three.md; mv todo/one.md todo/two.md",
    "mv todo/one.md x; mv todo/two.md todo/one.md; mv todo/four.md todo/two.md; mv x todo/four.md",
  ])
  func swappedTasksStay(_ script: String) throws {
    for title in ["One", "Two", "Four"] { ana.memo("add", title, "-m", "About \(title).") }
    try shell(ana, script)
    ana.memo("sync")
    let log = output(ana, "log")
    #expect(!log.contains("delete") && !log.contains("restore"))
    #expect(log.contains("edit: One (file "))
    #expect(output(ana, "list").split(separator: "\n").count == 3)
    ana.memo("undo")
    #expect(try ana.read("todo/one.md").contains("About One."))
    #expect(try ana.read("todo/two.md").contains("About Two."))
  }

  /// A copy's history starts when it gets its own id.
  @Test func aCopyHasItsOwnHistory() throws {
    ana.memo("add", "Milk", "-m", "Text.")
    try commit(ana, "cp todo/milk.md todo/copy.md")
    ana.memo("note", "todo/copy.md", "Mine.")
    ana.memo("start", "todo/copy.md")
    let log = output(ana, "log", "doing/copy.md")
    #expect(log.contains("move: Milk (todo → doing)") && log.contains("+ Mine."))
    #expect(!output(ana, "log", "todo/milk.md").contains("Mine."))
    #expect(output(ana, "show", "doing/copy.md").contains("move: Milk (todo → doing)"))
    #expect(!output(ana, "show", "todo/milk.md").contains("move: Milk"))
    let change = "move: Milk (todo → doing)\n"
    #expect(ana.memo("diff", "HEAD~1", "HEAD").output == change)
    #expect(ana.memo("diff", "HEAD~1").output == change)
  }

  /// A restored task keeps its authors; only the status belongs to the person who restored it.
  @Test func restoredTasksKeepTheirAuthors() throws {
    ana.memo("add", "Milk", "-m", "Text.", "priority=high")
    ana.memo("done", "milk")
    ana.memo("sync")
    ben.memo("sync")
    let before = ben.memo("blame", "milk").output
    ben.memo("rm", "milk", "--yes")
    ben.memo("restore", "milk")
    #expect(ben.memo("blame", "milk").output == before)
    ben.memo("rm", "milk", "--yes")
    ben.memo("undo")
    #expect(ben.memo("blame", "milk").output == before)
    ben.memo("set", "milk", "priority=low", "tags=a")
    ben.memo("undo")
    #expect(ben.memo("blame", "milk").output == before)
    ben.memo("redo")
    let line = ben.memo("blame", "milk").output.split(separator: "\n").first {
      $0.hasSuffix("priority: low")
    }
    #expect(line?.contains("  Ben  ") == true)
  }

  /// A task is done since it was first finished, however often that was undone and redone.
  @Test func theDoneDateReturnsWithTheStatus() throws {
    func dates() throws -> String {
      let status = output(ana, "blame", "milk").split(separator: "\n").first {
        $0.hasSuffix("  status: done")
      }
      let listed = ["2026-10-05", "2026-11-02"].filter {
        output(ana, "list", "done:\($0)").contains("Milk")
      }
      let stats = output(ana, "stats", "--since", "2026-09-01").split(separator: "\n").first {
        $0.hasSuffix(" 1") || $0.contains(" 1 ")
      }
      let shelf = output(ana, "archive", "--dry-run", "milk").firstMatch(of: /done\/(2026\/..)/)?.1
      return "\(listed) \(shelf ?? "") \(stats ?? "") \(status?.prefix(40) ?? "")"
    }
    ana.setClock(1_791_187_200)  // 2026-10-05, 08:00 UTC
    ana.memo("add", "Milk")
    ana.memo("done", "milk")
    let first = try dates()
    #expect(first.contains(#"["2026-10-05"] 2026/10 2026-W41"#) && first.contains("2026-10-05"))
    ana.setClock(1_793_606_400)  // 2026-11-02
    ana.memo("undo")
    #expect(try dates().hasPrefix("[] "))
    ana.memo("redo")
    #expect(try dates() == first)
    ana.memo("reopen", "milk")
    ana.memo("undo")
    #expect(try dates() == first)
    ana.memo("redo")
    ana.memo("done", "milk")
    let second = try dates()
    #expect(second.hasPrefix(#"["2026-11-02"] 2026/11 2026-W45"#))
    // The undo of the latest change makes the first one count.
    ana.setClock(1_795_187_045)
    ana.memo("undo", "2")
    #expect(try dates() == first)
    ana.memo("redo", "2")
    #expect(try dates() == second)
    try shell(ana, "git commit -q --allow-empty -m x; git rebase -qf --root")
    #expect(try dates().hasPrefix(#"["2026-11-02"] 2026/11 2026-W45"#))
  }

  /// An id belongs to its task, even if a copy that had it continues with another one.
  @Test func anIDIsNotACopys() throws {
    ana.memo("add", "Milk", "-m", "Text.", "--json")
    let id = try #require(try ana.read("todo/milk.md").firstMatch(of: /id: ([a-z]+)/)?.1)
    try commit(ana, "cp todo/milk.md todo/copy.md")
    ana.memo("set", "copy", "title=Copy")
    ana.memo("rm", "todo/milk.md", "--yes")
    #expect(output(ana, "log", String(id)).contains("delete: Milk"))
    #expect(!output(ana, "log", String(id)).contains("Copy"))
    #expect(!output(ana, "log", "todo/copy.md").contains("delete: Milk"))
  }
}
