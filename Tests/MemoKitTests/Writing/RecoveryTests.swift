import Git
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Recovery after memo was killed during a change.
@Suite struct RecoveryTests {
  /// Edits of all three files.
  private static let edits = "for f in todo/a.md todo/b.md doing/c.md; do echo New >> $f; done"

  /// Resets the branch to the start, as memo leaves it when it is killed.
  ///
  /// - Parameters:
  ///   - noted: The files that memo itself was changing, each with what it held before.
  ///   - script: What the disk looks like then.
  private func kill(
    _ bench: Bench, changing noted: [(path: String, before: String?)], _ script: String
  ) throws {
    let new = try bench.shell("git rev-parse HEAD").prefix(40)
    let before = try noted.map { file -> (path: String, content: ObjectID?) in
      (file.path, try file.before.map { try ObjectID.blob(Array($0.utf8)) })
    }
    let note = try RecoveryNote(
      "refs/heads/main", from: .init(hex: bench.start), to: #require(.init(hex: String(new))),
      before: before)
    try bench.shell("git update-ref refs/heads/main \(bench.start) && git read-tree HEAD")
    try bench.desk.write(note.text, to: ".git/memo/lock")
    try bench.shell(script)
  }

  private func start(_ name: String) throws -> String { try #require(Bench.tasks[name]) }

  @Test func handEditsStay() throws {
    let bench = try Bench()
    try bench.shell(Self.edits)
    try bench.record()
    // The files are complete; one of them is saved once more.
    try kill(bench, changing: [], "echo Newer >> todo/b.md")
    try bench.record()
    let ends = ["todo/a.md": "New\n", "todo/b.md": "New\nNewer\n", "doing/c.md": "New\n"]
    for (path, end) in ends {
      #expect(try bench.desk.read(path) == start(path) + end)
    }
    #expect(try bench.complaints() == "")
  }

  @Test func aChangeOfAFileThatWasEditedByHandIsFinished() throws {
    let bench = try Bench()
    try bench.shell("echo New >> todo/a.md; echo New >> todo/b.md")
    let edited = try bench.desk.read("todo/a.md")
    _ = try bench.store().move(["a"], to: .done)
    let moved = try bench.desk.read("done/a.md")
    try kill(bench, changing: [("done/a.md", nil), ("todo/a.md", edited)], "rm done/a.md")
    try bench.desk.write(edited, to: "todo/a.md")
    try bench.record()
    #expect(try bench.desk.read("done/a.md") == moved)
    #expect(!bench.desk.exists("todo/a.md"))
    #expect(
      try bench.journal()
        == ["edit: Apples (body)", "edit: Bread (body)", "move: Apples (todo → done)"])
    #expect(try bench.complaints() == "")
  }

  @Test func incomingChangesAreRolledBackAroundAnEdit() throws {
    let bench = try Bench()
    try bench.shell(Self.edits)
    try bench.record()
    // Two files are changed already, and somebody saves the third one.
    try kill(
      bench, changing: try Bench.tasks.keys.sorted().map { ($0, try start($0)) },
      "git show HEAD:doing/c.md > doing/c.md; echo Mine >> doing/c.md")
    try bench.record()
    #expect(try bench.desk.read("doing/c.md") == start("doing/c.md") + "Mine\n")
    #expect(try bench.changedFiles().count == 1)
    #expect(try bench.journal() == ["edit: Cheese (body)"])
  }

  @Test func uncommittedContentIsRestored() throws {
    let bench = try Bench()
    try bench.shell("echo Dates > todo/d.md; mv todo/a.md done/; echo New >> done/a.md")
    try bench.record()
    let edited = "\(try start("todo/a.md"))New\n"
    try bench.desk.scratch.write(edited, to: "edited")
    try bench.shell("git hash-object -w ../edited; echo Dates | git hash-object -w --stdin")
    try kill(
      bench,
      changing: [("done/a.md", nil), ("todo/a.md", edited), ("todo/d.md", "Dates\n")],
      "echo More >> todo/d.md")
    try bench.record()
    #expect(try bench.desk.read("todo/a.md") == edited)
    #expect(try bench.desk.read("todo/d.md").hasSuffix("Dates\nMore\n"))
    #expect(!bench.desk.exists("done/a.md"))
    #expect(try bench.complaints() == "")
  }

  /// As left by an older memo, which did not keep old contents.
  @Test func unkeptContentIsNotRolledBack() throws {
    let bench = try Bench()
    try bench.shell("echo Dates > todo/d.md; mv todo/a.md done/; echo New >> done/a.md")
    try bench.record()
    // Rolling back the move would lose the line that only the new file has.
    let edited = "\(try start("todo/a.md"))New\nand in no commit\n"
    try kill(
      bench,
      changing: [("done/a.md", nil), ("todo/a.md", edited), ("todo/d.md", "Dates\n")],
      "echo More >> todo/d.md")
    try bench.record()
    #expect(try bench.desk.read("done/a.md").hasSuffix("One a day.\nNew\n"))
    #expect(try bench.desk.read("todo/d.md").hasSuffix("Dates\nMore\n"))
    #expect(!bench.desk.exists("todo/a.md"))
    #expect(try bench.complaints() == "")
  }

  /// If memo was killed while a hook ran, the hook runs again.
  @Test(arguments: ["exit 0", "exit 1"]) func theHookRunsAgain(_ answer: String) throws {
    let bench = try Bench()
    try killInTheMiddle(of: bench)
    try bench.desk.write("#!/bin/sh\n\(answer)\n", to: ".git/hooks/pre-commit")
    try bench.record()
    let isMade = answer == "exit 0"
    #expect(try bench.journal() == (isMade ? ["move: 2 tasks (todo → done)"] : []))
    #expect(
      bench.desk.tasks()
        == ["doing/c.md"] + (isMade ? ["done/a.md", "done/b.md"] : ["todo/a.md", "todo/b.md"]))
    #expect(try bench.complaints() == "")
  }

  /// Moves of two tasks: one is half done, the other one has both files.
  private func killInTheMiddle(of bench: Bench) throws {
    let a = try bench.desk.read("todo/a.md")
    let b = try bench.desk.read("todo/b.md")
    _ = try bench.store().move(["todo/a.md", "todo/b.md"], to: .done)
    let after = try bench.desk.read("done/b.md")
    try kill(
      bench,
      changing: [("done/a.md", nil), ("done/b.md", nil), ("todo/a.md", a), ("todo/b.md", b)],
      "rm done/a.md; git checkout -q HEAD -- todo && git read-tree HEAD")
    #expect(try bench.desk.read("done/b.md") == after)
  }

  @Test func readersSeeOneState() throws {
    let bench = try Bench()
    try killInTheMiddle(of: bench)
    let store = try bench.store()
    #expect(try store.read().tasks.map(\.path) == ["doing/c.md", "done/a.md", "done/b.md"])
    #expect(try store.check().problems == [])
    let status = try store.status()
    #expect(status.pending == [])
    #expect(
      status.notices == [
        "a change is unfinished; the next command that writes finishes it"
      ])
    // Reading writes nothing.
    #expect(!bench.desk.exists("done/a.md"))
    try bench.record()
    #expect(try store.read().tasks.map(\.path) == ["doing/c.md", "done/a.md", "done/b.md"])
    #expect(try store.status().notices == [])
    #expect(try bench.complaints() == "")
  }

  @Test func aFolderInTheWayRollsBack() throws {
    let bench = try Bench()
    try killInTheMiddle(of: bench)
    try bench.shell("mkdir done/a.md")
    try bench.record()
    #expect(try bench.shell("ls todo done") == "done:\na.md\n\ntodo:\na.md\nb.md\n")
    #expect(try bench.journal() == [])
    #expect(try bench.complaints() == "")
  }

  @Test func readersSeeRolledBackChangesUndone() throws {
    let bench = try Bench()
    try killInTheMiddle(of: bench)
    try bench.shell("echo Mine >> todo/a.md")
    let paths = ["doing/c.md", "todo/a.md", "todo/b.md"]
    #expect(try bench.store().read().tasks.map(\.path) == paths)
    try bench.record()
    #expect(try bench.store().read().tasks.map(\.path) == paths)
    #expect(try bench.journal() == ["edit: Apples (body)"])
    #expect(try bench.complaints() == "")
  }

  @Test func anUnfinishedRecoveryIsTriedAgain() throws {
    let bench = try Bench()
    try killInTheMiddle(of: bench)
    // An unreadable file is not deleted.
    try bench.shell("mv done ../aside && ln -s ../aside done")
    #expect(throws: MemoError.self) { try bench.store().recordHandEdits() }
    try bench.shell("rm done && mv ../aside done")
    try bench.record()
    #expect(try bench.journal() == ["move: 2 tasks (todo → done)"])
    #expect(try bench.complaints() == "")
  }

  @Test func uniqueTemporaryFilesAreRestored() throws {
    let bench = try Bench()
    let saved = try start("todo/a.md") + "Saved in between\n"
    try bench.desk.write(saved, to: "todo/.memo-x1.a.md")
    try bench.desk.write(try start("todo/b.md"), to: "todo/.memo-x2.b.md")
    try bench.desk.write("half", to: "todo/.memo-w3.b.md")
    try bench.record()
    #expect(try bench.shell("ls -A todo") == "a-saved.md\na.md\nb.md\n")
    #expect(try bench.desk.read("todo/a-saved.md").hasSuffix("Saved in between\n"))
    #expect(try bench.complaints() == "")
  }

  @Test func aTruncatedNoteIsIgnored() throws {
    let id = String(repeating: "1", count: 40)
    let text = "refs/heads/main - \(id) move: Milk\0\(id) todo/a b.md\0- done/a\nb.md\0\n"
    let note = try #require(RecoveryNote(text))
    #expect(note.old == nil)
    #expect(note.reason == "move: Milk")
    #expect(note.before.map(\.path) == ["todo/a b.md", "done/a\nb.md"])
    #expect(note.before.map { $0.content?.hex } == [id, nil])
    #expect(note.text == text)
    for length in 0..<text.utf8.count {
      #expect(RecoveryNote(String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil)
    }
  }
}
