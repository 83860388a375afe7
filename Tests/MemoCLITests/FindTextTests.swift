import MemoCLI
import TestSupport
import Testing

/// The output of `find` on a terminal.
@Suite struct FindTextTests {
  /// The output after the line number.
  private func shown(_ line: String, finding text: String, isTerminal: Bool = true) throws -> String
  {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    desk.memo("add", "Task", "-m", line)
    var context = desk.context
    context.terminal.output = isTerminal
    context.terminal.width = 20
    let lines = desk.memo("find", text, "--color", "never", in: context).output
      .split(separator: "\n")
    return String(try #require(lines.last).dropFirst("  8: ".count))
  }

  private static func xs(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func longLinesAreCutAroundTheMatch() throws {
    let line = "\(Self.xs(500)) needle \(Self.xs(500))"
    #expect(try shown(line, finding: "needle") == "…\(Self.xs(19)) needle \(Self.xs(33))…")
    #expect(try shown(line, finding: "needle", isTerminal: false) == line)
  }

  @Test func endsOfLinesAreNotMarkedAsCut() throws {
    #expect(
      try shown("needle \(Self.xs(500))", finding: "needle") == "needle \(Self.xs(53))…")
    #expect(
      try shown("\(Self.xs(500)) needle", finding: "needle") == "…\(Self.xs(19)) needle")
    let paragraph = "needle \(Self.xs(150))"
    #expect(try shown(paragraph, finding: "needle") == paragraph)
  }
}
