import TaskFile
import Testing

/// The line with the status in a broken front matter.
@Suite struct LegibleStatusTests {
  @Test(arguments: [
    ("status: todo", "status: done"), ("status: In Progress", "status: done"),
    ("status:   todo   # one of three", "status:   done   # one of three"),
    ("status: todo\n\n# c\n  # d", "status: done\n\n# c\n  # d"),
  ])
  func statusLineIsUpdated(line: String, after: String) {
    for newline in ["\n", "\r\n"] {
      func file(_ line: String) -> String {
        "---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n".replacing("\n", with: newline)
      }
      var document = TaskDocument(text: file(line))
      document.setLegibleStatus(.done)
      #expect(document.text == file(after))
    }
  }

  /// An ambiguous or repeated line stays.
  @Test(arguments: [
    "status: todo\nstatus: doing", "status: todo: now", "status: [todo]", "status: \"todo",
    "status: |\n  todo", "  status: todo", "# status: todo", "status:", "- status: todo",
    "statuses: todo", "status: todo, x: [y: z", "",
  ])
  func ambiguousLinesStay(line: String) {
    let before = TaskDocument(text: "---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n")
    var document = before
    document.setLegibleStatus(.done)
    #expect(document == before)
  }
}
