import TaskFile
import Testing

/// Aliases for keys and values of front matter.
@Suite struct AliasTests {
  private let aliases = FieldAliases(
    keys: ["deadline": ["due_date"], "tags": ["labels"], "title": ["name"]],
    words: [
      "status": ["doing": ["In Progress", "in-progress"], "done": ["Done", "closed"]],
      "priority": ["high": ["P1", "critical"]],
    ])
  private let text = """
    ---
    name: First
    status: in progress   # x
    priority: "critical"
    due_date: 2026-12-01
    labels: [a, "b c"]
    ---
    Text

    """

  private func document(_ text: String) -> TaskDocument {
    TaskDocument(Array(text.utf8), aliases)
  }

  @Test func aliasesAreRead() {
    let item = document(text).item
    #expect(item.problems == [] && item.otherFields == [])
    #expect(item.title == "First" && item.status == .doing && item.priority == .high)
    #expect(item.deadline == Deadline("2026-12-01") && item.tags == ["a", "b c"])
    #expect(TaskDocument(text: text).item.unusableKeys == ["status", "priority"])
  }

  @Test func laterFieldsHaveAliases() throws {
    let aliases = FieldAliases(
      keys: ["created": ["created_date"], "after": ["dependencies"], "wait": ["hide_until"]],
      words: [:])
    let text = """
      ---
      title: First
      created_date: 2026-01-02
      dependencies: [second]
      hide_until: 2026-12-01
      ---

      """
    var document = TaskDocument(Array(text.utf8), aliases)
    #expect(
      document.item.problems == [] && document.item.created == Timestamp(atMost: "2026-01-02"))
    #expect(document.item.otherField("after") == .list(["second"]))
    try document.set("wait", to: .text("2026-12-02"))
    #expect(document.text == text.replacing("12-01", with: "12-02"))
  }

  /// A removed key stays with an empty value if another key would be read in its place.
  @Test func aRemovedKeyUncoversNoAlias() throws {
    var document = document(
      "---\nname: First\ntitle: Second # c\nlabels: [a]\ntags: [b]\n---\nText\n")
    try document.remove("title")
    try document.remove("tags")
    #expect(
      document.text == "---\nname: First\ntitle: # c\nlabels: [a]\ntags:\n---\nText\n")
    #expect(document.item.title == "Text" && document.item.tags == [])
  }

  @Test func theFilesOwnWordsAndKeysStay() throws {
    var document = document(text)
    try document.set("status", to: .text("done"))
    try document.set("title", to: .text("Second"))
    try document.set("deadline", to: .text("2026-12-02"))
    try document.addTag("d")
    try document.set("priority", to: .text("high"))
    #expect(
      document.text
        == text.replacing("in progress", with: "Done").replacing("First", with: "Second")
        .replacing("12-01", with: "12-02").replacing("\"b c\"", with: "\"b c\", d"))
    // memo's own word is written if there is no alias.
    try document.set("status", to: .text("todo"))
    try document.set("priority", to: .text("low"))
    #expect(document.text.contains("status: todo   # x\npriority: \"low\"\n"))
    // A key's own name and its aliases mean the same key.
    try document.set("due_date", to: .text("2026-12-03"))
    try document.remove("labels")
    #expect(document.text.contains("due_date: 2026-12-03\n---"))
    #expect(document.item.deadline == Deadline("2026-12-03") && document.item.tags == [])
  }

  @Test func newFieldsUseTheStoresNames() throws {
    var document = document("---\nfoo: 1\n---\n")
    for (key, text) in [
      ("status", "done"), ("priority", "high"), ("deadline", "2026-12-01"), ("title", "4"),
    ] {
      try document.set(key, to: .text(text))
    }
    try document.addTag("b")
    for line in [
      "name: \"4\"", "status: Done", "priority: P1", "due_date: 2026-12-01", "labels: [b]",
    ] {
      #expect(document.text.contains(line), "\(document.text)")
    }
    #expect(document.item.problems == [] && document.item.status == .done)
  }

  /// Also in a file with memo's own words.
  @Test func theStoresWordsAreWritten() throws {
    var document = document("---\nstatus: todo\npriority: high\n---\n")
    try document.set("priority", to: .text("high"))
    try document.set("deadline", to: .text("2026-12-01"))
    try document.set("status", to: .text("done"))
    #expect(document.text == "---\nstatus: Done\npriority: high\ndue_date: 2026-12-01\n---\n")
  }

  @Test func aNameThatIsTakenIsNotUsedTwice() throws {
    var document = document("---\nname:\n  first: Ann\nfoo: 1\ndue_date: x\ndue: 2026-12-01\n---\n")
    try document.set("deadline", to: .text("2026-12-02"))
    #expect(document.text.contains("due_date: x\ndue: 2026-12-02\n"))
  }

  @Test func newTasksUseTheStoresWords() throws {
    let aliases = FieldAliases(
      keys: ["deadline": ["due"], "tags": ["labels"], "title": ["title", "name"]],
      words: ["status": ["doing": ["In Progress"]], "priority": ["high": ["high", "P1"]]])
    var document = TaskDocument(Array("---\n---\n".utf8), aliases)
    for (key, value) in [
      ("title", "A: b"), ("status", "doing"), ("deadline", "2026-12-01"), ("priority", "high"),
    ] {
      try document.set(key, to: .text(value))
    }
    for tag in ["x", "2"] { try document.addTag(tag) }
    #expect(
      document.text == """
        ---
        title: "A: b"
        status: In Progress
        due: 2026-12-01
        priority: high
        labels: [x, "2"]
        ---

        """)
    var other = TaskDocument(Array("---\nfoo: 1\n---\n".utf8), aliases)
    try other.set("deadline", to: .text("2026-12-01"))
    #expect(other.text == "---\nfoo: 1\ndue: 2026-12-01\n---\n")
  }

  /// A file that has both keys uses the alias for something else.
  @Test(arguments: ["title: A\nname: B", "name: B\ntitle: A", "due: 2026-12-01\ndue_date: never"])
  func memosOwnKeyCounts(lines: String) {
    let item = document("---\n\(lines)\n---\n").item
    #expect(item.problems == [] && item.otherFields.count == 1)
    #expect(item.title == "A" || item.deadline == Deadline("2026-12-01"))
  }

  @Test func aMergeKnowsAliases() {
    func side(_ old: String, _ new: String) -> TaskDocument {
      document(text.replacing(old, with: new))
    }
    let merge = TaskMerge(
      base: TaskVersion(path: "todo/task.md", document: document(text)),
      MergeSide(
        task: TaskVersion(path: "todo/task.md", document: side("First", "Second")),
        author: "Kim", time: Timestamp(secondsSince1970: 1, offsetMinutes: 0), commit: "a"),
      MergeSide(
        task: TaskVersion(path: "todo/task.md", document: side("2026-12-01", "2026-12-02")),
        author: "Ada", time: Timestamp(secondsSince1970: 2, offsetMinutes: 0), commit: "b"))
    #expect(
      merge.task?.document.text
        == text.replacing("First", with: "Second").replacing("2026-12-01", with: "2026-12-02"))
  }

  @Test func everyKeyMayHaveAnotherName() throws {
    let aliases = FieldAliases(
      keys: ["status": ["Status"], "priority": ["Priority"], "tags": ["Tags"]],
      words: ["status": ["done": ["Done"]], "priority": ["high": ["High"]]])
    let text = "---\nStatus: Done # x\nPriority: High\nTags: [A]\n---\n"
    var document = TaskDocument(Array(text.utf8), aliases)
    #expect(document.item.status == .done && document.item.priority == .high)
    #expect(document.item.tags == ["A"] && document.item.otherFields == [])
    try document.set("priority", to: .text("low"))
    try document.set("status", to: .text("doing"))
    try document.addTag("b")
    #expect(document.text == "---\nStatus: doing # x\nPriority: low\nTags: [A, b]\n---\n")
    try document.set("priority", to: .text("high"))
    try document.set("status", to: .text("done"))
    try document.removeTag("b")
    #expect(document.text == text)
    var bare = TaskDocument(Array("---\nfoo: 1\n---\n".utf8), aliases)
    try bare.set("status", to: .text("done"))
    #expect(bare.text == "---\nfoo: 1\nStatus: Done\n---\n")
  }

  @Test func uselessAliasesAreIgnored() {
    #expect(FieldAliases(keys: [:], words: [:]) == nil)
    #expect(
      FieldAliases(keys: ["id": ["x"], "title": ["status"]], words: ["x": ["y": ["z"]]])?
        .key("status") == nil)
  }
}
