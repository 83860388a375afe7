import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Two people change a few tasks and sync now and then; then one of them undoes.
@Suite struct UndoPropertyTests {
  /// The tasks' values by id and field.
  typealias Fields = [String: [String: String]]

  private func fields(_ desk: Desk) throws -> Fields {
    let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    var fields: Fields = [:]
    for task in try store.read().tasks {
      guard let id = task.id?.text else { continue }
      var values = ["status": task.status.rawValue, "title": task.title]
      for key in ["deadline", "priority", "place", "price"] {
        if case .text(let text)? = task.document.value(of: key) { values[key] = text }
      }
      fields[id] = values
    }
    return fields
  }

  /// The last author of each field according to the log, and the value.
  private func setters(_ desk: Desk) throws -> [String: [String: (author: String, value: String?)]]
  {
    let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    var setters: [String: [String: (author: String, value: String?)]] = [:]
    try store.log { entry in
      guard entry.kind != .merge, let id = entry.id else { return true }
      for change in entry.changes where setters[id]?[change.part.label] == nil {
        setters[id, default: [:]][change.part.label] = (entry.author, change.to)
      }
      return true
    }
    return setters
  }

  private func step(_ desk: Desk, _ random: inout SeededRandom) throws -> String {
    let path = desk.tasks().sorted().randomElement(using: &random)
    // The clocks differ.
    desk.wait(seconds: Int64.random(in: 0..<400, using: &random))
    guard let path, Int.random(in: 0..<20, using: &random) > 0 else {
      return try type(desk, ["add", "Task \(Int.random(in: 0..<10_000, using: &random))"])
    }
    let date = ["2026-12-01", "none"][Int.random(in: 0..<2, using: &random)]
    let priority = ["high", "none"][Int.random(in: 0..<2, using: &random)]
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return try type(desk, ["start", path])
    case 1: return try type(desk, ["done", path])
    case 2: return try type(desk, ["move", path, "todo"])
    case 3: return try type(desk, ["set", path, "deadline=\(date)"])
    case 4: return try type(desk, ["set", path, "priority=\(priority)", "deadline=\(date)"])
    case 5: return try type(desk, ["set", path, "place=\(priority)", "priority=\(priority)"])
    case 6: return try type(desk, ["set", path, "title=T \(priority)"])
    case 7: return try type(desk, ["set", path, "price=\(date)", "place=none"])
    case 8: return try type(desk, ["rm", path])
    default: return try type(desk, ["set", path, "priority=high", "deadline=2026-12-01"])
    }
  }

  private func type(_ desk: Desk, _ words: [String]) throws -> String {
    let outcome = desk.memo(words)
    guard [.done, .attention].contains(outcome.status) else {
      throw GitFailure(message: "\(words): \(outcome.error)")
    }
    return "\(desk.folder): \(words.joined(separator: " "))"
  }

  @Test(arguments: 0..<UndoTests.count) func lastValuesOfOthersStay(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 77)
    let team = try Team(of: 2, seed: UInt64(seed) + 77)
    let (ana, ben) = (team[0], team[1])
    var story: [String] = []
    for _ in 0..<2 { story.append(try type(ana, ["add", "Task \(story.count)"])) }
    for desk in [ana, ben] { story.append(try type(desk, ["sync"])) }
    for _ in 0..<6 {
      for desk in [ana, ben] {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          story.append(try step(desk, &random))
        }
      }
      for desk in [ben, ana, ben] where Int.random(in: 0..<6, using: &random) > 0 {
        story.append(try type(desk, ["sync"]))
      }
    }
    story.append(try type(ana, ["sync"]))
    let (before, tree) = (try fields(ana), try ana.scratch.git("rev-parse", "HEAD:", in: "ana"))
    let last = try setters(ana)
    let count = Int.random(in: 1...5, using: &random)
    let undone = ana.memo("undo", String(count))
    guard undone.status != .refused else { return }
    let after = try fields(ana)
    for (id, values) in before {
      for (key, value) in values {
        guard let setter = last[id]?[key], setter.author == "Ben" else { continue }
        let now = after[id]?[key]
        #expect(
          now == value || now == setter.value,
          "\(id) \(key): \(value) → \(now ?? "none")\n\(story)\n\(undone.output)")
      }
    }
    for (id, values) in after {
      for (key, value) in values where before[id] != nil && before[id]?[key] == nil {
        guard let setter = last[id]?[key], setter.author == "Ben" else { continue }
        #expect(setter.value == value, "\(id) \(key): none → \(value)\n\(story)\n\(undone.output)")
      }
    }
    #expect(ana.memo("redo", String(count)).status.rawValue % 4 == 0)
    #expect(try ana.scratch.git("rev-parse", "HEAD:", in: "ana") == tree, "\(story)")
    #expect(try ana.complaints() == "")
  }
}
