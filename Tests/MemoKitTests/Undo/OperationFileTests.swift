import MemoCLI
import MemoKit
import TestSupport
import Testing

/// `.git/memo/operations` lists this clone's changes.
///
/// Even with a damaged file, memo undoes no change of another clone.
@Suite(.onItsOwnThread) struct OperationFileTests {
  let desk: Desk
  static let file = ".git/memo/operations"

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    desk.memo("set", "milk", "p:high")
    desk.memo("set", "milk", "due:2026-12-01")
  }

  private func shell(_ script: String) throws {
    let ran = try run(
      "sh", ["-ec", script], in: desk.scratch("kim"), environment: desk.environment.variables)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  private func list(_ word: String = "undo", _ desk: Desk? = nil) -> [String] {
    (desk ?? self.desk).memo(word, "--list").output.split(separator: "\n").map {
      String($0.split(separator: "  ", maxSplits: 2).last ?? "")
    }
  }

  private let all = ["edit: Milk (deadline 2026-12-01)", "edit: Milk (priority high)", "add: Milk"]

  @Test func eachStepIsALine() throws {
    desk.memo("undo", "2")
    desk.memo("redo")
    let lines = try desk.read(Self.file).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.map { $0[1] } == ["do", "do", "do", "do", "undo", "undo", "redo"])
    #expect(lines[4][3] == lines[3][2] && lines[5][3] == lines[2][2])
    #expect(lines[6][3] == lines[2][2])
  }

  /// The disk was full, or the machine stopped, while a line was written.
  @Test(arguments: ["2026-11-20T15:00:00+00:00 undo pfkdwmzqtx", "2026", "do", "\u{0}\u{0}"])
  func aTruncatedLineIsSkipped(rest: String) throws {
    try desk.write(desk.read(Self.file) + rest, to: Self.file)
    #expect(list() == all)
    #expect(desk.memo("undo").output.hasPrefix("undo: \(all[0])\n"))
    #expect(list() == Array(all.dropFirst()))
    #expect(desk.memo("redo").status == .done)
    #expect(list() == all)
  }

  /// The line is there, but the branch was not moved.
  @Test func aStepThatDidNotHappenDoesNotCount() throws {
    let id = try #require(
      try desk.read(Self.file).split(separator: "\n").last?.split(separator: " ").last)
    for line in ["do bbbbbbbbbb", "undo bbbbbbbbbb \(id)", "redo bbbbbbbbbb \(id)"] {
      try desk.write(
        desk.read(Self.file) + "2026-11-20T15:00:00+00:00 \(line)\n", to: Self.file)
      #expect(list() == all, "\(line)")
      #expect(list("redo") == [])
    }
    // The same for a change that was discarded with git.
    desk.memo("undo")
    try shell("git reset -q --hard HEAD~1")
    #expect(list() == all && list("redo") == [])
    try shell("git reset -q --hard HEAD~1")
    #expect(list() == Array(all.dropFirst()))
    // Recovery writes an interrupted change's line again.
    let text = try desk.read(Self.file)
    try desk.write(text + text, to: Self.file)
    #expect(list() == Array(all.dropFirst()))
  }

  @Test func withoutTheFileAChangeIsUndoneByItsCommit() throws {
    try desk.remove(Self.file)
    #expect(list() == [])
    let name = try desk.scratch.git("rev-parse", "--short=7", "HEAD", in: "kim")
    let refused = desk.memo("undo")
    #expect(refused.status == .refused)
    #expect(refused.error.hasPrefix("error: this clone has no list of operations\n"))
    #expect(refused.error.contains("hint: 'memo undo \(name)' undoes the last change"))
    #expect(desk.memo("undo", name).output.hasPrefix("undo: \(all[0])\n"))
    #expect(desk.memo("redo").output.hasPrefix("redo: \(all[0])\n"))
    #expect(list() == [all[0]])
  }

  /// A new clone's list is empty.
  @Test func aCloneHasItsOwn() throws {
    try shell("git clone -q . ../other")
    let other = Desk(desk.scratch, "other", seed: 2)
    #expect(list("undo", other) == [])
    #expect(other.memo("undo").status == .refused)
    other.memo("add", "Bread")
    #expect(list("undo", other) == ["add: Bread"])
    // A copy with all of git's files is the same clone.
    try shell("cp -a . ../copy")
    #expect(list("undo", Desk(desk.scratch, "copy", seed: 3)) == all)
  }

  @Test(arguments: [
    "git commit -q --amend -m 'Other words' -m \"$(git log -1 --format=%b)\"",
    "git commit -q --amend --no-edit --reset-author", "git rebase -q --force-rebase HEAD~2",
    "git rebase -q --force-rebase --committer-date-is-author-date HEAD~2",
    "rm -rf .git/logs; git rebase -q --force-rebase HEAD~2",
    "git checkout -q -b other; git branch -q -D main; git branch -q -m main",
  ])
  func rewrittenCommitsAreFound(script: String) throws {
    let before = try desk.read("todo/milk.md")
    try shell(script)
    #expect(list().count == 3)
    #expect(desk.memo("undo", "2").status == .done)
    #expect(try !desk.read("todo/milk.md").contains("priority"))
    try shell(script.replacing("'Other words'", with: "\"$(git log -1 --format=%s)\""))
    #expect(desk.memo("redo", "2").status == .done)
    #expect(try desk.read("todo/milk.md") == before)
    // Changes amended into the last commit are undone with it.
    try shell("echo Fresh. >> todo/milk.md; git commit -q -a --amend --no-edit")
    #expect(desk.memo("undo", "3").status.rawValue % 4 == 0)
    #expect(desk.memo("redo", "3").status.rawValue % 4 == 0)
    #expect(try desk.read("todo/milk.md") == before + "Fresh.\n")
  }

  @Test func amendedChangesAreUndone() throws {
    desk.memo("add", "Bread")
    try shell("echo Rye. >> todo/bread.md; git commit -q -a --amend --no-edit")
    #expect(desk.memo("undo").output.hasPrefix("undo: add: Bread\n"))
    #expect(desk.tasks() == ["todo/milk.md"])
    #expect(desk.memo("redo").status == .done)
    #expect(try desk.read("todo/bread.md").hasSuffix("Rye.\n"))
  }

  @Test func eachWorkTreeHasItsOwn() throws {
    try shell("git worktree add -q -b second ../second")
    let second = Desk(desk.scratch, "second", seed: 2)
    #expect(list("undo", second) == [])
    second.memo("add", "Tea")
    #expect(list("undo", second) == ["add: Tea"])
    #expect(list() == all)
    #expect(second.memo("undo").status == .done)
    #expect(second.memo("redo").status == .done)
    #expect(desk.memo("undo").output.hasPrefix("undo: \(all[0])\n"))
    try shell("git merge -q second")
    #expect(list() == Array(all.dropFirst()))
  }

  /// A reader never sees less of the file than before.
  @Test func aLongFileIsTrimmed() throws {
    let lines = (0..<5000).map { _ in "2026-11-20T15:00:00+00:00 do bbbbbbbbbb\n" }
    try desk.write(lines.joined() + desk.read(Self.file), to: Self.file)
    desk.memo("add", "Bread")
    let text = try desk.read(Self.file)
    #expect(text.utf8.count < 150_000 && text.hasPrefix("2026-11-20T15:00:00+00:00 do b"))
    #expect(list() == ["add: Bread"] + all)
  }
}
