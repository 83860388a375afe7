import TaskFile
import Testing

@Suite struct WritingTests {
  private let usual = """
    # mine
    title:   Buy milk   # the blue one

    mood: "fine"
    status: todo # not yet
    due: '2026-12-01'
    tags: [home, shopping] # places
    x-y: &a {b: 1}
    z: *a
    """

  @Test(arguments: [
    ("title", FieldValue.text("Buy oat milk"), "title:   Buy oat milk   # the blue one"),
    ("status", .text("done"), "status: done # not yet"),
    ("deadline", .text("2026-12-02 17:00"), "due: '2026-12-02 17:00'"),
    ("due", .text("2026-12-02"), "due: '2026-12-02'"),
    ("tags", .list(["home"]), "tags: [home] # places"),
    ("tags", .list([]), "tags: [] # places"),
    ("tags", .list(["a b", "c, d", "-"]), "tags: [a b, \"c, d\", \"-\"] # places"),
    ("tags", .text("home"), "tags: home # places"),
    ("mood", .text("so \"so\""), "mood: \"so \\\"so\\\"\""),
    ("z", .text("b"), "z: b"),
  ])
  func aChangedFieldIsAChangedLine(key: String, value: FieldValue, line: String) throws {
    let mark = line.prefix { $0 != ":" } + ":"
    let lines = usual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.map { $0.hasPrefix(mark) ? line : String($0) }
    for (bom, newline) in [("", "\n"), ("\u{FEFF}", "\r\n")] {
      func file(_ lines: [String]) -> String {
        bom + (["---"] + lines + ["---", "", "Text", "", "", "no end"]).joined(separator: newline)
      }
      let document = TaskDocument(text: file(lines.map(String.init)))
      let changed = try document.setting(key, to: value)
      #expect(changed.text == file(expected))
      #expect(changed.value(of: key) == value)
      #expect(try changed.setting(key, to: value) == changed)
      let removed = try document.removing(key)
      #expect(removed.text == file(lines.filter { !$0.hasPrefix(mark) }.map(String.init)))
      #expect(removed.value(of: key) == nil)
    }
  }

  /// If every key is indented, a new one must be, too.
  @Test func aNewKeyIsIndentedLikeTheOthers() throws {
    for newline in ["\n", "\r\n"] {
      func file(_ lines: String...) -> String {
        (["---"] + lines + ["---", "Text", ""]).joined(separator: newline)
      }
      var document = TaskDocument(text: file("  title: A", "  list:", "    - b"))
      try document.set("priority", to: .text("high"))
      #expect(document.text == file("  title: A", "  priority: high", "  list:", "    - b"))
      try document.addTag("home")
      try document.set("mood", to: .list(["x"]))
      #expect(document.value(of: "tags") == .list(["home"]))
      #expect(document.value(of: "mood") == .list(["x"]))
      for key in ["priority", "mood", "tags"] { try document.remove(key) }
      #expect(document.text == file("  title: A", "  list:", "    - b"))
    }
  }

  /// As in templates, which explain each key below it.
  @Test func commentsBelowAValueStay() throws {
    for newline in ["\n", "\r\n"] {
      func file(_ lines: String...) -> String {
        (["---"] + lines + ["---", "Text", ""]).joined(separator: newline)
      }
      let template = file(
        "id:", "  # memo gives it", "tags:", "  # - home", "  # - work", "priority: low",
        "  # high, medium or low", "", "  # or nothing", "note: |", "  # text", " # not text",
        "status: todo", "    # todo, doing or done")
      var document = TaskDocument(text: template)
      try document.set("id", to: .text("kxtwqzbnrm"))
      try document.addTag("fun")
      try document.set("priority", to: .text("high"))
      try document.set("note", to: .text("short"))
      try document.set("status", to: .text("done"))
      try document.set("deadline", to: .text("2026-12-01"))
      #expect(
        document.text
          == file(
            "id: kxtwqzbnrm", "  # memo gives it", "tags: [fun]", "  # - home", "  # - work",
            "priority: high", "  # high, medium or low", "", "  # or nothing", "note: short",
            " # not text", "status: done", "    # todo, doing or done", "deadline: 2026-12-01"))
      try document.addTag("home")
      try document.remove("deadline")
      try document.remove("priority")
      #expect(
        document.text
          == file(
            "id: kxtwqzbnrm", "  # memo gives it", "tags: [fun, home]", "  # - home",
            "  # - work", "  # high, medium or low", "", "  # or nothing", "note: short",
            " # not text", "status: done", "    # todo, doing or done"))
      var other = TaskDocument(text: template)
      for tag in ["fun", "home"] { try other.addTag(tag) }
      for tag in ["fun", "home"] { try other.removeTag(tag) }
      try other.set("deadline", to: .text("2026-12-01"))
      try other.remove("deadline")
      #expect(other.text == template.replacing("tags:", with: "tags: []"))
      // Below a block scalar, comments would become part of it.
      var scalar = TaskDocument(text: file("note: |", "  text", "priority: low", "  # or high"))
      try scalar.remove("priority")
      #expect(scalar.text == file("note: |", "  text"))
    }
  }

  @Test func aNewKeyFollowsTheLastKnownOne() throws {
    let id = FieldValue.text("kxtwqzbnrm")
    #expect(
      try withHeader("title: |\n  a\n  # b\n\n# about x\nx: 1").setting("id", to: id).text
        == "---\ntitle: |\n  a\n  # b\nid: kxtwqzbnrm\n\n# about x\nx: 1\n---\n")
    #expect(
      try withHeader("x: 1\n#").setting("id", to: id) == withHeader("x: 1\n#\nid: kxtwqzbnrm"))
    #expect(
      try TaskDocument(text: "---\r\n---").setting("id", to: id).text
        == "---\r\nid: kxtwqzbnrm\r\n---")
    var bare = TaskDocument(text: "\u{FEFF}text")
    #expect(throws: Problem.self) { try bare.set("id", to: id) }
    bare.addFrontMatter()
    #expect(bare.text == "\u{FEFF}---\n---\ntext")
    #expect(try bare.setting("id", to: id).text == "\u{FEFF}---\nid: kxtwqzbnrm\n---\ntext")
    bare.addFrontMatter()
    #expect(bare.text == "\u{FEFF}---\n---\ntext")
  }

  @Test(arguments: [
    ("title: Buy milk # c", "title: x # c"), ("title:", "title: x"), ("title: # c", "title: x # c"),
    ("title:    ", "title:    x"), ("title: 'a' # c", "title: 'x' # c"),
    ("title: \"a\\\"b\" # c", "title: \"x\" # c"), ("title: 'it''s'  # c", "title: 'x'  # c"),
    ("title: !!str a # c", "title: x # c"), ("title: &t a # c", "title: x # c"),
    ("title: >\n  a\n\n  b\n\n# c", "title: x\n\n# c"),
    ("title: a\n  b\nmood: c", "title: x\nmood: c"),
    ("title: |- # c\n  # a", "title: x"), ("title: [a,\n b]", "title: x"),
    ("'title' : a", "'title' : x"), ("\"title\": a", "\"title\": x"), ("title:\ta", "title:\tx"),
    ("title: {a: 1} # c", "title: x # c"), ("title: ['a # b', \"c\"] # c", "title: x # c"),
  ])
  func theStyleOfAValueIsKept(before: String, after: String) throws {
    let changed = try withHeader("a: 1\n\(before)\nz: 2").setting("title", to: .text("x"))
    #expect(changed == withHeader("a: 1\n\(after)\nz: 2"))
  }

  @Test(arguments: [
    ("tags:\n- a\n- b # two", ["a", "b", "c"], "tags:\n- a\n- b # two\n- c"),
    ("tags: # why\n    - 'a'\n    - b", ["b", "- c"], "tags: # why\n    - b\n    - \"- c\""),
    ("tags:\n  # mine\n  - a\n\n  - b", ["b", "c"], "tags:\n  # mine\n\n  - b\n  - c"),
    ("tags:\n  - a # one\n  - b", ["b", "a"], "tags:\n  - b\n  - a # one"),
    ("tags:\n  - a\n  - b", [], "tags: []"),
    ("tags:\n  - a\n    b\n  - c", ["c"], "tags:\n  - c"),
    ("tags: ['a, b', c] # why", ["c"], "tags: [c] # why"),
    ("tags: [2024, 'c'] # why", ["c", "x", "2024"], "tags: ['c', x, 2024] # why"),
    ("tags: '2024'", ["2024", "b"], "tags: ['2024', b]"),
    ("tags: home # why", ["home", "b"], "tags: [home, b] # why"),
  ])
  func aListKeepsItsForm(before: String, tags: [String], after: String) throws {
    for newline in ["\n", "\r\n"] {
      func file(_ header: String) -> TaskDocument {
        let text = withHeader("a: 1\n\(header)\nz: 2").text
        return TaskDocument(
          text: text.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: newline))
      }
      #expect(try file(before).setting("tags", to: .list(tags)).text == file(after).text)
    }
  }

  @Test(arguments: [
    ("? title\n: a", "title"), ("title: &t a\nx: *t", "title"),
    ("x: |+\n  a\n\n", "bad key"),
    ("x: 1", ""),
    ("title: a\ntitle: b", "title"), ("title: [a", "status"), ("- a", "status"),
  ])
  func valuesThatCannotBeChangedAloneStay(header: String, key: String) throws {
    let document = withHeader(header)
    var copy = document
    #expect(throws: Problem.self) { try copy.set(key, to: .text("x")) }
    #expect(copy == document)
    if !document.item.problems.isEmpty {
      #expect(throws: Problem.self) { try copy.remove(key) }
      #expect(copy == document)
    }
    var unclosed = TaskDocument(text: "---\n\(header)\n")
    #expect(throws: Problem.self) { try unclosed.set("title", to: .text("x")) }
    #expect(throws: Problem.self) { try unclosed.remove("title") }
  }

  @Test func aNewBodyLeavesTheFrontMatter() {
    for (text, expected) in [
      ("---\na: 1\n---\nold", "---\na: 1\n---\nnew\n"), ("old", "new\n"),
      ("\u{FEFF}old", "\u{FEFF}new\n"), ("---\r\n...", "---\r\n...\r\nnew\n"),
      ("---\na: 1\n---", "---\na: 1\n---\nnew\n"),
    ] {
      var document = TaskDocument(text: text)
      document.setBody("new\n")
      #expect(document.text == expected)
      #expect(document.body == "new\n")
    }
  }

  @Test func aValueWithAnAnchorStays() throws {
    let referred = withHeader("title: t\nstatus: &s todo\nphase: *s\nmood: *s")
    #expect(
      throws: Problem(
        line: 3, column: 1,
        message: "'status' can't be changed without touching something else",
        hint: "change it by hand: it is written in a way that memo doesn't rewrite")
    ) { try referred.setting("status", to: .text("done")) }
    #expect(
      try referred.setting("phase", to: .text("x")).text
        == referred.text.replacing("phase: *s", with: "phase: x"))
  }
}
