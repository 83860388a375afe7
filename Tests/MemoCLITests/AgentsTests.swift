import MemoCLI
import TestSupport
import Testing

/// Instructions for agents in a file that they read.
@Suite struct AgentsTests {
  @Test func aSectionOfAFileIsKeptUpToDate() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    let guide = desk.memo("agents").output
    #expect(guide == desk.memo("help", "agents").output && guide.hasPrefix("# Tasks\n"))
    #expect(desk.memo("agents", "--write", "AGENTS.md").output == "Wrote AGENTS.md.\n")
    let (start, end) = ("<!-- memo agents: begin -->\n", "<!-- memo agents: end -->\n")
    #expect(try desk.read("AGENTS.md") == start + guide + end)
    #expect(desk.memo("agents", "--write", "AGENTS.md").output == "AGENTS.md is up to date.\n")
    // The surrounding text stays, and an old section is replaced.
    try desk.write("# Ours\n\n\(start)old\n\(end)\nMore of ours.\n", to: "AGENTS.md")
    #expect(desk.memo("agents", "--write", "AGENTS.md").status == .done)
    #expect(try desk.read("AGENTS.md") == "# Ours\n\n\(start)\(guide)\(end)\nMore of ours.\n")
    try desk.write("# Ours", to: "CLAUDE.md")
    desk.memo("agents", "--write", "CLAUDE.md")
    #expect(try desk.read("CLAUDE.md") == "# Ours\n\n\(start)\(guide)\(end)")
    try desk.write("# Ours\r\n", to: "CLAUDE.md")
    desk.memo("agents", "--write", "CLAUDE.md")
    let lines = "\n\(start)\(guide)\(end)".replacing("\n", with: "\r\n")
    #expect(try desk.read("CLAUDE.md") == "# Ours\r\n" + lines)
    // Markers that don't match are an error.
    for broken in ["\(start)x\n", "\(end)\(start)", start + start + end + end] {
      try desk.write(broken, to: "AGENTS.md")
      #expect(desk.memo("agents", "--write", "AGENTS.md").status == .refused)
      #expect(try desk.read("AGENTS.md") == broken)
    }
  }

  /// memo understands each command of the guide.
  @Test func everyLineOfTheGuideIsUnderstood() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Fix the login page", "+docs", "-m", "- [ ] one\n- [ ] two")
    let id = String(desk.memo("list", "--quiet").output.dropLast())
    let lines = desk.memo("agents").output.split(separator: "\n")
      .filter { $0.hasPrefix("    memo ") && $0 != "    memo sync" }
      .map { String($0.dropFirst(9)).replacing("ID", with: id) }
    let calls = try shellWords(lines)
    #expect(calls.count > 10 && calls.count == lines.count)
    for words in calls {
      let outcome = desk.memo(words)
      #expect(outcome.status == .done, "\(words): \(outcome.error)")
    }
  }
}
