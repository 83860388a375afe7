@testable import TaskFile
import TestSupport
import Testing

@Suite struct ConflictNoteTests {
  private func placed(_ lines: [String], crlf: Bool = false) -> TaskDocument {
    TaskDocument(
      text: (["---", "title: a", "---"] + lines + [""]).joined(separator: crlf ? "\r\n" : "\n"))
  }

  @Test func notesReadBackAsWritten() {
    var source = RandomDocuments(seed: 21)
    for _ in 0..<Effort.count(500) {
      // Yams reads a byte order mark at the start of a value as the file's.
      func some(upTo length: Int = 12) -> String {
        String(source.text(upTo: length).unicodeScalars.drop { $0 == "\u{FEFF}" })
      }
      let text = some()
      var line = String(text.unicodeScalars.filter { $0 != "\n" }).trimmedOfReturns
      if source.pick([true, false]) { line += " —" }
      let list = (0..<3).map { _ in some(upTo: 3) }
      let key = source.pick(
        RandomDocuments.keys + ["body", "task", "a b", "a: b", "é", "\"", "a\\"])
      let notes: [(TaskPart, ConflictNote.Value)] = [
        (.field(key), .field(.text(text))), (.field(key), .field(.list(list))),
        (.field(key), .removed), (.task, .removed), (.body, .lines([line])),
        (.body, .lines([line, source.pick(RandomDocuments.bodyLines), ""])),
      ]
      let author = source.pick(["Kim", "Kim — Lee", "a, b", "", " Ann\n", "O. é 漢"])
      let side = LastChange(
        author: author,
        time: Timestamp(
          secondsSince1970: Int64.random(in: 0...4_000_000_000, using: &source.random),
          offsetMinutes: source.pick([0, -330, 540])),
        commit: "")
      for (part, value) in notes {
        let note = ConflictNote(part, value, of: side)
        let document = placed(["Text", note.description, "> quote"])
        #expect(
          document.conflictNotes.map(\.note) == [note], "\(note.description.debugDescription)")
      }
    }
  }

  @Test func notesAreFoundWhereTheyAre() {
    let document = placed([
      "Text", "> [!CONFLICT] deadline: 2026-12-05 — Kim, 2026-11-20 10:12", "```",
      "> [!CONFLICT] x: y — Kim, 2026-11-20 10:12", "```",
      "> [!CONFLICT] body: 2 lines — Kim, 2026-11-20 10:12", "> a", ">", "> quote",
      "> [!CONFLICT] edited by hand", "> [!CONFLICT]",
    ])
    let kim = ("Kim", "2026-11-20 10:12")
    #expect(
      document.conflictNotes == [
        .init(
          note: ConflictNote(
            part: .field("deadline"), value: .field(.text("2026-12-05")), author: kim.0,
            date: kim.1), lines: 1..<2),
        .init(
          note: ConflictNote(
            part: .body, value: .lines(["a", ""]), author: kim.0, date: kim.1), lines: 5..<8),
        .init(
          note: ConflictNote(
            part: nil, value: .lines(["edited by hand"]), author: "", date: ""),
          lines: 9..<10),
        .init(
          note: ConflictNote(part: nil, value: .lines([""]), author: "", date: ""),
          lines: 10..<11),
      ])
    #expect(document.item.conflictNotes == 4)
  }

  @Test func aNoteIsNoTitle() {
    let document = TaskDocument(text: "> [!CONFLICT] title: x — Kim, 2026-11-20 10:12\n")
    #expect(document.item.title == "the-file")
  }

  @Test(arguments: [
    (["Text", "", "> [!CONFLICT] title: b — K, 2026-11-20 10:12"], ["Text"], "b", ["Text"]),
    (["", "> [!CONFLICT] title: (removed) — K, 2026-11-20 10:12"], [], nil, []),
    (
      ["one a", "> [!CONFLICT] body: one k — K, 2026-11-20 10:12", "two"], ["one a", "two"], "a",
      ["one k", "two"]
    ),
    (
      ["x", "one", "two", "> [!CONFLICT] body: 2 lines — K, 2026-11-20 10:12", "> 1", ">  2"],
      ["x", "one", "two"], "a", ["x", "1", " 2"]
    ),
    (
      ["Text", "> [!CONFLICT] title: [b — K, 2026-11-20 10:12", "end"], ["Text", "end"], "[b",
      ["Text", "end"]
    ),
    (
      ["Text", "", "> [!CONFLICT] title: b — K, 2026-11-20 10:12", "", "end"],
      ["Text", "", "end"], "b", ["Text", "", "end"]
    ),
    (
      ["Text", "", "> [!CONFLICT] title: b — K, 2026-11-20 10:12", "end"],
      ["Text", "", "end"], "b", ["Text", "", "end"]
    ),
  ])
  func conflictsEnd(lines: [String], kept: [String], title: String?, taken: [String]) throws {
    for crlf in [false, true] {
      let document = placed(lines, crlf: crlf)
      #expect(try document.resolving(.keepCurrent) == placed(kept, crlf: crlf))
      var expected = placed(taken, crlf: crlf)
      if let title {
        try expected.set("title", to: .text(title))
      } else {
        try expected.remove("title")
      }
      #expect(try document.resolving(.takeDiscarded) == expected)
    }
  }

  @Test(arguments: [
    ["> [!CONFLICT] task: was deleted, and stays since others changed it — K, 2026-11-20 10:12"],
    ["> [!CONFLICT] task: (removed) — K, 2026-11-20 10:12"],
    ["> [!CONFLICT] by hand"], ["> [!CONFLICT] body: one — K, 2026-11-20 10:12"],
    ["```", "a", "```", "> [!CONFLICT] body: one — K, 2026-11-20 10:12"],
    ["> [!CONFLICT] a b: 1 — K, 2026-11-20 10:12"],
  ])
  func unusableValuesAreRefused(lines: [String]) throws {
    let document = placed(lines)
    let problem = #expect(throws: Problem.self) { try document.resolving(.takeDiscarded) }
    let reason =
      lines[0].contains("task: ")
      ? "the other side deleted the task" : "it is unclear what the note replaces"
    #expect(problem?.message == reason)
    #expect(try document.resolving(.keepCurrent).conflictNotes.isEmpty)
  }
}

extension String {
  /// Without the carriage returns at its end, which would become part of the line ending.
  fileprivate var trimmedOfReturns: String {
    var scalars = unicodeScalars
    while scalars.last == "\r" { scalars.removeLast() }
    return String(scalars)
  }

  /// A nested value stays nested after `--theirs`.
  @Test(arguments: [
    ("obj:\n  x: 9\n  y: 2\n", "\n  x: 8\n"), ("seq:\n- k: 9\n", "\n- k: 8\n- k: 2\n"),
    ("obj: {a: 9}\n", "{a: 8}"),
  ]) func aNestedValueStaysNested(written: String, taken: String) throws {
    let key = String(written.prefix { $0 != ":" })
    var document = TaskDocument(text: "---\ntitle: A\n\(written)z: 1\n---\nText\n")
    try document.set(key, to: .text(taken))
    let value = taken.hasPrefix("\n") ? taken : " \(taken)\n"
    #expect(document.text == "---\ntitle: A\n\(key):\(value)z: 1\n---\nText\n")
  }
}
