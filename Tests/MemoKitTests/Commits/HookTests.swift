import Foundation
import MemoKit
import TaskFile
import TestSupport
import Testing

/// git's hooks around a commit.
@Suite(.onItsOwnThread) struct HookTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  private func hook(_ name: String, _ script: String, in folder: String = ".git/hooks") throws {
    try bench.desk.write("#!/bin/sh\n\(script)\n", to: "\(folder)/\(name)")
  }

  private func add(_ title: String) throws {
    bench.desk.wait(seconds: 60)
    _ = try bench.store().add(NewTask(title: title))
  }

  @Test func preCommitSeesTheCommitsFiles() throws {
    try hook(
      "pre-commit",
      "pwd > ../seen; git diff --cached --no-renames --name-status >> ../seen; echo \"$#\" >> ../seen"
    )
    try add("Dates")
    #expect(
      try bench.desk.scratch.read("seen")
        == "\(bench.desk.scratch("kim"))\nA\ttodo/dates.md\n0\n")
    try bench.desk.move("todo/a.md", "done/a.md")
    try bench.record()
    #expect(
      try bench.desk.scratch.read("seen")
        == "\(bench.desk.scratch("kim"))\nA\tdone/a.md\nD\ttodo/a.md\n0\n")
    #expect(try bench.complaints() == "")
    #expect(!bench.desk.exists(".git/memo/commit-index"))
  }

  @Test func outputOfSucceedingHooksIsShown() throws {
    for name in ["pre-commit", "commit-msg", "post-commit"] {
      try hook(name, "echo \(name) said; echo to stderr >&2")
    }
    let messages = ProgramMessages()
    var environment = bench.desk.environment
    environment.onMessage = { messages.append($0) }
    let store = try Store.open(bench.desk.scratch("kim"), environment: environment)
    _ = try store.add(NewTask(title: "Dates"))
    #expect(
      messages.lines
        == ["pre-commit", "commit-msg", "post-commit"].flatMap { ["\($0) said", "to stderr"] })
  }

  @Test func hooksGetTheSameEnvironmentAsFromGit() throws {
    let hooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]
    for name in hooks {
      try hook(
        name,
        "env | grep -o '^GIT_[A-Z_]*' | grep -v GIT_EXEC_PATH | sort > ../\(name); cat >> ../\(name)"
      )
    }
    try add("Dates")
    let memo = try hooks.map { try bench.desk.scratch.read($0) }
    try bench.shell(
      "unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE; echo x > x; git add x; git commit -qm x")
    let git = try hooks.map { try bench.desk.scratch.read($0) }
    for index in hooks.indices {
      let missing = Set(git[index].split(separator: "\n")).subtracting(
        memo[index].split(separator: "\n"))
      // After the commit, git sets the repository's own index.
      #expect(missing.subtracting(["GIT_INDEX_FILE"]) == [], "\(hooks[index])")
    }
  }

  @Test(arguments: ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func aHookCanRefuse(_ name: String) throws {
    try hook(name, "echo 'Not today.'; echo 'Nor tomorrow.' >&2; exit 3")
    let error = #expect(throws: MemoError.self) { try add("Dates") }
    #expect(error?.kind == .refused)
    #expect(error?.message == "the \(name) hook refused 'add: Dates'")
    #expect(error?.details == ["Not today.", "Nor tomorrow."])
    #expect(
      error?.hints
        == ["the hook is \(bench.desk.scratch("kim/.git/hooks/\(name)"))"])
    #expect(try bench.changedFiles() == [])
    #expect(try bench.journal() == [])
    #expect(try bench.complaints() == "")
    #expect(throws: MemoError.self) { try bench.store().move(["todo/a.md"], to: .done) }
    #expect(throws: MemoError.self) { try bench.store().remove(["todo/a.md"]) }
    #expect(try bench.changedFiles() == [])
    // The hand edit stays, and is committed when the hook allows it.
    try bench.shell("sed -i 's/Apples/Pears/' todo/a.md; echo New > todo/new.md")
    #expect(throws: MemoError.self) { try bench.record() }
    #expect(try bench.complaints() == " M todo/a.md\n?? todo/new.md")
    #expect(try bench.desk.read("todo/new.md") == "New\n")
    try bench.desk.remove(".git/hooks/\(name)")
    try bench.record()
    #expect(try bench.journal() == ["add: New", "edit: Pears (title Apples → Pears)"])
  }

  /// A hook fixes a moved file; the result is one task in its old place.
  @Test func aHookThatFixesAMovedFileLeavesOneTask() throws {
    try bench.shell("printf 'trailing   \\n' >> todo/a.md; git commit -qam x")
    try hook(
      "pre-commit",
      """
      for file in $(git diff --cached --name-only --diff-filter=d); do
        grep -q ' $' "$file" && { sed -i 's/ *$//' "$file"; exit 1; }
      done
      exit 0
      """)
    let error = #expect(throws: MemoError.self) { try bench.store().move(["todo/a.md"], to: .done) }
    #expect(
      error?.details.last
        == "todo/a.md was changed by the hook; the next command commits it as a hand edit")
    #expect(!bench.desk.exists("done/a.md"))
    #expect(try bench.desk.read("todo/a.md").hasSuffix("\ntrailing\n"))
    _ = try bench.store().move(["todo/a.md"], to: .done)
    #expect(!bench.desk.exists("todo/a.md") && bench.desk.exists("done/a.md"))
    #expect(try bench.complaints() == "")
  }

  /// A task's folder follows after the hooks, which see its files in their old place.
  @Test func hooksSeeTheFilesOfATasksFolder() throws {
    try bench.desk.write("sketch\n", to: "todo/a/sketch.txt")
    try bench.desk.write("plan\n", to: "todo/a/more/plan.txt")
    try bench.record()
    try hook(
      "pre-commit",
      """
      git diff --cached --no-renames --name-status > ../seen
      git status --short --no-renames -uno >> ../seen
      for file in $(git ls-files todo/a done/a); do sed -i 's/$/!/' "$file"; git add "$file"; done
      """)
    _ = try bench.store().move(["todo/a.md"], to: .done)
    #expect(
      try bench.desk.scratch.read("seen")
        == "A\tdone/a.md\nD\ttodo/a.md\nA  done/a.md\nD  todo/a.md\n")
    // The hook's changes are hand edits.
    #expect(try bench.complaints() == " M done/a/more/plan.txt\n M done/a/sketch.txt")
    try bench.desk.remove(".git/hooks/pre-commit")
    try bench.record()
    #expect(try bench.complaints() == "")
    #expect(try bench.desk.read("done/a/more/plan.txt") == "plan!\n")
    #expect(!bench.desk.exists("todo/a"))
  }

  @Test func hooksMayChangeTheMessage() throws {
    try hook("prepare-commit-msg", "echo \"$2\" > ../source; sed -i '1s/^/[1] /' \"$1\"")
    try hook("commit-msg", "printf '\\n\\n\\nReviewed-by: Kim   \\n\\n' >> \"$1\"")
    try add("Dates")
    let message = try bench.desk.scratch.git("log", "-1", "--format=%B", in: "kim")
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 7 && lines[0] == "[1] add: Dates" && lines[5] == "Reviewed-by: Kim")
    #expect(lines.dropFirst(2).first?.hasPrefix("Memo-Task: ") == true)
    #expect(try bench.desk.scratch.read("source") == "message\n")
    try hook("commit-msg", ": > \"$1\"")
    let error = #expect(throws: MemoError.self) { try add("Figs") }
    #expect(error?.message == "a hook removed the whole commit message")
    #expect(!bench.desk.exists("todo/figs.md"))
  }

  /// As lint-staged and lefthook do.
  @Test func changesThatAHookStagesAreCommitted() throws {
    try hook(
      "pre-commit",
      "for f in $(git diff --cached --name-only); do sed -i 's/mlik/milk/' $f; git add $f; done")
    try add("Buy mlik")
    #expect(try bench.desk.read("todo/buy-mlik.md").contains("title: Buy milk\n"))
    #expect(
      try bench.shell("git show HEAD:todo/buy-mlik.md") == bench.desk.read("todo/buy-mlik.md"))
    #expect(try bench.complaints() == "")
    // In the commit with that version of the file, and in the later ones.
    try bench.shell("echo 'A mlik' > todo/a1.md; echo B > todo/b1.md")
    try bench.record()
    #expect(try bench.shell("git show HEAD~1:todo/a1.md").hasSuffix("A milk\n"))
    #expect(try bench.complaints() == "")
  }

  /// As the pre-commit framework does.
  @Test func fixesOfARefusingHookStay() throws {
    try hook(
      "pre-commit",
      """
      for f in $(git diff --cached --name-only --diff-filter=d); do
        grep -q mlik $f && sed -i 's/mlik/milk/' $f && fixed=$f \\
          && printf '\\033[32mFixing\\033[0m %s\\n' $f
      done
      [ -z "$fixed" ]
      """)
    let error = #expect(throws: MemoError.self) { try add("Buy mlik") }
    #expect(
      error?.details
        == [
          "Fixing todo/buy-mlik.md",
          "todo/buy-mlik.md was changed by the hook; the next command commits it as a hand edit",
        ])
    #expect(try bench.desk.read("todo/buy-mlik.md").contains("title: Buy milk\n"))
    try bench.record()
    #expect(try bench.journal() == ["add: Buy milk"])
    #expect(try bench.complaints() == "")
    try bench.shell("echo mlik >> todo/a.md")
    #expect(throws: MemoError.self) { try bench.record() }
    #expect(try bench.shell("ls -A todo | grep memo || :") == "")
    try bench.record()
    #expect(try bench.desk.read("todo/a.md").hasSuffix("\nmilk\n"))
    #expect(try bench.complaints() == "")
  }

  @Test func savesDuringAHookAreKept() throws {
    try hook("pre-commit", "echo Saved >> todo/a.md; echo Saved >> todo/b.md; exit 1")
    let (a, b) = (try bench.desk.read("todo/a.md"), try bench.desk.read("todo/b.md"))
    #expect(throws: MemoError.self) { try bench.store().move(["a"], to: .done) }
    // The task was moved by then, and the hook wrote a file with its old name.
    #expect(try bench.desk.read("todo/a.md").hasSuffix("Saved\n"))
    #expect(try bench.desk.read("todo/b.md") == b + "Saved\n")
    let all = try bench.desk.tasks().map { try bench.desk.read($0) }.joined()
    for line in a.split(separator: "\n") { #expect(all.contains(line)) }
  }

  /// The hook runs once for all files, including hand edits before the command.
  @Test func preCommitRunsOncePerCommand() throws {
    try hook("pre-commit", "git diff --cached --no-renames --name-only >> ../seen; echo >> ../seen")
    try bench.shell("echo More >> todo/a.md; echo '# New' > todo/new.md; mv todo/b.md doing/")
    _ = try bench.store().move(["new"], to: .done)
    #expect(
      try bench.desk.scratch.read("seen")
        == "doing/b.md\ndone/new.md\ntodo/a.md\ntodo/b.md\n\n")
    let kinds = try bench.journal().map { $0.prefix { $0 != ":" } }
    #expect(kinds == ["add", "move", "edit", "move"])
    #expect(try bench.complaints() == "")
  }

  @Test func preCommitRunsOncePerOtherCommand() throws {
    _ = try bench.store().move(["a"], to: .done)
    try hook("pre-commit", "git diff --cached --no-renames --name-only >> ../seen; echo >> ../seen")
    func seen(_ edit: String, _ change: (Store) throws -> Void) throws -> String {
      try bench.shell("rm -f ../seen; \(edit)")
      try change(bench.store())
      return try bench.desk.scratch.read("seen")
    }
    let more = "echo More >> todo/b.md"
    #expect(
      try seen(more) { _ = try $0.archive(["a"]) }
        == "done/2026/11/a.md\ndone/a.md\ntodo/b.md\n\n")
    #expect(
      try seen(more) { _ = try $0.save(Theme("Sea", .dark)) }
        == ".memo/themes/sea.yml\ntodo/b.md\n\n")
    #expect(
      try seen(more) { _ = try $0.claim(ClaimRequest(name: "Kim")) { _ in "doing/c.md" } }
        == "doing/c.md\ntodo/b.md\n\n")
    let copy = "todo/b.sync-conflict-20261127-063000-ABCDEFG.md"
    #expect(
      try seen("cp todo/b.md \(copy); echo Copied >> \(copy); echo More >> doing/c.md") {
        _ = try $0.mergeCopies([copy])
      } == "doing/c.md\ntodo/b.md\n\n")
    #expect(try bench.complaints() == "")
    _ = try bench.store().undo()
    #expect(bench.desk.exists(copy))
    // An undo's hand edits are checked before: they stay in the history.
    #expect(try seen(more) { _ = try $0.undo(2) } == "todo/b.md\n\ndoing/c.md\ntodo/b.md\n\n")
    #expect(
      try seen("rm doing/c.md; \(more)") { _ = try $0.restore(["Cheese"]) } == "todo/b.md\n\n")
    #expect(try bench.complaints() == "")
  }

  /// The folder moves with the hand edit first, and back with the undo.
  @Test func anUndoneHandEditTakesItsFolderBack() throws {
    try bench.desk.write("sketch\n", to: "todo/a/sketch.txt")
    try bench.record()
    let before = try bench.desk.read("todo/a.md")
    try bench.shell("sed -i 's/^status: todo/status: done/' todo/a.md")
    _ = try bench.store().undo()
    #expect(try bench.desk.read("todo/a.md") == before)
    #expect(try bench.desk.read("todo/a/sketch.txt") == "sketch\n")
    #expect(!bench.desk.exists("done/a.md") && !bench.desk.exists("done/a"))
    #expect(try bench.complaints() == "")
  }

  /// The hint shows how to commit the files without the hook.
  @Test func aRefusedHandEditHasAWayOut() throws {
    // It reads whole files, as the hooks of most frameworks do.
    try hook(
      "pre-commit",
      "! git diff --cached --name-only --diff-filter=d | xargs grep -q mlik")
    try bench.shell("echo mlik > todo/new.md")
    let error = #expect(throws: MemoError.self) { try add("Dates") }
    #expect(error?.message == "the pre-commit hook refused 'add: mlik', 'add: Dates'")
    #expect(
      error?.hints.last
        == "fix the files, or 'memo git add :/todo/new.md && memo git commit --no-verify -m Mine "
        + ":/todo/new.md' commits them unchanged")
    try bench.shell(
      "git add :/todo/new.md && git commit -q --no-verify -m Mine :/todo/new.md")
    try add("Dates")
    #expect(try bench.journal().last == "add: Dates")
    #expect(try bench.complaints() == "")
  }

  /// husky configures a folder of small scripts, each of which runs the user's script above it.
  @Test func aHookOfHuskyIsAsked() throws {
    try bench.shell("git config core.hooksPath .git/husky/_")
    try hook("pre-commit", "sh -e \"$(dirname \"$0\")/../pre-commit\" \"$@\"", in: ".git/husky/_")
    try bench.desk.write(
      "git diff --cached --name-only > ../seen\n! git diff --cached | grep -q mlik\n",
      to: ".git/husky/pre-commit")
    try add("Dates")
    #expect(try bench.desk.scratch.read("seen") == "todo/dates.md\n")
    let error = #expect(throws: MemoError.self) { try add("Buy mlik") }
    #expect(error?.message == "the pre-commit hook refused 'add: Buy mlik'")
    #expect(!bench.desk.exists("todo/buy-mlik.md"))
    #expect(try bench.complaints() == "")
  }

  /// git can't skip prepare-commit-msg or the signature.
  @Test(arguments: [true, false]) func unskippableChecksGetNoSuchHint(isHook: Bool) throws {
    if isHook {
      try hook("prepare-commit-msg", "exit 1")
    } else {
      try bench.shell("git config commit.gpgSign true; git config gpg.program false")
    }
    try bench.shell("echo milk > todo/new.md")
    let error = #expect(throws: MemoError.self) { try add("Dates") }
    #expect(
      error?.message
        == (isHook
          ? "the prepare-commit-msg hook refused 'add: milk'" : "can't sign the commit"))
    #expect(error?.hints.contains { $0.contains("--no-verify") } == false)
  }

  @Test func onlyConfiguredHooksRun() throws {
    try hook("pre-commit", "exit 1")
    try bench.shell("chmod -x .git/hooks/pre-commit")
    try add("One")
    try bench.shell("chmod +x .git/hooks/pre-commit; git config core.hooksPath my/hooks")
    try add("Two")
    try hook("pre-commit", "exit 1", in: "my/hooks")
    #expect(throws: MemoError.self) { try add("Three") }
    try bench.shell("git config core.hooksPath '~/hooks'")
    try add("Four")
    try bench.shell("mkdir -p ~/hooks; cp my/hooks/pre-commit ~/hooks/")
    #expect(throws: MemoError.self) { try add("Five") }
    // A script without a `#!` line runs in a shell.
    try bench.shell("printf 'exit 1' > ~/hooks/pre-commit")
    #expect(throws: MemoError.self) { try add("Six") }
    #expect(try bench.journal() == ["add: One", "add: Two", "add: Four"])
  }

  @Test func postCommitSeesTheNewCommitAndCanNotFail() throws {
    try hook(
      "post-commit", "git log -1 --format=%s >> ../seen; git status --porcelain >> ../seen; exit 1")
    try add("Dates")
    try bench.shell("sed -i 's/Apples/Pears/' todo/a.md")
    // The hand edit is committed and the hook runs, although the command itself fails.
    #expect(throws: MemoError.self) { try bench.store().remove(["nothing"]) }
    #expect(
      try bench.desk.scratch.read("seen")
        == "add: Dates\nedit: Pears (title Apples → Pears)\n")
  }

  @Test func mergesRunTheHooksOfMerges() throws {
    let team = try Team(of: 2)
    func hook(_ name: String, _ script: String) throws {
      try team[1].write("#!/bin/sh\n\(script)\n", to: ".git/hooks/\(name)")
      _ = try run(
        "chmod", ["+x", team.scratch("ben/.git/hooks/\(name)")], in: team.scratch.path,
        environment: team.scratch.environment)
    }
    for name in [
      "pre-commit", "pre-merge-commit", "prepare-commit-msg", "post-commit", "post-merge",
    ] {
      try hook(name, "echo \"\(name) $2\" >> ../seen")
    }
    try hook("commit-msg", "grep -q '^merge' \"$1\" && exit 1 || exit 0")
    _ = try team[0].store().add(NewTask(title: "Ana's"))
    _ = try team[0].store().sync()
    _ = try team[1].store().add(NewTask(title: "Ben's"))
    try team.scratch.remove("seen")
    let error = #expect(throws: MemoError.self) { try team[1].store().sync() }
    #expect(error?.message == "the commit-msg hook refused 'merge: origin/main (1 task)'")
    #expect(team[1].tasks() == ["todo/ben-s.md"])
    #expect(try team[1].complaints() == "")
    try team[1].remove(".git/hooks/commit-msg")
    _ = try team[1].store().sync()
    #expect(team[1].tasks() == ["todo/ana-s.md", "todo/ben-s.md"])
    #expect(
      try team.scratch.read("seen") == """
        prepare-commit-msg merge
        prepare-commit-msg merge
        post-merge\u{20}

        """)
  }
}
