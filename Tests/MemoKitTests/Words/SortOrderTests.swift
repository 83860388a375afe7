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

@Suite struct SortOrderTests {
  static let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 3600)

  static let tasks: [StoredTask] = [
    ("done/f.md", "title: apple\nn: 10"),
    ("todo/a.md", "title: Banana\ndeadline: 2026-12-01\npriority: low\nn: 9"),
    ("todo/b.md", "title: cherry\ndeadline: 2026-12-01 09:00\nid: bbbbbbbbbb\nn: x"),
    ("todo/c.md", "title: Date\ndeadline: 2026-11-30T23:30:00+00:00\npriority: high"),
    (
      "doing/d.md",
      "title: elder\ndeadline: 2026-12-01\npriority: high\ncreated: 2026-02-01T00:00:00+00:00"
    ),
    (
      "doing/e.md",
      "title: fig\ndeadline: 2026-12-01\npriority: high\ncreated: 2026-01-01T00:00:00+00:00"
    ),
    ("todo/g.md", "title: grape\npriority: medium\ntags: [z, a]"),
  ].compactMap { path, header in
    StoredTask(path: path, bytes: Array("---\n\(header)\n---\n".utf8), file: nil)
  }

  private func names(_ order: SortOrder) -> String {
    order.sorted(Self.tasks, at: Self.now).map(\.name).joined()
  }

  @Test func theDefaultIsDeadlineThenPriorityThenAge() {
    // 23:30 in London is 00:30 here, before nine o'clock of the same day.
    #expect(names(.standard) == "cbedagf")
  }

  @Test(arguments: [
    ("deadline", "cbdeafg"), ("due", "cbdeafg"), ("-deadline", "deabcfg"),
    ("priority", "decgafb"), ("-priority", "agdecfb"), ("created", "edfabcg"),
    ("-created", "defabcg"), ("title", "fabcdeg"), ("-title", "gedcbaf"), ("id", "bdefacg"),
    ("status", "abcgdef"), ("path", "defabcg"), ("-path", "gcbafed"), ("tags", "gdefabc"),
    ("n", "afbdecg"), ("status,-title", "gcbaedf"), ("-priority,-created", "agdecfb"),
    ("nothing", "defabcg"),
  ]) func sorts(_ keys: String, _ expected: String) throws {
    #expect(names(try #require(SortOrder(keys))) == expected, "\(keys)")
  }

  @Test(arguments: ["", ",", "title,", "-", "title,,due", "title,-"])
  func needsAName(_ text: String) { #expect(SortOrder(text) == nil) }

  @Test func tasksWithoutValueComeLast() throws {
    for keys in ["deadline", "-deadline"] {
      #expect(names(try #require(SortOrder(keys))).hasSuffix("fg"), "\(keys)")
    }
  }
  /// The first few are found in another way than all.
  @Test(arguments: ["deadline,priority,created", "-created", "priority", "title"])
  func theFirstFewMatchTheFullOrder(_ keys: String) throws {
    var random = SeededRandom(seed: 17)
    let tasks = (0..<400).compactMap { number in
      let day = Int.random(in: 10..<14, using: &random)
      let priority = ["high", "medium", "low"].randomElement(using: &random) ?? ""
      let header = Bool.random(using: &random) ? "deadline: 2026-12-\(day)\n" : ""
      return StoredTask(
        path: "todo/\(1000 + number).md",
        bytes: Array("---\n\(header)priority: \(priority)\n---\n".utf8), file: nil)
    }
    let order = try #require(SortOrder(keys))
    for (tasks, most) in [(tasks, 1), (tasks, 7), (tasks.shuffled(using: &random), 20), (tasks, 0)]
    {
      let all = order.sorted(tasks, at: Self.now).map(\.path)
      let first = order.sorted(tasks, at: Self.now, atMost: most).map(\.path)
      #expect(first == Array(all.prefix(most)))
    }
  }
}
