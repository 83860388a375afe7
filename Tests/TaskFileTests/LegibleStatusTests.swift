import TaskFile
import Testing

/// The line with the status of a front matter that can't be understood otherwise.
@Suite struct LegibleStatusTests {
  @Test(arguments: [
    ("status: todo", "status: done"), ("status: In Progress", "status: done"),
    ("status:   todo   # one of three", "status:   done   # one of three"),
    ("status: todo\n\n# c\n  # d", "status: done\n\n# c\n  # d"),
  ])
  func itFollows(line: String, after: String) {
    for newline in ["\n", "\r\n"] {
      func file(_ line: String) -> String {
        "---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n".replacing("\n", with: newline)
      }
      var document = TaskDocument(text: file(line))
      document.setLegibleStatus(.done)
      #expect(document.text == file(after))
    }
  }

  /// What may say something else, or is there twice, stays.
  @Test(arguments: [
    "status: todo\nstatus: doing", "status: todo: now", "status: [todo]", "status: \"todo",
    "status: |\n  todo", "  status: todo", "# status: todo", "status:", "- status: todo",
    "statuses: todo", "status: todo, x: [y: z", "",
  ])
  func allElseStays(line: String) {
    let before = TaskDocument(text: "---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n")
    var document = before
    document.setLegibleStatus(.done)
    #expect(document == before)
  }
}
