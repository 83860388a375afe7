import StreamSafe
@testable import TaskFile
import Testing

/// Inputs made to keep memo busy forever: each test only has to end.
@Suite(.timeLimit(.minutes(30))) struct SizeTests {
  private func keys(_ count: Int, _ value: String = "v") -> String {
    (0..<count).map { "k\($0): \(value)" }.joined(separator: "\n")
  }

  @Test func thousandsOfKeysAreReadAndWritten() throws {
    for value in ["v", "\"a\\tb\""] {
      let header = "title: a\n\(keys(Limits.headerKeys - 2, value))\nid: kxtwqzbnrm"
      let document = withHeader(header)
      #expect(document.item.problems == [])
      #expect(document.values.count == Limits.headerKeys)
      let changed = try document.setting("title", to: .text("b"))
      #expect(changed == withHeader(header.replacing("title: a", with: "title: b")))
    }
  }

  @Test func aFrontMatterThatIsTooBigIsAProblem() {
    let tooMany = "the front matter has more than 10000 keys"
    for (header, message) in [
      (keys(Limits.headerKeys + 1), tooMany), (keys(Limits.headerKeys + 1, "'v'"), tooMany),
      (keys(100_000), "the front matter is too long to read"),
    ] {
      let document = withHeader(header, body: "# Body\n")
      #expect(document.complaints == ["2:1: \(message)"])
      #expect(document.item.title == "the-file")
      #expect(throws: Problem.self) { try document.setting("title", to: .text("b")) }
      #expect(throws: Problem.self) { try document.removing("k1") }
    }
  }

  /// Unsorted combining marks make comparing two strings take seconds.
  @Test func manyCombiningMarks() throws {
    let letter = "e" + String(repeating: "\u{301}\u{323}", count: 50_000)
    let text = withHeader("title: a", body: "# \(letter)\n- [ ] \(letter)\n\(letter)\n")
    #expect(text.item.problems == [])
    #expect(text.item.title.isStreamSafe && text.item.checklist.open.allSatisfy(\.isStreamSafe))
    #expect(text.body.isStreamSafe)
    #expect(try text.setting("title", to: .text("b")).bodyBytes == text.bodyBytes)
    let escaped = String(repeating: #"\u0301\u0323"#, count: 10_000)
    for (header, fence) in [
      ("title: \(letter.prefix(1))", "---"), ("a: \"\(escaped)\"\n\"\(escaped)\": a", "---"),
      ("title = \"\(letter.prefix(1))\"", "+++"),
    ] {
      let document = TaskDocument(Array("\(fence)\n\(header)\n\(fence)\nText\n".utf8))
      let problems = document.item.problems.map(\.message)
      #expect(problems == ["a letter here has too many combining marks"])
      #expect(document.item.title == "the-file")
    }
    for foreign in ["+++\na = \"\(escaped)\"\n+++\n", "{\"a\": \"\(escaped)\"}\n"] {
      #expect(TaskDocument(Array(foreign.utf8)).values == [:])
    }
  }

  @Test func streamSafeTextKeepsItsLetters() {
    let letter = "e" + String(repeating: "\u{301}", count: 30)
    #expect(letter.isStreamSafe && letter.streamSafe.utf8.elementsEqual(letter.utf8))
    let longer = letter + "\u{323}"
    #expect(!longer.isStreamSafe && longer.streamSafe.isStreamSafe)
    #expect(longer.streamSafe.utf8.elementsEqual((letter + "\u{34F}\u{323}").utf8))
    #expect(String(repeating: "e\u{301}", count: 100).isStreamSafe)
  }

  @Test func manyKeysOnOneLine() {
    let pairs = (0..<9000).map { "k\($0)" }.joined(separator: ", ")
    #expect(withHeader("{a: 1, \(pairs)}").keys.count == 9001)
  }

  @Test func manyTags() throws {
    let tags = (0..<10_000).map { "t\($0)" }
    for list in ["[\(tags.joined(separator: ", "))]", "\n- " + tags.joined(separator: "\n- ")] {
      var document = withHeader("tags: \(list)\nid: a")
      #expect(document.item.tags.count == tags.count)
      try document.addTag("new")
      try document.removeTag("t5000")
      #expect(document.item.tags.count == tags.count)
      try document.set("tags", to: .list(["t9999", "t3", "x"]))
      #expect(document.item.tags == ["t9999", "t3", "x"])
    }
  }

  @Test func manyNotes() throws {
    let notes = (0..<10_000).map { "> [!CONFLICT] k\($0 % 9000): v\($0) — Eve, 2026-11-01 08:00" }
    let document = withHeader("title: a", body: "Text\n\n\(notes.joined(separator: "\n"))\n")
    #expect(document.item.conflictNotes == notes.count)
    #expect(try document.resolving(.keepCurrent) == withHeader("title: a", body: "Text\n"))
    // More fields than memo sets one by one.
    #expect(throws: Problem.self) { try document.resolving(.takeDiscarded) }
    let few = withHeader("title: a", body: "\(notes.prefix(60).joined(separator: "\n"))\n")
    #expect(try few.resolving(.takeDiscarded).value(of: "k59") == .text("v59"))
  }

  @Test func manyFieldsThatBothChanged() {
    for style in ["v", "\"\\tv\""] {
      func file(_ side: String) -> TaskVersion {
        TaskVersion(
          withHeader(keys(2000, style.replacing("v", with: side)), body: "Text\n").text)
      }
      let merge = TaskMerge(base: file("v"), .kim(file("k")), .ada(file("a")))
      #expect(merge.notes.count == 2000)
      #expect(merge.task?.document.value(of: "k7") == file("a").document.value(of: "k7"))
    }
  }

  @Test func manyLines() {
    let lines = (0..<20_000).map { "- [ ] line \($0)" }
    var (ours, theirs) = (lines, lines)
    for index in stride(from: 0, to: lines.count, by: 10) { ours[index] += " ours" }
    for index in stride(from: 5, to: lines.count, by: 10) { theirs[index] += " theirs" }
    func file(_ lines: [String]) -> TaskVersion {
      TaskVersion(withHeader("title: a", body: lines.joined(separator: "\n")).text)
    }
    let merge = TaskMerge(base: file(lines), .kim(file(ours)), .ada(file(theirs)))
    #expect(merge.notes == [])
    #expect(merge.task?.document.item.checklist.total == lines.count)
  }

  /// Matching a line makes the next one unique.
  @Test func linesThatDivideTheTextAgainAndAgain() {
    func lines(_ side: String) -> [String] {
      (0..<5_000).flatMap { ["a\($0 + 1)", "\(side)\($0)", "a\($0)", "\(side)'\($0)"] }
    }
    let changes = LineChanges(
      from: lines("p").joined(separator: "\n"), to: lines("q").joined(separator: "\n"))
    #expect(changes.added == changes.removed)
  }

  @Test func deepAndLongMarkdown() {
    let mark = String(repeating: "e\u{301}\u{323}", count: 200_000)
    for body in [
      String(repeating: "- ", count: 200_000) + "a", String(repeating: "> ", count: 200_000) + "a",
      String(repeating: "  ", count: 200_000) + "- [ ] a",
      "e" + String(repeating: "\u{301}", count: 500_000),
      mark, String(repeating: "\n", count: 1_000_000), String(repeating: "x", count: 10_000_000),
      String(repeating: "```\n", count: 200_001), "# " + mark,
      String(repeating: "> [!CONFLICT] body: 9 lines\n", count: 20_000),
    ] {
      let item = withHeader("mood: b", body: body).item
      #expect(!item.title.isEmpty)
      #expect(FileName.slug(of: item.title).utf8.count <= 80)
    }
    #expect(FileName.slug(of: mark + " " + mark).utf8.count <= 80)
    let short = String(mark.prefix(40_000))
    #expect(withHeader("title: \(short)").item.title == short)
  }
}
