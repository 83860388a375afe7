import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Query
@testable import StoreFiles

/// Tasks that depend on themselves, directly or through others.
@Suite struct CircleTests {
  private static func id(_ number: Int) -> String {
    TaskID.derived(from: Array("\(number)".utf8)).text
  }

  /// - Parameter after: For each task, the numbers of those that it comes after.
  private static func tasks(_ after: [[Int]]) -> [StoredTask] {
    after.enumerated().compactMap { number, names in
      let list = names.map(id).joined(separator: ", ")
      return StoredTask(
        path: "todo/\(number).md",
        bytes: Array("---\ntitle: T\(number)\nid: \(id(number))\nafter: [\(list)]\n---\n".utf8),
        file: nil)
    }
  }

  /// Finding them for all tasks at once equals searching from each task.
  @Test(arguments: 0..<UInt64(Effort.count(10))) func eachTaskThatComesAfterItselfIsFound(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let after = (0..<count).map { _ in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
    }
    let tasks = Self.tasks(after)
    var circles = TaskCycles(TaskLinks(tasks))
    for (number, task) in tasks.enumerated() {
      var reached: Set<Int> = []
      var waiting = after[number]
      while let next = waiting.popLast() {
        if reached.insert(next).inserted { waiting += after[next] }
      }
      let circle = circles.circle(of: task)
      #expect((circle != nil) == reached.contains(number), "\(after), T\(number)")
      guard let names = circle?.text(\.title).split(separator: " → "), count <= 8 else { continue }
      let way = names.compactMap { Int($0.dropFirst()) }
      #expect(way.first == way.last && way.count > 1, "\(names)")
      #expect(zip(way, way.dropFirst()).allSatisfy { after[$0].contains($1) }, "\(after), \(way)")
      #expect(reached.isSuperset(of: way), "\(after), \(way)")
    }
  }

  /// Among thousands of tasks, each problem stays short.
  @Test func longCirclesHaveShortMessages() {
    let tasks = Self.tasks((0..<100).map { [($0 + 1) % 100] })
    let problems = TaskLinks(tasks).problems
    #expect(problems.map(\.task) == Array(0..<100))
    #expect(
      problems[98].message.replacing(#/ \(\w+\)/#, with: "")
        == "'after' forms a cycle: T98 → T99 → T0 → T1 → T2 → T3 → T4 → T5 → … 92 more "
        + "→ T98")
  }

  @Test func manyMissingTasksHaveAShortMessage() {
    var after = [[Int]](repeating: [], count: 1)
    after[0] = Array(1...20)
    let messages = TaskLinks(Self.tasks(after)).problems.map(\.message)
    #expect(messages.count == 9)
    #expect(messages.first == "no task has the id '\(Self.id(1))' that is in 'after'")
    #expect(messages.last == "no task has 12 more ids in 'after'")
  }
}
