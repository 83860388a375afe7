import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Two clones that adopt the same files independently.
@Suite struct AdoptedTwiceTests {
  private let desks: [Desk]
  private let scratch: Scratch

  init() throws {
    let scratch = try Scratch()
    self.scratch = scratch
    desks = [
      Desk(scratch, "ana", name: "Ana", seed: 1), Desk(scratch, "ben", name: "Ben", seed: 2),
    ]
  }

  /// Two clones of a repository with the same files in `tasks` or `todo`.
  private func begin(in folder: String, _ more: [String: String] = [:]) throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("clone", "--quiet", "hub.git", "ana")
    for number in 1...3 {
      try desks[0].write(
        "---\nid: BACK-\(number)\ntitle: T\(number)\n---\n\nText \(number)\n",
        to: "\(folder)/back-\(number).md")
    }
    try desks[0].write("# Plain\n\n- [ ] one\n\n- [ ] two\n", to: "\(folder)/sub/plain.md")
    // Only their names differ.
    for name in ["a", "b"] {
      try desks[0].write("---\ntags: [x]\n---\n", to: "\(folder)/\(name).md")
    }
    for (name, text) in more { try desks[0].write(text, to: name) }
    try scratch.git("checkout", "--quiet", "-b", "main", in: "ana")
    try commit(desks[0])
    try scratch.git("push", "--quiet", "-u", "origin", "main", in: "ana")
    try scratch.git("clone", "--quiet", "hub.git", "ben")
  }

  private func commit(_ desk: Desk) throws {
    try scratch.git("add", "-A", in: desk.folder)
    try scratch.git("commit", "--quiet", "-m", "with another program", in: desk.folder)
  }

  private func adopt(_ desk: Desk, _ folder: String) {
    let outcome = desk.memo(["init"] + (folder == "todo" ? [] : ["--from", folder]))
    #expect(outcome.status == .done, "\(outcome)")
  }

  /// Both sync until they have the same files.
  private func sync() throws {
    for desk in desks + [desks[0]] {
      let outcome = desk.memo("sync", "--yes")
      #expect(outcome.status == .done, "\(outcome)")
    }
    try expectTheSame()
  }

  private func expectTheSame() throws {
    for desk in desks {
      #expect(desk.tasks() == desks[0].tasks())
      #expect(desk.memo("check").status == .done, "\(desk.memo("check"))")
      #expect(try desk.complaints() == "")
    }
    let tips = try desks.map { try scratch.git("rev-parse", "HEAD", in: $0.folder) }
    #expect(tips[0] == tips[1])
  }

  @Test func laterFilesAreAdoptedLater() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    #expect(desks[0].memo("sync").status == .done)
    try scratch.git("pull", "--quiet", in: "ben")
    try desks[1].write("---\nid: BACK-9\nstatus: To Do\n---\nLater\n", to: "tasks/back 9.md")
    try commit(desks[1])
    try scratch.git("push", "--quiet", in: "ben")
    #expect(desks[0].memo("sync").error == "")
    adopt(desks[0], "tasks")
    try sync()
    #expect(desks[1].tasks().contains("todo/back 9.md"))
  }

  private static let all =
    ["todo/a.md", "todo/b.md"]
    + (1...3).map { "todo/back-\($0).md" } + ["todo/sub/plain.md"]

  @Test(arguments: ["todo", "tasks", "backlog/tasks", ".kanbn/tasks"])
  func bothAdoptTheSameTasks(folder: String) throws {
    try begin(in: folder)
    for desk in desks { adopt(desk, folder) }
    let ids = desks.map { $0.memo("list", "--all", "--json").output }
    let before = try desks[1].read("todo/back-2.md")
    try sync()
    #expect(desks[0].tasks() == Self.all)
    #expect(ids[0] == ids[1])
    #expect(try desks[1].read("todo/back-2.md") == before)
  }

  @Test func laterChangesOfBothAreKept() throws {
    try begin(in: "todo")
    adopt(desks[0], "todo")
    for words in [
      ["done", "T1"], ["set", "T2", "priority=high"], ["rename", "T3", "Third"], ["rm", "a"],
    ] {
      #expect(desks[0].memo(words).status == .done)
    }
    adopt(desks[1], "todo")
    for words in [
      ["set", "T1", "priority=low"], ["start", "T2"], ["add", "New"], ["tick", "Plain", "2"],
    ] {
      #expect(desks[1].memo(words).status == .done, "\(words)")
    }
    try desks[1].write(desks[1].read("todo/back-3.md") + "More\n", to: "todo/back-3.md")
    try sync()
    #expect(
      desks[0].tasks() == [
        "doing/back-2.md", "done/back-1.md", "todo/b.md", "todo/new.md", "todo/sub/plain.md",
        "todo/third.md",
      ])
    #expect(try desks[0].read("done/back-1.md").contains("priority: low"))
    #expect(try desks[0].read("doing/back-2.md").contains("priority: high"))
    #expect(try desks[0].read("todo/third.md").hasSuffix("\nText 3\nMore\n"))
    #expect(try desks[0].read("todo/sub/plain.md").hasSuffix("- [ ] one\n\n- [x] two\n"))
  }

  /// A person without the adoption changes the old files and pushes with git.
  @Test func changesOfOldFilesConflictInGit() throws {
    try begin(in: "tasks")
    try desks[1].write(
      "---\nid: BACK-1\ntitle: T1\nstatus: done\n---\n\nText 1\nMore\n", to: "tasks/back-1.md")
    try commit(desks[1])
    try scratch.git("push", "--quiet", in: "ben")
    adopt(desks[0], "tasks")
    let before = desks[0].tasks()
    let outcome = desks[0].memo("sync")
    #expect(outcome.status == .refused, "\(outcome)")
    #expect(outcome.error.contains("git can't merge them: tasks/back-1.md\n"), "\(outcome)")
    #expect(desks[0].tasks() == before)
  }

  @Test func anUndoneAdoptionIsMadeAgainWithTheSameIDs() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    let first = try desks[0].read("todo/back-1.md")
    #expect(desks[0].memo("undo").status == .done)
    adopt(desks[0], "tasks")
    #expect(try desks[0].read("todo/back-1.md") == first)
    adopt(desks[1], "tasks")
    #expect(desks[1].memo("undo").status == .done)
    try sync()
    #expect(desks[1].tasks() == Self.all)
  }

  /// A new file with the name of an adopted one is another task.
  @Test func aNewFileWithAnAdoptedNameIsAnotherTask() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    try desks[0].write("---\ntitle: Other\n---\n", to: "tasks/back-1.md")
    try commit(desks[0])
    adopt(desks[0], "tasks")
    #expect(desks[0].tasks().contains("todo/back-1-2.md"))
    #expect(desks[0].memo("check").status == .done)
    #expect(desks[0].memo("list", "--all").output.split(separator: "\n").count == 7)
  }
}
