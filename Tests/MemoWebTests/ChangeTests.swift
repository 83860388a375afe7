import Foundation
import Git
import StoreFiles
@testable import MemoWeb
import TestSupport
import Testing

/// Changes by forms.
@Suite(.onItsOwnThread) struct ChangeTests {
  /// A temporary failure is answered so that the page can send the form again with all its text.
  @Test func aBusyStoreIsATemporaryFailure() throws {
    let stage = try WebStage.groceries()
    stage.lockTimeout = LockTimeout(seconds: 0)
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    let file = stage.desk.scratch("\(stage.desk.folder)/.git/memo/lock")
    let lock = try FileLock(file, waitingUpTo: 0)
    let moved = try stage.post("do", [("do", "done"), ("task", milk)], headers: [.part])
    #expect(moved.status == 423 && moved.text.contains("another memo"))
    let typed = [("title", "Half typed"), ("status", "todo")]
    let added = try stage.post("new", typed, headers: [.part])
    #expect(added.status == 423 && Self.values(of: added.text)["title"] == "Half typed")
    let saved = try stage.post(
      "task/\(milk)", Self.fields(of: form, changing: ["title": "Oats"]), headers: [.part])
    #expect(saved.status == 423 && Self.values(of: saved.text)["title"] == "Oats")
    _ = consume lock
    let again = try stage.post("new", Self.fields(of: added.text, changing: [:]), headers: [.part])
    #expect(again.status == 200 && stage.desk.exists("todo/half-typed.md"))
  }

  @Test func aMoveCanBeUndone() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let answer = try stage.post("do", [("do", "doing"), ("task", milk), ("back", "q=%2Bhome")])
    #expect(answer.status == 303)
    let location = try #require(answer.header("Location"))
    #expect(location.hasPrefix("/b/prefix/?q=%2Bhome&said="))
    #expect(stage.desk.exists("doing/buy-oat-milk.md"))
    let page = try stage.get(String(location.dropFirst(WebStage.prefix.count))).text
    let operation = try #require(
      page.firstMatch(of: #/name="operation" value="([^"]+)"/#).map { String($0.1) })
    let undone = try stage.post("do", [("do", "undo"), ("operation", operation)], headers: [.part])
    #expect(undone.status == 200)
    #expect(stage.desk.exists("todo/buy-oat-milk.md"))
    #expect(try stage.desk.complaints() == "")
  }

  @Test(
    arguments: [
      ([("do", "delete"), ("task", "ID")], 200, "delete: Buy oat milk"),
      ([("do", "set"), ("task", "ID"), ("tags", "+shop")], 200, "edit: Buy oat milk (+tag shop)"),
      ([("do", "done"), ("task", "ID")], 200, "move: Buy oat milk (todo → done)"),
      // Another program's change needs a confirmation.
      ([("do", "undo")], 409, nil),
      ([("do", "set"), ("task", "ID"), ("to", "file=/etc/passwd")], 400, nil),
      ([("do", "set"), ("task", "ID")], 400, nil),
      ([("do", "done")], 400, nil), ([("do", "done"), ("task", "zzzzzzzzzz")], 404, nil),
      ([("do", "done"), ("task", "../../etc")], 404, nil),
      ([("do", "init"), ("task", "ID")], 400, nil),
      ([("do", "git"), ("task", "ID")], 400, nil), ([], 400, nil),
    ] as [([(String, String)], Int, String?)])
  func onlyOfferedActionsAreAccepted(
    fields: [(String, String)], status: Int, subject: String?
  ) throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    let milk = try stage.id("milk")
    let answer = try stage.post(
      "do", fields.map { ($0, $1 == "ID" ? milk : $1) }, headers: [.part])
    #expect(answer.status == status, "\(answer.text)")
    let journal = try stage.desk.journal()
    #expect(journal.dropLast(before.count).first == subject)
  }

  @Test func aSheetChangesOneLine() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let before = try stage.desk.read("todo/buy-oat-milk.md")
    let answer = try stage.post(
      "task/\(milk)",
      Self.fields(of: try stage.get("task/\(milk)?edit=1").text, changing: ["title": "Buy rye"]))
    #expect(answer.status == 303, "\(answer.text)")
    let after = try stage.desk.read("todo/buy-oat-milk.md")
    #expect(after == before.replacing("Buy oat milk", with: "Buy rye"))
  }

  @Test func aRefusedSheetKeepsItsValues() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    for (change, reason) in [
      (["title": " "], "a task needs a title"), (["deadline": "someday"], "someday"),
    ] {
      let answer = try stage.post("task/\(milk)", Self.fields(of: form, changing: change))
      #expect(answer.status == 400)
      #expect(answer.text.contains(reason))
      #expect(answer.text.contains("role=\"alert\""))
      #expect(Self.values(of: answer.text)["tags"] == "+home")
    }
    #expect(try stage.desk.complaints() == "")
  }

  /// A text keeps its line endings, although a browser sends CR LF.
  @Test func aTextComesBackByteForByte() throws {
    let stage = try WebStage.groceries()
    let fence = try stage.id("fence")
    let form = try stage.get("task/\(fence)?edit=1").text
    _ = try stage.post(
      "task/\(fence)",
      Self.fields(of: form, changing: ["body": "one\r\n<two> & \"three\"\r\n\r\n"]))
    let text = try stage.desk.read("doing/paint-the-fence.md")
    #expect(text.hasSuffix("---\n\none\n<two> & \"three\"\n\n"), "\(text)")
    let again = try stage.get("task/\(fence)?edit=1").text
    let answer = try stage.post("task/\(fence)", Self.fields(of: again))
    #expect(answer.header("Location") == WebStage.prefix)
    #expect(try stage.desk.read("doing/paint-the-fence.md") == text)
  }

  /// A browser converts line endings; the file keeps its own, and its invalid bytes.
  @Test(
    arguments: [
      "---\r\ntitle: T\r\nstatus: todo\r\n---\r\n\r\none\r\ntwo\r\n",
      "---\ntitle: T\nstatus: todo\n---\n\none\ntwo\n\n\n",
      "---\ntitle: T\nstatus: todo\n---\nlog \u{1B}[31mred\u{1B}[0m\u{7} \u{B}\u{C}\u{7F} \u{85}\nother",
      "---\ntitle: T\nstatus: todo\n---\n\n\n\none\n",
      "---\ntitle: \"T\\e \\r\\n two\"\nstatus: todo\n---\none\n",
    ]) func unchangedTextKeepsItsBytes(text: String) throws
  {
    let stage = try WebStage.groceries()
    try stage.desk.write(text, to: "todo/t.md")
    stage.desk.memo("add", "Something else")
    let was = Self.bodyBytes(text)
    let task = try stage.id("T")
    for change in [["tags": "+x"], ["body": "BODY\r\ntyped"]] {
      let form = try stage.get("task/\(task)?edit=1").text
      let body = Self.values(of: form)["body"] ?? ""
      let changes = change.mapValues { $0.replacing("BODY", with: body) }
      let answer = try stage.post("task/\(task)", Self.fields(of: form, changing: changes))
      #expect(answer.status == 303, "\(answer.text)")
    }
    let after = try stage.desk.read("todo/t.md")
    let isNow = Self.bodyBytes(after)
    #expect(isNow.prefix(was.count).elementsEqual(was), "\(after.debugDescription)")
    #expect(String(decoding: isNow.suffix(5), as: UTF8.self) == "typed")
    if text.contains("\\e") { #expect(after.contains("\\e")) }
  }

  /// The bytes after the front matter.
  private static func bodyBytes(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let fence = Array("---".utf8)
    let end = bytes.indices.last { bytes[$0...].starts(with: fence) } ?? 0
    return Array(bytes[(end + fence.count)...])
  }

  /// Continued typing keeps others' changes of the same task.
  @Test func continuedTypingMergesWithOthersChanges() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    stage.desk.memo("note", "milk", "one")
    let form = try stage.get("task/\(milk)?edit=1").text
    let body = Self.values(of: form)["body"] ?? ""
    let path = "todo/buy-oat-milk.md"
    let text = try stage.desk.read(path)
    try stage.desk.write(text.replacing("one", with: "one\n\nby Kim"), to: path)
    let first = Self.fields(of: form, changing: ["body": "mine\r\n\r\n" + body, "deadline": "fri"])
    #expect(try stage.post("task/\(milk)", first, headers: [.part]).status == 200)
    #expect(try stage.desk.read(path).contains("by Kim"))
    let sent = first.filter {
      ["title", "deadline", "status", "priority", "tags", "body"].contains($0.0)
    }
    .map { "\(FormFields.encoded($0))=\(FormFields.encoded($1))" }.joined(separator: "&")
    let second = Self.fields(
      of: form,
      changing: ["body": "mine, too\r\n\r\n" + body, "deadline": "fri", "since": sent])
    let answer = try stage.post("task/\(milk)", second, headers: [.part])
    #expect(answer.status == 200, "\(answer.text)")
    let after = try stage.desk.read(path)
    #expect(after.contains("mine, too\n") && after.contains("by Kim\n"), "\(after)")
    #expect(after.contains("deadline: 2026-11-27\n"), "\(after)")
  }

  /// Typed text is never an option.
  @Test(arguments: ["---\r\nrule", "--help", "- milk\r\n- eggs"])
  func aTextMayBeginWithAnything(body: String) throws {
    let stage = try WebStage.groceries()
    let form = try stage.get("new").text
    let answer = try stage.post(
      "new",
      Self.fields(of: form, changing: ["title": "Made", "body": body, "tags": "--yes +-x"]),
      headers: [.part])
    #expect(answer.status == 200, "\(answer.text)")
    let text = try stage.desk.read("todo/made.md")
    #expect(text.contains("---\n\n\(body.replacing("\r\n", with: "\n"))\n"), "\(text)")
  }

  @Test func changesByOthersAreMerged() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    stage.desk.memo("set", "milk", "priority=low")
    let answer = try stage.post(
      "task/\(milk)", Self.fields(of: form, changing: ["title": "Buy rye"]), headers: [.part])
    #expect(answer.status == 200, "\(answer.text)")
    let text = try stage.desk.read("todo/buy-oat-milk.md")
    #expect(text.contains("title: Buy rye\n") && text.contains("priority: low\n"))
  }

  @Test(arguments: [0, 1, 2]) func conflictsOfferAChoice(choice: Int) throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    stage.desk.memo("set", "milk", "title=Buy soy milk", "+drinks")
    let answer = try stage.post(
      "task/\(milk)",
      Self.fields(of: form, changing: ["title": "Buy rye", "priority": "low"]))
    #expect(answer.status == 409)
    #expect(answer.text.contains("Buy soy milk") && answer.text.contains("Buy rye"))
    let offers = Self.forms(of: answer.text)
    #expect(offers.count == 3)
    let settled = try stage.post("task/\(milk)", Self.fields(of: offers[choice]), headers: [.part])
    #expect(settled.status == 200, "\(settled.text)")
    let text = try stage.desk.read("todo/buy-oat-milk.md")
    let isTheirs = choice == 1
    #expect(text.contains(isTheirs ? "title: Buy soy milk\n" : "title: Buy rye\n"), "\(text)")
    // Fields that only one side changed keep that change.
    #expect(text.contains("priority: low\n") && text.contains("drinks"), "\(text)")
    #expect(text.contains("CONFLICT") == (choice == 2), "\(text)")
    #expect(try stage.desk.complaints() == "")
  }

  /// A script deletes the draft of the form that was answered, and no other one of its task.
  @Test func answersNameTheDraftTheyReplace() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    for (form, changes, draft) in [
      ("edit=1", ["title": "Buy rye"], milk), ("view=notes", ["note": "Buy rye"], "\(milk)-note"),
    ] {
      var sent = Self.fields(of: try stage.get("task/\(milk)?\(form)").text, changing: changes)
      // The second time, an answer meets another conflict.
      for count in 1...2 {
        stage.desk.memo("set", milk, "title=\(form) \(count)")
        let answer = try stage.post("task/\(milk)", sent)
        #expect(answer.status == 409, "\(form)")
        let offers = Self.forms(of: answer.text)
        #expect(offers.allSatisfy { $0.contains("data-draft=\"\(draft)\"") }, "\(answer.text)")
        sent = Self.fields(of: offers[0])
      }
    }
  }

  /// In each answer, the text has the one blank line above it that the file has.
  @Test(arguments: [0, 1, 2]) func answersKeepTheTextsFirstLine(choice: Int) throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let path = "todo/buy-oat-milk.md"
    let text = try stage.desk.read(path) + "\na\nb\n"
    try stage.desk.write(text, to: path)
    let form = try stage.get("task/\(milk)?edit=1").text
    try stage.desk.write(text.replacing("\na\n", with: "\ntheirs\n"), to: path)
    let answer = try stage.post(
      "task/\(milk)", Self.fields(of: form, changing: ["body": "mine\r\nb\r\n"]))
    #expect(answer.status == 409)
    let offer = Self.forms(of: answer.text)[choice]
    let answered = try stage.post("task/\(milk)", Self.fields(of: offer), headers: [.part])
    // The current value is already theirs.
    #expect(answered.status == (choice == 1 ? 303 : 200), "\(answered.text)")
    let after = try stage.desk.read(path).split(separator: "---\n")[1]
    let day = try Regex("— .*, 2026-11-20 .*")
    #expect(
      after.replacing(day, with: "— WHO")
        == [
          "\nmine\nb\n", "\ntheirs\nb\n", "\nmine\n> [!CONFLICT] body: theirs — WHO\nb\n",
        ][choice], "\(after)")
  }

  @Test func aDeletedTaskCanBeRestored() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    stage.desk.memo("remove", "milk", "--yes")
    let answer = try stage.post(
      "task/\(milk)", Self.fields(of: form, changing: ["title": "Buy rye"]))
    #expect(answer.status == 409, "\(answer.text)")
    let offers = Self.forms(of: answer.text)
    #expect(offers.count == 1)
    _ = try stage.post("task/\(milk)", Self.fields(of: offers[0]))
    #expect(try stage.desk.read("todo/buy-oat-milk.md").contains("title: Buy rye\n"))
  }

  @Test(arguments: [
    ["path": "../outside.md"], ["path": "todo/../../outside.md"], ["path": "/etc/passwd"],
    ["path": "todo/.git/x.md"], ["path": "todo/x.txt"], ["path": ""], ["base": "%%%"],
    ["base": "AA"],
  ]) func invalidFormsAreRefused(change: [String: String]) throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let form = try stage.get("task/\(milk)?edit=1").text
    let journal = try stage.desk.journal()
    let answer = try stage.post(
      "task/\(milk)",
      Self.fields(of: form, changing: change.merging(["title": "Mine"]) { $1 }))
    #expect(answer.status == 400)
    #expect(try stage.desk.journal() == journal)
  }

  /// In manual order, buttons move a task up or down, even without scripts.
  @Test func tasksAreOrderedByButtons() throws {
    let stage = try WebStage.groceries()
    for title in ["A", "B", "C"] { stage.desk.memo("add", title) }
    func order() throws -> [String] {
      try stage.get("?order=by-hand").text.components(separatedBy: "data-status=\"doing\"")[0]
        .matches(of: #/<a href="task\/([a-z]{10})\?/#).map { String($0.1) }
    }
    func step(_ task: String, _ name: String) throws -> Int {
      let page = try stage.get("task/\(task)?order=by-hand").text
      let form = try #require(
        Self.forms(of: page).first { $0.contains("value=\"rank\"") && $0.contains(name) })
      return try stage.post("do", Self.fields(of: form) + [("do", "rank")]).status
    }
    var wanted = try order()
    #expect(wanted.count == 5)
    #expect(try step(wanted[2], "Up") == 303)
    wanted.swapAt(1, 2)
    #expect(try order() == wanted)
    #expect(try step(wanted[0], "Down") == 303)
    wanted.swapAt(0, 1)
    #expect(try order() == wanted)
    // There is no place after the last one.
    #expect(try step(wanted[4], "Down") == 409)
    let task = wanted[0]
    let fields = [("do", "rank"), ("task", task), ("back", "order=by-hand")]
    #expect(try stage.post("do", fields + [("after", wanted[3])]).status == 303)
    wanted.insert(wanted.removeFirst(), at: 3)
    #expect(try order() == wanted)
    // Other orders have no such buttons.
    #expect(!(try stage.get("task/\(task)").text.contains("value=\"rank\"")))
  }

  /// A sheet that was opened on an editor's text is told about later edits.
  @Test func newsAreComparedWithTheSheet() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let path = "todo/buy-oat-milk.md"
    let text = try stage.desk.read(path)
    func write(_ priority: String) throws {
      try stage.desk.write(
        text.replacing("priority: high", with: "priority: \(priority)"), to: path)
    }
    try write("low")
    let page = try stage.get("task/\(milk)?edit=1").text
    let opened = Self.values(of: page).filter { ["base", "path"].contains($0.key) }
      .map { ($0.key, $0.value) }
    #expect(opened.count == 2)
    func news() throws -> String { try stage.post("news/\(milk)", opened).text }
    #expect(try news() == "")
    try write("medium")
    let change = "priority low → medium</p>"
    #expect(try news() == "<p>somebody, in the file: \(change)")
    // Also on a read-only board, and after a commit.
    let shown = WebStage(stage.desk, isReadOnly: true)
    #expect(try shown.post("news/\(milk)", opened).text == "<p>somebody, in the file: \(change)")
    stage.desk.memo("set", "milk", "+shop")
    let recorded = try news()
    #expect(recorded.hasSuffix(": priority low → medium, +shop</p>"), "\(recorded)")
    #expect(!recorded.contains("somebody"))
  }

  @Test func aNewTaskIsAdded() throws {
    let stage = try WebStage.groceries()
    let form = try stage.get("new?status=doing").text
    let answer = try stage.post(
      "new",
      Self.fields(
        of: form,
        changing: ["title": "--help me", "deadline": "fri", "tags": "home +shop", "body": "a\r\nb"])
    )
    #expect(answer.status == 303, "\(answer.text)")
    let text = try stage.desk.read("doing/help-me.md")
    #expect(
      text.contains("title: --help me\n") && text.contains("deadline: 2026-11-27\n"), "\(text)")
    #expect(text.hasSuffix("a\nb\n"), "\(text)")
  }

  @Test func readOnlyBoardsChangeNothing() throws {
    let desk = try WebStage.groceries().desk
    let stage = WebStage(desk, isReadOnly: true)
    let journal = try desk.journal()
    let milk = try stage.id("milk")
    for path in ["do", "new", "task/\(milk)"] {
      let answer = try stage.post(path, [("do", "delete"), ("task", milk), ("title", "x")])
      #expect(answer.status == 403)
    }
    #expect(try stage.get("new").status == 403)
    for page in [
      "", "new", "task/\(milk)", "task/\(milk)?edit=1", "journal", "problems", "?view=notes",
    ] {
      #expect(!(try stage.get(page).text.contains("method=\"post\"")), "\(page)")
    }
    #expect(try desk.journal() == journal)
  }

  // MARK: - Forms

  static func forms(of page: String) -> [String] {
    Array(page.components(separatedBy: "<form ")[1...])
  }

  /// The values that a browser would send for the page's form.
  static func values(of page: String) -> [String: String] {
    func text(_ value: Substring) -> String {
      String(value).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        .replacing(#/&#(\d+);/#) { match in
          Unicode.Scalar(UInt32(match.1) ?? 0).map { String(Character($0)) } ?? ""
        }.replacing("&amp;", with: "&")
    }
    var values: [String: String] = [:]
    for match in page.matches(of: #/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/#) {
      values[String(match.1)] = text(match.2)
    }
    for match in page.matches(of: #/<input name="([^"]+)" value="([^"]*)"/#) {
      values[String(match.1)] = text(match.2)
    }
    for match in page.matches(of: #/<select name="([^"]+)"[^>]*>(.*?)<\/select>/#) {
      let chosen = match.2.firstMatch(of: #/value="([^"]*)" selected/#)
      values[String(match.1)] = chosen.map { String($0.1) } ?? ""
    }
    // The first line ending in a textarea isn't part of its text.
    for match in page.matches(of: #/<textarea name="([^"]+)"[^>]*>\n((?s:.*?))<\/textarea>/#) {
      values[String(match.1)] = text(match.2).replacing("\n", with: "\r\n")
    }
    return values
  }

  /// The value of a checkbox's button.
  static func tick(of form: String) throws -> (String, String) {
    let value = try #require(form.firstMatch(of: #/name="tick" value="([^"]+)"/#)).1
    return ("tick", String(value).replacing("&lt;", with: "<").replacing("&gt;", with: ">"))
  }

  static func fields(
    of page: String, changing changes: [String: String] = [:]
  ) -> [(String, String)] {
    values(of: page).merging(changes) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
