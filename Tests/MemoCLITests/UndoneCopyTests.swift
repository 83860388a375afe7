import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Between commands, files and ids are copied, moved, edited and deleted with plain git.
@Suite struct UndoneCopyTests {
  private func step(_ desk: Desk, _ random: inout SeededRandom) throws -> String {
    desk.wait(seconds: Int64.random(in: 1..<400, using: &random))
    let number = Int.random(in: 0..<10_000, using: &random)
    let folder = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
    let paths = desk.tasks().sorted()
    guard let path = paths.randomElement(using: &random), paths.count < 9 else {
      return try type(desk, ["add", "Task \(number)", "-m", "text \(number)"])
    }
    let target = "\(folder)/f\(number).md"
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      return try shell(desk, "mkdir -p \(folder); cp \(path) \(target); git add \(target)")
    case 3: return try shell(desk, "mkdir -p \(folder); git mv \(path) \(target)")
    case 4: return try shell(desk, "git rm -q \(path)")
    case 5: return try shell(desk, "echo line \(number) >> \(path); git add \(path)")
    case 6: return try shell(desk, "sed -i.x /^id:/d \(path); rm \(path).x; git add \(path)")
    case 7: return try type(desk, ["set", path, "priority=high"])
    case 8: return try type(desk, ["done", path])
    case 9:
      let gone = desk.memo("log", "--deleted", "--json").output.split(separator: "\n")
        .compactMap {
          $0.split(separator: "\"path\": \"").dropFirst().first?.split(separator: "\"").first
        }
      guard let path = gone.randomElement(using: &random) else { return "nothing is deleted" }
      return try type(desk, ["restore", String(path)])
    default: return try type(desk, ["add", "Task \(number)"])
    }
  }

  private func shell(_ desk: Desk, _ script: String) throws -> String {
    let script = "\(script); git commit -q --allow-empty -m '\(script)'"
    let ran = try run(
      "sh", ["-ec", script], in: desk.scratch("kim"), environment: desk.scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)") }
    return script
  }

  private func type(_ desk: Desk, _ words: [String]) throws -> String {
    let outcome = desk.memo(words)
    return words.joined(separator: " ") + (outcome.status == .done ? "" : ": \(outcome.error)")
  }

  /// Reports of duplicate ids.
  private func doubles(_ desk: Desk) throws -> [String] {
    let store = try Store.open(desk.scratch("kim"), environment: desk.environment)
    return try store.read().problems.map { "\($0.path): \($0.message)" }
      .filter { $0.contains("the same id") }
  }

  @Test(arguments: 0..<UndoTests.count) func undosNeverDuplicateIDs(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 4711)
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    var story: [String] = []
    for _ in 0..<Int.random(in: 6..<16, using: &random) { story.append(try step(desk, &random)) }
    story.append(try type(desk, ["add", "Last"]))
    #expect(try doubles(desk) == [], "\(story)")
    let tree = try desk.scratch.git("rev-parse", "HEAD:", in: "kim")
    let most = desk.memo("undo", "--list", "50").output.split(separator: "\n")
      .count { $0.first?.isNumber ?? false }
    for count in Set([1, 2, 3, Int.random(in: 1...most, using: &random)]) where count <= most {
      let undone = desk.memo("undo", "-y", String(count))
      #expect(undone.status != .refused, "\(count): \(undone.error)\n\(story)")
      #expect(try doubles(desk) == [], "undo \(count): \(undone.output)\n\(story)")
      #expect(
        !undone.output.split(separator: "\n").contains { $0.hasSuffix("  ") },
        "\(undone.output)\n\(story)")
      let redone = desk.memo("redo", "-y", String(count))
      #expect(redone.status != .refused, "\(count): \(redone.error)\n\(story)")
      #expect(
        try desk.scratch.git("rev-parse", "HEAD:", in: "kim") == tree,
        "\(count): \(undone.output)\(redone.output)\(story.joined(separator: "\n"))")
    }
    #expect(try desk.complaints() == "")
  }
}
