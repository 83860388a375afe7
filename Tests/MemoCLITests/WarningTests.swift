import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Commands report values that are probably mistakes.
@Suite struct WarningTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    for title in ["A", "B", "C"] { desk.memo("add", title) }
  }

  @Test func circularDependenciesAreReported() throws {
    let own = desk.memo("set", "a", "after:a")
    #expect(own.status.rawValue == 1)
    #expect(own.error == "error: A can't come after itself\nhint: name another task\n")
    #expect(desk.memo("set", "b", "after:a").status == .done)
    #expect(desk.memo("set", "c", "after:b").status == .done)
    let circle = desk.memo("set", "a", "p:high", "after:c")
    #expect(circle.status.rawValue == 1)
    #expect(
      circle.error.hasPrefix("error: 'after' would form a cycle: A → C → B → A\n"),
      "\(circle.error)")
    #expect(try !desk.read("todo/a.md").contains("priority"))
    // For several tasks at once, too.
    #expect(desk.memo("set", "a", "b", "after:c").status.rawValue == 1)
    #expect(desk.memo("add", "D", "after:c").status == .done)
    #expect(desk.memo("check").status == .done)
  }

  @Test(arguments: [["set", "c"], ["add", "D"]]) func severalDependenciesAreKept(words: [String])
    throws
  {
    desk.memo(words + ["after:a", "to:ann", "after:b", "to:ben", "after:a"])
    let name = words[1].lowercased()
    let ids = try ["a", "b"].map {
      try #require(try desk.read("todo/\($0).md").firstMatch(of: /\nid: (.+)\n/)).1
    }
    let text = try desk.read("todo/\(name).md")
    #expect(text.contains("after: [\(ids[0]), \(ids[1])]\n"), "\(text)")
    #expect(text.contains("assignee: [ann, ben]\n"), "\(text)")
  }

  @Test func contradictingDatesAreReported() throws {
    let late = desk.memo("set", "a", "due:2026-12-01", "wait:2026-12-05")
    #expect(late.error == "note: A waits until 2026-12-05, and is due before: 2026-12-01\n")
    let over = desk.memo("add", "D every:week due:2026-12-08 until:2026-12-01")
    #expect(
      over.error
        == "note: D is due on 2026-12-08, after 2026-12-01, the last day on which it may repeat\n")
    // It is reported once, by the command that sets the date.
    #expect(desk.memo("set", "a", "p:high").error == "")
    #expect(desk.memo("set", "b", "due:2026-12-01", "wait:2026-12-01").error == "")
  }

  @Test func aNewTaskOutsideOfTheContextIsReported() throws {
    try desk.write(
      "version: 1\nfilters:\n  work: +work or +job\n  home: +home\n", to: ".memo/config.yml")
    desk.memo("context", "work")
    let hidden = desk.memo("add", "D")
    #expect(
      hidden.error.contains(
        "the context work doesn't find D: lists leave it out, but for --no-filter\n"),
      "\(hidden.error)")
    #expect(!desk.memo("add", "E", "+job").error.contains("doesn't find"))
    desk.memo("context", "home")
    #expect(!desk.memo("add", "F").error.contains("doesn't find"))
  }
}
