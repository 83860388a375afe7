import Foundation
import Git
import MemoCLI
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// All answers about a task's history agree, whatever its age, and with or without caches.
@Suite struct HistoryAgreementTests {
  /// A store whose history a shell script makes with plain git.
  private func desk(_ script: String) throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    try desk.shell(
      """
      day() { export GIT_AUTHOR_DATE=2026-$1T12:00:00Z GIT_COMMITTER_DATE=2026-$1T12:00:00Z; }
      noise() {
        [ $1 = 0 ] || { for i in $(seq $1); do
          printf 'commit refs/heads/main\ncommitter N <n@example.org> 1770000000 +0000\n'
          printf 'data 6\nNoise\n'
          [ $i != 1 ] || echo 'from refs/heads/main^0'
        done; } | git fast-import --quiet
      }
      \(script)
      """)
    return desk
  }

  private func log(_ desk: Desk, _ task: TaskRef? = nil) throws -> [String] {
    try desk.store().entries(LogQuery(tasks: task.map { [$0] })).map { "\($0.kind) \($0.path)" }
  }

  private func log(_ desk: Desk, at path: String) throws -> [String] {
    let store = try desk.store()
    let task = try #require(try store.read().tasks.first { $0.path == path })
    let ref = try #require(try store.refs(of: [task]).first)
    return try log(desk, ref)
  }

  /// A file without an id that is moved and later renamed is one task for every command.
  @Test func aTaskWithoutAnIDIsOneTask() throws {
    let desk = try desk(
      """
      day 01-05; mkdir -p todo done; printf 'Write it.\\nAll of it.\\n' > todo/report.md
      git add -A; git commit -qm Add
      day 01-12; git mv todo/report.md done/report.md; git commit -qm Done
      day 02-20; git mv done/report.md done/annual.md; git commit -qm Rename
      """)
    #expect(
      try log(desk, at: "done/annual.md") == [
        "edit done/annual.md", "move done/report.md", "add todo/report.md",
      ])
    let stats = try desk.store().stats(since: PastMoment(second: 0))
    #expect(stats.done == 1)
    #expect(stats.weeks.filter { $0.done > 0 }.map(\.name) == ["2026-W03"])
    #expect(stats.leadTime.map { Int($0.median) } == 604_800)
    let archived = try desk.store().archive(["annual"], isTrial: true)
    #expect(archived.report.changes.map(\.path) == ["done/2026/01/annual.md"])
  }

  /// Two people finish it, each with another change.
  @Test(arguments: [["main", "side"], ["side", "main"]])
  func theLaterFinishCountsInAnyMerge(branches: [String]) throws {
    let desk = try desk(
      """
      day 01-05; mkdir -p todo done
      printf -- '---\\ntitle: X\\nid: bbbbbbbbbb\\n---\\n1\\n2\\n3\\n4\\n5\\n' > todo/x.md
      git add -A; git commit -qm Add; git branch side
      day 01-07; git mv todo/x.md done/x.md; sed -i.x s/1/One/ done/x.md; git commit -qam Ben
      git switch -q side; mkdir -p done
      day 01-06; git mv todo/x.md done/x.md; sed -i.x s/5/Five/ done/x.md; git commit -qam Ana
      day 01-08; rm -f done/x.md.x
      git switch -q \(branches[0]); git merge -q --no-edit \(branches[1])
      """)
    let store = try desk.store()
    let times = try store.completionTimes(of: store.read().tasks)
    #expect(times["done/x.md"].map { "\($0)".prefix(10) } == "2026-01-07")
  }

  @Test(arguments: [5, 1_100]) func aLostIDIsFoundInOldHistory(_ noise: Int) throws {
    let desk = try desk(
      """
      mkdir -p todo; printf -- '---\\ntitle: Milk\\nid: bbbbbbbbbb\\n---\\nTwo.\\n' > todo/milk.md
      git add -A; git commit -qm Add
      printf -- '---\\ntitle: Milk\\n---\\nTwo.\\n' > todo/milk.md; git commit -qam Lost
      noise \(noise)
      git mv todo/milk.md todo/oat-milk.md; git commit -qm Rename
      noise \(noise)
      """)
    _ = try desk.store().add(NewTask(title: "Bread"))
    #expect(try desk.scratch.read("kim/todo/oat-milk.md").contains("id: bbbbbbbbbb\n"))
  }

  @Test(arguments: [0, 1_100]) func aStatusIsSettledFromOldHistory(
    _ noise: Int
  ) throws {
    let desk = try desk(
      """
      mkdir -p todo done
      printf -- '---\\ntitle: A\\nstatus: todo\\nid: bbbbbbbbbb\\n---\\n' > todo/a.md
      printf -- '---\\ntitle: B\\nstatus: todo\\nid: cccccccccc\\n---\\n' > todo/b.md
      git add -A; git commit -qm Add; noise \(noise)
      git mv todo/a.md done/a.md; sed -i 's/status: todo/status: done/' todo/b.md
      git commit -qam 'The folder of one, the text of the other'; noise \(noise)
      """)
    let tasks = try desk.store().read().tasks
    #expect(tasks.map { "\($0.title) \($0.status)" }.sorted() == ["A done", "B done"])
  }

  @Test(arguments: [0, 1_100]) func theOriginalKeepsItsID(_ noise: Int) throws {
    let desk = try desk(
      """
      mkdir -p todo; printf -- '---\\ntitle: Z\\nid: bbbbbbbbbb\\n---\\n' > todo/z.md
      git add -A; git commit -qm Add; noise \(noise)
      cp todo/z.md todo/a.md; git add -A; git commit -qm Copy; noise \(noise)
      """)
    _ = try desk.store().add(NewTask(title: "Bread"))
    #expect(try desk.scratch.read("kim/todo/z.md").contains("id: bbbbbbbbbb\n"))
    #expect(try !desk.scratch.read("kim/todo/a.md").contains("id: bbbbbbbbbb\n"))
    let log = try log(desk, .id(#require(TaskID("bbbbbbbbbb"))))
    #expect(log == ["add todo/a.md", "add todo/z.md"])
  }

  /// The original gets its id back, even if only a copy still has it.
  @Test(arguments: [0, 130]) func theOriginalGetsItsIDBackFromACopy(_ noise: Int) throws {
    let desk = try desk(
      """
      mkdir -p todo; printf -- '---\\ntitle: Z\\nid: bbbbbbbbbb\\n---\\nText.\\n' > todo/z.md
      git add -A; git commit -qm Add; noise \(noise)
      cp todo/z.md todo/a.md; git add -A; git commit -qm Copy; noise \(noise)
      sed -i '/^id:/d' todo/z.md; git commit -qam Lost; noise \(noise)
      """)
    let shared = ["edit todo/z.md", "add todo/a.md", "add todo/z.md"]
    #expect(try log(desk, at: "todo/z.md") == shared)
    _ = try desk.store().add(NewTask(title: "Bread"))
    #expect(try desk.scratch.read("kim/todo/z.md").contains("id: bbbbbbbbbb\n"))
    #expect(try !desk.scratch.read("kim/todo/a.md").contains("id: bbbbbbbbbb\n"))
    let log = try log(desk, .id(#require(TaskID("bbbbbbbbbb"))))
    #expect(Array(log.suffix(3)) == shared)
    let task = try #require(try desk.store().read().tasks.first { $0.path == "todo/z.md" })
    #expect(try desk.store().blame(task).fields.allSatisfy { $0.change != nil })
  }

  /// A changed id is another task from then on.
  @Test func aChangedIDIsAnotherTask() throws {
    let desk = try desk(
      """
      mkdir -p todo; printf -- '---\\ntitle: Z\\nid: bbbbbbbbbb\\n---\\nText.\\n' > todo/z.md
      git add -A; git commit -qm Add
      sed -i 's/bbbbbbbbbb/cccccccccc/' todo/z.md; git commit -qam 'Another id'
      """)
    let old = try log(desk, .id(#require(TaskID("bbbbbbbbbb"))))
    #expect(old == ["delete todo/z.md", "add todo/z.md"])
    #expect(try log(desk, .id(#require(TaskID("cccccccccc")))) == ["add todo/z.md"])
    let store = try desk.store()
    var deleted: [String] = []
    try store.deletedTasks { task in
      deleted.append(task.path)
      return true
    }
    #expect(deleted == ["todo/z.md"])
    let report = try store.restore(["bbbbbbbbbb"])
    #expect(report.changes.map(\.path) == ["todo/z-2.md"])
  }

  /// A clock that runs behind puts no commit before its parent.
  @Test func laterCommitsAreListedFirst() throws {
    let desk = try desk(
      """
      mkdir -p todo doing; day 03-02
      printf -- '---\\ntitle: Z\\nid: bbbbbbbbbb\\n---\\nText.\\n' > todo/z.md
      git add -A; git commit -qm Add; git branch side
      day 03-01; git mv todo/z.md doing/z.md; git commit -qm Move
      git switch -q side; day 03-03; echo x > x; git add -A; git commit -qm X
      git switch -q main; day 03-01; git merge -q side -m Merge
      """)
    let order = ["move doing/z.md", "add todo/z.md"]
    #expect(try log(desk, .id(#require(TaskID("bbbbbbbbbb")))) == order)
    #expect(try log(desk) == order)
    var newest: [String] = []
    try desk.store().log(LogQuery(limit: 9)) { entry in
      newest.append("\(entry.kind) \(entry.path)")
      return true
    }
    #expect(newest == order)
  }

  /// A merge that drops a task lists nothing, and the deleted task is still found.
  @Test func tasksDroppedInAMergeAreListed() throws {
    let desk = try desk(
      """
      mkdir -p todo; printf -- '---\\ntitle: Z\\nid: bbbbbbbbbb\\n---\\nText.\\n' > todo/z.md
      git add -A; git commit -qm Add; git switch -qc side
      printf -- '---\\ntitle: Y\\nid: cccccccccc\\n---\\n' > todo/y.md; git add -A
      git commit -qm Y --author 'Ben <ben@example.org>'
      git switch -q main; day 03-03; git commit -q --allow-empty -m Empty
      git merge -q -s ours side -m Ours
      """)
    var deleted: [String] = []
    try desk.store().deletedTasks { task in
      deleted.append("\(task.title) \(task.deletion.author)")
      return true
    }
    #expect(deleted == ["Y Ben"])
    #expect(try log(desk, .id(#require(TaskID("cccccccccc")))) == ["add todo/y.md"])
  }

  /// `--at` means the state of this clone at that time, not the first parents of somebody's merge.
  @Test func timesMeanTheStateOfThisClone() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    func wait() { desk.wait(seconds: 3600) }
    wait()
    _ = try desk.store().add(NewTask(title: "Ours"))
    wait()
    let before = desk.environment.now()
    try desk.shell(
      """
      export GIT_AUTHOR_DATE=\(before - 4000) GIT_COMMITTER_DATE=\(before + 60)
      git switch -q -c theirs HEAD~1; mkdir -p todo; echo Theirs > todo/theirs.md
      git add -A; git commit -qm Theirs; git merge -q main -m Merge
      export GIT_AUTHOR_DATE=\(before + 3600) GIT_COMMITTER_DATE=\(before + 3600)
      git switch -q main; git merge -q --ff-only theirs; git update-ref refs/remotes/o/main theirs~1
      """)
    desk.setClock(before + 7200)
    func titles(_ when: String?, of remote: String? = nil) throws -> [String] {
      try desk.store().past(when, of: remote).snapshot.tasks.map(\.title).sorted()
    }
    #expect(try titles("1 hour ago") == ["Ours", "Theirs"])
    #expect(try titles("2 hours ago") == ["Ours"])
    #expect(try titles(nil, of: "o").contains("Theirs"))
    #expect(throws: MemoError.self) { try titles(nil, of: "no such remote") }
    #expect(throws: MemoError.self) { try titles("2030-01-01") }
    #expect(try titles("today") == ["Ours", "Theirs"])
  }
}
