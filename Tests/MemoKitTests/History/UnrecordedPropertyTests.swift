import Foundation
import Git
import MemoCLI
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import TaskFile
@testable import TaskHistory

/// Random hand edits after random histories: recording them changes no other answer.
///
/// `MEMO_ALL=500` plays 500, `MEMO_SEED=1234` is the first seed.
@Suite struct UnrecordedPropertyTests {
  private static let count = Effort.count(2)
  private static let first = Effort.firstSeed

  @Test(arguments: first..<first + count)
  func recordingChangesNoAnswer(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), people: 1)
    for _ in 0..<15 { try history.plainStep() }
    try history.commitAll(0)
    let desk = history.team[0]
    for _ in 0..<4 {
      for _ in 0..<3 { try history.unrecordedStep(0) }
      // A renamed file without an id is recognized only when it is recorded.
      guard try !desk.hasRenamedNameless() else {
        try history.commitAll(0)
        continue
      }
      let before = try Told(desk, besides: nil)
      let last = try desk.store().git().head().commit?.hex
      try history.commitAll(0)
      let head = try #require(try desk.store().git().head().commit?.hex)
      guard head != last else { continue }
      let after = try Told(desk, besides: head)
      #expect(Told.differences(before, after) == [], "\(seed)\n\(history.text)")
    }
  }
}

extension Desk {
  fileprivate func hasRenamedNameless() throws -> Bool {
    let store = try store()
    let history = try store.history(try store.git())
    return try store.read().tasks.contains { task in
      try task.id == nil && history?.present(at: task.path) == nil
    }
  }
}

/// `diff` lists the same before and after recording hand edits.
@Suite struct UnrecordedDifferenceTests {
  @Test(arguments: [
    // A removed line with the id comes back, with or without other changes.
    ("sed -i.old /^id/d todo/a.md; rm todo/a.md.old", ""),
    (
      "sed -i.old -e /^id/d -e s/Apples/Pears/ todo/a.md; rm todo/a.md.old",
      "edit: Pears (title Apples → Pears)\n"
    ),
    ("sed -i.old 's/: todo/: doing/' todo/a.md; rm todo/a.md.old", "move: Apples (todo → doing)\n"),
    ("mv todo/a.md done", "move: Apples (todo → done)\n"),
    ("echo Plums > todo/p.md", "add: Plums\n"),
    ("rm todo/a.md", "delete: Apples\n"),
  ]) func recordingChangesNoDifference(_ edit: String, _ told: String) throws {
    let bench = try Bench()
    try bench.shell(edit)
    let difference = bench.desk.memo("diff", bench.start)
    #expect(difference.output == told)
    let document = bench.desk.memo("diff", bench.start, "--json").output
    try bench.record()
    let recorded = bench.desk.memo("diff", bench.start)
    #expect(recorded.output == told)
    #expect(recorded.error.contains("nothing is different") == told.isEmpty)
    // Before recording, nobody knows a new id.
    if !told.hasPrefix("add") {
      #expect(
        bench.desk.memo("diff", bench.start, "--json").output.components(separatedBy: "changes")
          .last == document.components(separatedBy: "changes").last)
    } else {
      #expect(document.contains(#""id":null"#) || document.contains(#""id": null"#), "\(document)")
    }
  }
}

/// An uncommitted copy has the same status as a committed one.
@Suite struct UnrecordedCopyTests {
  @Test(arguments: [false, true]) func aCopyHasTheOriginalsStatus(isMoved: Bool) throws {
    let bench = try Bench()
    try bench.shell("sed -i.old 's/: todo/: doing/' todo/a.md; rm todo/a.md.old; git commit -qam A")
    try bench.shell(
      isMoved ? "cp todo/a.md todo/b.md; mv todo/a.md todo/c.md" : "cp todo/a.md todo/b.md")
    func board() throws -> [String] {
      try bench.store().read().tasks.map { "\($0.path) \($0.status)" }
    }
    let before = try board()
    #expect(before.contains("todo/b.md doing"))
    try bench.shell("git add -A; git commit -qm Copy; git branch copy")
    #expect(try board() == before)
    try bench.shell("git reset -q --soft HEAD~1; git reset -q")
    try bench.record()
    let recorded = try board()
    #expect(recorded.contains("doing/b.md doing"))
    try bench.shell("git switch -q copy")
    try bench.record()
    #expect(try board() == recorded)
  }
}

/// The commands' answers about a store.
private struct Told {
  private(set) var lines: [String] = []
  /// The commit without entries, since it is not made yet in the other case.
  private let last: String?
  private var store: Store

  /// - Parameter last: The full name of the excluded commit.
  init(_ desk: Desk, besides last: String?) throws {
    self.last = last
    store = try desk.store()
    // Unreadable files are not archived, and don't block others.
    store.changesWhatCanBe = true
    let snapshot = try store.read()
    for task in snapshot.tasks {
      lines.append("\(task.path) is \(task.status)")
      try log(task)
      // Changes within unreadable files are unknown.
      if task.item.isUsable { try blame(task) }
    }
    let completed = try store.completionTimes(of: snapshot.tasks)
    lines += completed.sorted.map { "done: \($0.path) \($0.value)" }
    let changed = try store.changeCounts(of: snapshot.tasks)
    lines += changed.sorted.map { "changed: \($0.path) \($0.value.last)" }
    let now = desk.environment.localTime
    let stats = try store.stats(since: PastMoment.parse("2020-01-01", now: now))
    lines += ["stats: \(stats.done) \(stats.leadTime as Any) \(stats.cycleTime as Any)"]
    lines += stats.weeks.filter { $0.done > 0 }.map { "stats: \($0)" }
    lines += stats.open.map { "stats: \($0)" }
    let limit = try #require(CalendarDate(iso: "2099-01-01"))
    let archived = try store.archive(before: limit, isTrial: true).report.changes
    lines += archived.map { "archive: \($0.path) \($0.fields)" }
    lines += try store.deletedLines(try TextQuery([""]), snapshot).map { line in
      "find --history: \(line.path) \(line.line.part.rawValue) \(line.line.text)"
        + " \(line.change.commit)"
    }
    try names(snapshot)
  }

  static func differences(_ before: Told, _ after: Told) -> [String] {
    after.lines.difference(from: before.lines).map { step in
      switch step {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
  }

  private mutating func log(_ task: StoredTask) throws {
    try store.log(LogQuery(tasks: store.refs(of: [task]))) { entry in
      if entry.commit != last { lines.append("log \(task.path): \(entry)") }
      return true
    }
  }

  private mutating func blame(_ task: StoredTask) throws {
    let blame = try store.blame(task)
    for part in blame.fields + blame.lines {
      let commit = part.change?.commit == last ? nil : part.change?.commit
      lines.append("blame \(task.path): \(part.part.label) \(part.value) \(commit ?? "")")
    }
  }

  /// The deleted tasks.
  private mutating func names(_ snapshot: Snapshot) throws {
    try store.deletedTasks { task in
      if task.deletion.commit != last, let id = task.id {
        lines.append("log --deleted: \(id) \(task.path)")
      }
      return true
    }
  }
}
