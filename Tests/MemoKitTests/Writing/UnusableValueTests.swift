import MemoKit
import TaskFile
import TestSupport
import Testing

/// Values of single keys that memo can't use, as other tools write them.
@Suite struct UnusableValueTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  private func write(_ lines: String) throws -> Store {
    try desk.write("---\nproject: house\n\(lines)\n---\nText.\n", to: "todo/x.md")
    return try desk.store()
  }

  @Test(arguments: [
    "tags: [a, {b: c}]", "tags:\n  - a\n  - b: c", "other: [a, {b: c}]", "status: In Progress",
    "priority: critical", "priority: {a: b}", "created: 10/3/26", "due: \"[[2026-09-05]]\"",
    "deadline: [fri, sat]", "deadline: 2026-12-01\ndue: 2026-12-02", "id: BACK-12", "title: {a: 1}",
  ])
  func noOtherFieldIsLocked(_ lines: String) throws {
    let store = try write(lines)
    _ = try store.change(["x"], [.set(key: "estimate", .text("3h"))])
    let text = try desk.read("todo/x.md")
    #expect(text.contains("\n\(lines)\n") && text.contains("\nestimate: 3h\n"))
    _ = try desk.store().move(["todo/x.md"], to: .doing)
    let moved = try desk.read("doing/x.md")
    let isStatus = lines.hasPrefix("status")
    #expect(moved == (isStatus ? text.replacing(lines, with: "status: doing") : text))
    #expect(try desk.store().recordHandEdits().recorded == [])
    #expect(try desk.complaints() == "")
  }

  @Test(arguments: ["priority: critical", "priority: {a: b}", "priority: [low]"])
  func theFieldItselfCanBeSet(_ line: String) throws {
    _ = try write(line).change(["x"], [.set(key: "priority", .text("high"))])
    #expect(try desk.read("todo/x.md").contains("\npriority: high\n"))
  }

  /// Tags are put beside what is no word.
  @Test func aTagIsAdded() throws {
    _ = try write("tags: [a, {b: c}]").change(["x"], [.addTag("home")])
    #expect(try desk.read("todo/x.md").contains("\ntags: [a, {b: c}, home]\n"))
  }

  @Test(arguments: ["status: In Progress", "priority: critical", "deadline: soon"])
  func memoWritesNone(_ line: String) throws {
    let store = try write(line)
    for (key, text) in [("status", "Later"), ("priority", "critical"), ("deadline", "soon")] {
      let error = #expect(throws: MemoError.self) {
        _ = try store.change(["x"], [.set(key: key, .text(text))])
      }
      #expect(error?.kind == .unreadable)
    }
  }
}
