import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// git commands between two commands of memo.
@Suite struct UndoAndGitTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    desk.memo("add", "Milk", "-m", "One litre.")
    desk.memo("add", "Bread")
  }

  private func shell(_ script: String) throws {
    let ran = try run(
      "sh", ["-ec", script], in: desk.scratch("kim"), environment: desk.environment.variables)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }
  private func tree() throws -> String { try desk.scratch.git("rev-parse", "HEAD:", in: "kim") }
  private func list(_ word: String = "undo") -> [String] {
    desk.memo(word, "--list").output.split(separator: "\n").map {
      String($0.split(separator: "  ", maxSplits: 2).last ?? "")
    }
  }

  /// The change was made in this clone before the branch got it.
  @Test func changesOfAnotherBranchCanBeUndone() throws {
    try shell("git switch -q -c idea")
    desk.memo("add", "Tea")
    try shell("git switch -q main; git merge -q idea")
    #expect(list() == ["add: Tea", "add: Bread", "add: Milk"])
    #expect(desk.memo("undo").output.contains("undo: add: Tea"))
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
  }

  @Test func changesOfBothBranchesCanBeUndone() throws {
    try shell("git switch -q -c idea")
    desk.memo("add", "Tea")
    try shell("git switch -q main")
    desk.memo("add", "Salt")
    try shell("git merge -q -m Both idea")
    #expect(list() == ["add: Salt", "add: Tea", "add: Bread", "add: Milk"])
    #expect(desk.memo("undo", "2").status == .done)
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
  }

  /// A change that a merge dropped is not reported as kept.
  @Test func changesDroppedInAMergeAreNotReported() throws {
    desk.memo("rm", "bread", "-y")
    try shell(
      """
      export GIT_INDEX_FILE=.git/other; git read-tree HEAD~1
      note=$({ git show HEAD~1:todo/bread.md; echo Words.; } | git hash-object -w --stdin)
      git update-index --cacheinfo 100644,$note,todo/bread.md
      theirs=$(GIT_COMMITTER_EMAIL=ben@example.org git commit-tree -p HEAD~1 -m T $(git write-tree))
      unset GIT_INDEX_FILE; git merge -q -s ours -m Ours $theirs
      """)
    let undone = desk.memo("undo")
    #expect(undone.status == .done)
    #expect(try !desk.read("todo/bread.md").contains("Words."))
  }

  /// Redo also reverts text that was amended into the undo's commit; that can be undone by its
  /// name.
  @Test(arguments: ["", "git rebase -q --force-rebase HEAD~2", "rm -rf .git/logs"])
  func textAmendedIntoAnUndoIsPartOfIt(after: String) throws {
    try desk.write(desk.read("todo/milk.md") + "Two litres.\n", to: "todo/milk.md")
    desk.memo("check", "--fix")
    let before = try tree()
    desk.memo("undo")
    try shell("echo Fresh. >> todo/milk.md; git commit -q -a --amend --no-edit; \(after)")
    let amended = try tree()
    #expect(list() == ["add: Bread", "add: Milk"])
    #expect(list("redo") == ["edit: Milk (body)"])
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == before)
    #expect(desk.memo("undo", "HEAD").status == .done)
    #expect(try tree() == amended)
  }

  /// People mean git's last change; it is undone by its commit.
  @Test(arguments: [
    "git revert --no-edit HEAD", "echo More. >> todo/bread.md; git commit -qam More",
    "git mv todo/bread.md todo/rye.md; git commit -qm Rye",
    "git rm -q todo/bread.md; git commit -qm Sold",
  ])
  func gitsLastChangeIsUndoneByItsCommit(script: String) throws {
    desk.memo("set", "milk", "priority=low")
    desk.memo("set", "milk", "deadline=2026-12-01")
    desk.memo("undo")
    let before = try tree()
    try shell(script)
    let after = try tree()
    let name = try desk.scratch.git("rev-parse", "--short=7", "HEAD", in: "kim")
    for words in [["undo"], ["undo", "--list"], ["undo", "2"], ["redo"], ["redo", "--list"]] {
      let outcome = desk.memo(words)
      #expect(outcome.status == .refused, "\(words)")
      #expect(outcome.error.hasPrefix("error: the last change, \(name) '"), "\(outcome.error)")
      let hint = "hint: 'memo undo \(name)' undoes it\n"
      #expect(outcome.error.hasSuffix(hint) == (words[0] == "undo"), "\(outcome.error)")
    }
    #expect(try tree() == after)
    #expect(desk.memo("undo", name).status == .done)
    #expect(try tree() == before)
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == after)
    // Now it is memo's change again.
    desk.memo("undo")
    #expect(list() == ["edit: Milk (priority low)", "add: Bread", "add: Milk"])
    desk.memo("undo")
    #expect(try !desk.read("todo/milk.md").contains("priority"))
  }

  /// A program's code is beside the tasks.
  @Test func commitsOfOtherFilesDoNotMatter() throws {
    desk.memo("set", "milk", "priority=low")
    try shell("echo 1 > main.c; git add main.c; git commit -qm Program")
    #expect(desk.memo("undo").output.hasPrefix("undo: edit: Milk (priority low)\n"))
    try shell("echo 2 > main.c; git commit -qam Program")
    #expect(desk.memo("redo").status == .done)
    #expect(try desk.read("todo/milk.md").contains("priority: low"))
  }

  /// With other words or another date, it is still an undo.
  @Test(arguments: ["-m 'Other words'", "--no-edit --reset-author"])
  func aRewordedUndoIsAnUndo(option: String) throws {
    desk.memo("set", "milk", "priority=low")
    let before = try tree()
    desk.memo("undo")
    if option.hasPrefix("-m") {
      try shell("git commit -q --amend -m 'Other words' -m \"$(git log -1 --format=%b)\"")
    } else {
      try shell("git commit -q --amend \(option)")
    }
    #expect(list("redo") == ["edit: Milk (priority low)"])
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == before)
  }

  /// memo recognizes its commit with any message of a hook.
  @Test(arguments: [
    "echo 'Nothing of it' > \"$1\"", "printf 'Change-Id: I1\\n' >> \"$1\"",
    "sed -i.x '/^Memo-/d' \"$1\"",
  ])
  func hooksMayRewriteTheMessage(hook: String) throws {
    try desk.scratch.write("#!/bin/sh\n\(hook)\n", to: "kim/.git/hooks/commit-msg")
    for path in ["todo/milk.md", "todo/bread.md"] {
      try desk.write(desk.read(path) + "By hand.\n", to: path)
    }
    desk.memo("start", "milk")
    let after = try tree()
    #expect(desk.memo("undo", "2").status == .done)
    #expect(try desk.read("todo/milk.md").hasSuffix("One litre.\n"))
    #expect(list().count == 2 && list("redo").count == 4)
    #expect(desk.memo("redo", "2").status == .done)
    #expect(try tree() == after)
    let ids = try desk.scratch.git("log", "--format=%(trailers:key=Memo-Task,valueonly)", in: "kim")
    #expect(ids.split(separator: "\n").count >= 6 || hook.contains("ticket"))
  }

  /// Two clones of one person in the same second.
  @Test func simultaneousChangesOfAnotherCloneStay() throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub")
    let (here, there) = (Desk(scratch, "here"), Desk(scratch, "there", seed: 2))
    _ = try Store.create(scratch("here"), remoteURL: scratch("hub"), environment: here.environment)
    here.memo("sync")
    _ = try Store.clone(
      scratch("hub"), to: "there", in: scratch.path, environment: there.environment)
    there.memo("add", "Salt")
    here.setClock(1_800_000_000)
    here.memo("add", "Tea")
    here.setClock(1_800_000_000)
    there.memo("sync")
    here.memo("sync")
    there.setClock(1_800_000_000)
    there.memo("sync")
    for (desk, own) in [(there, "add: Salt"), (here, "add: Tea")] {
      let listed = desk.memo("undo", "--list").output
      let log = try scratch.git("reflog", "--date=raw", in: desk.folder)
      #expect(
        listed.contains(own) && listed.split(separator: "\n").count == 1,
        "\(desk.folder): \(listed)\(log)")
    }
    here.setClock(1_900_000_000)
    here.memo("start", "tea")
    here.memo("sync")
    there.setClock(1_900_000_000)
    there.memo("sync")
    #expect(there.memo("undo", "--list").output.split(separator: "\n").count == 1)
  }

  @Test func everyCommitNamesItsOperation() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    try ana.scratch.write("Text\n", to: "ana/todo/found.md")
    ana.memo("add", "Tea")
    try ana.scratch.write("x", to: "ana/todo/map.png")
    ana.memo("check", "--fix")
    ana.memo("sync")
    ben.memo("add", "Salt")
    ben.memo("sync")
    ana.memo("done", "tea")
    ana.memo("archive", "tea")
    ana.memo("rm", "tea")
    ana.memo("restore", "tea")
    ana.memo("undo", "2")
    ana.memo("redo")
    ana.memo("sync")
    try ana.scratch.git("mv", "todo/found.md", "doing/found.md", in: "ana")
    try ana.scratch.git("commit", "--quiet", "-m", "Plain", in: "ana")
    ana.memo("set", "tea", "priority=low")
    let told = try ana.scratch.git(
      "log", "--format=%(trailers:key=Memo-Operation,valueonly,separator=%x20) %s", in: "ana"
    ).split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
    #expect(told.filter { TaskID($0[0]) == nil }.map { $0.joined(separator: " ") } == ["Plain"])
    let kinds = Set(told.filter { $0.count == 3 }.map { $0[1] })
    #expect(
      kinds.isSuperset(of: [
        "init", "add", "edit", "move", "archive", "delete", "restore", "undo", "redo", "merge",
      ]), "\(kinds)")
    #expect(Set(told.map { $0[0] }).count > 10)
  }
}
