@testable import TaskFile
import Testing

@Suite struct ForeignTests {
  private let hugo = """
    +++
    # a comment
    title = "Buy \\"milk\\" \\u00e9"   # why
    date = 2026-11-20T15:04:05+09:00
    draft = true
    tags = [ 'home', "a, b", # one
      "c#",
    ]
    due = 2026-12-01
    status = "done"
    weights = [1, 2.5]
    nested = { a = [1, "}"], b = "]" }
    deep = [[1], ["]"]]
    a.b = "dotted"
    long = \"\"\"
    two \\
      lines\"\"\"
    raw = '''it's'''
    'quoted key' = 1

    [params]
    title = "another"
    [taxonomies]
    tags = ["never, they are there already"]
    +++
    # Heading
    - [ ] one
    """

  /// Hugo and Zola allow only white space before front matter.
  @Test(arguments: ["\n", "\r\n \r\n", "\u{FEFF}\n"]) func blanksMayPrecedeFrontMatter(
    start: String
  ) {
    var document = TaskDocument(text: start + hugo)
    #expect(document.format == .toml && document.item.title == "Buy \"milk\" é")
    #expect(throws: Problem.self) { try document.set("priority", to: .text("high")) }
    #expect(document.bytes == Array((start + hugo).utf8))
    var json = TaskDocument(text: start + "{\n\"title\": \"R\"\n}\nb\n")
    #expect(json.format == .json && json.item.title == "R" && json.body == "b\n")
    #expect(throws: Problem.self) { try json.set("priority", to: .text("high")) }
    for text in ["\n{{< a >}}\n", "\n {\"a\": 1}\n", "\n{\"a\": 1} b\n"] {
      #expect(TaskDocument(text: text).format == nil)
    }
    for text in ["\n+++\nno end\n", "\n +++\na = 1\n+++\n", "\n++++\na = 1\n+++\n"] {
      #expect(TaskDocument(text: text).format == nil)
    }
  }

  /// Unreadable front matter of another program stays at the top.
  @Test(arguments: [
    ("{\n  \"title\": \"x\",\n}\nText\n", "{\n  \"title\": \"x\",\n}\nText\n"),
    ("{ \"title\": \"x\" \"a\": 1 }\nText\n", "{ \"title\": \"x\" \"a\": 1 }\nText\n"),
    ("---json\n{\"a\": 1}\n---\nText\n", "Text\n"), ("--- TOML\r\na = 1\r\n---\r\n", ""),
    ("\u{FEFF}{\n\"a\": tru\n}", "{\n\"a\": tru\n}"), ("{\"a\": [1,\n", "{\"a\": [1,\n"),
    (";;;\n\"title\": \"One\"\n;;;\nText\n", "Text\n"),
    ("---js\n{ title: 'One', status: process.exit() }\n---\nText\n", "Text\n"),
    ("--- coffee\ntitle: 'One'\n---\nText\n", "Text\n"),
  ])
  func unreadableFrontMatterStaysAtTheTop(text: String, body: String) {
    var document = TaskDocument(text: text)
    let item = document.item(fileName: "a")
    #expect(document.format == .other && document.isForeign)
    #expect(document.isUnderstood && item.problems == [] && item.otherFields == [])
    #expect(document.body == body && document.inYAML() == nil)
    document.addFrontMatter()
    #expect(
      throws: Problem(
        line: 1, column: 1,
        message: "the front matter is in a format that memo doesn't read or change",
        hint: "change it by hand")
    ) { try document.set("priority", to: .text("high")) }
    #expect(throws: Problem.self) { try document.addTag("new") }
    #expect(document.text == text)
    document.append(paragraph: "Note")
    #expect(document.text.hasPrefix(text))
  }

  /// memo reads the correct fields of broken TOML, and writes nothing.
  @Test(arguments: [
    "this is = no = TOML [", "a = \"b", "a = Bad words", "a: b", "a = [1 2", "[a\nb = 1", "a = {b",
    "a = 'b' c", "a = \"\\q\"", "= 1", "a = 1_x", "a", "a = ]", "title = 'twice'",
  ])
  func correctFieldsOfBrokenTOMLAreRead(line: String) {
    let text = "+++\ntitle = \"One\"\n\(line)\n+++\n# Heading\n"
    var document = TaskDocument(text: text)
    #expect(document.format == .toml && document.isForeign && document.isUnderstood)
    #expect(document.item.title == "One" && document.item.problems == [])
    #expect(document.inYAML() == nil && document.body == "# Heading\n")
    #expect(throws: Problem.self) { try document.set("priority", to: .text("high")) }
    document.append(paragraph: "Note")
    #expect(document.text.hasPrefix(text))
  }

  /// Only quoted items of a list are texts.
  @Test func itemsOfListsKeepTheirTypes() {
    let document = TaskDocument(
      text: "+++\ntags = [\"a\", 2024]\nl = [1, 'x', 2.5, true, \"3\", # c\n1979-05-27]\n"
        + "m = [1_000, inf, 'a, b']\n+++\nText\n")
    #expect(
      document.ownValues().map(\.value) == [
        .list([
          .number("1"), .text("x"), .number("2.5"), .bool(true), .text("3"), .text("1979-05-27"),
        ]),
        .list([.text("1_000"), .text("inf"), .text("a, b")]),
      ])
  }

  @Test func allOfTOMLBecomesYAML() {
    let text = "+++\na = 1\n\nb = [1, 'x', \"3\", 1979-05-27]\n+++\n"
    #expect(
      TaskDocument(text: text).inYAML()?.text
        == "---\na: 1\nb: [1, x, \"3\", 1979-05-27]\n---\n")
    let commented = "+++\ntags = [\n  'a', # the first\n  'b#',\n]\n+++\n"
    #expect(TaskDocument(text: commented).inYAML() == nil)
    let plain = TaskDocument(text: commented.replacing(" # the first", with: ""))
    #expect(plain.inYAML()?.text == "---\ntags: [a, \"b#\"]\n---\n")
    for word in ["inf", "-nan", "1_000", "0x1F", "07:32:00", "[1, +2]"] {
      #expect(TaskDocument(text: "+++\na = \(word)\n+++\n").inYAML() == nil)
    }
  }

  @Test(arguments: [
    "{{ shortcode }}\nText\n", "{% raw %}\n", "{: .note }\n", "{a\n}\n", "{\nA text\n",
    "{\n  title: \"x\"\n}\n",
    "{\"a\": 1} is JSON\n", "{\"quoted\" words}\n", "{", "{ x }\n}\n",
  ])
  func aTextMayBeginWithABrace(text: String) {
    let document = TaskDocument(text: text)
    #expect(document.format == nil && document.item(fileName: "a").problems.isEmpty)
  }

  @Test func fieldsOfTOMLAreRead() {
    for newline in ["\n", "\r\n"] {
      let document = TaskDocument(text: hugo.replacing("\n", with: newline))
      #expect(document.format == .toml)
      let item = document.item
      #expect(item.title == "Buy \"milk\" é")
      #expect(item.created?.description == "2026-11-20T15:04:05+09:00")
      #expect(item.tags == ["home", "a, b", "c#"])
      #expect(item.deadline == Deadline("2026-12-01"))
      #expect(item.status == nil && item.id == nil && item.problems == [])
      #expect(item.checklist.total == 1)
      #expect(
        item.otherFields == [
          Field(key: "draft", value: .text("true")), Field(key: "status", value: .text("done")),
          Field(key: "weights", value: .list(["1", "2.5"])),
        ])
      #expect(document.body.hasPrefix("# Heading"))
    }
    let zola = TaskDocument(text: "+++\n[taxonomies]\ntags = [\"home\"]\n+++\nFirst line\n").item
    #expect(zola.tags == ["home"] && zola.title == "First line")
  }

  /// Except the status, which the folder decides, and an unreadable date.
  @Test(arguments: [
    "+++\nid = \"kxtwqzbnrm\"\nstatus = \"done\"\npriority = \"P1\"\ndate = \"x\"\n+++\n",
    "{\"id\": \"kxtwqzbnrm\", \"status\": \"done\", \"priority\": \"P1\", \"date\": \"x\"}\n",
    "---\n{id: kxtwqzbnrm, status: done, priority: P1, date: x}\n---\n",
  ])
  func fieldsMeanTheSameInEveryFormat(text: String) {
    let document = TaskDocument(text: text)
    let item = document.item
    #expect(document.isForeign && item.status == nil && item.created == nil)
    #expect(item.id?.text == "kxtwqzbnrm" && document.id == item.id)
    #expect(item.problems.map(\.message) == ["invalid priority 'P1'"])
    #expect(
      item.otherFields == [
        Field(key: "status", value: .text("done")), Field(key: "date", value: .text("x")),
      ])
  }

  @Test func fieldsOfJSONAreRead() {
    let text = """
      {
        "title": "Buy \\"milk\\" \\ud83e\\udd5b",
        "date": "2026-11-20T15:04:05Z", "draft": false, "weight": 1.5e3, "none": null,
        "tags": ["home", "c#"],
        "nested": {"a": [1, {"b": "}"}]}
      }

      Text
      """
    for newline in ["\n", "\r\n"] {
      let document = TaskDocument(text: text.replacing("\n", with: newline))
      #expect(document.format == .json)
      let item = document.item
      #expect(item.title == "Buy \"milk\" 🥛" && item.tags == ["home", "c#"])
      #expect(item.created != nil && item.problems == [])
      #expect(
        item.otherFields == [
          Field(key: "draft", value: .text("false")), Field(key: "weight", value: .text("1.5e3")),
          Field(key: "nested", value: .text("{\"a\": [1, {\"b\": \"}\"}]}")),
        ])
      #expect(document.body == "\(newline)Text")
    }
  }

  @Test(arguments: [
    "{{< shortcode >}}\nText", "{% include x %}\n", "{title: a}\n", "{\"a\": 1} and more\n",
    "{\"a\"}\n", "{", "++++\na = 1\n++++\n", " +++\na = 1\n+++\n",
  ])
  func similarTextsHaveNoFrontMatter(text: String) {
    #expect(TaskDocument(text: text).format == nil)
    #expect(TaskDocument(text: text).body == text)
  }

  @Test(arguments: [
    "+++\ntitle = \"a\"\n+++\nText\n", "+++\n+++\n", "{\"title\": \"a\"}\n\nText\n", "{}",
    "\u{FEFF}+++\r\ntitle = 'a'\r\n+++", "---\n{title: a, tags: [b]} # c\n---\nText\n",
    "---\r\n\r\n{\r\n  \"title\": \"a\"\r\n}\r\n---", "---\n{}\n---\n",
  ])
  func foreignFrontMatterIsNeverWritten(text: String) {
    var document = TaskDocument(text: text)
    #expect(document.isForeign && document.isUnderstood && document.hasFrontMatter)
    document.addFrontMatter()
    #expect(document.text == text)
    #expect(throws: Problem.self) { try document.set("title", to: .text("b")) }
    #expect(throws: Problem.self) { try document.remove("title") }
    #expect(throws: Problem.self) { try document.addTag("b") }
    #expect(document.text == text)
    let front = text.unicodeScalars.dropLast(document.body.unicodeScalars.count)
    document.setBody("new\n")
    #expect(document.body == "new\n")
    #expect(document.text.unicodeScalars.starts(with: front))
  }

  @Test func yamlInBracesIsReadAndConvertedIfItIsJSON() {
    let document = TaskDocument(text: "---\n{title: a, tags: [b], x: 1}\n---\nText\n")
    #expect(document.item.title == "a" && document.item.tags == ["b"] && document.body == "Text\n")
    #expect(document.ownValues() == [.init(key: "x", value: .number("1"))])
    #expect(document.inYAML() == nil && document.obstacleToYAML != nil)
    let json = TaskDocument(text: "---\n{\"title\": \"a\", \"x\": 1}\n---\nText\n")
    #expect(json.inYAML()?.text == "---\ntitle: a\nx: 1\n---\nText\n")
    let broken = TaskDocument(text: "---\n{title: [a\n---\n")
    #expect(broken.isForeign && !broken.isUnderstood && !broken.item.isUsable)
  }

  @Test func unclosedFrontMatterIsAProblem() {
    let document = TaskDocument(text: "+++\ntitle = 'a'\n")
    #expect(document.complaints == ["1:1: the front matter is not closed"])
    #expect(document.item.problems[0].hint == "end it with a line of its own that is +++")
  }

  @Test func textsAreMergedBelowAFrontMatterThatOneSideChanged() {
    func file(_ title: String, _ body: String) -> String {
      "+++\ntitle = \"\(title)\"\n+++\n\(body)"
    }
    expectMerge(
      file("a", "one\ntwo\n"), kim: file("b", "one\ntwo\nthree\n"), ada: file("a", "one\n2\n"),
      is: file("b", "one\n2\nthree\n"))
    let lost = "> [!CONFLICT] body: 1 — Kim, 2026-11-20 10:12"
    expectMerge(
      file("a", "one\n"), kim: file("a", "1\n"), ada: file("a", "eins\n"),
      is: file("a", "eins\n\(lost)\n"), notes: [lost])
    let merge = merge(
      TaskVersion(file("a", "one\n")), kim: TaskVersion(file("b", "one\n")),
      ada: TaskVersion(file("c", "one\n")))
    #expect(merge.isMereText)
    #expect(merge.task?.text == file("c", "one\n"))
    #expect(merge.second == TaskVersion(file("b", "one\n"), at: "todo/task-2.md"))
  }

  /// A block without an end is text.
  @Test(arguments: [";;;", "---js", "---json", "---lua"])
  func fencesOfOtherLanguagesNeedAnEnd(fence: String) {
    let document = TaskDocument(text: "\(fence)\n\n# Heading\n")
    #expect(document.format == nil && document.item.problems == [])
  }
}
