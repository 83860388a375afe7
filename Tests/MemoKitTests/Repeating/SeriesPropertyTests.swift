import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Devices finish, edit, reopen and delete the same repeating tasks in any order, offline for days,
/// across the start of summer time.
///
/// `MEMO_ALL=500` plays 500.
@Suite struct SeriesPropertyTests {
  static let count = Effort.count(2)

  private enum Step: CaseIterable {
    case done, tag, title, dates, begin, tick, sync, syncAll, reopen, remove, undo, end
    static let harmless: [Step] = [.done, .done, .tag, .title, .dates, .begin, .tick, .sync]
  }

  /// Without reopening, deleting or ending, each series has one open task: the last one.
  @Test(arguments: 0..<count) func eachSeriesHasOneOpenTask(seed: Int) throws {
    var play = try Play(seed: UInt64(seed))
    for _ in 0..<20 { try play.step(Step.harmless) }
    try play.settle()
    for (series, tasks) in try play.series() {
      let numbers = tasks.keys.sorted()
      #expect(numbers == Array(1...numbers.count), "\(series)\n\(play.story)")
      #expect(tasks[numbers.count]?.status != .done, "\(series)\n\(play.story)")
      #expect(
        numbers.dropLast().allSatisfy { tasks[$0]?.status == .done }, "\(series)\n\(play.story)")
    }
    #expect(try play.series().count == 2, "\(play.story)")
  }

  /// After any steps, no place of a series occurs twice, and all tasks but the last are finished.
  @Test(arguments: 0..<count) func seriesStayConsistent(seed: Int) throws {
    var play = try Play(seed: UInt64(seed) + 1_000_000)
    for _ in 0..<25 { try play.step(Step.allCases + Step.harmless) }
    try play.settle()
    // Finishing each open task adds at most the one after the last.
    let before = try play.series().mapValues { $0.keys.max() ?? 0 }
    play.team[0].memo("done", "todo or doing", "--yes")
    for (series, tasks) in try play.series() {
      let last = before[series] ?? 0
      #expect((tasks.keys.max() ?? 0) <= last + 1, "\(play.story)")
      let open = tasks.filter { $1.status != .done }
      #expect(open.count <= 1 && open.keys.allSatisfy { $0 == last + 1 }, "\(play.story)")
    }
  }

  private struct Play {
    let team: Team
    private var random: SeededRandom
    private(set) var story = ""
    private var word = 0

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      team = try Team(of: Int.random(in: 2...3, using: &random), seed: seed) { moment in
        SuccessionTests.berlin(moment)
      }
      // 2027-03-20; summer time starts in a week.
      for desk in team.desks { desk.setClock(1_805_540_400) }
      team[0].memo(
        "add", "Plants", "every:week", "due:2027-03-19T17:00+01:00", "-m", "- [ ] palm\n- [ ] fern")
      team[0].memo("add", "Mum", "every:3 days after done", "due:2027-03-21 17:00")
      for desk in team.desks { desk.memo("sync") }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value? {
      values.randomElement(using: &random)
    }

    mutating func step(_ steps: [Step]) throws {
      let who = Int.random(in: 0..<team.desks.count, using: &random)
      let desk = team[who]
      // The devices' clocks differ, but never run behind.
      let latest = team.desks.map { $0.environment.now() }.max() ?? 0
      desk.setClock(latest + Int64.random(in: 60...100_000, using: &random))
      let tasks = try desk.store().read().tasks
      let open = tasks.filter { $0.status != .done }
      word += 1
      func memo(_ arguments: String...) -> String {
        let outcome = desk.memo(arguments)
        return "\(desk.folder): \(arguments.joined(separator: " "))\n"
          + (outcome.status == .done ? "" : "  \(outcome.error)\n")
      }
      guard let step = pick(steps) else { return }
      switch step {
      case .sync: story += memo("sync")
      case .syncAll: for desk in team.desks { desk.memo("sync") }
      case .undo: story += memo("undo")
      case .reopen:
        guard let task = pick(tasks.filter { $0.status == .done }) else { return }
        story += memo("reopen", task.path)
      default:
        guard let task = pick(open) else { return }
        switch step {
        case .done: story += memo("done", task.path)
        case .tag: story += memo("set", task.path, "+t\(word)")
        case .title: story += memo("set", task.path, "title=\(task.title.prefix(4))\(word)")
        case .dates: story += memo("set", task.path, "due=2027-03-\(20 + word % 10) 17:00")
        case .begin: story += memo("start", task.path)
        case .tick:
          story += "\(desk.folder): tick \(task.path)\n"
          try desk.write(
            try desk.read(task.path).replacing("[ ] palm", with: "[x] palm"), to: task.path)
        case .remove: story += memo("remove", task.path, "--yes")
        case .end: story += memo("set", task.path, "every=none")
        case .sync, .syncAll, .undo, .reopen: break
        }
      }
    }

    /// All sync until nothing is new, and then have the same tasks.
    mutating func settle() throws {
      for _ in 0..<3 {
        for desk in team.desks {
          desk.setClock((team.desks.map { $0.environment.now() }.max() ?? 0) + 60)
          let outcome = desk.memo("sync")
          #expect([.done, .attention].contains(outcome.status), "\(outcome.error)\n\(story)")
        }
      }
      let trees = try team.desks.map {
        try $0.scratch.git("rev-parse", "HEAD^{tree}", in: $0.folder)
      }
      #expect(Set(trees).count == 1, "\(story)")
      for desk in team.desks { #expect(try desk.complaints() == "", "\(story)") }
      #expect(team[0].memo("check").output == "", "\(story)")
      for task in try team[0].store().read().tasks {
        // Five o'clock in summer and winter.
        if let deadline = task.item.deadline {
          #expect(deadline.time == TimeOfDay(hour: 17, minute: 0), "\(story)")
          let summer = try #require(CalendarDate(iso: "2027-03-28"))
          let offset = deadline.date < summer ? 60 : 120
          #expect(deadline.offsetMinutes ?? offset == offset, "\(task.path) \(deadline)\n\(story)")
        }
      }
    }

    /// The tasks of each series by their numbers.
    func series() throws -> [TaskID: [Int: StoredTask]] {
      var found: [TaskID: [Int: StoredTask]] = [:]
      for task in try team[0].store().read().tasks {
        let place = try #require(task.item.series)
        #expect(
          found[place.first, default: [:]].updateValue(task, forKey: place.number) == nil,
          "\(place) is there twice\n\(story)")
      }
      return found
    }
  }
}
