import Foundation
import Git
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles
@testable import TaskHistory

/// Of tasks whose lives are plain the same is told as by whoever looks at all tasks.
@Suite struct PlainLifeTests {
  @Test(arguments: LawTests.seeds) func theyAreWhatTheWholeHistoryTells(seed: Int) throws {
    for isWide in [false, true] {
      let desk = Desk(try Scratch(), "kim")
      _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
      let commits = WildCommits(seed: UInt64(seed), commits: 30, isWide: isWide)
      let last = try #require(
        try commits.write(to: Repository.open(at: desk.scratch("kim")), noise: 0).last)
      try desk.scratch.git("reset", "--quiet", "--hard", last.hex, in: "kim")
      _ = try check(desk, "\(seed) \(isWide)")
    }
  }

  @Test(arguments: LawTests.seeds) func soTheyAreAfterHandEdits(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), people: 2)
    var plain = 0
    for _ in 0..<8 {
      for _ in 0..<4 { try history.plainStep() }
      for _ in 0..<2 { try history.unrecordedStep(0) }
      plain += try check(history.team[0], "\(seed)\n\(history.text)")
      for who in 0..<2 { try history.commitAll(who) }
      plain += try check(history.team[1], "\(seed)\n\(history.text)")
      _ = try history.sync(0)
      plain += try check(history.team[0], "\(seed)\n\(history.text)")
    }
    #expect(plain > 0, "\(seed)")
  }

  /// - Returns: How many lives were plain.
  private func check(_ desk: Desk, _ place: String) throws -> Int {
    let store = try desk.store()
    let snapshot = try store.read()
    guard let whole = try store.history(try store.git()) else { return 0 }
    let expected = try Lives(whole, snapshot)
    var count = 0
    // Some of the commits are in the file, and the others are not yet.
    for known in [whole.index.nodes.count, whole.index.nodes.count * 2 / 3] {
      let isKnown = whole.index.nodes.indices.map { $0 < known }
      var index = HistoryIndex(whole.index.keeping(isKnown).encoded)
      for node in whole.index.nodes[known...] { index.append(node) }
      let history = History(whole.git, index, last: whole.last)
      let (lives, others) = try history.plainLives(in: snapshot)
      var rest = snapshot
      rest.tasks = zip(snapshot.tasks, lives).filter { $1 == nil }.map(\.0)
      var found = try Lives(others, rest)
      for case (let task, let life?) in zip(snapshot.tasks, lives) {
        count += 1
        let completion =
          task.status == .done ? history.completion(of: task, living: life) : nil
        found.told[task.path] = Lives.text(TaskTimes(life), completion)
      }
      #expect(found.told == expected.told, "\(known) of \(place)")
      #expect(found.gone == expected.gone, "\(known) of \(place)")
    }
    return count
  }
}

/// What is told of the lives of tasks.
private struct Lives {
  /// By their paths.
  var told: [String: String] = [:]
  /// Of those that are gone.
  private(set) var gone: [String] = []

  init(_ history: History, _ snapshot: Snapshot) throws {
    let tasks = try history.identities().tasks
    let files = PresentFiles(history, comparing: snapshot)
    var present: Set<Int> = []
    for task in snapshot.tasks {
      var times = TaskTimes()
      if let number = try files.task(of: task) {
        present.insert(number)
        times = try TaskTimes(tasks[number], living: files.recorded(task), history)
      }
      told[task.path] = Self.text(
        times, task.status == .done ? try history.completion(of: task, among: files) : nil)
    }
    for (number, task) in tasks.enumerated() where !present.contains(number) {
      let recorded = try history.living().firstOfTask[number]
      let times = try TaskTimes(task, living: recorded, history)
      gone.append("\((recorded ?? times.deleted)?.path ?? "") \(Self.text(times, nil))")
    }
    gone.sort()
  }

  static func text(_ times: TaskTimes, _ completion: Completion?) -> String {
    "\(times.added as Any) \(times.started as Any) \(times.done as Any) \(times.cameDone) "
      + "\(times.cutOff as Any) \(completion as Any)"
  }
}
