import MemoKit
import TestSupport
import Testing

/// The newer edit is found for each field and each line.
@Suite struct NewerFieldTests {
  /// Ana edits on Monday, Cho on Tuesday, and on Wednesday Ben adds to Ana's edit.
  private func threeClones(
    _ monday: (Desk) throws -> Void, _ tuesday: (Desk) throws -> Void,
    _ wednesday: (Desk) throws -> Void
  ) throws -> Team {
    let team = try Team(of: 3)
    let (ana, ben, cho) = (team.desks[0], team.desks[1], team.desks[2])
    ana.memo("add", "Report", "-m", "First.\n\n- [ ] one\n- [ ] two")
    for desk in [ana, ben, cho] { desk.memo("sync") }
    for desk in team.desks { desk.setClock(1_796_000_000) }
    try monday(ana)
    ana.memo("sync")
    cho.wait(seconds: 86_400)
    try tuesday(cho)
    cho.memo("status")
    ben.wait(seconds: 2 * 86_400)
    ben.memo("sync")
    try wednesday(ben)
    ben.memo("sync")
    cho.wait(seconds: 3 * 86_400)
    cho.memo("sync")
    ben.memo("sync")
    #expect(try ben.read("todo/report.md") == cho.read("todo/report.md"))
    return team
  }

  @Test func anUnrelatedEditMakesNoValueNewer() throws {
    let team = try threeClones(
      { $0.memo("set", "report", "deadline=2026-12-01") },
      { $0.memo("set", "report", "deadline=2026-12-24") },
      { $0.memo("set", "report", "+late") })
    let text = try team.desks[1].read("todo/report.md")
    #expect(text.contains("deadline: 2026-12-24\n"))
    #expect(text.contains("tags: [late]\n"))
    // The note names the author and time of the discarded edit, not Ben.
    #expect(text.contains("> [!CONFLICT] deadline: 2026-12-01 — Ana, 2026-11-30 "), "\(text)")
  }

  @Test func linesAreComparedSeparately() throws {
    let team = try threeClones(
      { try $0.replace("First.", "First by Ana.", in: "todo/report.md") },
      { try $0.replace("First.", "First by Cho.", in: "todo/report.md") },
      { try $0.replace("[ ] two", "[x] two", in: "todo/report.md") })
    let text = try team.desks[1].read("todo/report.md")
    #expect(
      text.contains("\nFirst by Cho.\n> [!CONFLICT] body: First by Ana. — Ana, 2026-11-30 "),
      "\(text)")
    #expect(text.contains("- [x] two\n"))
  }

  @Test func fieldsAreComparedSeparately() throws {
    let team = try threeClones(
      {
        $0.memo("set", "report", "deadline=2026-12-01")
        $0.memo("set", "report", "priority=low")
      },
      { $0.memo("set", "report", "deadline=2026-12-24", "priority=high") },
      { $0.memo("set", "report", "priority=medium") })
    let text = try team.desks[1].read("todo/report.md")
    #expect(text.contains("deadline: 2026-12-24\n"))
    #expect(text.contains("priority: medium\n"))
    #expect(text.contains("> [!CONFLICT] priority: high — Cho, "), "\(text)")
    #expect(text.contains("> [!CONFLICT] deadline: 2026-12-01 — Ana, "), "\(text)")
  }

  @Test func placesAreComparedSeparately() throws {
    let team = try Team(of: 3)
    let (ana, ben, cho) = (team.desks[0], team.desks[1], team.desks[2])
    ana.memo("add", "Report", "--doing")
    for desk in [ana, ben, cho] { desk.memo("sync") }
    for desk in team.desks { desk.setClock(1_796_000_000) }
    ana.memo("done", "report")
    ana.memo("sync")
    cho.wait(seconds: 86_400)
    cho.memo("move", "report", "todo")
    ben.wait(seconds: 2 * 86_400)
    ben.memo("sync")
    ben.memo("set", "report", "+late")
    ben.memo("sync")
    cho.memo("sync")
    let text = try cho.read("todo/report.md")
    #expect(text.contains("status: todo\n"))
    #expect(text.contains("> [!CONFLICT] status: done — Ana, "), "\(text)")
  }

  /// Ben saves on Monday, Cho changes on Tuesday, and Ben's save is recorded on Wednesday.
  @Test func aHandEditCountsFromWhenItWasSaved() throws {
    let team = try Team(of: 2)
    let (ben, cho) = (team.desks[0], team.desks[1])
    ben.memo("add", "Report", "due:2026-11-25")
    for desk in team.desks { desk.memo("sync") }
    let monday: Int64 = 1_795_400_000
    ben.setClock(monday)
    let text = try ben.read("todo/report.md")
    try ben.write(text.replacing("2026-11-25", with: "2026-12-01"), to: "todo/report.md")
    cho.setClock(monday + 86_400)
    cho.memo("set", "report", "deadline=2026-12-24")
    cho.memo("sync")
    ben.setClock(monday + 2 * 86_400)
    ben.memo("sync")
    #expect(try ben.read("todo/report.md").contains("deadline: 2026-12-24\n"))
    let dates = try ben.scratch.git(
      "log", "--format=%at %ct", "--grep=edit: Report (deadline 2026-11-25 → 2026-12-01)",
      in: ben.folder)
    #expect(dates == "\(monday + 60) \(monday + 2 * 86_400 + 60)")
  }

  /// As in a rewritten history with the old author dates.
  @Test func aRootCommitWithoutTheTaskIsNoChange() throws {
    let desk = Desk(try Scratch(), "store")
    try Store.create(desk.scratch("store"), environment: desk.environment).expectNew()
    desk.memo("add", "Report")
    let start = desk.environment.now()
    try desk.scratch.git(
      "commit", "--quiet", "--amend", "--no-edit", "--date=@\(start - 100_000) +0000",
      in: desk.folder)
    let text = try desk.read("todo/report.md")
    try desk.write(text + "\nMore.\n", to: "todo/report.md")
    try desk.scratch.setModified(desk.path("todo/report.md"), start - 50_000)
    desk.memo("add", "Another")
    let dates = try desk.scratch.git("log", "-1", "--skip=1", "--format=%s %at", in: desk.folder)
    #expect(dates == "note: Report (More.) \(start - 50_000)")
  }

  /// A file time before the last commit or in the future is ignored.
  @Test(arguments: [-100_000, 100_000]) func impossibleTimesAreIgnored(offset: Int64) throws {
    let desk = Desk(try Scratch(), "store")
    try Store.create(desk.scratch("store"), environment: desk.environment).expectNew()
    desk.memo("add", "Report")
    desk.wait(seconds: 3600)
    desk.memo("add", "Another")
    let text = try desk.read("todo/report.md")
    try desk.write(text + "\nMore.\n", to: "todo/report.md")
    let now = desk.environment.now()
    try desk.scratch.setModified(desk.path("todo/report.md"), now + offset)
    desk.memo("add", "A third")
    let dates = try desk.scratch.git("log", "-1", "--skip=1", "--format=%s %at", in: desk.folder)
    #expect(dates == "note: Report (More.) \(now + 60)")
  }
}

extension Desk {
  fileprivate func replace(_ old: String, _ new: String, in name: String) throws {
    try write(try read(name).replacing(old, with: new), to: name)
  }
}
