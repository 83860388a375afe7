import Foundation
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

@Suite struct DeepFolderTests {
  /// Deeper than any path can be, as `mkdir x; cd x` in a loop makes it.
  @Test func tooDeepFoldersAreReported() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    desk.memo("add", "Milk")
    let deep = "todo" + String(repeating: "/d", count: Limits.listDepth - 1)
    try desk.write("# In\n", to: "\(deep)/in.md")
    desk.memo("add", "Bread")
    try desk.write("# Out\n", to: "\(deep)/d/out.md")
    let line = "mkdir -p \(String(repeating: "d/", count: 1500))"
    _ = try run(
      "/bin/sh", ["-c", line], in: desk.scratch("\(desk.folder)/\(deep)/d"),
      environment: desk.scratch.environment)
    let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    let snapshot = try store.read()
    #expect(snapshot.tasks.map(\.name).sorted() == ["bread", "in", "milk"])
    #expect(
      snapshot.strays == [
        StoreProblem(
          path: "\(deep)/d", message: "a folder in 100 others is not looked into")
      ])
    // git's files below it are not deleted.
    try desk.scratch.git("add", "\(deep)/d/out.md", in: desk.folder)
    try desk.scratch.git("commit", "-q", "-m", "deep", in: desk.folder)
    #expect(try store.recordHandEdits().recorded.map(\.title) == [])
    #expect(snapshot.isUnlisted("\(deep)/d/out.md") && !snapshot.isUnlisted("\(deep)/in.md"))
    _ = try run("/bin/rm", ["-rf", desk.scratch(desk.folder)], in: "/", environment: [:])
  }
}
