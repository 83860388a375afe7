import Foundation
@testable import MemoWeb
import TestSupport
import Testing

/// The display of a task's text, and ticking.
@Suite(.onItsOwnThread) struct TextTests {
  /// A checkbox is known by its place in the text, whatever else looks like one.
  @Test func ticksReachTheRightItem() throws {
    let stage = try WebStage.groceries()
    let text = """
      ---
      title: Boxes
      ---

      ```
      - [ ] code
      ```
      - [ ] same
      - [x] other

      > - [ ] quoted

      1. [ ] same
      """
    try stage.desk.write(text + "\n", to: "todo/boxes.md")
    stage.desk.memo("add", "Something else")
    let id = try stage.id("Boxes")
    let forms = ChangeTests.forms(of: try stage.get("task/\(id)").text).filter {
      $0.contains("name=\"tick\"")
    }
    #expect(forms.count == 3)
    let last = try #require(forms.last)
    let answer = try stage.post("do", ChangeTests.fields(of: last) + [ChangeTests.tick(of: last)])
    // On the task's own page one stays there; over a board the script does this.
    #expect(answer.status == 303 && answer.header("Location") == "/b/prefix/task/\(id)")
    #expect(try !stage.get("task/\(id)", headers: [.part]).text.contains("stays"))
    let after = try stage.desk.read("todo/boxes.md")
    #expect(after.contains("1. [x] same\n") && after.contains("- [ ] same\n"), "\(after)")
  }

  @Test func aCardHasItsChecklist() throws {
    let stage = try WebStage.groceries()
    stage.desk.memo("tick", "milk", "--add", "rye", "--add", "oats")
    stage.desk.memo("note", "milk", "**The** [blue](https://x.org) one")
    let page = try stage.get("").text
    let milk = try stage.id("milk")
    func bar(_ done: Int) -> String {
      "<progress value=\"\(done)\" max=\"2\" aria-hidden=\"true\"></progress>\(done) of 2"
    }
    #expect(page.contains("<details class=\"ticks\"><summary>\(bar(0))</summary><form"))
    #expect(page.contains("<p>The blue one<div>"))
    // One form for all items; its buttons name the item.
    let forms = ChangeTests.forms(of: page).filter { $0.contains("name=\"tick\"") }
    let form = try #require(forms.first)
    #expect(forms.count == 1 && form.contains(milk))
    let ticks = form.matches(of: #/name="tick" value="([^"]+)"/#).map { String($0.1) }
    #expect(
      ticks.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "true rye", "true oats",
      ])
    let fields = ChangeTests.values(of: form).filter { $0.key != "tick" }.map { ($0.key, $0.value) }
    #expect(try stage.post("do", fields + [("tick", ticks[1])]).status == 303)
    #expect(try stage.desk.read("todo/buy-oat-milk.md").contains("- [ ] rye\n- [x] oats"))
    // A moved item is found by its text.
    #expect(try stage.post("do", fields + [("tick", "99 false oats")]).status == 303)
    #expect(try stage.desk.read("todo/buy-oat-milk.md").contains("- [ ] rye\n- [ ] oats"))
    #expect(try stage.post("do", fields + [("tick", "0 true spelt")]).status == 409)
    #expect(try stage.post("do", fields + [("tick", "99 true oats")]).status == 303)
    // A read-only checklist is still shown.
    let shown = WebStage(stage.desk, isReadOnly: true)
    #expect(try shown.get("").text.contains("<span class=\"ticks\">\(bar(1))</span></div></li>"))
  }

  /// A card shows only the start of a text.
  @Test func cardsShowTheStartOfALongLine() throws {
    let stage = try WebStage.groceries()
    stage.desk.memo("note", "milk", String(repeating: "oats ", count: 30))
    let beginning = String(repeating: "oats ", count: 19) + "o…"
    #expect(try stage.get("").text.contains("<p>\(beginning)<"))
  }

  /// Images beside a task are shown, without their path in the URL; no other files are served.
  @Test func imagesBesideATaskAreShown() throws {
    let stage = try WebStage.groceries()
    let png = "\u{89}PNG".unicodeScalars.map { UInt8($0.value) } + [13, 10, 26, 10, 0]
    func put(_ bytes: [UInt8], _ path: String) throws {
      let file = URL(filePath: stage.desk.scratch("\(stage.desk.folder)/\(path)"))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    try put(png, "todo/img/plan.png")
    try put(Array("<svg onload='x'/>".utf8), "todo/img/fake.png")
    try put(png, ".git/secret.png")
    try put(png, "outside.png")
    try stage.desk.write(
      """
      ---
      title: Pictures
      ---

      ![The plan](img/plan.png "Plan") ![fake](img/fake.png) ![x](../.git/secret.png)
      ![there](../outside.png) ![no](img/none.png) ![web](https://x.org/a.png) ![svg](img/a.svg)
      """, to: "todo/pictures.md")
    stage.desk.memo("add", "Something else")
    let page = try stage.get("task/\(try stage.id("Pictures"))").text
    let sources = page.matches(of: #/<img src="\/b\/prefix\/([^"]+)" alt="([^"]*)"/#)
      .map { (String($0.1), String($0.2)) }
    #expect(sources.map(\.1) == ["The plan", "fake", "there", "no"])
    #expect(!sources.contains { $0.0.contains("img") || $0.0.contains("png") })
    #expect(page.contains("<a href=\"https://x.org/a.png\" rel=\"noopener noreferrer\">web</a>"))
    let answers = try sources.map { try stage.get($0.0) }
    #expect(answers.map(\.status) == [200, 404, 200, 404])
    #expect(answers[0].body == png && answers[0].header("Content-Type") == "image/png")
    #expect(try stage.get(sources[0].0 + "x").status == 404)
  }

  /// Each conflict is resolved below its discarded value, and the others stay.
  @Test func eachConflictHasItsButtons() throws {
    let stage = try WebStage.groceries()
    let path = "todo/buy-oat-milk.md"
    let notes =
      "\n> [!CONFLICT] priority: low — Ada, 2026-11-20 10:12\n\nText\n\n"
      + "> [!CONFLICT] deadline: 2026-12-24 — Ada, 2026-11-20 10:12\n"
    try stage.desk.write(try stage.desk.read(path) + notes, to: path)
    stage.desk.memo("add", "Something else")
    let milk = try stage.id("milk")
    let page = try stage.get("task/\(milk)").text
    let forms = ChangeTests.forms(of: page).filter { $0.contains("value=\"resolve\"") }
    #expect(forms.compactMap { ChangeTests.values(of: $0)["note"] } == ["1", "1", "2", "2"])
    #expect(
      try stage.post("do", ChangeTests.fields(of: forms[3]) + [("do", "resolve")]).status == 303)
    let text = try stage.desk.read(path)
    #expect(text.contains("deadline: 2026-12-24\n") && text.contains("priority: high\n"))
    #expect(text.contains("[!CONFLICT] priority") && !text.contains("[!CONFLICT] deadline"))
    #expect(
      try stage.get("task/\(milk)").text.components(separatedBy: "value=\"resolve\"").count == 3)
  }
}
