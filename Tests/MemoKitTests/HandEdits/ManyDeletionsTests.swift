import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Many missing tasks may be a mistake, or the work of a program.
@Suite struct ManyDeletionsTests {
  /// A store with a number of tasks, which get their ids when they are recorded.
  private func bench(of count: Int) throws -> Bench {
    try Bench(
      Dictionary(uniqueKeysWithValues: (1...count).map { ("todo/t\($0).md", "# Task \($0)\n") }))
  }

  private func delete(_ numbers: ClosedRange<Int>, in bench: Bench) throws {
    for number in numbers { try bench.desk.remove("todo/t\(number).md") }
  }

  @Test func manyDeletionsAreRefused() throws {
    let bench = try bench(of: 40)
    try delete(1...21, in: bench)
    try bench.desk.write("# New\n", to: "todo/new.md")
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(error?.kind == .unconfirmed)
    #expect(error?.message.hasPrefix("21 of 40 tasks are gone from their folders") == true)
    #expect(try bench.journal() == [])
    #expect(try bench.store().status().notices.contains { $0.hasPrefix("21 of 40 tasks") })
    #expect(!bench.desk.exists(".git/index.lock"))
    // Two files restored, the others are few enough.
    try bench.shell("git checkout -q -- todo/t1.md todo/t2.md")
    #expect(try bench.record().recorded.count == 20)
  }

  @Test func confirmationIsAskedOnceWithoutALock() throws {
    let bench = try bench(of: 40)
    try delete(1...30, in: bench)
    let store = try bench.store()
    var asked: [String] = []
    store.confirms = { many in
      asked.append(many.sentence)
      #expect(!bench.desk.exists(".git/index.lock"))
      return true
    }
    #expect(try store.add(NewTask(title: "Dates")).recorded.count == 30)
    #expect(asked == ["30 of 40 tasks are gone from their folders"])
    #expect(try bench.desk.complaints() == "")
  }

  /// Files that are no tasks, such as images.
  @Test func filesBesideTasksCount() throws {
    let bench = try Bench()
    try bench.shell("mkdir todo/trip; for n in $(seq 40); do echo $n > todo/trip/$n.png; done")
    try bench.record()
    try bench.shell("rm todo/trip/1?.png todo/trip/2?.png todo/trip/3?.png")
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(error?.kind == .unconfirmed)
    // The settings are one of them.
    #expect(
      error?.message.hasPrefix("30 of 41 files that are no tasks are gone from their folders")
        == true)
    #expect(error?.details.first == "todo/trip/10.png")
    #expect(try bench.store().status().notices.contains { $0.hasPrefix("30 of 41 files") })
    #expect(try bench.store().restoreMissing().recorded == [])
    try bench.shell("rm todo/trip/*.png todo/a.md")
    let store = try bench.store()
    store.confirms = { $0.changes.count == 40 }
    #expect(try store.recordHandEdits().recorded.count == 41)
  }

  @Test func fewDeletionsAreRecorded() throws {
    let few = try bench(of: 24)
    try delete(1...20, in: few)
    #expect(try few.record().recorded.count == 20)
    let aFifth = try bench(of: 110)
    try delete(1...22, in: aFifth)
    #expect(try aFifth.record().recorded.count == 22)
  }

  @Test func movesAreNoDeletions() throws {
    let bench = try bench(of: 40)
    try bench.shell("mv todo/t1*.md todo/t2*.md done/")
    #expect(try bench.record().recorded.allSatisfy { $0.kind == .move })
  }

  @Test func committedDeletionsAreAccepted() throws {
    let bench = try bench(of: 40)
    try bench.shell("git rm -q todo/t1*.md todo/t2*.md todo/t3*.md; git commit -qm gone")
    #expect(try bench.record().recorded == [])
  }

  /// Deletions that are staged in git count as well.
  @Test func stagedDeletionsCount() throws {
    let bench = try bench(of: 40)
    try bench.record()
    try bench.shell("git rm -q todo/t1*.md todo/t2*.md todo/t3*.md")
    #expect(throws: MemoError.self) { try bench.record() }
    #expect(try bench.store().restoreMissing().changes.count == 33)
    #expect(try bench.desk.complaints() == "")
  }

  @Test func restoringChangesNothingElse() throws {
    let bench = try bench(of: 40)
    try delete(1...25, in: bench)
    try bench.shell("mv todo/t30.md doing/; echo More. >> todo/t40.md; echo '# New' > todo/new.md")
    let report = try bench.store().restoreMissing()
    #expect(report.changes.count == 25)
    #expect(Set(report.recorded.map(\.kind)) == [.move, .edit, .add])
    #expect(try bench.desk.complaints() == "")
    #expect(try bench.store().restoreMissing().changes == [])
  }

  @Test func syncsNeverPushThem() throws {
    let team = try Team(of: 2)
    for number in 1...30 { try team[0].write("# Task \(number)\n", to: "todo/t\(number).md") }
    _ = try team[0].store().sync()
    _ = try team[1].store().sync()
    for number in 1...30 { try team[1].remove("todo/t\(number).md") }
    let error = #expect(throws: MemoError.self) { try team[1].store().sync() }
    #expect(error?.kind == .unconfirmed)
    #expect(try team[1].store().previewSync().notices.contains { $0.hasPrefix("30 of 30 tasks") })
    #expect(try team[0].store().sync().isUpToDate)
    let store = try team[1].store()
    store.confirms = { _ in true }
    #expect(try store.sync().sent.count == 30)
  }

  @Test func aWatchPausesUntilTheyAreRestored() throws {
    let team = try Team(of: 2)
    let desk = team[0]
    for number in 1...30 { try desk.write("# Task \(number)\n", to: "todo/t\(number).md") }
    _ = try desk.store().sync()
    let stage = WatchStage(desk)
    stage.at(100) {
      for number in 1...25 { try desk.remove("todo/t\(number).md") }
    }
    stage.at(150) { try desk.write("# New\n", to: "todo/new.md") }
    stage.at(200) { try desk.remove("todo/t26.md") }
    stage.at(700) { try desk.scratch.git("checkout", "-q", "--", "todo", in: desk.folder) }
    try stage.play(until: 1000)
    let told = stage.reported.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    #expect(
      told == [
        "started origin/main 300",
        "not recorded: 25 of 30 tasks are gone from their folders, so memo commits nothing "
          + "until you confirm it",
        "recorded add New", "synced 0 in 1 out", "ended, 0 wait",
      ])
    #expect(try desk.complaints() == "")
  }
}
