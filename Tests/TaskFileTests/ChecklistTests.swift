@testable import TaskFile
import Testing

@Suite struct ChecklistTests {
  private func checklist(_ body: String) -> Checklist { TaskDocument(text: body).item.checklist }

  @Test func everyKindOfBulletCounts() {
    let body = """
      - [ ] dash
      * [x] star
      + [X] plus
        1. [ ] one
        \t23) [ ]  two, indented
      -   [ ] spaced [ ] out
      """
    let expected = Checklist(
      done: 2, total: 6, open: ["dash", "one", " two, indented", "spaced [ ] out"])
    #expect(checklist(body) == expected)
    #expect(checklist(body.split(separator: "\n").joined(separator: "\r\n")) == expected)
    #expect(withHeader("title: - [ ] a", body: body).item.checklist == expected)
    #expect(withHeader("x: |\n  - [ ] not of the text").item.checklist == Checklist())
  }

  @Test(arguments: [
    "-[ ] a", "- [] a", "- [  ] a", "- [y] a", "- [ ]a", "- [ ]", "- [x]", "a - [ ] b", "[ ] a",
    "1 [ ] a", ". [ ] a", "> - [ ] a", "- a [ ] b", "-\t[ ] a",
  ])
  func similarLinesAreNoItems(line: String) {
    #expect(checklist(line) == Checklist())
  }

  @Test func codeIsNoChecklist() {
    let body = """
      - [ ] before
      ```text
      - [ ] in backticks
      ~~~
      `` `
      ``` no end
      - [ ] still
      `````
      - [ ] between
        ~~~~ `a`
      - [ ] in tildes
      ~~~
      ~~~~ \t
      ```ls``` is no fence
      - [ ] after
      ~~
      - [x] two are too few
      ```
      - [ ] never closed
      """
    #expect(checklist(body) == Checklist(done: 1, total: 4, open: ["before", "between", "after"]))
  }

  @Test func conflictNotesAreCounted() {
    let body = """
      > [!CONFLICT] both changed the deadline
      > more
       > [!CONFLICT] indented
      > [!NOTE] no conflict
      ```
      > [!CONFLICT] in code
      ```
      > [!CONFLICT]
      """
    #expect(TaskDocument(text: body).item.conflictNotes == 2)
    #expect(withHeader("x: |\n  > [!CONFLICT]").item.conflictNotes == 0)
  }
}
