@testable import MemoWeb
import TestSupport
import Testing

/// Several tasks at once: one operation, one commit, one undo.
@Suite(.onItsOwnThread) struct SeveralTests {
  private func ids(_ stage: WebStage) throws -> [(String, String)] {
    [("task", try stage.id("milk")), ("task", try stage.id("mum")), ("several", "yes")]
  }

  @Test func markedTasksAreMovedAtOnce() throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    let page = try stage.get("?mark=several").text
    #expect(page.matches(of: #/<input type="checkbox" class="mark" form="several"/#).count == 4)
    // Enter in the field sets the tags, and moves nothing.
    let first = page.firstMatch(of: #/id="several"[^\n]*?<button name="do" value="(\w+)"/#)
    #expect(first?.1 == "set")
    #expect(!(try stage.get("").text.contains("class=\"mark\"")))
    let answer = try stage.post("do", try ids(stage) + [("do", "doing"), ("back", "mark=several")])
    #expect(answer.status == 303)
    // Without scripts the board is shown again without marks.
    #expect(answer.header("location")?.contains("mark") == false)
    #expect(stage.desk.exists("doing/buy-oat-milk.md"))
    #expect(try stage.desk.journal().count == before.count + 1)
    _ = try stage.post("do", [("do", "undo")])
    #expect(!stage.desk.exists("doing/buy-oat-milk.md"))
    #expect(try stage.desk.journal().count == before.count + 2)
  }

  @Test func aDeleteOfSeveralAsks() throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    let question = try stage.post("do", try ids(stage) + [("do", "delete"), ("op", "one")])
    #expect(question.status == 200)
    #expect(question.text.contains("delete 2 tasks?") && question.text.contains("Buy oat milk"))
    #expect(try stage.desk.journal() == before)
    let fields = ChangeTests.values(of: question.text)
    #expect(fields["sure"] == "yes")
    _ = try stage.post(
      "do", try ids(stage) + [("do", "delete"), ("sure", "yes"), ("op", "two")])
    #expect(try stage.desk.journal().count == before.count + 1)
    #expect(!stage.desk.exists("todo/buy-oat-milk.md"))
  }

  /// In the notes view there was no card to check before; the script has asked.
  @Test func aDeleteInNotesAsks() throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    let fields = [try ids(stage)[0], ("do", "delete"), ("back", "view=notes")]
    let question = try stage.post("do", fields + [("op", "one")])
    #expect(question.text.contains("Buy oat milk") && question.text.contains("sure"))
    #expect(try stage.desk.journal() == before)
    _ = try stage.post("do", fields + [("sure", "yes"), ("op", "two")])
    #expect(try stage.desk.journal().count == before.count + 1)
  }

  /// Also tags that look like an option or have no sign; an empty field changes nothing.
  @Test func tagsAreAddedAndRemoved() throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    _ = try stage.post("do", try ids(stage) + [("do", "set"), ("tags", "-home, +y garden")])
    #expect(try stage.desk.journal().count == before.count + 1)
    #expect(try stage.desk.read("todo/buy-oat-milk.md").contains("tags: [\"y\", garden]\n"))
    _ = try stage.post("do", try ids(stage) + [("do", "set"), ("tags", "-y")])
    #expect(try stage.desk.read("todo/buy-oat-milk.md").contains("tags: [garden]\n"))
    let now = try stage.desk.journal()
    for tags in ["", "  ", "+", "-"] {
      #expect(
        try stage.post("do", try ids(stage) + [("do", "set"), ("tags", tags)]).status == 400)
    }
    #expect(try stage.post("do", [("several", "yes"), ("do", "done")]).status == 400)
    #expect(
      try stage.post("do", try ids(stage) + [("task", "nothere"), ("do", "done")]).status == 404)
    #expect(try stage.desk.journal() == now)
  }

  @Test func readOnlyBoardsHaveNoCheckboxes() throws {
    let stage = WebStage(try WebStage.groceries().desk, isReadOnly: true)
    #expect(!(try stage.get("?mark=several").text.contains("class=\"mark\"")))
    #expect(!(try stage.get("?mark=several&at=yesterday").text.contains("class=\"mark\"")))
  }
}
