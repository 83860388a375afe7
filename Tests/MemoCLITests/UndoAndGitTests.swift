import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// What people do with git between two commands of memo is theirs, and is known for what it is.
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

  /// It was made here, before the branch came to it.
  @Test func whatWasMadeOnAnotherBranch() throws {
    try shell("git switch -q -c idea")
    desk.memo("add", "Tea")
    try shell("git switch -q main; git merge -q idea")
    #expect(list() == ["add: Tea", "add: Bread", "add: Milk"])
    #expect(desk.memo("undo").output.contains("undo: add: Tea"))
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
  }

  /// Also where it had no id when it was deleted, and got one since.
  @Test(arguments: [false, true]) func whatIsBackAlreadyComesNoSecondTime(hasID: Bool) throws {
    try shell(
      """
      echo Eggs > todo/eggs.md; git add todo; git commit -qm Eggs
      git rm -q todo/eggs.md; git commit -qm Delete; git tag deletion
      git revert --no-edit HEAD
      """)
    if hasID { desk.memo("add", "Salt") }
    let tasks = desk.tasks()
    let undone = desk.memo("undo", "deletion")
    #expect(undone.output == "undo: Delete\n")
    #expect(undone.error.contains("note: nothing of it was left, so nothing changed\n"))
    #expect(desk.tasks() == tasks)
    // As long as it is not gone again.
    desk.memo("redo")
    desk.memo("rm", "eggs", "-y")
    desk.memo("undo", "deletion")
    #expect(desk.tasks() == tasks)
    #expect(try desk.complaints() == "")
  }

  @Test func whatWasMadeOnBothBranches() throws {
    try shell("git switch -q -c idea")
    desk.memo("add", "Tea")
    try shell("git switch -q main")
    desk.memo("add", "Salt")
    try shell("git merge -q -m Both idea")
    #expect(list() == ["add: Salt", "add: Tea", "add: Bread", "add: Milk"])
    #expect(desk.memo("undo", "2").status == .done)
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
  }

  /// Nothing came in from elsewhere with a branch of this clone.
  @Test func aMergeOfOnesOwnBranchIsNoSync() throws {
    try shell("git switch -q -c idea")
    desk.memo("add", "Tea")
    try shell("git switch -q main")
    desk.memo("add", "Salt")
    try shell("git merge -q -m Both idea")
    #expect(!desk.memo("undo").error.contains("what syncs brought"))
    try shell(
      """
      text() { printf -- '---\\ntitle: T\\nid: bbbbbbbbbb\\ncreated: 2026-11-01T00:00:00Z\\n---\\n'; }
      export GIT_INDEX_FILE=.git/other; git read-tree HEAD~1
      git update-index --add --cacheinfo 100644,$(text | git hash-object -w --stdin),todo/t.md
      theirs=$(GIT_COMMITTER_EMAIL=ben@example.org git commit-tree -p HEAD~1 -m T $(git write-tree))
      unset GIT_INDEX_FILE; git merge -q -m Both $theirs
      """)
    #expect(desk.memo("undo").error.contains("what syncs brought"))
  }

  /// What a merge dropped is not there, and is not said to stay.
  @Test func whatAMergeDroppedStaysNowhere() throws {
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
    #expect(!undone.error.contains("what syncs brought"))
    #expect(try !desk.read("todo/bread.md").contains("Words."))
  }

  /// A commit that was given the message of another is another operation.
  @Test func whatHasAnothersMessageIsTakenBackOnItsOwn() throws {
    desk.memo("set", "milk", "deadline=2026-12-01")
    try shell("echo Two. >> todo/bread.md; git commit -q -a -C HEAD")
    #expect(list().count == 4)
    desk.memo("undo")
    #expect(try !desk.read("todo/bread.md").contains("Two."))
    #expect(try desk.read("todo/milk.md").contains("deadline: 2026-12-01"))
    desk.memo("undo")
    #expect(try !desk.read("todo/milk.md").contains("deadline"))
    #expect(list() == ["add: Bread", "add: Milk"])
    desk.memo("redo", "2")
    #expect(try desk.read("todo/bread.md").contains("Two."))
    #expect(try desk.read("todo/milk.md").contains("deadline: 2026-12-01"))
  }

  /// What was taken back stays so, when a copy of it that came later is taken back as well.
  @Test func whatWasPickedAgainIsTakenBackOnce() throws {
    desk.memo("set", "milk", "deadline=2026-12-01")
    desk.memo("undo")
    try shell("git cherry-pick HEAD~1 > /dev/null")
    #expect(try desk.read("todo/milk.md").contains("deadline: 2026-12-01"))
    desk.memo("undo")
    #expect(try !desk.read("todo/milk.md").contains("deadline"))
    #expect(list() == ["add: Bread", "add: Milk"])
  }

  /// - Parameter after: What becomes of the amended commit.
  @Test(arguments: [
    "", "git rebase -q --force-rebase HEAD~2", "rm -rf .git/logs",
    "git commit -q --amend --no-edit; rm -rf .git/logs",
  ])
  func whatWasAmendedOntoAnUndoStays(after: String) throws {
    try desk.write(desk.read("todo/milk.md") + "Two litres.\n", to: "todo/milk.md")
    desk.memo("check", "--fix")
    desk.memo("undo")
    try shell("echo Fresh. >> todo/milk.md; git commit -q -a --amend --no-edit; \(after)")
    let amended = try tree()
    #expect(desk.memo("redo").status == .refused)
    #expect(try desk.read("todo/milk.md").hasSuffix("One litre.\nFresh.\n"))
    #expect(list() == ["undo: edit: Milk (body)", "add: Bread", "add: Milk"])
    desk.memo("undo")
    #expect(try desk.read("todo/milk.md").hasSuffix("One litre.\nTwo litres.\n"))
    #expect(list() == ["edit: Milk (body)", "add: Bread", "add: Milk"])
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == amended)
  }

  /// What was amended onto a redo is one operation with what the redo made again.
  @Test func whatWasAmendedOntoARedoCountsOnce() throws {
    let start = try tree()
    desk.memo("set", "milk", "priority=low")
    desk.memo("undo")
    desk.memo("redo")
    try shell("echo Fresh. >> todo/milk.md; git commit -q -a --amend --no-edit")
    let amended = try tree()
    #expect(list() == ["redo: edit: Milk (priority low)", "add: Bread", "add: Milk"])
    #expect(desk.memo("undo").status == .done)
    #expect(try tree() == start)
    #expect(list() == ["add: Bread", "add: Milk"])
    #expect(list("redo") == ["redo: edit: Milk (priority low)"])
    #expect(desk.memo("redo").status == .done)
    #expect(try tree() == amended)
  }

  /// Nothing was put in: it is an undo still.
  @Test(arguments: ["--no-edit", "-m 'Other words'", "--no-edit --reset-author"])
  func anUndoOfOtherWordsIsOne(option: String) throws {
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

  /// The trailers come along, and are no reason to take the one for the other.
  @Test func aMessageThatWasTakenOver() throws {
    desk.memo("set", "milk", "priority=low")
    desk.memo("add", "Tea")
    try shell("echo More. >> todo/bread.md; git commit -q -a -C HEAD~1")
    let after = try tree()
    #expect(list().count == 5)
    desk.memo("undo", "2")
    #expect(list() == ["edit: Milk (priority low)", "add: Bread", "add: Milk"])
    desk.memo("undo")
    #expect(list() == ["add: Bread", "add: Milk"])
    #expect(desk.memo("redo", "3").status == .done)
    #expect(try tree() == after)
  }

  @Test func aCherryPickAndARevertAreOperations() throws {
    desk.memo("set", "milk", "priority=low")
    try shell("git revert --no-edit HEAD; git cherry-pick -x HEAD~1")
    #expect(list().count == 5)
    for priority in [false, true, false] {
      desk.memo("undo")
      #expect(try desk.read("todo/milk.md").contains("priority: low") == priority)
    }
    #expect(desk.memo("redo", "3").status == .done)
    #expect(try desk.read("todo/milk.md").contains("priority: low"))
  }

  /// Several of one second, and what a rebase makes of them.
  @Test func commitsWithoutTrailersThatWereRebased() throws {
    try shell(
      """
      export GIT_AUTHOR_DATE='@1700000000 +0000' GIT_COMMITTER_DATE='@1700000000 +0000'
      for i in 1 2 3; do echo $i >> todo/milk.md; git commit -q -a -m Same; done
      """)
    let all = try tree()
    desk.memo("undo", "3")
    desk.memo("redo")
    #expect(list() == ["Same", "add: Bread", "add: Milk"])
    try shell("git rebase -q --force-rebase HEAD~8")
    #expect(list() == ["Same", "add: Bread", "add: Milk"])
    #expect(desk.memo("redo", "2").status == .done)
    #expect(try tree() == all)
  }

  /// Whatever a hook makes of the message, the commit is known.
  @Test(arguments: [
    "echo 'Nothing of it' > \"$1\"", "printf '\\nSee ticket 12.\\n' >> \"$1\"",
    "printf 'Change-Id: I1\\n' >> \"$1\"", "sed -i.x '/^Memo-/d' \"$1\"",
    "git interpret-trailers --in-place --trailer 'Signed-off-by: Kim <kim@example.org>' \"$1\"",
  ])
  func aHookThatRewritesTheMessage(hook: String) throws {
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

  /// Two clones of one person, in one second.
  @Test func whatOnesOtherCloneDidAtTheSameTime() throws {
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
