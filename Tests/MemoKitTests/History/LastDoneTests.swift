import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing
@testable import TaskHistory

/// The most recently finished tasks come first.
@Suite struct LastDoneTests {
  /// Ten tasks, finished in the order of their numbers, some of them changed since.
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    _ = desk.memo("init")
    for number in 0..<10 { _ = desk.memo("add", "Task \(number)") }
    for number in 0..<10 {
      desk.wait(seconds: 60)
      _ = desk.memo("done", "task-\(number)")
    }
    desk.wait(seconds: 60)
    // Only the third task is finished again.
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

  @Test func theLatestComeFirst() throws {
    let desk = try desk()
    let all = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(all.prefix(4) == ["Task 3", "Task 9", "Task 8", "Task 7"])
  }

  /// A commit of a clock that runs behind may precede earlier ones.
  @Test func aSlowClockChangesNothing() throws {
    let desk = try desk()
    desk.wait(seconds: -3600)
    _ = desk.memo("set", "task-2", "priority=high")
    let last = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(last.prefix(3) == ["Task 3", "Task 9", "Task 8"])
  }

  /// Uncommitted changes count as the latest.
  @Test func uncommittedTasksComeFirst() throws {
    let desk = try desk()
    try desk.write("---\ntitle: By hand\n---\n", to: "done/by-hand.md")
    let last = try desk.store().lastDoneFirst(done(desk)).map(\.title)
    #expect(last.prefix(2) == ["By hand", "Task 3"])
  }
}
