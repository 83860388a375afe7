import TaskFile
import Testing

@Suite struct ProblemTests {
  @Test(arguments: [
    ("---\ntitle: a\n", "1:1: the front matter is not closed"),
    ("---", "1:1: the front matter is not closed"),
    ("---\n- a\n- b\n---\n", "2:1: the front matter has no keys and values"),
    ("---\njust words\n---\n", "2:1: the front matter has no keys and values"),
    ("---\ntitle: a\nmood: [a\n---\n", "3:7: not YAML: did not find expected ',' or ']'"),
    ("---\ntitle: é: b\n---\n", "2:9: not YAML: mapping values are not allowed in this context"),
    ("---\nx: 'a\n---\n", "2:4: not YAML: found unexpected end of stream"),
    ("---\nx: *nothing\n---\n", "2:4: not YAML: found undefined alias"),
    ("---\na: 1\n--- b\n---\n", "3:1: not YAML: but found another document"),
    ("---\nx: é\u{1}\n---\n", "2:5: not YAML: control characters are not allowed"),
    ("---\na: 1\ntitle: b\ntitle: c\n---\n", "4:1: the key 'title' is there twice"),
    ("---\nstatus:  open # yet\n---\n", "2:10: invalid status 'open'"),
    ("---\nstatus: Todo\n---\n", "2:9: invalid status 'Todo'"),
    ("---\nstatus: [todo]\n---\n", "2:9: 'status' holds one value, not a list"),
    ("---\ntags: {a: 1}\n---\n", "2:7: 'tags' must be a list of words"),
    ("---\ntags: [a, [b]]\n---\n", "2:7: 'tags' must be a list of words"),
    ("---\ntags:\n  - a: 1\n---\n", "2:6: 'tags' must be a list of words"),
    ("---\ntitle: {a: 1}\n---\n", "2:8: 'title' holds one value, and nothing nested"),
    ("---\ndue: [[a]]\n---\n", "2:6: 'due' holds one value, and nothing nested"),
    ("---\ndeadline: 2026-02-30\n---\n", "2:11: invalid date '2026-02-30'"),
    ("---\ndue: \"tomorrow\"\n---\n", "2:6: invalid date 'tomorrow'"),
    ("---\npriority: urgent\n---\n", "2:11: invalid priority 'urgent'"),
    (
      "---\nmemo-id: abc\n---\n",
      "2:10: 'abc' is not an id: an id is ten letters of bcdfghjkmnpqrstvwxz"
    ),
    ("\u{FEFF}---\r\nx: 1\r\nstatus: é\r\n---\r\n", "3:9: invalid status 'é'"),
    ("---\npriority: |\n  - a\n  - 1\n---\n", "2:10: invalid priority '- a - 1'"),
    (
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
      "1:1: Git LFS's pointer to the file, and not its text"
    ),
    ("---\ntitle: a\n---\nb\u{0}", "4:2: a NUL byte: not a text file"),
  ])
  func problemsHaveTheirPlace(text: String, complaint: String) {
    #expect(TaskDocument(text: text).complaints == [complaint])
  }

  @Test(arguments: ["\n", " \t\n\n", "\u{FEFF}\n"])
  func blankLinesMayBeAboveAFrontMatter(above: String) throws {
    for lines in [
      "title: Roof", "title: Roof\ntags:\n  - a\n- b\n\n# c", "due:", "due:\nSome words",
    ] {
      let text = "\(above)---\n\(lines)\n---\nText.\n"
      let isValid = !lines.contains("- b") && !lines.contains("Some")
      var document = TaskDocument(text: text)
      // Errors below the blank lines are reported.
      #expect(document.hasFrontMatter && (document.complaints == []) == isValid)
      guard isValid else { continue }
      #expect(document.body == "Text.\n")
      try document.set("priority", to: .text("high"))
      #expect(document.text == "\(above)---\n\(lines)\npriority: high\n---\nText.\n")
    }
  }

  @Test(arguments: [
    "\n---\n\nstatus: a\n---\n", "\n---\nSome words\n---\n", "# Roof\n---\nstatus: a\n---\n",
    "---\n---\n\n---\nstatus: a\n---\n",
    "\n---\nNote: this\n---\n",
    "\n---\n# status\nstatus: a\n---\n", "# Roof\n\nSome words\n---\nstatus: a\n---\n",
    "\n---\nstatus: a\n", "\n----\nstatus: a\n---\n",
    "#roof\n---\nstatus: a\n---\n", "<!-- a --> b\n---\nstatus: a\n---\n",
    "<!-- \n---\nstatus: a\n---\n",
    "\n---\nstatus:a\n---\n", "Roof\n---\nstatus: a\n---\n", "\n    ---\nstatus: a\n---\n",
  ])
  func aThematicBreakIsNoFrontMatter(text: String) {
    #expect(TaskDocument(text: text).complaints == [])
  }

  /// Other fields are read, but for a repeated key memo can't know which value is meant.
  @Test func aRepeatedKeyHidesNoOther() {
    let document = withHeader(
      """
      title: Roof
      deadline: 2026-12-01
      priority: high
      tags: [home]
      deadline: 2026-12-05
      color: red
      meta: {a: 1, a: 2}
      title: House
      id: kxtwqzbnrm
      """)
    let item = document.item
    #expect(document.complaints == ["6:1: the key 'deadline' is there twice"])
    #expect(item.title == "Roof" && item.priority == .high && item.tags == ["home"])
    #expect(item.deadline == nil && item.unusableKeys == ["deadline"])
    #expect(item.id?.text == "kxtwqzbnrm" && !item.isUsable)
    #expect(item.otherFields.map(\.key) == ["color", "meta"])
    #expect(document.value(of: "deadline") == .text("2026-12-01"))
    #expect(throws: Problem.self) { try document.setting("priority", to: .text("low")) }
  }

  /// Another tool's own creation date is not memo's business.
  @Test(arguments: ["10/3/26", "[2026]", "{a: 1}", "yesterday", "123456789012", "2026113015"])
  func anUnknownCreatedIsNoProblem(text: String) {
    let item = withHeader("created: \(text)").item
    guard text != "2026113015" else {
      // Ten other digits, read as seconds.
      #expect(item.created?.date?.year == 2034)
      return
    }
    #expect(item.problems == [] && item.isUsable && item.created == nil)
    #expect(item.unusableKeys == ["created"] && item.remarks.count == 1)
  }

  @Test(arguments: ["1600000000", "1600000000000", "1600000000999"])
  func createdIsReadAsSecondsAndMilliseconds(text: String) {
    #expect(
      withHeader("created: \(text)").item.created
        == Timestamp(secondsSince1970: 1_600_000_000, offsetMinutes: 0))
  }

  @Test func invalidUTF8HasItsPlace() {
    let text = Array("---\ntitle: a\n---\né ".utf8)
    for bad: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF0, 0x9F, 0x98]] {
      #expect(TaskDocument(text + bad).complaints == ["4:3: not UTF-8"])
      #expect(TaskDocument(text + bad).item.title == "a")
    }
    #expect(TaskDocument([0xFF, 0xFE]).complaints == ["1:1: not UTF-8"])
    let wide: [UInt8] = "# Milk\n".utf8.flatMap { [$0, 0] as [UInt8] }
    let narrow: [UInt8] = "# Milk\n".utf8.flatMap { [0, $0] as [UInt8] }
    let files: [[UInt8]] = [[0xFF, 0xFE] + wide, [0xFE, 0xFF] + narrow, wide, narrow]
    for file in files {
      #expect(TaskDocument(file).complaints == ["1:1: the file is UTF-16, and not UTF-8"])
    }
    #expect(TaskDocument(text + Array("\u{FFFD}\u{10FFFF}".utf8)).complaints == [])
  }

  @Test func oneMistakeHidesNoOther() {
    let document = withHeader("status: open\ntitle: Kept\npriority: urgent\ndeadline: never")
    #expect(
      document.complaints == [
        "2:9: invalid status 'open'", "4:11: invalid priority 'urgent'",
        "5:11: invalid date 'never'",
      ])
    #expect(document.item.title == "Kept")
  }

  @Test func excessiveNestingIsRefused() {
    let deep = "nested deeper than 100 levels"
    let laughs = (0..<10).map { level in
      let items = Array(repeating: "*a\(level)", count: 10).joined(separator: ", ")
      return "a\(level + 1): &a\(level + 1) [\(items)]"
    }
    for (header, complaint) in [
      ("x: " + String(repeating: "[", count: 900), "2:103: \(deep)"),
      ("x: " + String(repeating: "{a: ", count: 900), "2:400: \(deep)"),
      ("x:\n  " + String(repeating: "- ", count: 5000), "3:201: \(deep)"),
      ("x:\n  " + String(repeating: "? ", count: 5000), "3:201: \(deep)"),
      (
        (0..<500).map { String(repeating: " ", count: $0) + "k:" }.joined(separator: "\n"),
        "102:101: \(deep)"
      ),
      (
        "x: >\n" + String(repeating: "  a\n", count: 80_000),
        "2:1: the front matter is too long to read"
      ),
      (
        "a0: &a0 ha\n" + laughs.joined(separator: "\n"),
        "6:45: its aliases expand to more than 10000 values"
      ),
    ] {
      #expect(withHeader(header).complaints == [complaint])
    }
  }

  /// Deep only at first sight.
  @Test func seeminglyDeepTextsAreRead() {
    for header in [
      "x: |\n  &nbsp; &nbsp; &nbsp; &nbsp;" + String(repeating: " *", count: 40),
      "x: '" + String(repeating: "[", count: 5000) + "'",
    ] {
      #expect(withHeader(header).complaints == [])
    }
  }

  @Test func quotedBracketsDoNotHideTheDepth() {
    for (opening, column) in [("[']', ", 598), ("[\"\\\"]\", ", 796)] {
      let problems = withHeader("x: " + String(repeating: opening, count: 900)).complaints
      #expect(problems == ["2:\(column): nested deeper than 100 levels"])
      // The mapping counts as the first level.
      let most = String(repeating: opening, count: 99) + String(repeating: "]", count: 99)
      #expect(withHeader("x: \(most)").value(of: "x") == .text(most))
    }
  }

  @Test func anExcerptShowsLineAndPlace() {
    let problem = Problem(line: 2, column: 4, message: "wrong")
    #expect(
      problem.excerpt(of: Array("a\né\u{7}\u{202E}漢 b\nc".utf8))
        == "  2 | é··漢 b\n    |    ^")
    #expect(
      Problem(line: 3, column: 1, message: "").excerpt(of: Array("a\nb\n".utf8))
        == "  3 | \n    | ^")
    #expect(Problem(line: 4, column: 1, message: "").excerpt(of: Array("a\nb\n".utf8)) == "")
    #expect(Problem(line: 0, column: 0, message: "").excerpt(of: []) == "")
    let long = Problem(line: 1, column: 151, message: "")
    let text = String(repeating: "a", count: 150) + "b" + String(repeating: "c", count: 150)
    let excerpt = long.excerpt(of: Array(text.utf8)).split(separator: "\n")
    #expect(excerpt.map(\.count) == [107, 58])
    #expect(excerpt[0].hasPrefix("  1 | …aaa"))
    #expect(Array(excerpt[0])[57] == "b")
  }

  @Test(arguments: [
    ("---\nx:\n\t- a\n---\n", "YAML indents with blanks alone: put some in the place of the tab"),
    ("---\nx: @a\n---\n", "quote the value if it is meant as text"),
  ])
  func problemsHaveHints(text: String, hint: String) {
    #expect(TaskDocument(text: text).item.problems.map(\.hint) == [hint])
  }
}
