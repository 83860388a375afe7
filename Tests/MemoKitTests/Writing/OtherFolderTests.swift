import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Folders in which other programs keep their tasks.
@Suite struct OtherFolderTests {
  private let desk: Desk

  init() throws { desk = Desk(try Scratch(), "kim") }

  private static func text(_ number: Int, _ status: String) -> String {
    "---\nid: BACK-\(number)\ntitle: T\(number)\nstatus: \(status)\n---\nText \(number)\n"
  }

  private func write() throws {
    for (number, status) in [(1, "To Do"), (2, "Done"), (3, "In Progress"), (4, "Blocked")] {
      try desk.write(Self.text(number, status), to: "tasks/back-\(number).md")
    }
    try desk.write("---\nstatus: Done\n---\n", to: "tasks/home/back-1.md")
    try desk.write("no task", to: "tasks/image.png")
  }

  private func markdown() -> [String: String] {
    // All names come from the folder itself.
    Dictionary(uniqueKeysWithValues: desk.tasks().map { ($0, (try? desk.read($0)) ?? "") })
  }

  @Test func aFolderIsReported() throws {
    try write()
    try desk.write("# Note\n", to: "notes/a.md")
    let outcome = desk.memo("init")
    #expect(outcome.error.contains("note: tasks/ has 5 tasks of another program"))
    #expect(outcome.error.contains("'memo init --from tasks' moves them"))
    #expect(!outcome.error.contains("notes/"))
    try desk.write("---\nstatus: Done\n---\n", to: "archive/tasks/old.md")
    try desk.write("---\nstatus: Done\n---\n", to: "drafts/new.md")
    let error = desk.memo("init").error
    #expect(error.contains("note: tasks/ has 5 tasks of another program"))
    #expect(!error.contains("archive/") && !error.contains("drafts/"))
    #expect(desk.tasks().filter { $0.hasPrefix("todo") } == [])
  }

  @Test(arguments: [true, false]) func itsTasksAreMoved(isNew: Bool) throws {
    if !isNew { _ = desk.memo("init") }
    try write()
    try desk.write("# What lies here\n", to: "tasks/README.md")
    let before = markdown()
    let outcome = desk.memo("init", "--from", "tasks")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(
      desk.tasks() == [
        "doing/back-3.md", "done/back-2.md", "done/home/back-1.md", "tasks/README.md",
        "todo/back-1.md", "todo/back-4.md",
      ])
    #expect(desk.exists("tasks/image.png"))
    #expect(try desk.read("done/back-2.md").hasPrefix("---\nid: BACK-2\ntitle: T2\nstatus: Done\n"))
    #expect(outcome.error.contains("doesn't find them there any more"))
    let settings = "version: 1\nstatus: {todo: [To Do], doing: [In Progress], done: [Done]}\n"
    #expect(try desk.read(".memo/config.yml") == settings)
    #expect(try desk.journal().prefix(2) == ["adopt: 5 tasks", "adopt: 5 files as found"])
    #expect(try desk.complaints() == "?? tasks/")
    #expect(desk.memo("undo").status == .done)
    #expect(markdown() == before)
    #expect(try desk.complaints() == "?? tasks/README.md\n?? tasks/image.png")
    #expect(desk.memo("redo").status == .done)
    #expect(desk.tasks().contains("doing/back-3.md") && !desk.exists("tasks/back-3.md"))
    #expect(try desk.complaints() == "?? tasks/")
  }

  /// A changed task stays, and the other program gets its file back.
  @Test func aChangedTaskStays() throws {
    try write()
    let before = markdown()
    #expect(desk.memo("init", "--from", "tasks").status == .done)
    let commit = try desk.scratch.git("rev-parse", "HEAD", in: "kim")
    #expect(desk.memo("set", "doing/back-3.md", "priority=high").status == .done)
    #expect(desk.memo("move", "todo/back-1.md", "doing").status == .done)
    let outcome = desk.memo("undo", commit)
    #expect(outcome.status == .attention, "\(outcome)")
    let changed = ["doing/back-1.md", "doing/back-3.md"]
    #expect(desk.tasks() == (changed + before.keys).sorted())
    for (path, text) in before { #expect(try desk.read(path) == text) }
    for path in changed {
      #expect(try desk.read(path).contains("> [!CONFLICT] task: was deleted, and stays since"))
    }
    #expect(try desk.read("doing/back-3.md").contains("priority: high"))
    #expect(try desk.complaints() == "?? tasks/image.png")
  }

  /// A broken file is adopted like all others.
  @Test func allFilesAreCounted() throws {
    try desk.write("# A\n", to: "todo/a.md")
    try desk.write("---\nid: [\n---\n", to: "todo/b.md")
    let outcome = desk.memo("init")
    #expect(outcome.output.contains("Adopted 2 tasks"))
    #expect(try desk.journal().prefix(2) == ["adopt: 2 tasks", "adopt: 2 files as found"])
  }

  /// Committed files are not committed again, and staged changes elsewhere stay.
  @Test func committedAndStagedFilesStay() throws {
    try write()
    try desk.scratch.git("init", "--quiet", "--initial-branch=main", in: "kim")
    try desk.scratch.git("add", "tasks/back-1.md", "tasks/back-2.md", in: "kim")
    try desk.scratch.git("commit", "--quiet", "-m", "theirs", in: "kim")
    try desk.write(Self.text(1, "To Do") + "more\n", to: "tasks/back-1.md")
    try desk.write("x", to: "other.txt")
    try desk.scratch.git("add", "other.txt", in: "kim")
    try desk.write("in the way\n", to: "todo/back-1.md")
    #expect(desk.memo("init", "--from", "tasks").status == .done)
    #expect(try desk.journal().contains("adopt: 5 files as found"))
    #expect(desk.tasks().contains("todo/back-1-2.md"), "\(desk.tasks())")
    #expect(try desk.read("todo/back-1-2.md").hasSuffix("more\n"))
    #expect(try desk.complaints() == "A  other.txt\n?? tasks/")
  }

  /// kanbn's board file has the column of each task.
  @Test func boardColumnsAreStatuses() throws {
    try desk.write(
      "# Board\n\n## Backlog\n\n- [a](tasks/a.md)\n\n## In Progress\n- [b](tasks/b.md)\n"
        + "\n## Later\n- [c](tasks/c.md)\n## Done\n- [d](tasks/d.md)\n", to: ".kanbn/index.md")
    for name in ["a", "b", "c", "d"] {
      try desk.write("---\ntags: [x]\n---\n# \(name)\n", to: ".kanbn/tasks/\(name).md")
    }
    #expect(desk.memo("init").error.contains(".kanbn/tasks/ has 4 tasks"))
    #expect(desk.memo("init", "--from", ".kanbn/tasks").status == .done)
    #expect(desk.tasks() == ["doing/b.md", "done/d.md", "todo/a.md", "todo/c.md"])
  }

  @Test(arguments: [
    ("nothing", "there is no folder"), ("todo", "is the store's own folder"),
    ("..", "doesn't lie in the store's folder"), (".", "doesn't lie in the store's folder"),
    ("empty", "there are no Markdown files in empty"), ("ignored", "git ignores ignored"),
  ])
  func otherFoldersAreRefused(name: String, message: String) throws {
    try desk.write("x", to: "empty/x.txt")
    try desk.write("# A\n", to: "ignored/a.md")
    try desk.write("/ignored/\n", to: ".gitignore")
    _ = desk.memo("init")
    let outcome = desk.memo("init", "--from", name)
    #expect(outcome.status == .refused && outcome.error.contains(message), "\(outcome)")
    #expect(try desk.journal() == ["init: kim"])
  }

  /// A task that was copied back to the other program.
  @Test func aTasksIDMarksACopy() throws {
    _ = desk.memo("init")
    #expect(desk.memo("add", "One").status == .done)
    let text = try desk.read("todo/one.md")
    for name in ["two", "three"] { try desk.write(text + "\n\(name)\n", to: "tasks/\(name).md") }
    let outcome = desk.memo("init", "--from", "tasks")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(outcome.error.contains("note: todo/two.md is a copy and gets a new id"))
    #expect(desk.memo("check").status == .done, "\(desk.memo("check"))")
    #expect(try desk.read("todo/one.md") == text)
    #expect(desk.memo("undo").status == .done)
    #expect(try desk.read("tasks/two.md") == text + "\ntwo\n")
    #expect(try desk.complaints() == "")
  }

  /// A failed `init` leaves nothing behind.
  @Test(arguments: ["nope", "todo", "empty", "file"]) func aFailedInitLeavesNothing(
    folder: String
  ) throws {
    try desk.write("x", to: "note.txt")
    if folder == "empty" { try desk.write("x", to: "empty/x.txt") }
    if folder == "file" { try desk.write("x", to: "todo") }
    let before = try everything()
    let outcome = folder == "file" ? desk.memo("init") : desk.memo("init", "--from", folder)
    #expect(outcome.status == .refused, "\(outcome)")
    #expect(try everything() == before)
    // An existing repository stays, too.
    try desk.scratch.git("init", "--quiet", in: "kim")
    let repository = try everything()
    _ = folder == "file" ? desk.memo("init") : desk.memo("init", "--from", folder)
    #expect(try everything() == repository)
  }

  @Test func aDetachedHEADIsRefused() throws {
    try desk.write("x", to: "note.txt")
    try desk.scratch.git("init", "--quiet", in: "kim")
    try desk.scratch.git("commit", "--quiet", "--allow-empty", "-m", "one", in: "kim")
    try desk.scratch.git("switch", "--quiet", "--detach", in: "kim")
    #expect(desk.memo("init").status == .refused)
    #expect(try everything() == [".git", "note.txt"])
  }

  private func everything() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: desk.scratch("kim")).sorted()
  }
}
