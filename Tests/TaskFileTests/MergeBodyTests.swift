@testable import TaskFile
import Testing

@Suite struct MergeBodyTests {
  private func expectBody(
    _ base: [String], kim: [String], ada: [String], is expected: [String],
    at location: SourceLocation = #_sourceLocation
  ) {
    func file(_ lines: [String]) -> String {
      (["---", "title: a", "---"] + lines + [""]).joined(separator: "\n")
    }
    var notes: [String] = []
    var more = 0
    for line in expected {
      if line.hasPrefix("> [!CONFLICT]") {
        notes.append(line)
        more = ConflictNote.continuationLines(Array(line.utf8))
      } else if more > 0, let note = notes.popLast() {
        notes.append(note + "\n" + line)
        more -= 1
      }
    }
    expectMerge(
      file(base), kim: file(kim), ada: file(ada), is: file(expected),
      notes: notes.filter { $0.contains(sign) }, at: location)
  }

  private let sign = " — Kim, 2026-11-20 10:12"

  @Test func farEditsAreBothTaken() {
    expectBody(
      ["", "one", "two", "three"], kim: ["", "ONE", "two", "three"],
      ada: ["", "one", "two", "THREE", "four"], is: ["", "ONE", "two", "THREE", "four"])
  }

  @Test func neighbouringEditsAreBothTaken() {
    expectBody(["one", "two"], kim: ["ONE", "two"], ada: ["one", "TWO"], is: ["ONE", "TWO"])
    expectBody(["a", "b", "c"], kim: ["b", "c"], ada: ["a", "B", "c"], is: ["B", "c"])
  }

  @Test func twoInsertionsAtOnePlaceAreBothKept() {
    expectBody(["a", "b"], kim: ["a", "k", "b"], ada: ["a", "x", "b"], is: ["a", "k", "x", "b"])
    expectBody(
      ["", "Text"], kim: ["", "Text", "", "a note"], ada: ["", "Text", "", "another"],
      is: ["", "Text", "", "a note", "", "another"])
    expectBody([], kim: ["k"], ada: ["x"], is: ["k", "x"])
    expectBody(
      ["a"], kim: ["a", "k", "same"], ada: ["a", "x", "same"], is: ["a", "k", "x", "same"])
  }

  @Test func identicalEditsAreThereOnce() {
    expectBody(["a", "b"], kim: ["A", "b", "c"], ada: ["A", "b", "c"], is: ["A", "b", "c"])
    expectBody(["a", "b", "c"], kim: ["A", "c"], ada: ["A", "c", "d"], is: ["A", "c", "d"])
  }

  @Test func movedLinesStayMoved() {
    expectBody(
      ["a", "b", "c"], kim: ["b", "a", "c"], ada: ["a", "b", "c", "d"], is: ["b", "a", "c", "d"])
    expectBody(
      ["a", "b", "c"], kim: ["a", "b", "c", "d"], ada: ["c", "a", "b"], is: ["c", "a", "b", "d"])
  }

  @Test func aRewrittenLineIsFoundAmongNewOnes() {
    expectBody(
      ["Two litres, the blue one."], kim: ["Cash only.", "Two litres, the red one."],
      ada: ["Two litres, the blue one!"],
      is: [
        "Cash only.", "Two litres, the blue one!",
        "> [!CONFLICT] body: Two litres, the red one." + sign,
      ])
  }

  @Test func checklistsAreTickedAndReworded() {
    let list = ["- [ ] milk", "- [ ] bread", "- [ ] eggs"]
    expectBody(
      list, kim: ["- [x] milk", "- [ ] bread", "- [ ] eggs"],
      ada: ["- [ ] milk", "- [x] bread", "- [ ] eggs"],
      is: ["- [x] milk", "- [x] bread", "- [ ] eggs"])
    expectBody(
      list, kim: ["- [x] milk", "- [ ] bread", "- [ ] eggs"],
      ada: ["- [ ] oat milk", "- [ ] bread", "- [ ] eggs"],
      is: ["- [x] oat milk", "- [ ] bread", "- [ ] eggs"])
    expectBody(
      list, kim: ["- [x] soy milk", "- [ ] bread", "- [ ] eggs"],
      ada: ["- [ ] oat milk", "- [ ] bread", "- [ ] eggs"],
      is: [
        "- [x] oat milk", "> [!CONFLICT] body: - [x] soy milk" + sign, "- [ ] bread", "- [ ] eggs",
      ])
    expectBody(
      list, kim: ["- [ ] milk", "- [ ] ham", "- [ ] bread", "- [x] eggs"],
      ada: ["- [x] milk", "- [ ] jam", "- [ ] eggs"],
      is: [
        "- [x] milk", "- [ ] ham", "- [ ] jam", "- [x] eggs",
      ])
  }

  @Test func theNewerOfTwoRewritesWins() {
    expectBody(
      ["", "Two litres, the blue one.", "more"], kim: ["", "Two litres, the red one.", "more"],
      ada: ["", "Three litres, the blue one.", "more"],
      is: [
        "", "Three litres, the blue one.",
        "> [!CONFLICT] body: Two litres, the red one." + sign, "more",
      ])
    expectBody(
      ["one", "two", "three"], kim: ["one k", "  two k", "three"],
      ada: ["one a", "two a", "three"],
      is: ["one a", "two a", "> [!CONFLICT] body: 2 lines" + sign, "> one k", ">   two k", "three"])
    expectBody(
      ["one"], kim: ["  one"], ada: ["one!"],
      is: ["one!", "> [!CONFLICT] body: 1 line" + sign, ">   one"])
  }

  @Test func aNoteIsNeverPutIntoCode() {
    expectBody(
      ["```", "one", "two", "```", "end"], kim: ["```", "one k", "two", "```", "end"],
      ada: ["```", "one a", "two", "```", "end"],
      is: ["```", "one a", "two", "```", "> [!CONFLICT] body: one k" + sign, "end"])
    expectBody(
      ["Text", "```", "one"], kim: ["Text", "```", "one k"], ada: ["Text", "```", "one a"],
      is: ["Text", "> [!CONFLICT] body: one k" + sign, "```", "one a"])
  }

  @Test func aQuoteBehindANoteIsNotPartOfIt() {
    expectBody(
      ["one", "> quote"], kim: ["one k", "> quote"], ada: ["one a", "> quote"],
      is: ["one a", "> [!CONFLICT] body: one k" + sign, "> quote"])
  }

  @Test func notesMergeLikeLines() {
    let old = "> [!CONFLICT] title: b — Eve, 2026-11-01 08:00"
    expectBody(
      ["one", "", old], kim: ["one", ""], ada: ["one a", "", old], is: ["one a", ""])
    let new = "> [!CONFLICT] title: c — Eve, 2026-11-02 08:00"
    expectBody(
      ["one"], kim: ["one", "", old], ada: ["one", "", old, new], is: ["one", "", old, new])
    let long = ["> [!CONFLICT] body: 2 lines — Eve, 2026-11-02 08:00", "> a", "> b"]
    expectBody(
      ["one"], kim: ["one"] + long, ada: ["one", "two", "a"],
      is: ["one"] + long + ["", "two", "a"])
  }

  @Test func longTextsAreMergedToo() {
    let base = (0..<1500).map { "line \($0)" }
    var (kim, ada, expected) = (base, base, base)
    for index in stride(from: 0, to: 1500, by: 50) {
      (kim[index], expected[index]) = ("kim \(index)", "kim \(index)")
      (ada[index + 1], expected[index + 1]) = ("ada \(index)", "ada \(index)")
    }
    kim += ["", "same", "", "kim"]
    ada += ["", "same", "", "ada"]
    expected += ["", "same", "", "kim", "", "ada"]
    // Lines that moved far are anchors that cross.
    for (index, line) in ["line 1403", "line 1404"].enumerated() {
      kim.removeAll { $0 == line }
      expected.removeAll { $0 == line }
      kim.insert(line, at: 13 + index)
      expected.insert(line, at: 13 + index)
    }
    // A line that one side removed and the other changed stays.
    kim.removeSubrange(703..<705)
    expected.remove(at: 704)
    expectBody(base, kim: kim, ada: ada, is: expected)
  }

  @Test func endsOfFilesAndLinesAreMerged() {
    func merged(_ base: String, kim: String, ada: String) -> String? {
      merge(TaskVersion(base), kim: TaskVersion(kim), ada: TaskVersion(ada)).task?.text
    }
    #expect(merged("a\nb", kim: "a\nb\n", ada: "a\nB") == "a\nB\n")
    #expect(merged("a\nb", kim: "A\nb", ada: "a\nb\nc") == "A\nb\nc")
    #expect(merged("a\nb\n", kim: "a\r\nb\r\n", ada: "a\nB\n") == "a\nB\n")
    #expect(
      merged("a\r\nb\r\n", kim: "a\nb\n", ada: "a\r\nb\r\nc\r\n") == "a\r\nb\r\nc\r\n")
    #expect(merged("\u{FEFF}a\nb\n", kim: "a\nb\n", ada: "\u{FEFF}a\nB\n") == "a\nB\n")
    #expect(merged("a\nb\n", kim: "\u{FEFF}a\nb\n", ada: "a\nB\n") == "\u{FEFF}a\nB\n")
    #expect(
      merged("---\na: 1\n---", kim: "---\na: 1\n---\nb\n", ada: "---\na: 2\n---")
        == "---\na: 2\n---\nb\n")
    let odd = merged("a\nx\n---\n", kim: "a\n---\n", ada: "x\n---\n")
    #expect(odd == "---\n---\n---\n")
  }

  /// A quote continues in the line below, so text that moves there would become part of the note.
  @Test func aNoteIsSetApartFromTextBelow() {
    let note = "> [!CONFLICT] title: b — Zoe, 2026-11-20 10:12"
    expectMerge(
      "", kim: "One\n\n\(note)\n", ada: "Two\n", is: "One\n\n\(note)\n\nTwo\n")
    expectMerge(
      "", kim: "One\n", ada: "Two\n\n\(note)\n", is: "One\nTwo\n\n\(note)\n")
    // A person's text below a note stays there.
    expectMerge(
      "x\n", kim: "x\n\n\(note)\nOne\n", ada: "y\n", is: "y\n\n\(note)\nOne\n")
  }
}
