import MemoKit
import MemoCLI
import TestSupport
import Testing

/// Later aliases, and aliases that contradict each other.
@Suite struct MoreAliasTests {
  private let desk: Desk

  init() throws { desk = Desk(try Scratch(), "kim") }

  /// New words are added to existing ones, and the rest of the file stays.
  @Test(arguments: [
    (
      "priority: {medium: [normal]} # ours\nstatus: {todo: [open], doing: [started]}\n",
      "priority: {medium: [normal], high: [high, critical]} # ours\n"
        + "status: {todo: [open], doing: [started, in-progress]}\n",
      ["priority: {high: [high, critical]}", "status: {doing: [started, in-progress]}"]
    ),
    (
      "priority:\n  # ours\n  high: P1\n"
        + "status:\n  todo:\n  - open\n  doing:\n  - started # so\n",
      "priority:\n  # ours\n  high: [P1, critical]\n"
        + "status:\n  todo:\n  - open\n  doing:\n  - started # so\n  - in-progress\n",
      ["priority: {high: [P1, critical]}", "status: {doing: [started, in-progress]}"]
    ),
  ])
  func wordsAreAddedToExistingOnes(_ old: String, _ new: String, _ lines: [String]) throws {
    try desk.write("version: 1\n\(old)", to: ".memo/config.yml")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    try desk.write("---\npriority: critical\nstatus: in-progress\n---\n# A\n", to: "todo/a.md")
    let report = try Store.create(desk.scratch("kim"), environment: desk.environment)
    #expect(report.aliases.sorted() == lines)
    #expect(report.recorded == [])
    #expect(try desk.read(".memo/config.yml") == "version: 1\n\(new)")
    #expect(desk.tasks() == ["doing/a.md"])
    #expect(try desk.store().check().problems == [])
    #expect(try desk.complaints() == "")
  }

  /// Contradictions are reported with their place, and one of the values counts.
  @Test(arguments: [
    (
      "status: {done: [Done, Shut], todo: [Open, shut]}",
      "2:1: 'Shut' means todo already, and can't mean done, too"
    ),
    ("priority: {high: [P1, Low]}", "2:1: 'Low' is memo's own priority, and can't mean high"),
    (
      "tags: [labels]\ntitle: [labels]",
      "3:1: 'labels' means tags already, and can't mean title, too"
    ),
    ("title: status", "2:1: 'status' is memo's own key, and can't mean title"),
    ("tags: [tags, due]", "2:1: 'due' is memo's own key, and can't mean tags"),
    (
      "status:\n  key: [Status, priority]\n  done:\n  - Done",
      "3:1: 'priority' is memo's own key, and can't mean status"
    ),
  ])
  func contradictionsAreReportedWithTheirPlace(_ settings: String, _ problem: String) throws {
    try desk.write("version: 1\n\(settings)\n", to: ".memo/config.yml")
    try desk.write("---\nstatus: todo\npriority: low\ntags: [q]\n---\n# A\n", to: "todo/a.md")
    try desk.write("---\nstatus: Done\n---\n# C\n", to: "todo/c.md")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    let check = desk.memo("check", ".memo/config.yml")
    let line = problem.replacing(": '", with: ": error: '")
    #expect(check.output.hasPrefix(".memo/config.yml:\(line)\n"))
    #expect(desk.memo("set", "A", "C", "p:high", "+n").status == .done)
    #expect(desk.memo("done", "A", "C").status == .done)
    #expect(desk.tasks() == ["done/a.md", "done/c.md"])
    #expect(try desk.complaints() == "")
  }

  /// A word that is not a text, such as a number, is written as in the settings.
  @Test func numbersAreWrittenAsNumbers() throws {
    try desk.write(
      "version: 1\nstatus: {key: [completed], todo: [false], done: [true]}\n"
        + "priority: {key: [prio], high: [1], low: [3]}\n", to: ".memo/config.yml")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    #expect(desk.memo("add", "C", "p:high").status == .done)
    #expect(
      try desk.read("todo/c.md").hasPrefix("---\ntitle: C\ncompleted: false\nprio: 1\nid: "))
    #expect(desk.memo("set", "C", "p:low").status == .done)
    #expect(try desk.read("todo/c.md").contains("\ncompleted: false\nprio: 3\n"))
  }
}
