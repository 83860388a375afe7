import MemoCLI
import TestSupport
import Testing

/// Commits with extreme dates don't break any command.
@Suite(.onItsOwnThread) struct StrangeDateTests {
  private static let dates = [
    "-9223372036854775808 +0000", "9223372036854775807 +0000", "9223372036854775807 -9959",
    "-9223372036854775807 +9999", "-1 -1200", "0 +99999999", "253402300800 +0000",
    "-62135596801 +0000", "18446744073709551615 +0000", "1700000000",
  ]

  private static let commandLines: [[String]] = [
    ["log"], ["log", "anchor"], ["log", "--json"], ["log", "--since", "2020-01-01"],
    ["show", "anchor"], ["show", "gone"], ["board"], ["board", "--at", "2026-11-20"],
    ["show", "anchor", "--at", "yesterday"], ["stats"], ["stats", "--json"],
    ["list", "-a", "-s", "created"], ["status"], ["find", "anchor"], ["check"],
    ["set", "anchor", "step=1"], ["undo"], ["redo"], ["restore", "gone"], ["sync"], ["log"],
    ["archive"], ["log", "anchor", "--deleted"],
  ]

  @Test(arguments: Effort.isWhole ? dates : Array(dates.prefix(5))) func noCommandCrashes(
    _ date: String
  ) throws {
    let team = try Team(of: 2)
    team[0].memo("add", "Anchor")
    team[0].memo("add", "Gone")
    team[0].memo("sync")
    team[1].memo("sync")
    // A commit with an extreme author date, one with an extreme committer date, and a merge.
    try commit(team, date, "1790000000 +0000", [("todo/anchor.md", "one\n")])
    try commit(team, "1790000000 +0000", date, [("done/anchor.md", "two\n")])
    try commit(team, date, date, [("todo/new.md", "# New\n")])
    try team.scratch.git("rm", "--quiet", "todo/gone.md", in: "ana")
    try commit(team, date, date, [])
    team[1].memo("set", "anchor", "mine=1")
    team[1].memo("sync")
    let number = Self.dates.firstIndex(of: date) ?? 0
    for isTerminal in [false, true] {
      for (place, line) in Self.commandLines.enumerated()
      where Effort.tries(number + place, isTerminal ? 1 : 0, oneIn: 4) {
        var context = team[1].context
        context.terminal = TerminalFacts(output: isTerminal)
        let outcome = team[1].memo(line, in: context)
        #expect([.done, .refused, .attention].contains(outcome.status), "\(line): \(outcome)")
        #expect(!outcome.error.contains("bug"), "\(line): \(outcome)")
      }
    }
  }

  /// A custom key with the name of a count, and an enormous number.
  @Test func hugeNumbersAreFields() throws {
    let desk = Desk(try Scratch(), "store")
    desk.memo("init", desk.scratch("store"), in: Desk(desk.scratch, ".").context)
    try desk.write("---\ntitle: A\nconflicts: -9223372036854775808\n---\n", to: "todo/a.md")
    desk.memo("set", "a", "conflicts=9223372036854775807")
    try desk.write("---\ntitle: A\nconflicts: -9223372036854775808\n---\n", to: "todo/a.md")
    #expect(desk.memo("status").status == .done)
    #expect(desk.memo("add", "B").status == .done)
    #expect(try desk.journal()[1].hasPrefix("edit: A (fields.conflicts 9223372036854775807 → -922"))
  }

  /// If libgit2 can't read a date, memo says so and changes nothing.
  @Test(arguments: ["99999999999999999999 +0000", "yesterday"])
  func invalidDatesAreReported(_ date: String) throws {
    let team = try Team(of: 2)
    team[0].memo("add", "Anchor")
    team[0].memo("sync")
    team[1].memo("sync")
    try commit(team, date, date, [("todo/anchor.md", "one\n")])
    let outcome = team[1].memo("sync")
    #expect(outcome.status == .refused, "\(outcome)")
    #expect(outcome.error.contains("timestamp"), "\(outcome)")
    #expect(team[1].memo("add", "Still works").status == .done)
    #expect(team[1].memo("log").status == .done)
  }

  /// Commits files with a given date and pushes them.
  private func commit(
    _ team: Team, _ author: String, _ committer: String, _ files: [(String, String)]
  ) throws {
    for (name, text) in files {
      let old = (try? team[0].read(name)) ?? (try? team[0].read("todo/anchor.md")) ?? ""
      try team[0].write(old + text, to: name)
    }
    try team.scratch.git("add", "--all", in: "ana")
    let tree = try team.scratch.git("write-tree", in: "ana")
    let head = try team.scratch.git("rev-parse", "HEAD", in: "ana")
    try team.scratch.write(
      """
      tree \(tree)
      parent \(head)
      author Eve <eve@example.org> \(author)
      committer Eve <eve@example.org> \(committer)

      edit: by hand

      """, to: "commit")
    let commit = try team.scratch.git(
      "hash-object", "-t", "commit", "-w", "--literally", team.scratch("commit"), in: "ana")
    try team.scratch.git("update-ref", "HEAD", commit, in: "ana")
    try team.scratch.git("push", "--quiet", "origin", "main", in: "ana")
  }
}
