import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// A running git command's changes are no hand edits.
@Suite struct RunningGitTests {
  /// Files and index already belong to another branch, and HEAD will follow.
  @Test func aCheckoutsFilesAreNotRecordedBeforeHEADFollows() throws {
    let bench = try Bench()
    try bench.shell(
      """
      git switch -qc side; git rm -q doing/c.md; sed -i 's/Bread/Rolls/' todo/b.md
      echo '# Dates' > todo/d.md; memo check --fix >&2; git switch -q main
      """)
    try bench.record()
    let before = try bench.shell("git log --all --format=%s")
    // With a later time than now, since the machine may be slow.
    try bench.shell(
      """
      git read-tree -u -m HEAD side; touch -d "@$(($(date +%s) + 2))" .git/index
      (sleep 0.3; git symbolic-ref HEAD refs/heads/side) > ../told 2>&1 &
      """)
    #expect(try bench.store().add(NewTask(title: "Eggs")).recorded == [])
    #expect(try bench.shell("git log --all --format=%s").hasSuffix(before))
    #expect(try bench.shell("git log -1 --format=%s side") == "add: Eggs\n")
    #expect(try bench.desk.complaints() == "")
  }

  /// Between the steps of a rebase or cherry-pick, memo doesn't even try git's lock.
  @Test(arguments: ["sequencer/todo", "rebase-merge/interactive", "rebase-apply/applying"])
  func nothingIsWrittenBetweenStepsOfGit(_ mark: String) throws {
    let bench = try Bench()
    try bench.desk.write("pick 1234567\n", to: ".git/\(mark)")
    try bench.desk.write("", to: ".git/index.lock")
    try bench.desk.write("# Dates\n", to: "todo/d.md")
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(error?.kind == .refused)
    #expect(error?.message.contains("in progress") == true)
    // Reading works.
    #expect(try bench.store().read().tasks.count == 4)
    let status = try bench.store().status()
    #expect(status.obstacle?.contains("in progress") == true)
    #expect(status.pending.map(\.kind) == [.add])
  }

  @Test func aLockOfGitIsReported() throws {
    let bench = try Bench()
    try bench.desk.write("", to: ".git/index.lock")
    #expect(try bench.store().status().obstacle?.contains("index.lock") == true)
  }
}
