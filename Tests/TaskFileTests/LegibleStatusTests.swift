import TaskFile
import Testing

/// The line with the status of a front matter that can't be understood otherwise.
@Suite struct LegibleStatusTests {
  @Test(arguments: [
    ("status: todo", "status: done"),
    ("status:   todo   # one of three", "status:   done   # one of three"),
    ("status: \"todo\"", "status: \"done\""), ("status: 'todo' # c", "status: 'done' # c"),
    ("\"status\": todo", "\"status\": done"), ("status: Todo", "status: Closed"),
    ("status: In Progress", "status: Closed"),
    ("status: \"In Progress\" # c", "status: \"Closed\" # c"),
    ("state: in progress", "state: Closed"), ("state: doing", "state: done"),
    ("status: Later", "status: Closed"),
    ("status: todo\n\n# c\n  # d", "status: done\n\n# c\n  # d"),
    ("state: Open\nstatus: todo", "state: Open\nstatus: done"),
  ])
  func itFollows(line: String, after: String) {
    for newline in ["\n", "\r\n"] {
      func file(_ line: String) -> String {
        "---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n".replacing("\n", with: newline)
      }
      var document = TaskDocument(Array(file(line).utf8), Self.aliases)
      document.setLegibleStatus(.done)
      #expect(document.text == file(after))
    }
  }

  /// What may say something else, or is there twice, stays.
  @Test(arguments: [
    "status: todo\nstatus: doing", "status: todo: now", "status: [todo]", "status: \"todo",
    "status: todo\n  and more", "status: |\n  todo", "  status: todo", "# status: todo", "status:",
    "- status: todo", "statuses: todo", "state: todo\nstate: doing", "status: todo, x: [", "",
  ])
  func allElseStays(line: String) {
    let before = TaskDocument(
      Array("---\ntitle: Fix: it\n\(line)\nx: 1\n---\nstatus: todo\n".utf8), Self.aliases)
    var document = before
    document.setLegibleStatus(.done)
    #expect(document == before || line.hasSuffix("x: ["))
  }

  private static let aliases = FieldAliases(
    keys: ["status": ["state"]],
    words: ["status": ["todo": ["To Do"], "doing": ["In Progress"], "done": ["Closed"]]])
}
