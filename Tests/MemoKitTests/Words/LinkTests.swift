import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles

/// Waiting and blocked tasks.
@Suite struct LinkTests {
  private static func task(
    _ id: Int, _ header: String = "", in folder: String = "todo"
  ) -> StoredTask? {
    let letters = "bcdfghjkmn".map { String($0) }
    let name = "bbbbbbbb" + letters[id / 10] + letters[id % 10]
    return StoredTask(
      path: "\(folder)/\(id).md",
      bytes: Array("---\ntitle: T\(id)\nid: \(name)\n\(header)\n---\n".utf8), file: nil)
  }

  private static func after(_ ids: [Int]) -> String {
    "after: [\(ids.compactMap { task($0)?.id?.text }.joined(separator: ", "))]"
  }

  /// 2026-11-20 15:04:05 in UTC, an hour later in the reader's time zone.
  @Test(arguments: [
    ("2026-11-19", false), ("2026-11-20", false), ("2026-11-21", true), ("2026-11-20 16:04", false),
    ("2026-11-20 16:05", true), ("2026-11-20T15:04+00:00", false),
    ("2026-11-20T15:05+00:00", true), ("someday", false),
  ])
  func waitingEndsAtTheGivenTime(wait: String, isWaiting: Bool) throws {
    let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 3600)
    for folder in ["todo", "doing"] {
      #expect(
        try #require(Self.task(1, "wait: \(wait)", in: folder)).isWaiting(at: now) == isWaiting)
    }
    #expect(try !#require(Self.task(1, "wait: \(wait)", in: "done")).isWaiting(at: now))
  }

  /// Without dependencies no table of ids is made.
  @Test(arguments: ["", after([1])]) func tasksAreFoundByID(header: String) throws {
    let tasks = try [0, 1, 2].map { try #require(Self.task($0, $0 == 0 ? header : "")) }
    let links = TaskLinks(tasks)
    for task in tasks {
      #expect(links.task(named: try #require(task.id).text)?.path == task.path)
    }
    #expect(links.task(named: "kxtwqzbnrm") == nil)
    #expect(links.successors(of: tasks[1]).map(\.path) == (header.isEmpty ? [] : ["todo/0.md"]))
  }

  /// Compared with a search of all paths in random graphs.
  @Test(arguments: 0..<UInt64(Effort.count(8))) func onlyCirclesAreFound(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let count = 8
    let edges = (0..<count).map { _ in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
    }
    let done = (0..<count).map { _ in Bool.random(using: &random) }
    let tasks = (0..<count).compactMap {
      Self.task($0, Self.after(edges[$0]), in: done[$0] ? "done" : "todo")
    }
    let links = TaskLinks(tasks)
    let problems = links.problems
    let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)
    for (number, task) in tasks.enumerated() {
      var reached: Set<Int> = []
      var next = edges[number]
      while let one = next.popLast() {
        if reached.insert(one).inserted { next += edges[one] }
      }
      #expect(problems.count { $0.task == number } == (reached.contains(number) ? 1 : 0))
      let isBlocked = !done[number] && edges[number].contains { !done[$0] }
      #expect(links.isBlocked(task) == isBlocked)
      #expect(links.isReady(task, at: now) == (!done[number] && !isBlocked))
      #expect(
        Set(links.successors(of: task).map(\.path))
          == Set((0..<count).filter { edges[$0].contains(number) }.map { tasks[$0].path }))
    }
  }

  @Test func lookedUpFactsAreEnoughForFilters() throws {
    let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)
    let questions = { (words: String) in
      try Filter.parse(words.split(separator: " ").map(String.init), now: now).questions
    }
    #expect(try questions("todo +home due<fri overdue waiting assignee:ann") == [])
    #expect(try questions("done>-7d or not changed:today") == [.completed, .changed])
    #expect(try questions("blocked (ready or to:me)") == [.links, .names])
    let filter = try Filter.parse(["not", "done>-7d"], now: now)
    let task = try #require(Self.task(1, in: "done"))
    var facts = FilterFacts()
    for (ago, isFound) in [(1, false), (8, true)] {
      facts.completed[task.path] = now.at(now.secondsSince1970 - Int64(ago) * 86_400).timestamp
      let answered = filter.answered(facts, among: [task], at: now)
      #expect(answered.questions == [] && answered.mentionsStatus)
      #expect(answered.matches(task, at: now) == isFound)
    }
  }
}
