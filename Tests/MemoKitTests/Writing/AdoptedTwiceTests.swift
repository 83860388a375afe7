import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Two clones that adopt the same files before they sync.
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

  /// Two clones of a repository with the same files in a folder, `tasks` or `todo`.
  private func begin(in folder: String, _ more: [String: String] = [:]) throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("clone", "--quiet", "hub.git", "ana")
    for number in 1...3 {
      try desks[0].write(
        "---\nid: BACK-\(number)\ntitle: T\(number)\n---\n\nText \(number)\n",
        to: "\(folder)/back-\(number).md")
    }
    try desks[0].write("# Plain\n\n- [ ] one\n\n- [ ] two\n", to: "\(folder)/sub/plain.md")
    // Nothing but its name tells them apart.
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

  /// Both sync until both have the same.
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

  /// Who goes on with the other program is told of to those who don't, once.
  @Test func whatComesLaterIsToldOf() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    #expect(desks[0].memo("sync").status == .done)
    try scratch.git("pull", "--quiet", in: "ben")
    try desks[1].write("---\nid: BACK-9\nstatus: To Do\n---\nLater\n", to: "tasks/back 9.md")
    try desks[1].write("Words\n", to: "notes/a.md")
    try desks[1].write("---\nstatus: draft\n---\n", to: "pages/a.md")
    try commit(desks[1])
    try scratch.git("push", "--quiet", in: "ben")
    let outcome = desks[0].memo("sync")
    let notice =
      "tasks/ has 1 new task of another program, which keeps all in one folder; "
      + "'memo init --from tasks' adopts it"
    #expect(outcome.error == "note: \(notice)\n")
    #expect(desks[0].memo("sync").error == "")
    adopt(desks[0], "tasks")
    try sync()
    #expect(desks[1].tasks().contains("todo/back 9.md"))
  }

  private static let all =
    ["todo/a.md", "todo/b.md"]
    + (1...3).map { "todo/back-\($0).md" } + ["todo/sub/plain.md"]

  @Test(arguments: ["todo", "tasks", "backlog/tasks", ".kanbn/tasks"])
  func theyAreTheSameTasks(folder: String) throws {
    try begin(in: folder)
    for desk in desks { adopt(desk, folder) }
    let ids = desks.map { $0.memo("list", "--all", "--json").output }
    let before = try desks[1].read("todo/back-2.md")
    try sync()
    #expect(desks[0].tasks() == Self.all)
    #expect(ids[0] == ids[1])
    #expect(try desks[1].read("todo/back-2.md") == before)
  }

  @Test func whatEachDoesAfterwardsHolds() throws {
    try begin(in: "todo")
    try adoptAndChange("todo")
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

  /// In another folder, the two adoptions add the same tasks, and the merge has no earlier version.
  @Test func noWordIsLostIfBothGoOnWithAnotherFolder() throws {
    try begin(in: "tasks")
    try adoptAndChange("tasks")
    let texts = try texts()
    for words in [
      "priority: high", "priority: low", "Text 1", "Text 2", "Third", "More", "- [x] two", "New",
    ] {
      #expect(texts.contains { $0.contains(words) }, "\(words) \(texts)")
    }
  }

  /// Both adopt a folder, change the tasks and sync.
  private func adoptAndChange(_ folder: String) throws {
    adopt(desks[0], folder)
    for words in [
      ["done", "T1"], ["set", "T2", "priority=high"], ["rename", "T3", "Third"], ["rm", "a"],
    ] {
      #expect(desks[0].memo(words).status == .done)
    }
    adopt(desks[1], folder)
    for words in [
      ["set", "T1", "priority=low"], ["start", "T2"], ["add", "New"], ["tick", "Plain", "2"],
    ] {
      #expect(desks[1].memo(words).status == .done, "\(words)")
    }
    try desks[1].write(desks[1].read("todo/back-3.md") + "More\n", to: "todo/back-3.md")
    try sync()
  }

  private func texts() throws -> [String] { try desks[0].tasks().map { try desks[0].read($0) } }

  /// One clone adopts a folder while the other still edits its files: a sync refuses, and git merges.
  @Test func aSyncRefusesWhatTheOtherProgramChanged() throws {
    try begin(in: "tasks")
    let text = "---\nid: BACK-1\ntitle: T1\n---\n\nText 1\nMore\n"
    try desks[1].write(text, to: "tasks/back-1.md")
    try desks[1].remove("tasks/back-2.md")
    try commit(desks[1])
    try scratch.git("push", "--quiet", in: "ben")
    adopt(desks[0], "tasks")
    #expect(desks[0].memo("set", "T1", "priority=high").status == .done)
    let before = try desks[0].read("todo/back-1.md")
    let outcome = desks[0].memo("sync")
    #expect(outcome.status == .refused, "\(outcome)")
    #expect(
      outcome.error.contains(
        "both sides changed this file, which is not a task, and git can't merge them: "
          + "tasks/back-1.md"), "\(outcome)")
    #expect(outcome.error.contains("memo git pull --no-rebase"), "\(outcome)")
    #expect(try desks[0].read("todo/back-1.md") == before)
    #expect(desks[0].tasks() == Self.all)
    #expect(try scratch.git("show", "origin/main:tasks/back-1.md", in: "ana").contains("More"))
  }

  /// Both adopt a folder, and one of them edited its files with the other program before.
  @Test func bothAdoptWhatOneOfThemChanged() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    #expect(desks[0].memo("set", "T1", "priority=high").status == .done)
    #expect(desks[0].memo("sync").status == .done)
    try desks[1].write(
      "---\nid: BACK-1\ntitle: T1\nstatus: Done\n---\n\nText 1\nMore\n", to: "tasks/back-1.md")
    try desks[1].move("tasks/back-2.md", "tasks/back-two.md")
    try commit(desks[1])
    try desks[1].write("---\nid: BACK-3\ntitle: Third\n---\n\nText 3\n", to: "tasks/back-3.md")
    adopt(desks[1], "tasks")
    try sync()
    let texts = try texts()
    for words in ["priority: high", "More", "Text 2", "title: T3", "title: Third"] {
      #expect(texts.contains { $0.contains(words) }, "\(words) \(texts)")
    }
  }

  /// A file that the other program renamed is a new file; its task stays.
  @Test func aRenamedFileIsAdoptedAgain() throws {
    try begin(in: "tasks")
    adopt(desks[0], "tasks")
    #expect(desks[0].memo("set", "T1", "priority=high").status == .done)
    try desks[1].move("tasks/back-1.md", "tasks/first.md")
    try commit(desks[1])
    try scratch.git("push", "--quiet", in: "ben")
    let outcome = desks[0].memo("sync")
    #expect(outcome.status == .done, "\(outcome)")
    #expect(desks[0].tasks() == ["tasks/first.md"] + Self.all)
    #expect(try desks[0].read("todo/back-1.md").contains("priority: high"))
    try scratch.git("pull", "--quiet", in: "ben")
    try expectTheSame()
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

  /// A new file under a name that was taken in before is another task.
  @Test func aNameThatWasTakenInIsNoTask() throws {
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
