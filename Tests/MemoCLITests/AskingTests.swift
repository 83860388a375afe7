import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Questions at a terminal before many tasks change.
@Suite struct AskingTests {
  /// A desk with five tasks, at which every question gets the same answer.
  final class Asked: Sendable {
    let desk: Desk
    let shown = Mutex("")

    init() throws {
      desk = Desk(try Scratch(), "kim")
      #expect(desk.memo("-C", desk.scratch.path, "init", "kim").status == .done)
      for number in 1...5 { desk.memo("add", "Task \(number)", "+shop") }
    }

    func memo(_ arguments: String..., answer: String?) -> (Outcome, shown: String) {
      shown.withLock { $0 = "" }
      var context = desk.context
      context.terminal = TerminalFacts(input: true, output: true, error: true, width: 60)
      context.environment.variables["NO_COLOR"] = "1"
      context.notify = { text in self.shown.withLock { $0 += text } }
      context.ask = { question in
        self.shown.withLock { $0 += question + "\n" }
        return answer
      }
      return (desk.memo(arguments, in: context), shown.withLock { $0 })
    }

    func statuses() throws -> Set<String> {
      Set(desk.tasks().map { String($0.prefix { $0 != "/" }) })
    }
  }

  @Test func showsWhatItWouldChange() throws {
    let asked = try Asked()
    let (outcome, shown) = asked.memo("done", "+shop", answer: "n")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0].contains("Task 1  +shop"))
    #expect(lines.last == "Move 5 tasks to done? [y/N] ")
    #expect(outcome.status == .refused)
    // Answering no is not an error.
    #expect(outcome.error == "canceled; nothing was changed\n")
    #expect(try asked.statuses() == ["todo"])
  }

  @Test(arguments: [("y", "done"), ("YES", "done"), ("", "todo"), (nil, "todo")])
  func onlyYesConfirms(_ answer: String?, _ expected: String) throws {
    let asked = try Asked()
    _ = asked.memo("done", "+shop", answer: answer)
    #expect(try asked.statuses() == [expected])
  }

  @Test func asksOnlyAboveThree() throws {
    let asked = try Asked()
    #expect(asked.memo("start", "+shop", "(1 or 2 or 3)", answer: "n").shown == "")
    #expect(asked.desk.tasks().filter { $0.hasPrefix("doing/") }.count == 3)
    let names = ["todo/task-4.md", "todo/task-5.md", "doing/task-1.md", "doing/task-2.md"]
    #expect(
      asked.memo("set", names[0], names[1], names[2], names[3], "p=low", answer: "n").shown == "")
    let (_, shown) = asked.memo("set", "+shop", "--", "p=low", "+x", answer: "n")
    #expect(shown.hasSuffix("Change 5 tasks: p=low +x? [y/N] \n"))
    #expect(asked.memo("set", "+shop", "--yes", "--", "p=low", answer: "n").shown == "")
    #expect(
      asked.memo("remove", "task", "not", "+nothing", answer: "n").shown.hasSuffix(
        "Delete 5 tasks? [y/N] \n"))
    #expect(asked.memo("remove", "4 or 5", answer: "n").shown.hasSuffix("Delete 2 tasks? [y/N] \n"))
    #expect(asked.desk.tasks().count == 5)
  }

  /// Also for a single named task, and only after all names were found.
  @Test func deletingAlwaysAsks() throws {
    let asked = try Asked()
    let (outcome, shown) = asked.memo("rm", "task-1", answer: "n")
    #expect(shown.contains("Task 1  +shop\nDelete 'Task 1'? [y/N] "))
    #expect(outcome.error.hasPrefix("canceled; nothing was changed\n"))
    let two = asked.memo("rm", "task-1", "todo/task-2.md", "task-1", answer: nil).shown
    #expect(two.contains("Task 2") && two.hasSuffix("Delete 2 tasks? [y/N] \n"))
    let (missing, nothing) = asked.memo("rm", "task-1", "task-9", answer: "y")
    #expect(nothing == "" && missing.error.hasPrefix("error: there is no task 'task-9'"))
    #expect(asked.desk.tasks().count == 5)
    #expect(asked.memo("rm", "task-1", answer: "y").0.output.hasSuffix("Task 1  deleted\n"))
    #expect(asked.memo("rm", "task-2", "-y", answer: nil).shown == "")
    #expect(asked.desk.tasks().count == 3)
  }

  @Test func showsTwentyAtMost() throws {
    let asked = try Asked()
    for number in 6...30 { try asked.desk.write("# Task \(number)\n", to: "todo/\(number).md") }
    let (_, shown) = asked.memo("done", "todo", answer: "n")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[20] == "… and 10 more")
    #expect(asked.memo("done", "todo", answer: "y").0.status == .done)
    #expect(try asked.statuses() == ["done"])
  }

  /// Tasks are missing, and the next writing command asks.
  @Test(arguments: [("y", true), ("n", false), (nil, false)])
  func asksWhetherManyDeletionsWereMeant(_ answer: String?, _ isMeant: Bool) throws {
    let asked = try Asked()
    for number in 1...30 { try asked.desk.write("# Chore \(number)\n", to: "todo/c\(number).md") }
    asked.desk.memo("check", "--fix")
    for number in 1...25 { try asked.desk.remove("todo/c\(number).md") }
    let (outcome, shown) = asked.memo("add", "Milk", answer: answer)
    let lines = shown.split(separator: "\n")
    #expect(lines.first == "25 of 35 tasks are gone from their folders:")
    #expect(lines.dropFirst().first == "  Chore 1 (todo/c1.md)")
    #expect(lines.suffix(2) == ["  … and 5 more", "Commit the deletion? [y/N] "])
    #expect(outcome.status == (isMeant ? .done : .refused))
    #expect(asked.desk.exists("todo/milk.md") == isMeant)
    #expect(try asked.desk.journal().contains { $0.hasPrefix("delete") } == isMeant)
    // Once they are recorded, memo doesn't ask again.
    if isMeant { #expect(asked.memo("add", "Tea", answer: nil).shown == "") }
  }

  /// Every writing command accepts `--yes`.
  @Test(arguments: [
    ["set", "task-1", "x=1"], ["remove", "task-1"], ["undo"], ["check", "--fix"], ["sync"],
    ["restore", "--missing"],
  ])
  func writingCommandsAcceptYes(_ words: [String]) throws {
    let asked = try Asked()
    asked.desk.memo("add", "Gone"); asked.desk.memo("remove", "gone", "--yes")
    for number in 1...30 { try asked.desk.write("# Chore \(number)\n", to: "todo/c\(number).md") }
    asked.desk.memo("check", "--fix")
    for number in 1...25 { try asked.desk.remove("todo/c\(number).md") }
    guard words.last != "--missing" else {
      #expect(asked.desk.memo(words).status == .done)
      return #expect(asked.desk.exists("todo/c1.md"))
    }
    if words[0] != "remove" {
      let refused = asked.desk.memo(words)
      #expect(refused.status == .refused)
      #expect(refused.error.contains("the same command with --yes"))
    }
    #expect(try !isRecorded(asked))
    asked.desk.memo(words + ["--yes"])
    #expect(try isRecorded(asked))
  }

  private func isRecorded(_ asked: Asked) throws -> Bool {
    try asked.desk.journal().contains { ["delete: Chore 1", "delete: 25 tasks"].contains($0) }
  }
}
