import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// HEAD was moved without updating the files.
@Suite struct FollowingHeadTests {
  /// A bench whose branch got a push: Apples changed, Bread was deleted, Cheese was finished, Dates
  /// was added.
  private func bench(by way: String) throws -> Bench {
    let bench = try Bench()
    try bench.record()
    try bench.shell(
      """
      git config receive.denyCurrentBranch ignore; git clone -q . ../clone; cd ../clone
      sed -i 's/^status: todo/&\\npriority: high/' todo/a.md; git rm -q todo/b.md; mkdir done
      sed 's/^status: doing/status: done/' doing/c.md > done/c.md; git rm -q doing/c.md
      printf -- '---\\ntitle: Dates\\nstatus: todo\\nid: ffffffffff\\n---\\n' > todo/d.md
      echo x > other.txt
      git add .; git commit -qm 'From elsewhere'; cd ../kim; \(way)
      """)
    return bench
  }

  static let ways = [
    "cd ../clone; git push -q origin main",
    "git fetch -q ../clone main; git update-ref refs/heads/main FETCH_HEAD",
    "git fetch -q --update-head-ok ../clone main:main",
    "git fetch -q ../clone main; git rev-parse FETCH_HEAD > .git/refs/heads/main",
    "rm -r .git/logs; git fetch -q ../clone main; git rev-parse FETCH_HEAD > .git/refs/heads/main",
  ]

  @Test(arguments: ways) func filesAreUpdated(_ way: String) throws {
    let bench = try bench(by: way)
    let status = try bench.store().status()
    #expect(status.pending == [])
    #expect(status.notices.contains { $0.contains("main was moved without the files") })
    let report = try bench.store().recordHandEdits()
    #expect(report.recorded == [])
    #expect(report.notices.contains { $0.hasSuffix("they follow it now") })
    #expect(bench.desk.tasks() == ["done/c.md", "todo/a.md", "todo/d.md"])
    #expect(try bench.journal() == ["From elsewhere"])
    // git has to update all other files.
    #expect(try bench.shell("git status --porcelain") == "D  other.txt\n")
    #expect(try bench.store().recordHandEdits().notices == [])
  }

  @Test(arguments: ways) func handEditsAreMerged(_ way: String) throws {
    let bench = try bench(by: way)
    try bench.shell(
      """
      echo 'Green ones.' >> todo/a.md; echo 'Rolls.' >> todo/b.md; echo 'Hard.' >> doing/c.md
      printf 'Eggs\n' > todo/e.md
      """)
    let report = try bench.store().recordHandEdits()
    #expect(report.recorded.map(\.kind) == [.add, .edit, .edit, .edit])
    #expect(
      bench.desk.tasks() == ["done/c.md", "todo/a.md", "todo/b.md", "todo/d.md", "todo/e.md"])
    let apples = try bench.desk.read("todo/a.md")
    #expect(apples.contains("priority: high") && apples.contains("Green ones."))
    #expect(try bench.desk.read("todo/b.md").contains("Rolls."))
    #expect(try bench.desk.read("done/c.md").contains("Hard."))
    #expect(try bench.shell("git status --porcelain") == "D  other.txt\n")
    #expect(try bench.journal().contains("From elsewhere"))
    #expect(try bench.store().recordHandEdits().recorded == [])
  }

  /// Another work tree moved the branch of this one.
  @Test func aBranchIsMovedFromAnotherWorkTree() throws {
    let bench = try Bench()
    try bench.record()
    try bench.shell("git worktree add -q ../linked -b side; git checkout -q -b main2")
    let linked = Desk(bench.desk.scratch, "linked", name: "Ben", seed: 2)
    _ = try linked.store().add(NewTask(title: "Figs"))
    _ = try bench.store().add(NewTask(title: "Dates"))
    try bench.shell(
      """
      git checkout -q --detach side; git cherry-pick main2 > ../out
      git update-ref refs/heads/side HEAD; git checkout -q main2
      """)
    #expect(try linked.store().recordHandEdits().recorded == [])
    #expect(linked.exists("todo/dates.md") && linked.exists("todo/figs.md"))
    #expect(try linked.complaints() == "")
  }

  /// git commands in this work tree update its files, or leave them on purpose.
  @Test(arguments: [
    ("git commit -qam edit; git checkout -q HEAD~1 -- todo/a.md", ["edit"]),
    ("git commit -qam edit; git revert -n HEAD", ["edit"]),
    ("git commit -qam edit; git reset -q --soft HEAD~1", ["edit"]),
  ])
  func gitCommandsHereAreIntended(_ script: String, _ kinds: [String]) throws {
    let bench = try Bench()
    try bench.record()
    try bench.shell("echo 'Green ones.' >> todo/a.md; \(script); rm -f .git/REVERT_HEAD")
    let text = try bench.desk.read("todo/a.md")
    #expect(try bench.store().recordHandEdits().recorded.map(\.kind.rawValue) == kinds)
    #expect(try bench.desk.read("todo/a.md") == text)
    #expect(try bench.desk.complaints() == "")
  }
}
