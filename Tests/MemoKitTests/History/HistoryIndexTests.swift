import Foundation
import Git
import SQLite
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

/// The history's index returns what was stored, and a damaged or outdated one is ignored.
@Suite struct HistoryIndexTests {
  private let file = ".git/memo/cache/history.sqlite"

  private func told(_ desk: Desk) throws -> [String] {
    var told: [String] = []
    try desk.store().log { entry in
      told.append("\(entry.kind): \(entry.title)")
      return true
    }
    return told
  }

  /// The log with the index, without it, and with an unreadable one.
  @Test func theIndexMakesNoDifference() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    for number in 0..<60 {
      desk.wait(seconds: 60)
      _ = try desk.store().add(NewTask(title: "Task \(number)"))
    }
    let before = try told(desk)
    #expect(before.count == 60)
    let kept = Array(try Data(contentsOf: URL(filePath: desk.scratch(desk.path(file)))))
    desk.wait(seconds: 60)
    _ = try desk.store().move(["task-7"], to: .doing)
    let after = ["move: Task 7"] + before
    #expect(try told(desk) == after)
    for damage in [[], Array("nothing".utf8), kept.dropLast(100), kept] {
      try desk.scratch.write(damage, to: desk.path(file))
      #expect(try told(desk) == after)
    }
    try desk.remove(file)
    #expect(try told(desk) == after)
    // Commits that were rebased away are dropped from the index.
    try desk.scratch.git("reset", "--quiet", "--hard", "HEAD~2", in: "kim")
    #expect(try told(desk) == Array(before.dropFirst()))
    #expect(desk.exists(file))
    // An unwritable folder is no error.
    try desk.remove(".git/memo")
    try desk.write("", to: ".git/memo")
    #expect(try told(desk) == Array(before.dropFirst()))
  }

  /// A commit of many files is compared once, not by every command.
  @Test func largeCommitsAreIndexed() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    func size() throws -> Int {
      let path = desk.scratch(desk.path(file))
      return (try? Data(contentsOf: URL(filePath: path)).count) ?? 0
    }
    for count in [20, 120] {
      for number in 0..<count {
        try desk.write("---\ntitle: \(count) \(number)\n---\n", to: "todo/\(count)-\(number).md")
      }
      try desk.scratch.git("add", "--all", in: "kim")
      try desk.scratch.git("commit", "--quiet", "--message", "by hand", in: "kim")
      #expect(try told(desk).count == (count == 20 ? 20 : 140))
      #expect((try size() > 0) == (count == 120))
    }
  }

  /// If another process locks the index, or updates it for another commit, memo works in memory.
  @Test func anotherProcessMakesNoDifference() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    for number in 0..<30 { _ = try desk.store().add(NewTask(title: "Task \(number)")) }
    let before = try told(desk)
    let store = try desk.store()
    let history = try #require(try store.history(try store.git()))
    let other = try Database(desk.scratch(desk.path(file)))
    try other.execute("BEGIN EXCLUSIVE")
    #expect(try told(desk) == before)
    #expect(try history.allChanges().count == 30)
    try other.execute("ROLLBACK")
    _ = try desk.store().move(["task-7"], to: .doing)
    #expect(try told(desk) == ["move: Task 7"] + before)
    #expect(try history.allChanges().count == 30)
    try other.execute("UPDATE state SET rules = 'those of a later version'")
    #expect(try told(desk) == ["move: Task 7"] + before)
    try other.execute("DROP TABLE changes")
    #expect(try told(desk) == ["move: Task 7"] + before)
  }
}
