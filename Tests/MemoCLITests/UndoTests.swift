import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// An undo restores the old state and keeps others' later changes.
@Suite struct UndoTests {
  /// `MEMO_ALL=500 swift test --filter UndoTests` tries 500.
  static let count = Effort.count(3)

  @Test(arguments: 0..<count) func undoRestoresEachState(seed: Int) throws {
    var past = try RandomPast(seed: UInt64(seed))
    for _ in 0..<12 { try past.step() }
    let (desk, states) = (past.desk, past.states)
    let count = states.count - 1
    #expect(try past.store().operations(upTo: 100).undoable.count == count, "\(past.story)")
    for number in [Int.random(in: 1...count, using: &past.random), count, 1] {
      for word in ["undo", "redo"] {
        let outcome = desk.memo(word, String(number))
        #expect(outcome.status == .done, "\(outcome.error)")
        let expected = word == "undo" ? states[count - number] : states[count]
        #expect(try past.tree() == expected, "\(word) \(number) of \(past.story)")
        #expect(try desk.complaints() == "")
      }
    }
    // Single undos equal one of several steps.
    for step in 1...count {
      #expect(desk.memo("undo").status == .done)
      #expect(try past.tree() == states[count - step], "\(step) back in \(past.story)")
    }
    #expect(desk.memo("undo").status == .refused)
    for _ in 1...count { #expect(desk.memo("redo").status == .done) }
    #expect(try past.tree() == states[count])
    #expect(desk.memo("redo").status == .refused)
  }

  /// Another person adds a word to every task; the first one undoes everything.
  @Test(arguments: 0..<count) func wordsOfOthersStay(seed: Int) throws {
    let team = try Team(of: 2, seed: UInt64(seed))
    var past = try RandomPast(seed: UInt64(seed), desk: team[0])
    for _ in 0..<6 { try past.step() }
    #expect(team[0].memo("sync").status == .done)
    #expect(team[1].memo("sync").status == .done)
    var words: [String] = []
    for path in team[1].tasks() {
      let word = "theirs\(words.count)x"
      try team[1].write(try team[1].read(path) + "\(word)\n", to: path)
      words.append(word)
    }
    for _ in 0..<3 { try past.step() }
    #expect(team[1].memo("sync").status == .done)
    #expect([.done, .attention].contains(team[0].memo("sync").status))
    let before = try past.text()
    let here = words.filter { before.contains($0) }
    let undone = team[0].memo("undo", String(past.states.count - 1))
    #expect([.done, .attention].contains(undone.status), "\(undone.error)")
    let after = try past.text()
    for word in here { #expect(after.contains(word), "\(word): \(past.story)") }
    #expect(!after.contains("<<<<<<<"))
    #expect(try team[0].complaints() == "")
    #expect(team[0].memo("redo", String(past.states.count - 1)).status.rawValue % 4 == 0)
    #expect(try past.text() == before)
  }
}

/// One person's random steps, and the tasks after each.
struct RandomPast {
  let desk: Desk
  var random: SeededRandom
  /// The tree before all steps, and after each step that changed it.
  private(set) var states: [String] = []
  private(set) var story: [String] = []

  init(seed: UInt64, desk: Desk? = nil) throws {
    random = SeededRandom(seed: seed)
    if let desk {
      self.desk = desk
    } else {
      self.desk = Desk(try Scratch(), "kim")
      _ = try Store.create(self.desk.scratch("kim"), environment: self.desk.environment)
    }
    states = [try tree()]
  }

  func tree() throws -> String { try desk.scratch.git("rev-parse", "HEAD^{tree}", in: desk.folder) }

  func store() throws -> Store {
    try Store.open(desk.scratch(desk.folder), environment: desk.environment)
  }

  func text() throws -> String {
    try desk.tasks().sorted().map { try "\($0)\n\(desk.read($0))" }.joined()
  }

  mutating func step() throws {
    desk.wait(seconds: 60)
    let path = desk.tasks().sorted().randomElement(using: &random)
    guard let path, Int.random(in: 0..<5, using: &random) > 0 else {
      return try command("add", "Task \(story.count)", "+t\(story.count)")
    }
    let number = story.count
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try command("set", path, "title=Title \(number)", "deadline=2026-12-01", "n=\(number)")
    case 1: try command("start", path)
    case 2: try command("done", path)
    case 3: try command("remove", path)
    case 4: try command("set", path, "+tag\(number)", "priority=low")
    case 5:
      try desk.write("\(desk.read(path))Line \(number).\n", to: path)
      try byHand("append to \(path)")
    case 6:
      for path in desk.tasks() { try desk.write("\(desk.read(path))All \(number).\n", to: path) }
      try byHand("append to all")
    case 7:
      try desk.move(path, "doing/moved-\(number).md")
      try byHand("move \(path)")
    default:
      try desk.write("\(desk.read(path))By git \(number).\n", to: path)
      try desk.scratch.git("mv", path, "done/by-git-\(number).md", in: desk.folder)
      // Folder and text don't agree; memo's next command settles that.
      try byHand("git mv \(path)")
    }
  }

  private mutating func command(_ words: String...) throws {
    let outcome = desk.memo(words)
    guard outcome.status == .done else { throw GitFailure(message: outcome.error) }
    try done(words.joined(separator: " "))
  }

  private mutating func byHand(_ what: String) throws {
    _ = try store().recordHandEdits()
    try done(what)
  }

  private mutating func done(_ what: String) throws {
    story.append(what)
    let tree = try tree()
    if tree != states.last { states.append(tree) }
  }
}
