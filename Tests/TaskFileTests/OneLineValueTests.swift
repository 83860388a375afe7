import TestSupport
import Testing
@testable import TaskFile

/// One-line values that are written on several lines, and lists of empty items.
@Suite struct OneLineValueTests {
  @Test func blockScalarsAreReadByLines() throws {
    let text = """
      ---
      status: |
        doing
      deadline: >
        2026-12-01
      created: |
        2026-01-01
      id: |
        BACK-1
      tags:
      - |
        lit
      - b
      notes: |
        two
      ---

      """
    var document = TaskDocument(text: text)
    let item = document.item(fileName: "a")
    #expect(item.problems == [] && item.status == .doing && item.tags == ["lit", "b"])
    #expect(item.deadline?.description == "2026-12-01" && item.foreignID == "BACK-1")
    #expect(item.created?.precision == .day && document.value(of: "notes") == .text("two\n"))
    try document.removeTag("lit")
    #expect(document.text == text.replacing("- |\n  lit\n", with: ""))
    try document.set("deadline", to: .text("2026-12-02"))
    #expect(document.text.contains("\ndeadline: 2026-12-02\ncreated: |\n"))
  }

  @Test(arguments: ["[~, null, x]", "[x, ~, NULL]", "\n- ~\n- null\n- x", "\n-\n- x"])
  func emptyItemsAreNoTags(_ tags: String) throws {
    var document = TaskDocument(text: "---\ntags: \(tags)\n---\n")
    let before = document.text
    #expect(document.item.tags == ["x"] && document.item.problems == [])
    try document.addTag("y")
    #expect(document.item.tags == ["x", "y"])
    try document.removeTag("y")
    #expect(document.text == before)
    #expect(TaskDocument(text: "---\ntags: [\"null\", x]\n---\n").item.tags == ["null", "x"])
  }

  /// memo writes nothing above a front matter that isn't closed.
  @Test(arguments: [
    ("---\ntitle: T\nBody\n", "---"), ("+++\ntitle = \"T\"\nBody\n", "+++"),
  ])
  func unclosedFrontMatterIsRefused(_ text: String, _ fence: String) {
    var document = TaskDocument(text: text)
    #expect(document.item.problems.map(\.message) == ["the front matter is not closed"])
    #expect(document.item.problems.first?.hint == "end it with a line of its own that is \(fence)")
    #expect(throws: Problem.self) { try document.set("priority", to: .text("high")) }
    #expect(document.text == text)
  }
}
