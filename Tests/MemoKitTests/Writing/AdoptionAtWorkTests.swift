import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Adopting files into an existing store.
@Suite struct AdoptionAtWorkTests {
  let desk: Desk
  private static let files = [
    "todo/a.md": "---\nstatus: done\ntitle: A\n---\n",
    "todo/b.md": "---\nstatus: In Progress\n---\n# B\r\n",
    "doing/c.md": "C\n",
  ]

  init() throws {
    desk = Desk(try Scratch(), "kim")
    #expect(desk.memo("init").status == .done)
    #expect(desk.memo("add", "Own").status == .done)
  }

  private func writeFiles() throws {
    for (name, text) in Self.files { try desk.write(text, to: name) }
  }

  private func found() throws -> [String: String] {
    try Dictionary(uniqueKeysWithValues: desk.tasks().map { ($0, try desk.read($0)) })
  }

  private func adopt() -> String { desk.memo("init").output }

  @Test func anUndoneAdoptionCanBeRepeated() throws {
    try writeFiles()
    let before = try found()
    #expect(
      adopt() == """
        \(desk.scratch("kim")) is a store already
        Adopted 3 tasks that were there; 'memo undo' gives the files back as they were.
        Their words for it are in .memo/config.yml now, and stay in the files; change them there:
          status: {doing: [In Progress]}

        """)
    #expect(desk.tasks() == ["doing/b.md", "doing/c.md", "done/a.md", "todo/own.md"])
    let adopted = try found()
    #expect(try desk.journal().prefix(2) == ["adopt: 3 tasks", "adopt: 3 files as found"])
    #expect(try desk.complaints() == "")
    #expect(desk.memo("undo").status == .done)
    #expect(try found() == before)
    #expect(try desk.store().status().pending == [])
    #expect(adopt().contains("Adopted 3 tasks"))
    #expect(try found() == adopted)
    #expect(desk.memo("undo").status == .done)
    #expect(try found() == before)
    #expect(desk.memo("redo").status == .done)
    #expect(try found() == adopted)
    #expect(adopt() == "\(desk.scratch("kim")) is a store already; nothing to do\n")
    #expect(try found() == adopted)
    #expect(try desk.complaints() == "")
  }

  /// As in a new store whose adoption was undone.
  @Test func filesOfANewStoreAreAdoptedAgain() throws {
    try writeFiles()
    _ = desk.memo("init")
    let adopted = try found()
    _ = desk.memo("undo")
    // One was changed since, and is adopted in its new version.
    try desk.write("C, and more\n", to: "doing/c.md")
    #expect(adopt().contains("Adopted 3 tasks"))
    var expected = adopted
    expected["doing/c.md"]?.replace("C\n", with: "C, and more\n")
    #expect(try found() == expected)
    #expect(try desk.journal().prefix(2) == ["adopt: 3 tasks", "adopt: 1 file as found"])
    #expect(desk.memo("undo").status == .done)
    #expect(try desk.read("doing/c.md") == "C, and more\n")
    #expect(try desk.complaints() == "")
  }

  /// Tasks with an id follow the usual rules, even if an editor removed it.
  @Test func tasksStayTasks() throws {
    let own = try desk.read("todo/own.md")
    let id = try #require(own.split(separator: "\n").first { $0.hasPrefix("id: ") })
    try desk.write("---\ntitle: Own\nstatus: doing\n---\n", to: "done/own.md")
    try desk.remove("todo/own.md")
    try desk.write("---\nstatus: done\n---\n# New\n", to: "todo/new.md")
    let outcome = desk.memo("init")
    #expect(outcome.output.contains("Committed 1 hand edit.\nAdopted 1 task that was there"))
    #expect(desk.tasks() == ["done/new.md", "done/own.md"])
    #expect(try desk.read("done/own.md").contains("status: done\n"))
    #expect(try desk.read("done/own.md").contains("\(id)\n"))
    #expect(try desk.complaints() == "")
  }

  /// The aliases for the files are added and removed with them.
  @Test func anUndoRemovesTheirAliases() throws {
    let settings = try desk.read(".memo/config.yml")
    let text = "---\nstatus: In Progress\n---\n# A\n"
    try desk.write(text, to: "todo/a.md")
    let outcome = adopt()
    #expect(!outcome.contains("Committed"), "\(outcome)")
    #expect(desk.exists("doing/a.md"))
    #expect(try desk.journal().prefix(2) == ["adopt: 1 task", "adopt: 1 file as found"])
    let adopted = try desk.read(".memo/config.yml")
    #expect(adopted.contains("In Progress"))
    #expect(try desk.complaints() == "")
    #expect(desk.memo("undo").status == .done)
    #expect(try desk.read(".memo/config.yml") == settings)
    #expect(try desk.read("todo/a.md") == text)
    #expect(desk.memo("redo").status == .done)
    #expect(try desk.read(".memo/config.yml") == adopted)
    #expect(desk.exists("doing/a.md") && !desk.exists("todo/a.md"))
    #expect(try desk.complaints() == "")
  }

  @Test func anotherCommandFollowsTheFolder() throws {
    try desk.write("---\nstatus: done\n---\n# New\n", to: "todo/new.md")
    #expect(desk.memo("add", "Other").status == .done)
    #expect(desk.tasks() == ["todo/new.md", "todo/other.md", "todo/own.md"])
    #expect(adopt().contains("nothing to do"))
  }

  /// Thousands of lines would be useless.
  @Test func anUndoOfManyReportsTheirNumber() throws {
    for number in 0..<30 { try desk.write("Text \(number)\n", to: "todo/n\(number).md") }
    #expect(adopt().contains("Adopted 30 tasks"))
    let lines = desk.memo("undo").output.split(separator: "\n")
    #expect(lines.count == 22 && lines.last == "… and 10 more (-v lists all)")
    #expect(desk.memo("redo").output.split(separator: "\n").count == 22)
    #expect(desk.memo("undo", "--verbose").output.split(separator: "\n").count == 31)
  }
}
