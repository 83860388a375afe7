import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing
@testable import TaskHistory

/// The tasks that were done last come first.
@Suite struct LastDoneTests {
  /// Ten tasks done in the order of their numbers, some of which had something else happen to them
  /// since.
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    _ = desk.memo("init")
    for number in 0..<10 { _ = desk.memo("add", "Task \(number)") }
    for number in 0..<10 {
      desk.wait(seconds: 60)
      _ = desk.memo("done", "task-\(number)")
    }
    desk.wait(seconds: 60)
    // None of it makes a task done anew, but for the second time that the third one is.
    for words in [
      ["rename", "task-0", "The first"], ["set", "task-1", "priority=high"], ["reopen", "task-3"],
      ["done", "task-3"], ["reopen", "task-9"], ["undo"], ["note", "task-4", "So much for that."],
    ] {
      desk.wait(seconds: 60)
      #expect(desk.memo(words).status == .done, "\(words)")
    }
    return desk
  }

  private func done(_ desk: Desk) throws -> [StoredTask] {
    try desk.store().read().tasks.filter { $0.status == .done }
  }

  @Test func theLastOnesAreFirst() throws {
    let desk = try desk()
    let all = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(all.prefix(4) == ["Task 3", "Task 9", "Task 8", "Task 7"])
  }

  /// Where a clock was behind, what was done later may stand before it.
  @Test func aClockThatWasBehindMovesNothing() throws {
    let desk = try desk()
    desk.wait(seconds: -3600)
    _ = desk.memo("set", "task-2", "priority=high")
    let last = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(last.prefix(3) == ["Task 3", "Task 9", "Task 8"])
  }

  /// What nobody has recorded yet is done now.
  @Test func whatIsNotRecordedComesFirst() throws {
    let desk = try desk()
    try desk.write("---\ntitle: By hand\n---\n", to: "done/by-hand.md")
    let last = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(last.prefix(2) == ["By hand", "Task 3"])
  }
}
