import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Commit messages.
@Suite struct JournalTests {
  private func change(
    _ kind: TaskChange.Kind, _ title: String, _ fields: [(String, String?, String?)] = [],
    id: String? = "bbbbbbbbbb"
  ) -> TaskChange {
    TaskChange(
      kind: kind, id: id, title: title, path: "todo/x.md",
      fields: fields.map {
        TaskChange.Field($0.0 == "body" ? .body : .field($0.0), from: $0.1, to: $0.2)
      })
  }

  /// A custom key with the name of a task's part is still a key.
  @Test func keysWithNamesOfPartsAreKeys() {
    #expect(
      message(change(.edit, "Report", [("file", nil, "report.pdf"), ("mode", "a", "b")]))
        == "edit: Report (fields.file report.pdf, fields.mode a → b)\n\nMemo-Task: bbbbbbbbbb\n")
    var counted = change(.edit, "Report")
    counted.fields = [
      TaskChange.Field(.field("conflicts"), from: "1", to: "9"),
      TaskChange.Field(
        .conflicts, from: "> [!CONFLICT] a: 1", to: "> [!CONFLICT] a: 1\n> [!CONFLICT] b: 2"),
      TaskChange.Field(.conflicts, from: "> [!CONFLICT] a: 1", to: "> [!CONFLICT] a: 2"),
    ]
    #expect(
      JournalEntry(changes: [counted]).subject
        == "edit: Report (fields.conflicts 1 → 9, conflict noted, conflict notes)")
  }

  private func message(_ changes: TaskChange...) -> String {
    JournalEntry(changes: changes).message
  }

  @Test func oneTaskIsOneLine() {
    let trailer = "\n\nMemo-Task: bbbbbbbbbb\n"
    #expect(message(change(.add, "Buy milk")) == "add: Buy milk" + trailer)
    #expect(message(change(.delete, "Buy milk")) == "delete: Buy milk" + trailer)
    #expect(message(change(.restore, "Buy milk")) == "restore: Buy milk" + trailer)
    #expect(
      message(change(.move, "Buy milk", [("status", "todo", "done")]))
        == "move: Buy milk (todo → done)" + trailer)
    #expect(
      message(
        change(
          .edit, "Buy milk",
          [
            ("deadline", "2026-12-01", nil), ("tags", "a, b", "b, c"), ("body", "", "x"),
            ("estimate", nil, "3h"),
          ]))
        == "edit: Buy milk (no deadline, +tag c, -tag a, note x, estimate 3h)" + trailer)
    #expect(
      message(change(.edit, "Buy milk", [("tags", "a, b", "b, a")]))
        == "edit: Buy milk (tags reordered)" + trailer)
    #expect(message(change(.add, "No id", id: nil)) == "add: No id\n")
  }

  @Test func longSubjectsNameOnlyTheFields() {
    let long = "Write to the landlord about the heating and the windows"
    let fields = [("deadline", "2026-12-01", "2026-12-05"), ("priority", nil, "high")]
    #expect(
      message(change(.edit, long, fields)) == """
        edit: Write to the landlord about the heating and the windows

        deadline 2026-12-01 → 2026-12-05
        priority high

        Memo-Task: bbbbbbbbbb

        """)
    let shorter = String(long.prefix(39))
    #expect(
      message(change(.edit, shorter, fields)).split(separator: "\n").prefix(3)
        == [
          "edit: Write to the landlord about the heating (deadline, priority)",
          "deadline 2026-12-01 → 2026-12-05", "priority high",
        ])
    // A move always has both statuses, even with a long title.
    #expect(
      JournalEntry(changes: [change(.move, long, [("status", "todo", "done")])]).subject
        == "move: \(long) (todo → done)")
  }

  @Test func subjectsStayWithin72ColumnsUnlessTheTitleIsLonger() {
    for length in 1...130 {
      let title = String(repeating: "x", count: length)
      let fields = [("deadline", "2026-12-01", "2026-12-05"), ("tags", "a", nil)]
      let subject = JournalEntry(changes: [change(.edit, title, fields)]).subject
      #expect(subject.count <= max(72, "edit: ".count + min(length, 120)), "\(length)")
      #expect(subject.hasPrefix("edit: xxx".prefix(6 + min(length, 3))))
    }
    let endless = String(repeating: "x", count: 500)
    #expect(
      JournalEntry(changes: [change(.add, endless)]).subject
        == "add: " + String(repeating: "x", count: 119) + "…")
  }

  @Test func severalTasksAreListed() {
    let moved = ("status", "todo", "done")
    #expect(
      message(
        change(.move, "Milk", [moved]), change(.move, "Fence", [moved], id: "cccccccccc")) == """
          move: 2 tasks (todo → done)

          - Milk (todo → done)
          - Fence (todo → done)

          Memo-Task: bbbbbbbbbb
          Memo-Task: cccccccccc

          """)
    #expect(
      message(change(.add, "Milk"), change(.delete, "Fence", id: nil)) == """
        edit: 2 tasks

        - Milk (add)
        - Fence (delete)

        Memo-Task: bbbbbbbbbb

        """)
    #expect(
      JournalEntry(changes: [
        change(.move, "Milk", [moved]), change(.move, "Fence", [("status", "doing", "done")]),
      ]).subject == "move: 2 tasks")
  }

  @Test func nothingInATitleBreaksTheMessage() {
    let wild = "a\nb\tc\u{7}d\u{2028}e\u{85}f"
    #expect(message(change(.add, wild)) == "add: a b c d e f\n\nMemo-Task: bbbbbbbbbb\n")
  }
}
