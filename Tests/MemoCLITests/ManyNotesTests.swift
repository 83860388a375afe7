import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Thousands of changes are counted, not listed, and errors come last.
@Suite struct ManyNotesTests {
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 0..<60 { try desk.write("# Task \(number)\n", to: "todo/t\(number).md") }
    return desk
  }

  @Test func statusCounts() throws {
    let desk = try desk()
    let lines = desk.memo("status").output.split(separator: "\n")
    #expect(lines.count < 20)
    #expect(lines.contains("  … and 50 more (-v lists all)"))
    #expect(desk.memo("status", "-v").output.split(separator: "\n").count > 60)
  }

  /// Changes that were committed before the error, and their notices, are counted, too.
  @Test func failedCommandsCountChanges() throws {
    let desk = try desk()
    #expect(desk.memo("status").status == .done)
    for number in 0..<60 {
      try desk.write("---\ntitle: T\nfoo: @x\n---\n", to: "todo/t\(number).md")
    }
    let outcome = desk.memo("set", "todo", "priority=high", "--yes")
    #expect(outcome.status == .refused)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.contains("  committed: 56 more hand edits"))
    #expect(lines.contains("  note: … and 50 more"))
    #expect(lines.count < 50, "\(outcome.error)")
  }

  @Test func syncCountsChangesBeforeTheError() throws {
    let desk = try desk()
    var context = desk.context
    let told = ProgramMessages()
    context.notify = { told.append($0) }
    let outcome = desk.memo("sync", in: context)
    #expect(outcome.status == .refused)
    #expect(told.lines.count == 5)
    #expect(told.lines.last == "committed: 56 more hand edits")
    #expect(outcome.error.split(separator: "\n").count == 2)
    // After the commit, the outgoing changes are listed up to a limit.
    try desk.scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub")
    try desk.scratch.git("remote", "add", "origin", desk.scratch("hub"), in: desk.folder)
    let sent = desk.memo("sync", "--dry-run").output.split(separator: "\n")
    #expect(sent.count == 22)
    #expect(sent.contains { $0.hasPrefix("out: … and ") && $0.hasSuffix(" more (-v lists all)") })
    #expect(desk.memo("sync", "-v").output.split(separator: "\n").count > 60)
  }
}
