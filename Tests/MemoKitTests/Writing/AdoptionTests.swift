import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Adopting files that were there before the store.
@Suite struct AdoptionTests {
  let desk: Desk
  private static let files = [
    "todo/wash.md": "---\nstatus: 'done'   # yesterday\ntitle: Wash\n---\n",
    "todo/plain.md": "Plain\r\n",
    "doing/x.md": "---\ntitle: X\nstatus: In Progress\n---\n",
    "done/wash.md": "---\ntitle: Wash\nstatus: done\n---\nearlier\n",
  ]

  init() throws {
    desk = Desk(try Scratch(), "kim")
    for (name, text) in Self.files { try desk.write(text, to: name) }
  }

  private func create() throws -> CreateReport {
    try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  private func found() throws -> [String: String] {
    try Dictionary(uniqueKeysWithValues: desk.tasks().map { ($0, try desk.read($0)) })
  }

  private func recorded(_ commit: String, _ path: String) throws -> String {
    try run(
      "git", ["show", "\(commit):\(path)"], in: desk.scratch("kim"),
      environment: desk.environment.variables
    ).output
  }

  @Test func theTextDecides() throws {
    let report = try create()
    #expect(desk.tasks() == ["doing/x.md", "done/wash-2.md", "done/wash.md", "todo/plain.md"])
    #expect(try desk.read("done/wash-2.md").contains("status: 'done'   # yesterday\n"))
    #expect(try desk.read("doing/x.md").hasPrefix("---\ntitle: X\nstatus: In Progress\nid: "))
    #expect(
      report.notices.contains("todo/wash.md has status done in its text, and is done/wash-2.md now")
    )
    #expect(try desk.journal() == ["adopt: 4 tasks", "adopt: 4 files as found", "init: kim"])
    for (path, text) in Self.files { #expect(try recorded("HEAD~1", path) == text) }
    #expect(try desk.complaints() == "")
  }

  /// Deleted files are not adopted, broken ones are.
  @Test func deletedFilesAreNotCounted() throws {
    for words in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "before"]] {
      _ = try run(
        "git", words, in: desk.scratch("kim"), environment: desk.environment.variables)
    }
    try desk.remove("todo/plain.md")
    try desk.write("---\nbroken: [\n---\n", to: "todo/broken.md")
    let report = try create()
    #expect(report.adopted.count == 4 && report.recorded.map(\.kind) == [.delete])
    #expect(
      try desk.journal().prefix(2) == ["adopt: 4 tasks", "adopt: 2 files as found"])
  }

  /// Existing attributes that are sufficient are committed, too.
  @Test func existingAttributesAreRecorded() throws {
    try desk.write("*.md merge=memo\n", to: ".gitattributes")
    _ = try create()
    #expect(try recorded("HEAD", ".gitattributes") == "*.md merge=memo\n")
    #expect(try desk.complaints() == "")
  }

  @Test func undoRestoresOnlyTheFiles() throws {
    _ = try create()
    _ = try desk.store().undo()
    #expect(try found() == Self.files)
    // A sync doesn't bring it back.
    _ = try desk.store().add(NewTask(title: "New"))
    _ = try desk.store().recordHandEdits()
    _ = try desk.store().undo()
    #expect(try found() == Self.files)
    #expect(throws: MemoError.self) { _ = try desk.store().undo() }
    #expect(try found() == Self.files)
    #expect(try desk.complaints() == "")
    #expect(try desk.store().status().pending == [])
    // Also if git's reflog is missing.
    try desk.scratch.remove("kim/.git/logs")
    #expect(throws: MemoError.self) { _ = try desk.store().undo() }
    #expect(try found() == Self.files)
  }

  /// Files in a task's folder move with the task, even if it has no id any more.
  @Test func undoRestoresATasksFolder() throws {
    try desk.write("---\nstatus: done\n---\n![](trip/map.png)\n", to: "todo/trip.md")
    try desk.write("A picture.", to: "todo/trip/map.png")
    let paths = ["todo/trip.md", "todo/trip/map.png"].map { desk.scratch(desk.path($0)) }
    for path in paths { chmod(path, 0o600) }
    _ = try create()
    #expect(try desk.read("done/trip/map.png") == "A picture.")
    _ = try desk.store().undo()
    #expect(try desk.read("todo/trip/map.png") == "A picture.")
    #expect(desk.exists("todo/trip.md") && !desk.exists("done/trip/map.png"))
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    _ = try desk.store().redo()
    #expect(desk.exists("done/trip/map.png") && !desk.exists("todo/trip/map.png"))
    #expect(try desk.complaints() == "")
  }

  @Test func unusablePartsAreReportedInOneLine() throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"
    try desk.write(pointer, to: "todo/large.md")
    try desk.write("---\npriority: |\n  - a\n  - b\n---\n", to: "todo/lines.md")
    let report = try create()
    #expect(
      report.summary.dropFirst() == [
        "todo/large.md, todo/lines.md: has parts that memo can't use or change, which stay"
      ])
    #expect(try desk.read("todo/large.md") == pointer)
    #expect(try desk.complaints() == "")
  }

  @Test func aKilledInitCanBeRepeated() throws {
    _ = try create()
    let adopted = desk.tasks()
    try desk.scratch.git("checkout", "--quiet", "--", ".", in: "kim")
    try desk.scratch.git("reset", "--quiet", "--hard", "HEAD~2", in: "kim")
    for (name, text) in Self.files { try desk.write(text, to: name) }
    let report = try create()
    #expect(!report.isNew && report.adopted.count == 4)
    #expect(desk.tasks() == adopted)
    #expect(try desk.journal() == ["adopt: 4 tasks", "adopt: 4 files as found", "init: kim"])
    #expect(try desk.complaints() == "")
  }

  /// A broken file follows its text once it is repaired.
  @Test(arguments: [
    "---\ntitle: caf\u{FFFD}\nstatus: done\n---\n", "---\ntitle: T\nstatus: done\n---\n\u{FFFD}\n",
    "---\ntitle: T\nstatus: done\n---\n\0\n", "---\ntitle: T\nfoo: [\nstatus: done\n---\n",
    "---\ntitle: T\nstatus: done\nfoo: 1\nfoo: 2\n---\n",
  ]) func aRepairedFileFollowsItsText(text: String) throws {
    // Invalid UTF-8.
    let bytes = Array(text.utf8).split(separator: [0xEF, 0xBF, 0xBD]).joined(separator: [0xE9])
    try desk.scratch.write(Array(bytes), to: "kim/todo/broken.md")
    let report = try create()
    #expect(!report.adopted.isEmpty)
    #expect(desk.exists("todo/broken.md"))
    #expect(!desk.memo("list", "--all", "done", "--json").output.contains("broken.md"))
    try desk.write("---\ntitle: T\nstatus: done\n---\n", to: "todo/broken.md")
    #expect(desk.memo("list", "T", "--all", "--json").output.contains("\"status\": \"done\""))
    _ = try desk.store().recordHandEdits()
    #expect(desk.exists("done/broken.md") && !desk.exists("todo/broken.md"))
    #expect(try desk.complaints() == "")
  }

  @Test func redoAdoptsThemAgain() throws {
    _ = try create()
    let adopted = try found()
    _ = try desk.store().undo()
    _ = try desk.store().redo()
    #expect(try found() == adopted)
    #expect(try desk.complaints() == "")
  }

  @Test func anExistingRepositoryCanBeAdopted() throws {
    try desk.write("*.log.md\n", to: ".gitignore")
    try desk.write("ignored\n", to: "todo/x.log.md")
    try desk.write("code\n", to: "code.c")
    try desk.scratch.git("init", "--quiet", in: "kim")
    try desk.scratch.git("add", "--all", in: "kim")
    try desk.scratch.git("commit", "--quiet", "-m", "one", in: "kim")
    try desk.write("staged\n", to: "code.c")
    try desk.scratch.git("add", "code.c", in: "kim")
    try desk.write("More\n", to: "todo/plain.md")
    let before = try found()
    _ = try create()
    // Only files that differ from the last commit are recorded as found.
    #expect(try desk.journal().prefix(2) == ["adopt: 4 tasks", "adopt: 1 file as found"])
    #expect(try recorded("HEAD~1", "todo/plain.md") == "More\n")
    #expect(try desk.scratch.git("status", "--porcelain", in: "kim") == "M  code.c")
    _ = try desk.store().undo()
    #expect(try found() == before)
    #expect(try desk.scratch.git("status", "--porcelain", in: "kim") == "M  code.c")
  }

  @Test func anOverruledStatusIsRecordedFirst() throws {
    _ = try create()
    let text = "---\ntitle: Cut\nstatus: done\n---\n"
    try desk.write(text, to: "todo/cut.md")
    let report = try desk.store().recordHandEdits()
    #expect(report.recorded.map(\.title) == ["Cut"])
    #expect(try desk.read("todo/cut.md").contains("status: todo\n"))
    #expect(try recorded("HEAD~1", "todo/cut.md") == text)
    let id = try #require(report.recorded.first?.id)
    #expect(
      try desk.journal().prefix(2) == ["edit: Cut (text status done → todo, id \(id))", "add: Cut"])
    _ = try desk.store().undo()
    #expect(!desk.exists("todo/cut.md"))
    #expect(try desk.complaints() == "")
  }
}
