import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Commands in hints work when typed.
@Suite struct HintTests {
  private static func desk() throws -> Desk { try model.get().copy() }

  private static let model = Result<Desk, any Error> {
    let desk = Desk(try Scratch(), "kim")
    try Store.create(desk.scratch("kim"), environment: desk.environment).expectNew()
    desk.memo("add", "Meet Bob", "to:me", "estimate:3h")
    desk.memo("add", "Tax", "due:fri")
    desk.memo("add", "Rent", "+home")
    desk.memo("add", "List", "-m", "- [ ] one\n- [ ] two")
    desk.memo("add", "Packed", "-m", "- [x] one\n- [x] two")
    return desk
  }

  /// Lines with a mistake, and the command in the first hint, if it has one.
  static let slips: [(line: [String], command: String)] = [
    (["set", "meet", "due", "fri"], "memo set ID deadline=fri +home"),
    (["set", "bob", "high"], "memo set ID deadline=fri +home"),
    (["set", "bob", "project:big", "house"], "memo set ID deadline=fri +home"),
    (["set", "bob", "due=fri", "wall"], "memo set ID deadline=fri +home"),
    (["set", "bob", "title=Buy", "oat", "milk"], "memo set ID deadline=fri +home"),
    (["set", "bob"], "memo set ID deadline=fri +home"),
    (["add", "re:invent"], "memo add -- re:invent"), (["add", "+home"], "memo add -- +home"),
    (["add", "Milk", "--due", "fri"], "deadline:fri"),
    (["add", "It is", "-5"], "memo add 'It is' -- -5"),
    (["list", "-to:me"], "not to:me"), (["list", "--due=fri"], "deadline:fri"),
    (["move", "bob", "dne"], "memo move bob done"),
    (["move", "bob", "Dong"], "memo move bob doing"),
    (["set", "-force", "rent"], "memo set ID deadline=fri +home"),
    (["set", "rent", "+"], "memo set ID deadline=fri +home"),
    (["set", "+"], "memo set ID deadline=fri +home"),
    (["tick", "list"], "memo tick list 1"),
    (["tick", "packed", "--untick"], "memo tick packed --untick 1"),
    (["set", "rent.md", "-p", "low"], "priority:low"),
    (["note", "rent"], "memo note rent TEXT"), (["tick", "rent"], "memo tick rent --add TEXT"),
    (["postpone", "tax"], "memo postpone tax 3d"),
    (["annotate", "rent", "Ask", "Ann"], "memo note rent Ask Ann"),
    (["modify", "rent", "due:fri"], "memo set rent due:fri"),
    (["stop", "rent"], "memo reopen rent"),
    (["delete", "rent"], "memo remove rent"), (["purge", "rent"], "memo remove rent"),
    (["lsit", "+home"], "memo list +home"), (["task", "done", "rent"], "memo done rent"),
    (["-v"], "memo --version"), (["list", "--done"], "memo list done"),
    (["ls", "--completed", "-n", "3"], "memo ls done"),
    (["list", "--open"], "memo list todo"),
    (["board", "--overdue"], "memo board overdue"), (["next", "--done"], "memo list done"),
    (["add", "Rake", "--tags", "home"], "+home"),
  ]

  @Test(arguments: slips) func commandsInHintsWork(line: [String], command: String) throws {
    let desk = try Self.desk()
    let outcome = desk.memo(line)
    #expect(outcome.status != .done && outcome.output == "", "\(line): \(outcome)")
    #expect(outcome.error.contains(command), "\(line): \(outcome.error)")
    let typed = command.hasPrefix("memo ") ? command : "memo list '\(command)'"
    // A placeholder is replaced with a name.
    let answer = desk.memo(Self.words(of: typed).map { $0 == "ID" ? "rent" : $0 })
    #expect(answer.status == .done, "\(typed): \(answer.error)")
  }

  /// The words into which a shell splits a line.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return Array(words.dropFirst())
  }
}
