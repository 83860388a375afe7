import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Done tasks are archived under the month in which they came into `done/`.
@Suite struct ArchiveTests {
  private static let day: Int64 = 86_400

  private static let tasks = [
    "todo/apples.md": Bench.task("Apples", "todo", "bbbbbbbbbb"),
    "todo/bread.md": Bench.task("Bread", "todo", "cccccccccc"),
    "doing/cheese.md": Bench.task("Cheese", "doing", "dddddddddd"),
  ]

  /// Days since the start, 2026-11-20.
  private func wait(_ bench: Bench, days: Int64) { bench.desk.wait(seconds: days * Self.day) }

  private func files(_ bench: Bench) -> [String] { bench.desk.tasks().sorted() }

  /// A broken file stays where people see it, and is reported.
  @Test(arguments: [
    ("---\nid: bbbbbbbbbb\ntitle: 'Apples\n---\n", "done/apples.md:3:8: ", "not YAML"),
    ("\u{FFFE}", "done/apples.md:1:1: ", "UTF-16"),
  ]) func brokenFilesAreReported(_ text: String, _ place: String, _ word: String) throws {
    let bench = try Bench(Self.tasks)
    bench.desk.memo("done", "apples", "bread")
    var bytes = Array(text.utf8)
    if word == "UTF-16" { bytes = [0xFF, 0xFE, 0x41, 0] }
    try bench.desk.scratch.write(bytes, to: bench.desk.path("done/apples.md"))
    // It was finished this month, so it would not be archived yet.
    #expect(bench.desk.memo("archive", "-n").error.hasPrefix("nothing to archive: no task was"))
    wait(bench, days: 15)
    for options in [["-n"], []] {
      let outcome = bench.desk.memo(["archive"] + options)
      #expect(outcome.output.hasSuffix("Bread  → done/2026/11/bread.md\n"))
      #expect(outcome.error.contains(place) && outcome.error.contains(word), "\(outcome)")
      #expect(outcome.error.contains("1 of 2 tasks left as they were"))
      #expect(outcome.status == .attention)
    }
    for options in [["-n"], []] {
      let outcome = bench.desk.memo(["archive"] + options)
      #expect(outcome.output == "" && outcome.error.contains(place), "\(outcome)")
      #expect(!outcome.error.contains("nothing to shelve"))
    }
    #expect(bench.desk.memo("archive", "--strict").error.hasPrefix("error: done/apples.md can't"))
  }

  /// Finished at 01:04 on 1 December in Tokyo, when it was still November in London.
  ///
  /// Every command uses the day of the person who finished the task, as the log does.
  @Test(arguments: [0, 9, -11]) func daysFollowThePersonsTimeZone(hours: Int) throws {
    let bench = try Bench(Self.tasks)
    wait(bench, days: 10)
    bench.desk.wait(seconds: 3600)
    func store(_ hours: Int) throws -> Store {
      var environment = bench.desk.environment
      environment.utcOffset = { _ in hours * 3600 }
      return try Store.open(bench.desk.scratch("kim"), environment: environment)
    }
    _ = try store(9).move(["apples"], to: .done)
    wait(bench, days: 40)
    let reader = try store(hours)
    let (now, tasks) = (reader.environment.localTime, try reader.read().tasks)
    for (day, isBefore) in [("2026-12-01", false), ("2026-12-02", true)] {
      let report = try reader.archive(before: CalendarDate(iso: day), isTrial: true)
      #expect(report.report.changes.map(\.path) == (isBefore ? ["done/2026/12/apples.md"] : []))
      for key in ["done", "changed"] {
        let filter = try reader.lookedUp(
          reader.filter(["\(key)<\(day)", "apples"], at: now), among: tasks, at: now)
        let found = tasks.filter { filter.matches($0, at: now) }
        #expect(found.map(\.title) == (isBefore ? ["Apples"] : []), "\(key) \(day)")
      }
      let moment = try PastMoment.parse(day, now: now)
      #expect(try reader.stats(since: moment).done == (isBefore ? 0 : 1))
      #expect(try lines(reader, LogQuery(since: moment)) == (isBefore ? 0 : 1))
      #expect(try lines(reader, LogQuery(until: moment)) == 4)
    }
  }

  private func lines(_ store: Store, _ query: LogQuery) throws -> Int {
    var count = 0
    try store.log(query) { _ in
      count += 1
      return true
    }
    return count
  }

  @Test func aDryRunWritesNothingAndReportsTheSame() throws {
    let bench = try Bench(Self.tasks)
    _ = try bench.store().move(["apples"], to: .done)
    wait(bench, days: 40)
    try bench.shell(
      """
      mv todo/bread.md done/bread.md; sed -i 's/status: .*/status: done/' doing/cheese.md
      touch -d 2026-12-29T12:00:00Z doing/cheese.md
      """)
    let limit = CalendarDate(iso: "2027-01-01")
    let trial = try bench.store().archive(before: limit, isTrial: true)
    #expect(files(bench) == ["doing/cheese.md", "done/apples.md", "done/bread.md"])
    #expect(try bench.journal() == ["move: Apples (todo → done)"])
    let real = try bench.store().archive(before: limit)
    #expect(trial.report.changes.map(\.path) == real.report.changes.map(\.path))
    #expect(
      files(bench) == ["done/2026/11/apples.md", "done/2026/12/bread.md", "done/2026/12/cheese.md"])
  }

  /// A task that was committed with plain git gets its id only now.
  @Test func tasksWithoutIDAreInADryRun() throws {
    let bench = try Bench(Self.tasks)
    try bench.shell(
      """
      printf -- '---\\ntitle: Report\\n---\\n' > todo/report.md; git add -A; git commit -qm one
      git mv todo/report.md done/report.md; git commit -qm two
      git mv done/report.md done/final.md; git commit -qm three
      """)
    wait(bench, days: 40)
    let trial = try bench.store().archive(isTrial: true)
    #expect(trial.report.changes.map(\.path) == ["done/2026/11/final.md"])
    #expect(try bench.store().archive().report.changes.map(\.path) == ["done/2026/11/final.md"])
  }

  @Test func theLastFinishCounts() throws {
    let bench = try Bench(Self.tasks)
    for _ in 0..<2 {
      _ = try bench.store().move(["apples"], to: .done)
      wait(bench, days: 20)
      _ = try bench.store().move(["apples"], to: .todo)
    }
    _ = try bench.store().move(["apples"], to: .done)
    wait(bench, days: 40)
    _ = try bench.store().change(["apples"], [.addTag("late")])
    try bench.shell("git mv done/apples.md done/renamed.md; git commit -qm 'Rename'")
    #expect(try bench.store().archive().report.changes.map(\.path) == ["done/2026/12/renamed.md"])
  }

  @Test func archivedTasksCanBeReopened() throws {
    let bench = try Bench(Self.tasks)
    _ = try bench.store().move(["apples", "bread"], to: .done)
    wait(bench, days: 20)
    _ = try bench.store().archive()
    var snapshot = try bench.store().read()
    #expect(snapshot.problems.isEmpty)
    #expect(try snapshot.task(named: "bbb").path == "done/2026/11/apples.md")
    #expect(try snapshot.task(named: "apples").path == "done/2026/11/apples.md")
    _ = try bench.store().change(["apples"], [.addTag("old")])
    #expect(try bench.store().move(["apples"], to: .done).changes == [])
    _ = try bench.store().move(["apples"], to: .todo)
    // Also if the status is written into the file.
    try bench.shell("sed -i 's/status: done/status: doing/' done/2026/11/bread.md")
    try bench.record()
    snapshot = try bench.store().read()
    #expect(snapshot.tasks.map(\.path) == ["doing/bread.md", "doing/cheese.md", "todo/apples.md"])
    #expect(
      try bench.journal().suffix(2) == ["move: Apples (done → todo)", "move: Bread (done → doing)"])
    #expect(try bench.complaints() == "")
  }

  @Test func brokenFilesAreArchivedByName() throws {
    let bench = try Bench(Self.tasks)
    try bench.desk.write("---\ntitle: [\n---\n", to: "done/broken.md")
    wait(bench, days: 40)
    #expect(try bench.store().archive().report.changes == [])
    #expect(bench.desk.exists("done/broken.md"))
    // Moving it doesn't change its text.
    #expect(
      try bench.store().archive(["broken"]).report.changes.map(\.path)
        == ["done/2026/12/broken.md"])
  }

  @Test func shallowHistoriesGiveTheirOldestDay() throws {
    let bench = try Bench(Self.tasks)
    _ = try bench.store().move(["apples"], to: .done)
    wait(bench, days: 40)
    _ = try bench.store().change(["bread"], [.addTag("x")])
    try bench.shell("cd ..; git clone -q --depth 1 file://$PWD/kim shallow")
    let environment = bench.desk.environment
    let store = try Store.open(bench.desk.scratch("shallow"), environment: environment)
    let limit = CalendarDate(iso: "2028-01-01")
    #expect(
      try store.archive(before: limit).report.changes.map(\.path) == ["done/2026/12/apples.md"])
  }

  /// All machines find the same months, and edits elsewhere reach archived tasks.
  @Test func clonesAgree() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Apples")
    ana.memo("add", "Bread")
    ana.memo("done", "apples", "bread")
    ana.memo("sync")
    ben.memo("sync")
    for desk in team.desks { desk.wait(seconds: 30 * Self.day) }
    _ = try ana.store().archive()
    ana.memo("sync")
    // Ben archives one task, edits it, and reopens the other.
    _ = try ben.store().archive(["apples"])
    _ = try ben.store().change(["apples"], [.addTag("fruit")])
    _ = try ben.store().move(["bread"], to: .todo)
    ben.memo("sync")
    ana.memo("sync")
    for desk in team.desks {
      #expect(desk.tasks().sorted() == ["done/2026/11/apples.md", "todo/bread.md"])
      #expect(try desk.read("done/2026/11/apples.md").contains("tags: [fruit]"))
      #expect(try desk.complaints() == "")
    }
  }

  /// Random histories of tasks: the month is that of the last move to `done/`.
  @Test(arguments: 1...UInt64(Effort.count(1))) func randomHistoriesEndInTheRightMonth(
    _ seed: UInt64
  )
    throws
  {
    let bench = try Bench(Self.tasks)
    var random = SeededRandom(seed: seed)
    var doneIn: [String: String] = [:]
    var shelf: [String: String] = [:]
    let names = ["apples", "bread", "cheese"]
    for _ in 0..<25 {
      wait(bench, days: Int64.random(in: 0...25, using: &random))
      let now = LocalTime(secondsSince1970: bench.desk.environment.now(), utcOffset: 0).date
      let month = String("\(now)".prefix(7)).replacing("-", with: "/")
      let name = names[Int.random(in: names.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        _ = try bench.store().move([name], to: .done)
        if doneIn[name] == nil { doneIn[name] = month }
      case 2:
        _ = try bench.store().move([name], to: Bool.random(using: &random) ? .todo : .doing)
        (doneIn[name], shelf[name]) = (nil, nil)
      case 3: _ = try bench.store().change([name], [.set(key: "n", .text("\(now)"))])
      case 4:
        guard doneIn[name] == nil else { continue }
        let path = try bench.store().read().task(named: name).path
        try bench.shell("mkdir -p done; mv \(path) done/\(name).md")
        try bench.record()
        doneIn[name] = month
      default:
        _ = try bench.store().archive()
        for (name, done) in doneIn where shelf[name] == nil && done < month { shelf[name] = done }
      }
      for name in names {
        let path = try bench.store().read().task(named: name).path
        let expected = shelf[name].map { "done/\($0)/\(name).md" }
        if let expected {
          #expect(path == expected)
        } else {
          #expect(path.hasPrefix("done/") == (doneIn[name] != nil))
          #expect(path.split(separator: "/").count == 2, "\(path)")
        }
      }
    }
    #expect(try bench.complaints() == "")
    #expect(try bench.journal().contains { $0.hasPrefix("archive: ") })
  }
}
