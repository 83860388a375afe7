import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Changes by others to a task that is in an editor.
@Suite(.onItsOwnThread) struct EditMeanwhileTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Beta", "-m", "first line")
  }

  /// Opens the task with a script as editor: `$1` is the file, `opened` its text.
  private func edit(_ script: String) throws -> Outcome {
    let editor = "cp \"$1\" ../opened; \(script)"
    try editor.write(toFile: desk.scratch("editor"), atomically: true, encoding: .utf8)
    var context = desk.context
    context.environment.variables["EDITOR"] = "sh \(desk.scratch("editor"))"
    return desk.memo(["edit", "beta"], in: context)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: desk.scratch("kim/\(path)"), encoding: .utf8)
  }

  @Test func bothChangesStay() throws {
    let outcome = try edit(
      "memo set beta due:2026-12-01 p:high >/dev/null; (cat ../opened; echo mine) > \"$1\"")
    #expect(outcome.status == .done, "\(outcome)")
    let text = try text("todo/beta.md")
    #expect(text.contains("deadline: 2026-12-01\n") && text.contains("priority: high\n"))
    #expect(text.hasSuffix("first line\nmine\n"))
    let log = desk.memo("log", "beta").output
    #expect(log.components(separatedBy: "deadline").count == 2, "\(log)")
  }

  /// The caller, such as a board, can offer to undo exactly this edit.
  @Test func anEditHasItsOperation() throws {
    let outcome = try edit("echo mine >> \"$1\"")
    let operation = try #require(outcome.operation)
    desk.memo("add", "Gamma")
    #expect(desk.memo("undo", operation).status == .done)
    #expect(try text("todo/beta.md").hasSuffix("first line\n"))
    #expect(try edit("true").operation == nil)
  }

  @Test func anUneditedTaskStaysMoved() throws {
    let outcome = try edit("memo done beta >/dev/null")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(desk.tasks() == ["done/beta.md"])
  }

  @Test func anUneditedTaskStaysDeleted() throws {
    let outcome = try edit("memo rm -y beta >/dev/null")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(desk.tasks() == [])
  }

  /// An editor may save its old text, although nobody changed it.
  @Test func savingTheOldTextChangesNothing() throws {
    #expect(try edit("memo done beta >/dev/null; cp ../opened \"$1\"").status == .done)
    #expect(desk.tasks() == ["done/beta.md"])
    #expect(try edit("memo set beta p:low >/dev/null; cp ../opened \"$1\"").status == .done)
    #expect(try text("done/beta.md").contains("priority: low"))
    #expect(try edit("memo rm -y beta >/dev/null; cp ../opened \"$1\"").status == .done)
    #expect(desk.tasks() == [])
  }

  @Test func theEditFollowsTheTask() throws {
    let outcome = try edit("memo done beta >/dev/null; (cat ../opened; echo mine) > \"$1\"")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(desk.tasks() == ["done/beta.md"])
    #expect(try text("done/beta.md").hasSuffix("first line\nmine\n"))
    #expect(try text("done/beta.md").contains("status: done\n"))
  }

  @Test func anEditOfADeletedTaskIsKept() throws {
    _ = try edit("memo rm -y beta >/dev/null; (cat ../opened; echo mine) > \"$1\"")
    #expect(try text("todo/beta.md").hasSuffix("first line\nmine\n"))
    #expect(desk.memo("log", "beta").output.contains("restore"))
  }

  /// The later change wins, and the other becomes a note.
  @Test func conflictsAreNoted() throws {
    let outcome = try edit(
      "memo set beta title=Gamma >/dev/null; sed 's/^title: .*/title: Delta/' ../opened > \"$1\"")
    #expect(outcome.status == .done || outcome.status == .attention, "\(outcome)")
    let text = try text("todo/beta.md")
    #expect(text.contains("title: Delta\n") && text.contains("> [!CONFLICT] title: Gamma"))
  }
}
