import TaskFile
import Testing

@Suite struct ChecklistEditTests {
  private let text = """
    ---
    title: Trip
    ---
    First.

    - [ ] tickets
      - [x] there
      - [ ] back
    * [X] bags

    ```
    - [ ] code
    ```
    1. [ ] one
    Last.

    """

  private func edited(
    _ text: String, _ edit: (inout TaskDocument) -> Void
  ) -> [(String, String)] {
    var document = TaskDocument(text: text)
    let before = document.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    edit(&document)
    let after = document.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return zip(before, after).filter { $0 != $1 }.map { (String($0), String($1)) }
  }

  @Test func itemsAreFoundInTheirOrder() {
    let items = TaskDocument(text: text).checklistItems
    #expect(items.map(\.text) == ["tickets", "there", "back", "bags", "one"])
    #expect(items.map(\.isDone) == [false, true, false, true, false])
  }

  @Test func aTickChangesOneLetter() {
    for newline in ["\n", "\r\n"] {
      let text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: newline)
      let changed = edited(text) { $0.tick(where: { $0.text == "back" }) }
      #expect(changed.map(\.1) == ["  - [x] back"])
      let unticked = edited(text) { $0.tick(false) }
      #expect(unticked.map(\.1) == ["  - [ ] there", "* [ ] bags"])
      #expect(edited(text) { $0.tick(where: { _ in false }) }.isEmpty)
      var document = TaskDocument(text: text)
      document.tick()
      #expect(document.bytes.count == text.utf8.count)
    }
  }

  private func adding(_ body: String) -> String {
    var document = TaskDocument(text: "---\ntitle: a\n---\n\(body)")
    document.addChecklistItem("new")
    return document.body
  }

  @Test func aNewItemLooksLikeTheLastOne() {
    #expect(adding("") == "\n- [ ] new\n")
    #expect(adding("Text.\n") == "Text.\n\n- [ ] new\n")
    #expect(adding("- [ ] a\n\nEnd\n") == "- [ ] a\n- [ ] new\n\nEnd\n")
    #expect(
      adding("* [x] a\n  - [ ] b\n  more\nEnd") == "* [x] a\n  - [ ] b\n  more\n* [ ] new\nEnd")
    #expect(adding("1. [ ] a\n9. [x] b") == "1. [ ] a\n9. [x] b\n10. [ ] new\n")
    #expect(adding("- [ ] a\r\n") == "- [ ] a\r\n- [ ] new\n")
  }

  @Test func aParagraphIsSetApart() {
    func appending(_ body: String, to newline: String = "\n") -> String {
      var document = TaskDocument(text: "---\(newline)title: a\(newline)---\(newline)\(body)")
      document.append(paragraph: "One.\nTwo.")
      return document.body
    }
    #expect(appending("") == "\nOne.\nTwo.\n")
    #expect(appending("\nText") == "\nText\n\nOne.\nTwo.\n")
    #expect(appending("Text\n\n") == "Text\n\nOne.\nTwo.\n")
    #expect(appending("Text\r\n", to: "\r\n") == "Text\r\n\r\nOne.\r\nTwo.\r\n")
  }
}
