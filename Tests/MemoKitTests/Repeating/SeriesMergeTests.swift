import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Two devices change the same repeating task offline.
///
/// After both have synced, there is one next task.
@Suite struct SeriesMergeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Each device's commands, a day apart.
    var ana: [[String]]
    var ben: [[String]]
    /// The files at the end.
    var files: [String]
    /// Text that the last task of the series must, or must not, contain.
    var words: [String] = []
    var missing: [String] = []
    var notes: [String] = []
  }

  static let done = ["done", "plants"]
  /// The finished task and the next one.
  static let two = ["done/water-plants.md", "todo/water-plants-2.md"]
  static let three = ["done/water-plants-2.md", "done/water-plants.md", "todo/water-plants-3.md"]

  static let cases = [
    Case(
      testDescription: "both finish it", ana: [done], ben: [done], files: two,
      words: ["deadline: 2026-12-04\n", "created: 2026-11-20T"]),
    Case(
      testDescription: "on different days, counted from then: the newer date",
      ana: [["set", "plants", "every=10 days after done"], done],
      ben: [["set", "plants", "every=10 days after done"], done], files: two,
      words: ["deadline: 2026-12-01\n", "created: 2026-11-20T"]),
    Case(
      testDescription: "one goes on twice", ana: [done], ben: [done, done], files: three,
      words: ["deadline: 2026-12-11\n"]),
    Case(
      testDescription: "one goes on twice, the other begins the next",
      ana: [done, ["start", "plants"]],
      ben: [done, done], files: three),
    Case(
      testDescription: "one finishes it, the other edits it",
      ana: [["set", "plants", "title=Water all plants", "+green", "every=2 weeks"]], ben: [done],
      files: two,
      words: ["title: Water all plants\n", "tags: [home, green]\n", "every: 2 weeks\n"],
      missing: ["CONFLICT"]),
    Case(
      testDescription: "the other edits it and goes on",
      ana: [["set", "plants", "+green", "-home"], done], ben: [done, done], files: three,
      words: ["tags: [green]\n"], missing: ["home", "CONFLICT"]),
    Case(
      testDescription: "both edit the same field, and one finishes it",
      ana: [["set", "plants", "estimate=1h"]], ben: [["set", "plants", "estimate=2h"], done],
      files: two, words: ["estimate: 2h\n", "> [!CONFLICT] estimate: 1h — Ana"],
      notes: ["done/water-plants.md", "todo/water-plants-2.md"]),
    Case(
      testDescription: "a postponed one that the other finishes",
      ana: [["set", "plants", "due=2026-11-30"]], ben: [done], files: two,
      words: ["deadline: 2026-12-04\n"]),
    Case(
      testDescription: "a date that somebody set stands over one that was computed",
      ana: [done, ["set", "plants", "due=2026-12-24"]], ben: [done], files: two,
      words: ["deadline: 2026-12-24\n"]),
    Case(
      testDescription: "two dates that were set",
      ana: [done, ["set", "plants", "due=2026-12-24"]],
      ben: [done, ["set", "plants", "due=2026-12-31"]], files: two,
      words: ["deadline: 2026-12-31\n", "> [!CONFLICT] deadline: 2026-12-24 — Ana"],
      notes: ["todo/water-plants-2.md"]),
    Case(
      testDescription: "both finish what comes on a 31st",
      ana: [["set", "plants", "every=month", "due=2026-10-31"], done],
      ben: [["set", "plants", "every=month", "due=2026-10-31"], done], files: two,
      words: ["deadline: 2026-11-30\n", "every: month on 31\n"], missing: ["CONFLICT"]),
    Case(
      testDescription: "one ends it, the other finishes it",
      ana: [["set", "plants", "every=none"]], ben: [done], files: two, missing: ["every"]),
    Case(
      testDescription: "one deletes it, the other finishes it",
      ana: [["remove", "plants", "--yes"]], ben: [done], files: two,
      notes: ["done/water-plants.md"]),
    Case(
      testDescription: "one finishes it and takes that back", ana: [done, ["undo"]], ben: [done],
      files: two),
    Case(
      testDescription: "one finishes it and opens it again",
      ana: [done, ["reopen", "water-plants"]], ben: [done], files: two),
    Case(
      testDescription: "both in their folders", ana: [done, ["move", "plants", "doing"]],
      ben: [done, ["set", "plants", "+x"]],
      files: ["doing/water-plants-2.md", "done/water-plants.md"], words: ["tags: [home, x]\n"]),
  ]

  @Test(arguments: cases, [false, true]) func endsWithOneNext(
    _ devices: Case, isBenFirst: Bool
  ) throws {
    let number = Self.cases.firstIndex { $0.testDescription == devices.testDescription } ?? 0
    guard Effort.tries(number, isBenFirst ? 1 : 0, oneIn: 2) else { return }
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo(
      "add", "Water plants", "every:week", "due:2026-11-27", "+home", "-m", "- [ ] palm\n- [x] fern"
    )
    ana.memo("sync")
    ben.memo("sync")
    ben.setClock(ana.environment.now() + 86_400)
    for (desk, commands) in [(ana, devices.ana), (ben, devices.ben)] {
      for command in commands {
        #expect(desk.memo(command).status == .done, "\(command)")
      }
    }
    ana.setClock(ben.environment.now())
    for desk in isBenFirst ? [ben, ana, ben] : [ana, ben, ana] { desk.memo("sync") }
    #expect(try ana.read() == ben.read())
    #expect(ana.tasks() == devices.files)
    let last = try ana.read(try #require(devices.files.last))
    let next = try ana.read(
      try #require(
        devices.files.first { $0.hasPrefix("todo/") || $0.hasPrefix("doing/") }))
    for word in devices.words { #expect(next.contains(word), "\(word) in \(next)") }
    for word in devices.missing { #expect(!next.contains(word), "\(word) in \(next)") }
    #expect(
      try ana.tasks().filter { try ana.read($0).contains("[!CONFLICT]") } == devices.notes,
      "\(last)\(next)")
    #expect(ana.memo("check").output == "")
    for desk in team.desks { #expect(try desk.complaints() == "") }
    // Finishing it again still gives one next task.
    ana.memo("done", "todo or doing", "--yes")
    #expect(
      ana.tasks().filter { !$0.hasPrefix("done/") }.count
        == (devices.missing.contains("every") ? 0 : 1))
  }

  /// One device ends the series after the other made the next task: it stays, and memo says so.
  @Test func aLateEndIsReported() throws {
    for isBenFirst in [false, true] {
      let team = try Team(of: 2)
      let (ana, ben) = (team[0], team[1])
      ana.memo("add", "Water plants", "every:week", "due:2026-11-27")
      ana.memo("sync")
      ben.memo("sync")
      ana.memo("set", "plants", "until=2026-11-30")
      ben.memo("done", "plants")
      for desk in isBenFirst ? [ben, ana, ben] : [ana, ben, ana] { desk.memo("sync") }
      #expect(try ana.read() == ben.read())
      #expect(try ana.read("todo/water-plants-2.md").contains("until: 2026-11-30"))
      let problem = "its deadline, 2026-12-04, is after the end of its series, 2026-11-30"
      #expect(ana.memo("check").output.contains(problem))
      ana.memo("set", "todo", "until=none")
      #expect(ana.memo("check").output == "")
    }
  }

  /// memo's own change to `on 31` doesn't count as a change, so another edit merges.
  @Test(arguments: [("every=2 weeks", "every: 2 weeks\n"), ("+green", "every: month on 31\n")])
  func anEditMergesWithAKeptDay(edit: String, rule: String) throws {
    for isBenFirst in [false, true] {
      let team = try Team(of: 2)
      let (ana, ben) = (team[0], team[1])
      ana.memo("add", "Rent", "every:month", "due:2026-10-31")
      ana.memo("sync")
      ben.memo("sync")
      ana.memo("set", "rent", edit)
      ben.memo("done", "rent")
      for desk in isBenFirst ? [ben, ana, ben] : [ana, ben, ana] { desk.memo("sync") }
      #expect(try ana.read() == ben.read())
      let next = try ana.read("todo/rent-2.md")
      #expect(next.contains(rule) && !next.contains("CONFLICT"), "\(next)")
      #expect(try !ana.read("done/rent.md").contains("CONFLICT"))
    }
  }

  /// One device deletes the next task, which the other one adds, too: it comes back.
  @Test func aDeletedNextTaskComesBack() throws {
    for isBenFirst in [false, true] {
      let team = try Team(of: 2)
      let (ana, ben) = (team[0], team[1])
      ana.memo("add", "Water plants", "every:week", "due:2026-11-27")
      ana.memo("sync")
      ben.memo("sync")
      ana.memo("done", "plants")
      ana.memo("remove", "todo/water-plants-2.md", "--yes")
      ben.memo("done", "plants")
      for desk in isBenFirst ? [ben, ana, ben] : [ana, ben, ana] { desk.memo("sync") }
      #expect(try ana.read() == ben.read())
      #expect(ana.tasks() == Self.two)
    }
  }

  /// Both add it with git's own merge, which merges one path at a time.
  @Test func gitMergesLikeASync() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Water plants", "every:10 days after done", "due:2026-11-27")
    ana.memo("sync")
    ben.memo("sync")
    ana.memo("done", "plants")
    ana.memo("sync")
    ben.wait(seconds: 86_400)
    ben.memo("done", "plants")
    try ben.shell("git fetch -q && git merge -q --no-edit origin/main")
    let text = try ben.read("todo/water-plants-2.md")
    #expect(text.contains("deadline: 2026-12-01\n") && text.contains("created: 2026-11-20T"))
    #expect(!text.contains("CONFLICT"))
    #expect(ben.tasks() == Self.two)
  }

  /// With three devices, another's edit survives merges in any order.
  @Test func threeDevicesAgree() throws {
    for order in [[0, 1, 2], [2, 1, 0]] {
      let team = try Team(of: 3)
      team[0].memo("add", "Water plants", "every:week", "due:2026-11-27")
      for desk in team.desks { desk.memo("sync") }
      team[0].memo("set", "plants", "+green")
      team[1].memo("done", "plants")
      team[2].memo("done", "plants")
      team[2].memo("done", "plants")
      for who in order + order + order { team[who].memo("sync") }
      for desk in team.desks {
        #expect(desk.tasks() == Self.three, "\(order)")
        #expect(try desk.read("todo/water-plants-3.md").contains("tags: [green]\n"), "\(order)")
        #expect(try desk.read() == team[0].read())
      }
    }
  }
}

extension Desk {
  /// The contents of all task files.
  fileprivate func read() throws -> String {
    try tasks().map { "\($0)\n\(try read($0))" }.joined()
  }
}
