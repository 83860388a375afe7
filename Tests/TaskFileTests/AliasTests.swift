import TaskFile
import Testing

/// Other words for what a front matter says.
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

  @Test func theyAreReadThrough() {
    let item = document(text).item
    #expect(item.problems == [] && item.otherFields == [])
    #expect(item.title == "First" && item.status == .doing && item.priority == .high)
    #expect(item.deadline == Deadline("2026-12-01") && item.tags == ["a", "b c"])
    #expect(TaskDocument(text: text).item.unusableKeys == ["status", "priority"])
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
    // For what has no other word, memo's own is written.
    try document.set("status", to: .text("todo"))
    try document.set("priority", to: .text("low"))
    #expect(document.text.contains("status: todo   # x\npriority: \"low\"\n"))
    // By its own name a key is the same key.
    try document.set("due_date", to: .text("2026-12-03"))
    try document.remove("labels")
    #expect(document.text.contains("due_date: 2026-12-03\n---"))
    #expect(document.item.deadline == Deadline("2026-12-03") && document.item.tags == [])
  }

  @Test func whoWritesMemosWordsGoesOnWithThem() throws {
    var document = document("---\nstatus: done\n---\n")
    try document.set("status", to: .text("doing"))
    #expect(document.text == "---\nstatus: doing\n---\n")
    try document.set("priority", to: .text("high"))
    try document.set("deadline", to: .text("2026-12-01"))
    #expect(document.text == "---\nstatus: doing\npriority: high\ndeadline: 2026-12-01\n---\n")
  }

  /// A file that has both uses the other for something of its own.
  @Test(arguments: ["title: A\nname: B", "name: B\ntitle: A", "due: 2026-12-01\ndue_date: never"])
  func memosOwnKeyCounts(lines: String) {
    let item = document("---\n\(lines)\n---\n").item
    #expect(item.problems == [] && item.otherFields.count == 1)
    #expect(item.title == "A" || item.deadline == Deadline("2026-12-01"))
  }

  @Test func aMergeCompletesWhatBothSay() {
    func side(_ old: String, _ new: String) -> TaskDocument {
      document(text.replacing(old, with: new))
    }
    let merge = TaskMerge(
      base: PlacedDocument(path: "todo/task.md", document: document(text)),
      MergeSide(
        task: PlacedDocument(path: "todo/task.md", document: side("First", "Second")),
        author: "Kim", time: Timestamp(secondsSince1970: 1, offsetMinutes: 0), commit: "a"),
      MergeSide(
        task: PlacedDocument(path: "todo/task.md", document: side("2026-12-01", "2026-12-02")),
        author: "Ada", time: Timestamp(secondsSince1970: 2, offsetMinutes: 0), commit: "b"))
    #expect(
      merge.task?.document.text
        == text.replacing("First", with: "Second").replacing("2026-12-01", with: "2026-12-02"))
  }

  @Test func noneAreNone() {
    #expect(FieldAliases(keys: [:], words: [:]) == nil)
    #expect(
      FieldAliases(keys: ["id": ["x"], "title": ["status"]], words: ["x": ["y": ["z"]]]) == nil)
  }
}
