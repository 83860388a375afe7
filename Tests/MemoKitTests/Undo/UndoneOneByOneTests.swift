import Foundation
import MemoCLI
import TestSupport
import Testing

/// Random histories of a person who alternates between plain git and memo.
///
/// Undoing each commit, newest first, restores the texts before it, wherever the files were and
/// whenever they got their ids. `MEMO_ALL=500` plays 500, `MEMO_SEED=1234` is the first seed.
@Suite struct UndoneOneByOneTests {
  private static let count = Effort.count(3)
  private static let first = Effort.firstSeed

  @Test(arguments: first..<first + count)
  func everyUndoRestoresTheTexts(seed: Int) throws {
    var steps = try RandomSteps(seed: UInt64(seed))
    for _ in 0..<8 { try steps.take() }
    for (name, commit, texts) in steps.former.reversed() {
      let undone = steps.desk.memo("undo", "--yes", commit)
      #expect(undone.status == .done, "\(seed), undo of \(name): \(undone.error)")
      let now = try steps.texts()
      #expect(now == texts, "\(seed), undo of \(name)\n\(steps.script.joined(separator: "\n"))")
      if now != texts { return }
    }
  }
}

private struct RandomSteps {
  let desk: Desk
  /// Each step with its commit and the texts before it.
  private(set) var former: [(name: String, commit: String, texts: [String: String])] = []
  private(set) var script: [String] = []
  private var random: SeededRandom
  private var number = 0

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    desk = Desk(try Scratch(), "ana", name: "Ana", seed: seed + 1)
    desk.memo("init")
  }

  /// The texts of the tasks by path, without front matter that memo writes.
  func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in desk.tasks() {
      let text = try desk.read(name)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let body =
        lines.first == "---" ? lines.dropFirst().drop { $0 != "---" }.dropFirst() : lines[...]
      texts[name] = body.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
    return texts
  }

  mutating func take() throws {
    let before = try texts()
    let name = try step(desk.tasks().sorted().randomElement(using: &random))
    // A step without changes doesn't count.
    if try texts() != before { former.append((name, try head(), before)) }
  }

  private mutating func step(_ name: String?) throws -> String {
    number += 1
    guard let name, Int.random(in: 0..<5, using: &random) > 0 else {
      let made = "todo/task-\(number).md"
      try desk.write("# Task \(number)\n\none \(number)\ntwo \(number)\nthree\n", to: made)
      return try commit("add \(made)")
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try desk.write(try desk.read(name) + "more \(number)\n", to: name)
      return try commit("edit \(name)")
    case 1, 2:
      let folder = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
      let other = Bool.random(using: &random) ? name : "x/named-\(number).md"
      let place = "\(folder)/\(other.drop { $0 != "/" }.dropFirst())"
      if desk.exists(place) { return "nothing" }
      try desk.move(name, place)
      return try commit("move \(name) to \(place)")
    case 3:
      let lines = try desk.read(name).split(separator: "\n", omittingEmptySubsequences: false)
      try desk.write(lines.filter { !$0.hasPrefix("id: ") }.joined(separator: "\n"), to: name)
      let step = try commit("lose the id of \(name)")
      // It doesn't change the text, but it is a step.
      if lines.contains(where: { $0.hasPrefix("id: ") }) {
        former.append(("lose an id", try head(), try texts()))
      }
      return step
    case 4:
      try desk.remove(name)
      return try commit("remove \(name)")
    default:
      script.append("memo done \(name)")
      desk.memo("done", name)
      return "memo done \(name)"
    }
  }

  private func head() throws -> String {
    try desk.scratch.git("rev-parse", "HEAD", in: desk.folder)
  }

  private mutating func commit(_ name: String) throws -> String {
    script.append(name)
    desk.wait(seconds: 60)
    try desk.scratch.git("add", "--all", in: desk.folder)
    try desk.scratch.git("commit", "--quiet", "--allow-empty", "--message", name, in: desk.folder)
    return name
  }
}
