import MemoCLI
import MemoKit
import TestSupport
import Testing

/// JSON documents: one kind of task object, typed fields, no other output.
@Suite struct DocumentTests {
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    return desk
  }

  private func document(_ desk: Desk, _ words: String...) throws -> JSONValue {
    let outcome = desk.memo(words + ["--json"])
    #expect(outcome.error == "", "\(words)")
    return try JSONValue(outcome.output)
  }

  @Test func ownFieldsHaveYAMLTypes() throws {
    let desk = try desk()
    try desk.write(
      """
      ---
      title: Typed
      id: bcdfghjkmn
      num: 3
      real: -1.50
      big: 1e3
      postcode: 01234
      phone: +49123
      flag: true
      word: yes
      text: "3"
      empty:
      tilde: ~
      list: [1, two, false]
      map:
        inner: {deep: [1, {a: null}], "x y": "7"}
        2: two
      quotes: ['1', "true"]
      long: |
        a
        b
      ---
      """, to: "todo/typed.md")
    let fields = try #require(try document(desk, "show", "typed")["tasks"]?[0]?["fields"])
    let expected = try JSONValue(
      """
      {"num": 3, "real": -1.5, "big": 1000, "postcode": "01234", "phone": "+49123",
       "flag": true, "word": "yes", "text": "3", "empty": null, "tilde": null,
       "list": [1, "two", false],
       "map": {"inner": {"deep": [1, {"a": null}], "x y": "7"}, "2": "two"},
       "quotes": ["1", "true"], "long": "a\\nb\\n"}
      """)
    #expect(fields == expected)
    // As typed: a price keeps its digits.
    #expect(desk.memo("show", "typed", "--json").output.contains("\"real\": -1.50"))
    // Simple front matter, which needs no parser, gives the same types.
    try desk.write(
      "---\ntitle: Plain\nnum: 3\nflag: true\ntext: '3'\nempty:\nlist: [1, two]\n---\n",
      to: "todo/plain.md")
    let plain = try #require(try document(desk, "show", "plain")["tasks"]?[0]?["fields"])
    #expect(
      plain
        == (try JSONValue(
          #"{"num": 3, "flag": true, "text": "3", "empty": null, "list": [1, "two"]}"#)))
  }

  @Test func foreignFieldsHaveTypes() throws {
    let desk = try desk()
    try desk.write(
      "+++\ntitle = \"Toml\"\nnum = 3\ntext = \"3\"\nflag = true\n+++\n", to: "todo/toml.md")
    try desk.write(
      #"{"title": "Json", "num": 3, "text": "3", "deep": {"a": [1, null]}, "gone": null}"# + "\n",
      to: "todo/json.md")
    #expect(
      try document(desk, "show", "toml")["tasks"]?[0]?["fields"]
        == JSONValue(#"{"num": 3, "text": "3", "flag": true}"#))
    #expect(
      try document(desk, "show", "json")["tasks"]?[0]?["fields"]
        == JSONValue(#"{"num": 3, "text": "3", "deep": {"a": [1, null]}, "gone": null}"#))
  }

  /// Every command prints the same object for a task.
  @Test func allCommandsUseOneTaskObject() throws {
    let desk = try desk()
    let added = try document(desk, "add", "Buy milk due:fri p:high +home size:3")
    let task = try #require(added["tasks"]?[0])
    #expect(task["deadline"]?.text == "2026-11-27")
    #expect(task["fields"] == .object(["size": .number(3)]))
    for words in [["list"], ["show", "milk"], ["next"], ["find", "milk"]] {
      var found = try #require(try JSONValue(desk.memo(words + ["--json"]).output)["tasks"]?[0])
      if case .object(var members) = found {
        members["urgency"] = nil
        members["matches"] = nil
        found = .object(members)
      }
      #expect(found == task, "\(words)")
    }
    #expect(try document(desk, "today")["groups"]?[0]?["tasks"]?[0] == task)
    #expect(try document(desk, "board")["columns"]?[0]?["tasks"]?[0] == task)
    #expect(try document(desk, "list", "-g", "size")["groups"]?[0]?["tasks"]?[0] == task)
  }

  @Test func changesReturnTheTaskAsItIsNow() throws {
    let desk = try desk()
    desk.memo("add", "Buy milk")
    let set = try document(desk, "set", "milk", "due:fri")
    #expect(set["tasks"]?[0]?["deadline"]?.text == "2026-11-27")
    #expect(set["changes"]?[0]?["edits"]?[0]?["to"]?.text == "2026-11-27")
    let done = try document(desk, "done", "milk")
    #expect(done["tasks"]?[0]?["status"]?.text == "done")
    // Even if nothing changed.
    #expect(try document(desk, "done", "milk")["tasks"]?[0]?["status"]?.text == "done")
    #expect(try document(desk, "undo")["tasks"]?[0]?["status"]?.text == "todo")
    let removed = try document(desk, "remove", "milk")
    #expect(removed["tasks"]?.items == [])
    #expect(removed["changes"]?[0]?["kind"]?.text == "delete")
  }

  @Test func theFilterIsInTheDocument() throws {
    let desk = try desk()
    try desk.write("version: 1\nfilters:\n  near: due<=today or overdue\n", to: ".memo/config.yml")
    for (words, understood) in [
      (["+home", "due<next week"], "+home due<2026-11-23"),
      (["@near", "-work", "milk"], "(due<=2026-11-20 or overdue) -work title:milk"),
      (["due:this week"], "due:2026-11-16..2026-11-22"),
      (["not (+a or p:H)", "project:big house"], "not (+a or p:high) project:\"big house\""),
      (["done>=mon", "to:none"], "done>=2026-11-16 assignee:none"),
      (["due<fri 17:00"], "due<\"2026-11-27 17:00\""),
    ] {
      desk.memo("add", "x", "+work", "+home")
      let outcome = desk.memo(["list"] + words + ["--json"])
      let filter = try JSONValue(outcome.output)["filter"]?.text
      #expect(filter == understood)
      // The filter can be typed again and means the same.
      let again = try document(desk, "list", filter ?? "")["filter"]?.text
      #expect(again == understood.replacing(/due:(.*)\.\.(.*)/) { "due>=\($0.1) due<=\($0.2)" })
    }
    #expect(try document(desk, "list")["filter"] == .null)
    try desk.scratch.git("config", "memo.filter", "+home", in: desk.folder)
    let standing = try document(desk, "list")
    #expect(standing["filter"]?.text == "+home")
    #expect(standing["notices"]?[0]?.text?.contains("--no-filter") == true)
  }

  @Test func linesAreTheItemsOfTheDocument() throws {
    let desk = try desk()
    for title in ["one", "two", "three"] { desk.memo("add", title, "+t") }
    desk.memo("done", "one")
    desk.memo("remove", "two")
    for (words, member) in [
      (["list", "-a"], "tasks"), (["next"], "tasks"), (["find", "t"], "tasks"),
      (["show", "three"], "tasks"), (["conflicts"], "tasks"), (["log"], "entries"),
      (["log", "--deleted"], "deletions"), (["diff", "HEAD~2"], "changes"), (["check"], "problems"),
    ] {
      let lines = desk.memo(words + ["--ndjson"]).output.split(separator: "\n")
      let items = try JSONValue(desk.memo(words + ["--json"]).output)[member]?.items
      #expect(try lines.map { try JSONValue(String($0)) } == items, "\(words)")
    }
  }

  @Test func quietPrintsOnlyIDs() throws {
    let desk = try desk()
    let id = desk.memo("add", "Buy milk", "-q").output
    #expect(id.wholeMatch(of: /[a-z]{10}\n/) != nil)
    try desk.write("# By hand\n", to: "todo/hand.md")
    #expect(desk.memo("list", "-q").output.split(separator: "\n").count == 2)
    for words in [
      ["set", "milk", "p:high"], ["start", "milk"], ["done", "milk"], ["reopen", "milk"],
      ["move", "milk", "done"], ["archive", "milk"], ["undo"], ["redo"], ["remove", "milk"],
      ["restore", "milk"],
    ] {
      let outcome = desk.memo(words + ["--quiet"])
      #expect(outcome.output == id, "\(words)")
      #expect(outcome.error == "", "\(words)")
    }
    #expect(desk.memo("list", "-q", "--json").status == .usage)
    #expect(desk.memo("list", "--ndjson", "--json").status == .usage)
  }

  @Test func jsonAsksNoQuestions() throws {
    let desk = try desk()
    for title in ["a b", "a c"] { desk.memo("add", title) }
    var context = desk.context
    context.terminal = TerminalFacts(input: true, output: true, error: true, width: 80)
    context.ask = { question in
      Issue.record("asked \(question)")
      return "y"
    }
    context.notify = { Issue.record("said \($0)") }
    for words in [["show", "a"], ["remove", "todo"], ["done", "a", "-y"]] {
      let outcome = desk.memo(words + ["--json"], in: context)
      #expect(outcome.status == .refused)
      #expect(try JSONValue(outcome.error)["kind"]?.text == "error")
    }
    for option in ["--json", "--ndjson"] {
      let words = ["-C", ".", "-C", desk.scratch(desk.folder), "list", "due<", option]
      let error = desk.memo(words, in: context).error
      #expect(try JSONValue(error)["kind"]?.text == "error", "\(error)")
    }
  }

  /// In the order of the arguments, or of the list for a filter.
  @Test func reportsAreInTheOrderOfTheInput() throws {
    let desk = try desk()
    var context = desk.context
    context.standardInput = { Array("zebra +x due:+3d\napple +x due:+2d\nmango +x due:+1d\n".utf8) }
    let added = desk.memo(["add", "-", "-q"], in: context).output.split(separator: "\n")
    #expect(added.count == 3)
    func titles(_ words: String...) throws -> [String] {
      let document = try JSONValue(desk.memo([words[0], "--json"] + words.dropFirst()).output)
      let (tasks, changes) = (document["tasks"]?.items ?? [], document["changes"]?.items ?? [])
      let found = tasks.compactMap { $0["title"]?.text }
      #expect(changes.compactMap { $0["title"]?.text } == found || tasks.isEmpty, "\(words)")
      return found.isEmpty ? changes.compactMap { $0["title"]?.text } : found
    }
    #expect(
      desk.memo("list", "-q").output.split(separator: "\n") == Array(added.reversed()))
    let named = ["zebra", "apple", "mango"]
    #expect(try titles("set", "zebra", "apple", "mango", "p:high") == named)
    #expect(try titles("set", "--yes", "+x", "--", "p:low") == named.reversed())
    #expect(try titles("postpone", "zebra", "apple", "mango", "1d") == named)
    #expect(try titles("done", "mango", "zebra", "apple") == ["mango", "zebra", "apple"])
    #expect(try titles("reopen", "done", "--yes") == named.reversed())
    #expect(try titles("move", "zebra", "apple", "mango", "--in", "x") == named)
    #expect(try titles("remove", "zebra", "apple", "mango", "--yes") == named)
    #expect(try titles("restore", "mango", "zebra", "apple") == ["mango", "zebra", "apple"])
  }

  @Test(arguments: [["--color", "always"], ["--color=always"]])
  func errorsHaveTheirColor(_ option: [String]) throws {
    let desk = try desk()
    for words in [["list", "due<"], ["nosuch"], ["done", "nosuch"], ["list", "--nosuch"]] {
      let error = desk.memo(words + option).error
      #expect(error.hasPrefix("\u{1B}[31;1merror:\u{1B}[0m "), "\(words): \(error)")
      #expect(!desk.memo(words + ["--", option[0]]).error.contains("\u{1B}"))
    }
  }
}
