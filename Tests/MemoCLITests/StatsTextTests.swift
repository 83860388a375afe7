import MemoCLI
import TestSupport
import Testing

/// Statistics in windows of several widths.
@Suite struct StatsTextTests {
  /// A task that took a given time from adding to finishing.
  private func desk(seconds: Int64) throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    desk.setClock(1_795_000_000 - seconds)
    try desk.write("---\nid: bbbbbbbbbb\n---\nTask\n", to: "todo/task.md")
    desk.memo("add", "Another")
    desk.setClock(1_795_000_000)
    desk.memo("done", "bb")
    return desk
  }

  @Test(arguments: [
    (59, "59 s"), (90, "2 min"), (3570, "1 h"), (9000, "2.5 h"), (302_400, "3.5 days"),
    (1_000_000, "12 days"),
  ])
  func durationsAreReadable(seconds: Int64, text: String) throws {
    // A minute passes before each command.
    let output = try desk(seconds: seconds).memo("stats").output
    #expect(output.contains("  Lead time  median \(text)  "), "\(output)")
  }

  /// A filter without current matches may match former tasks, which are counted.
  @Test func aFilterMayMatchOnlyFormerTasks() throws {
    let desk = try desk(seconds: 86_400)
    desk.memo("set", "bb", "+gone")
    desk.memo("rm", "bb", "--yes")
    let stats = { (word: String) in
      let outcome = desk.memo("stats", word)
      return (
        outcome.output.split(separator: "\n").first { $0.hasPrefix("Done since") }, outcome.error
      )
    }
    #expect(stats("+gone") == ("Done since 2026-08-31: 1 task", ""))
    #expect(stats("+nobody") == ("Done since 2026-08-31: 0 tasks", "no task matches +nobody\n"))
  }

  @Test func timesAreNeverCutShort() throws {
    let desk = try desk(seconds: 86_400)
    var context = desk.context
    context.terminal.output = true
    let times = { (width: Int) in
      context.terminal.width = width
      let lines = desk.memo("stats", "--color", "never", in: context).output
        .split(separator: "\n", omittingEmptySubsequences: false)
      return Array(lines.drop { !$0.hasPrefix("Done since") }.dropFirst().prefix { !$0.isEmpty })
    }
    #expect(times(53) == ["  Lead time  median 1 day  85% within 1 day  (1 task)"])
    #expect(
      times(52) == ["  Lead time", "    median 1 day", "    85% within 1 day", "    (1 task)"])
  }

  @Test(arguments: [20, 80]) func aChartFitsTheWindow(width: Int) throws {
    let desk = try desk(seconds: 86_400)
    var context = desk.context
    context.terminal.output = true
    context.terminal.width = width
    let lines = desk.memo("stats", "--color", "never", in: context).output.split(separator: "\n")
    let bar = try #require(lines.first { $0.hasPrefix("2026-W47") })
    #expect(bar.hasSuffix(" 1  █████"))
    #expect(lines.allSatisfy { $0.count <= max(width, 30) || !$0.contains("█") })
  }
}
