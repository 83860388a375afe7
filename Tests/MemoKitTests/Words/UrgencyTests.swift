import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles

/// The rule of `memo next`, one reason at a time.
@Suite struct UrgencyTests {
  /// 2026-11-20, a Friday, 15:04 in UTC.
  private static let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)

  private func points(_ header: String, in folder: String = "todo") throws -> Double {
    let task = try #require(
      StoredTask(path: "\(folder)/a.md", bytes: Array("---\n\(header)\n---\n".utf8), file: nil))
    return Urgency(of: task, TaskLinks([task]), UrgencyWeights(), at: Self.now).points
  }

  @Test(arguments: [
    ("title: A", 0), ("priority: high", 6), ("priority: medium", 3.6), ("priority: low", 1.2),
    ("deadline: 2026-11-20", 12), ("deadline: 2026-11-27", 6), ("deadline: 2026-12-04", 0),
    ("deadline: 2027-12-04", 0), ("deadline: 2026-11-19", 24),
    ("created: 2025-11-20T15:04:05+00:00", 2), ("created: 2000-01-01T00:00:00+00:00", 2),
    ("created: 2027-01-01T00:00:00+00:00", 0),
  ])
  func eachReasonCounts(header: String, expected: Double) throws {
    #expect(abs(try points(header) - expected) < 0.001)
    #expect(abs(try points(header, in: "doing") - expected - 15) < 0.001)
  }

  @Test func blockingTasksAreMoreUrgent() throws {
    func task(_ name: String, _ header: String, in folder: String = "todo") throws -> StoredTask {
      try #require(
        StoredTask(
          path: "\(folder)/\(name).md", bytes: Array("---\n\(header)\n---\n".utf8), file: nil))
    }
    let first = try task("first", "id: bbbbbbbbbb")
    for count in 0...6 {
      let others = try (0..<count).map { try task("\($0)", "after: [bbbbbbbbbb]") }
      let done = try task("done", "after: bbbbbbbbbb", in: "done")
      let links = TaskLinks([first, done] + others)
      let points = Urgency(of: first, links, UrgencyWeights(), at: Self.now).points
      #expect(points == Double(min(count, 4)) * 2)
      let order = Urgency.order([done, first] + others, links, UrgencyWeights(), at: Self.now)
      #expect(order.map(\.path) == ["todo/first.md"])
    }
  }
}
