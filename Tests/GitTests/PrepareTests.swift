import Foundation
import TestSupport
import Testing

@testable import Git

/// Contents are written in one batch before the first file is replaced.
@Suite struct PrepareTests {
  private let scratch: Scratch
  private let files: WorkTree

  init() throws {
    scratch = try Scratch()
    try scratch.write("old", to: "w/todo/a.md")
    files = try WorkTree(scratch("w"))
  }

  /// All file names, including hidden ones.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch("w/todo")).sorted()
  }

  private func content(_ path: String, _ text: String = "new") -> FileEdit {
    FileEdit(path: path, after: Array(text.utf8))
  }

  @Test func preparedFilesReplaceOthersLater() throws {
    let prepared = try files.prepare(
      [content("todo/a.md"), content("todo/b.md", "b")], unlessFewerThan: 1)
    // Where the system can't sync all files at once, there are no prepared files.
    guard !prepared.isEmpty else { return }
    #expect(prepared.keys.map(\.path).sorted() == ["todo/a.md", "todo/b.md"])
    #expect(try scratch.read("w/todo/a.md") == "old" && !scratch.exists("w/todo/b.md"))
    let change = try files.change(
      FileEdit(path: "todo/a.md", before: Array("old".utf8), after: Array("new".utf8)),
      prepared: prepared[PathKey("todo/a.md")])
    try files.finish(change)
    #expect(try scratch.read("w/todo/a.md") == "new")
    files.discard(prepared.filter { $0.key == PathKey("todo/b.md") })
    #expect(try names() == ["a.md"])
  }

  @Test func aChangeInBetweenStays() throws {
    let prepared = try files.prepare(
      [content("todo/a.md"), content("todo/b.md")], unlessFewerThan: 1)
    try scratch.write("saved", to: "w/todo/a.md")
    try scratch.write("mine", to: "w/todo/b.md")
    for (path, before) in [("todo/a.md", "old" as String?), ("todo/b.md", nil)] {
      #expect(throws: FileError.self) {
        _ = try files.change(
          FileEdit(path: path, before: before.map { Array($0.utf8) }, after: Array("new".utf8)),
          prepared: prepared[PathKey(path)])
      }
    }
    #expect(try scratch.read("w/todo/a.md") == "saved" && scratch.read("w/todo/b.md") == "mine")
    #expect(try names() == ["a.md", "b.md"])
  }

  /// Files without a folder yet are written, or refused, in their turn.
  @Test func filesInNewFoldersAreNotPrepared() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch("w/todo/link.md"), withDestinationPath: "a.md")
    let prepared = try files.prepare(
      [content("doing/a.md"), content("todo/link.md")], unlessFewerThan: 1)
    #expect(prepared == [:])
    #expect(try names() == ["a.md", "link.md"])
  }

  @Test func aFailedWriteLeavesNothingBehind() throws {
    #expect(throws: FileError.self) {
      _ = try files.prepare([content("todo/a.md"), content("../b.md")], unlessFewerThan: 1)
    }
    #expect(try names() == ["a.md"])
  }
}
