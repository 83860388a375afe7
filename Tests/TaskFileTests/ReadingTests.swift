@testable import TaskFile
import Testing

@Suite struct ReadingTests {
  @Test func everyKeyIsRead() throws {
    let document = withHeader(
      """
      title: Buy milk
      status: doing
      deadline: 2026-12-01 17:00
      priority: high
      tags: [home, shopping, home]
      id: kxtwqzbnrm
      created: 2026-11-20T15:04:05+09:00
      mood: fine
      links: [a, b]
      """, body: "\nTwo litres.\n")
    let date = try #require(CalendarDate(year: 2026, month: 12, day: 1))
    var expected = TaskItem(
      title: "Buy milk", status: .doing,
      deadline: Deadline(date: date, time: TimeOfDay(hour: 17, minute: 0)),
      priority: .high, tags: ["home", "shopping"], id: TaskID("kxtwqzbnrm"),
      created: Timestamp(secondsSince1970: 1_763_618_645 + 365 * 86_400, offsetMinutes: 540),
      otherFields: [
        Field(key: "mood", value: .text("fine")), Field(key: "links", value: .list(["a", "b"])),
      ], problems: [])
    #expect(document.item == expected)
    #expect(document.body == "\nTwo litres.\n")

    // The same values in YAML that only the full parser reads.
    let unusual = withHeader(
      """
      title: >-
        Buy
        milk
      "status": "do\\u0069ng"
      due: !!str 2026-12-01 17:00
      priority: &p high
      tags:
      - home
      - shopping
      - home
      id: 'kxtwqzbnrm'
      created: "2026-11-20T15:04:05+09:00"
      mood: fine
      links: ["a", 'b']
      """)
    #expect(unusual.item == expected)
    expected.title = "the-file"
    expected.status = nil
    expected.deadline = nil
    expected.priority = nil
    expected.tags = []
    expected.id = nil
    expected.created = nil
    expected.otherFields = []
    let nulls = withHeader(
      "title:\nstatus: null\ndue: ~\npriority: # none\ntags: []\nid: Null\ncreated: NULL\nmood: ~")
    #expect(nulls.item == expected)
  }

  @Test func dueIsTheDeadlineUnlessThereIsOne() throws {
    let due = withHeader("due: 2026-12-01")
    #expect(due.item.deadline == Deadline("2026-12-01"))
    #expect(due.value(of: "deadline") == .text("2026-12-01"))
    let both = withHeader("due: 2026-12-01\ndeadline: 2026-12-02")
    #expect(
      both.complaints == ["2:1: 'due' and 'deadline' are the same field, and both are here"])
  }

  @Test func byteOrderMarkAndCRLFChangeNothing() {
    let text =
      "---\ntitle: Buy milk\ntags: [a, b]\nx: >\n  y\nstatus: done\n---\n\n- [ ] one\n- [x] two\n"
    let plain = TaskDocument(text: text).item
    let windows = TaskDocument(
      text: "\u{FEFF}"
        + text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
    #expect(windows.item == plain)
    #expect(windows.body == "\r\n- [ ] one\r\n- [x] two\r\n")
    #expect(plain.title == "Buy milk")
  }

  @Test func aFrontMatterMayBeMissingEmptyOrEndInDots() {
    let missing = TaskDocument(text: "title: no\n---\ntext")
    #expect(!missing.hasFrontMatter)
    #expect(missing.body == "title: no\n---\ntext")
    #expect(missing.item.problems == [])
    for text in ["---\n---\nb", "---  \n# only a comment\n...\nb", "---\r\n\r\n---\t\r\nb"] {
      let empty = TaskDocument(text: text)
      #expect(empty.hasFrontMatter)
      #expect(empty.body == "b")
      #expect(empty.complaints == [])
    }
    #expect(TaskDocument(text: " ---\ntitle: a\n---\n").hasFrontMatter == false)
    #expect(TaskDocument(text: "---\ntitle: a\n---").item.title == "a")
  }

  @Test func lineEndsOfYAMLAreLineEnds() {
    for end in ["\r", "\u{85}", "\u{2028}", "\u{2029}"] {
      let document = TaskDocument(
        text: "---\ntags:\(end) - x\(end) - y\(end)# c\(end)status: todo\(end)mood: 'fine'\n---\n")
      #expect(document.item.tags == ["x", "y"])
      #expect(document.item.status == .todo)
      #expect(document.item.otherFields == [Field(key: "mood", value: .text("fine"))])
      #expect(document.item.problems == [])
      let comment = withHeader("title: a # c\(end)status: done")
      #expect(comment.item.status == .done)
    }
  }

  @Test func keysMayBeAsLongAsInYAML() {
    for (length, isKey) in [(1000, true), (1100, false)] {
      let key = String(repeating: "k", count: length)
      #expect(withHeader("\(key): a").item.problems.isEmpty == isKey)
      #expect(withHeader("x: !!str a\n\(key): a").item.problems.isEmpty == isKey)
    }
  }

  @Test func aNewTaskReadsBack() throws {
    let id = try #require(TaskID("kxtwqzbnrm"))
    let created = Timestamp(secondsSince1970: 1_795_187_045, offsetMinutes: -210)
    var document = TaskDocument([])
    document.addFrontMatter()
    for (key, value) in [
      ("title", "Buy: milk"), ("status", "todo"), ("deadline", "2026-12-01"), ("priority", "low"),
    ] {
      try document.set(key, to: .text(value))
    }
    for tag in ["home", "a, b"] { try document.addTag(tag) }
    try document.setID(id)
    try document.set("created", to: .text(created.description))
    document.setBody("\nTwo litres\n")
    #expect(
      document.text == """
        ---
        title: "Buy: milk"
        status: todo
        deadline: 2026-12-01
        priority: low
        tags: [home, "a, b"]
        id: kxtwqzbnrm
        created: 2026-11-20T11:34:05-03:30
        ---

        Two litres

        """)
    #expect(
      document.item
        == TaskItem(
          title: "Buy: milk", status: .todo, deadline: Deadline("2026-12-01"), priority: .low,
          tags: ["home", "a, b"], id: id, created: created, otherFields: [], problems: []))
  }
}
