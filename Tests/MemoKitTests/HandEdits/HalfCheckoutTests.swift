import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// A checkout was killed halfway, and its lock of the index was removed.
@Suite struct HalfCheckoutTests {
  /// A branch `side` that changes Apples and Bread and deletes Cheese.
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.record()
    try bench.shell(
      """
      git switch -qc side; echo Green. >> todo/a.md; echo White. >> todo/b.md; git rm -q doing/c.md
      git commit -qam side; git switch -q main
      """)
    return bench
  }

  @Test func halfACheckoutIsNotRecorded() throws {
    let bench = try bench()
    try bench.shell("rm doing/c.md; for f in a b; do git show side:todo/$f.md > todo/$f.md; done")
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(error?.kind == .unconfirmed)
    #expect(error?.message.hasPrefix("2 files are as on side and not as on main") == true)
    #expect(error?.details == ["Apples (todo/a.md)", "Bread (todo/b.md)"])
    #expect(try bench.store().status().notices.contains { $0.hasPrefix("2 files are as on side") })
    #expect(try bench.journal() == [])
    // Both ways out work.
    try bench.shell("git checkout -qf side")
    #expect(try bench.record().recorded == [])
    try bench.shell("git checkout -qf main; git show side:todo/a.md > todo/a.md")
    try bench.shell("git show side:todo/b.md > todo/b.md; rm doing/c.md; echo more > todo/d.md")
    let store = try bench.store()
    store.confirms = { $0.question == "Commit what differs as changes of main?" }
    #expect(try store.recordHandEdits().recorded.count == 4)
    #expect(try bench.desk.complaints() == "")
  }

  /// A checkout moves HEAD last.
  @Test func aCheckoutWithoutHEADIsNotRecorded() throws {
    let bench = try bench()
    try bench.shell("git read-tree -um HEAD side; touch .git/HEAD.lock")
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(error?.kind == .busy)
    #expect(error?.details.first?.hasSuffix(".git/HEAD.lock is there") == true)
    #expect(try bench.journal() == [])
    try bench.shell("rm .git/HEAD.lock; git checkout -qf side")
    #expect(try bench.record().recorded == [])
  }

  /// People change a single file, take files from a branch with git, or have edited before.
  @Test(arguments: [
    "git show side:todo/a.md > todo/a.md", "git checkout side -- todo",
    "echo 1 >> todo/a.md; echo 2 >> todo/b.md; git stash -q; git stash pop",
    "cp todo/a.md todo/x.md; cp todo/b.md todo/y.md", "mv todo/a.md todo/b.md done/",
    "git show side:todo/a.md > todo/a.md; echo 2 >> todo/b.md",
    "git merge -q --squash side", "git cherry-pick -n side",
    "git merge -q side; git reset -q --soft HEAD~1", "git merge -q side; git reset -q HEAD~1",
    "git merge -q side; git reset -q HEAD~1; git commit -qm c doing/c.md",
    """
    echo 1 > todo/x.md; echo 2 > todo/y.md; git add .; git commit -qm new; git tag new
    git reset -q HEAD~1
    """,
    """
    git tag v1; echo New. > todo/z.md; for f in a b; do echo More. >> todo/$f.md; done
    git add .; git commit -qm more; for f in a b; do git show v1:todo/$f.md > todo/$f.md; done
    """,
    """
    git switch -q --orphan pages; echo x > index.html; git add .; git commit -qm pages
    git switch -q main; rm doing/c.md todo/a.md todo/b.md
    """,
  ])
  func similarHandEditsAreRecorded(_ script: String) throws {
    let bench = try bench()
    try bench.shell("mkdir -p done; \(script)")
    #expect(try !bench.record().recorded.isEmpty)
    #expect(try bench.desk.complaints() == "")
  }
}
