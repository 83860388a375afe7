import Foundation
@testable import Git
import Platform
import TestSupport
import Testing

/// Watches of real files, by events of the system and by polling.
@Suite struct FolderWatchTests {
  static let ways = [false, true]
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("x", to: "todo/home/old.md")
    try scratch.write("x", to: "done/old.md")
  }

  private func watch(alwaysPolls: Bool) -> FolderWatch {
    let scope = FolderWatch.Scope(root: scratch.path, folders: ["todo", "doing", "done"]) {
      $0.hasSuffix(".md") && !$0.hasPrefix(".")
    }
    return FolderWatch(scope, pollingEvery: 0.02, alwaysPolls: alwaysPolls)
  }

  /// Whether the watch reports a change within its time limit.
  private func notices(_ watch: FolderWatch, _ change: () throws -> Void) throws -> Bool {
    let bell = try #require(WakePipe())
    while watch.wait(upTo: 0.05, or: bell) {}
    try change()
    return watch.wait(upTo: 0.3, or: bell)
  }

  @Test(arguments: ways) func changesOfTasksAreReported(alwaysPolls: Bool) throws {
    let watch = watch(alwaysPolls: alwaysPolls)
    #expect((watch.descriptor == nil) == alwaysPolls)
    let changes: [() throws -> Void] = [
      { try scratch.write("new", to: "todo/new.md") },
      { try scratch.write("longer", to: "todo/new.md") },
      { try scratch.move("todo/new.md", "todo/home/new.md") },
      { try scratch.write("y", to: "todo/home/.new.tmp") },
      { try scratch.move("done/old.md", "done/older.md") },
      { try scratch.remove("done/older.md") },
      // Folders are made, nested ones in one step, and removed.
      { try scratch.write("x", to: "doing/a/b/c/deep.md") },
      { try scratch.write("xy", to: "doing/a/b/c/deep.md") },
      { try scratch.move("doing/a/b", "todo/b") },
      { try scratch.write("xyz", to: "todo/b/c/deep.md") },
      { try scratch.remove("todo") },
      { try scratch.write("x", to: "todo/again.md") },
      { try scratch.write("xy", to: "todo/again.md") },
    ]
    for (number, change) in changes.enumerated() {
      let expected = number != 3
      #expect(try notices(watch, change) == expected, "change \(number)")
    }
  }

  @Test(arguments: ways) func changesElsewhereAreIgnored(alwaysPolls: Bool) throws {
    let watch = watch(alwaysPolls: alwaysPolls)
    let isHeard = try notices(watch) {
      for name in ["todo/.a.md.swp", "todo/a.md~", "todo/4913", "notes.md", ".git/index"] {
        try scratch.write("x", to: name)
      }
      _ = try scratch.read("todo/home/old.md")
    }
    #expect(!isHeard)
  }

  @Test(arguments: ways) func anInterruptEndsTheWait(alwaysPolls: Bool) throws {
    let watch = watch(alwaysPolls: alwaysPolls)
    let bell = try #require(WakePipe())
    #expect(!bell.isRung)
    bell.ring()
    let start = ContinuousClock.now
    #expect(!watch.wait(upTo: 60, or: bell))
    #expect(bell.isRung)
    #expect(start.duration(to: .now) < .seconds(30))
  }
}
