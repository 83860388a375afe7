import Foundation
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Repositories whose objects or history are not all in one place.
@Suite struct KindsOfCloneTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    for title in ["Dates", "Eggs", "Figs"] {
      bench.desk.wait(seconds: 60)
      _ = try bench.store().add(NewTask(title: title))
    }
  }

  private func clone(_ script: String) throws -> Desk {
    try bench.shell(script)
    return Desk(bench.desk.scratch, "other")
  }

  private func subjects(_ store: Store) throws -> [String] {
    var subjects: [String] = []
    try store.log { entry in
      subjects.append("\(entry.kind): \(entry.title)")
      return true
    }
    return subjects
  }

  private func works(_ desk: Desk) throws {
    _ = try desk.store().add(NewTask(title: "Grapes"))
    _ = try desk.store().move(["grapes"], to: .doing)
    #expect(try desk.store().undo().change.changes.map(\.kind) == [.move])
    _ = try desk.store().remove(["grapes"])
    _ = try desk.store().restore(["grapes"])
    #expect(try desk.complaints() == "")
  }

  /// What the commit did at which the history was cut off, nobody can tell.
  @Test func aShallowCloneEndsWhereItsHistoryDoes() throws {
    let desk = try clone(
      "git clone --quiet --no-local --depth 2 file://$PWD ../other; cd ../other; git gc --quiet")
    #expect(try subjects(desk.store()) == ["add: Figs"])
    #expect(try desk.store().past("HEAD~1").snapshot.tasks.count == 5)
    try works(desk)
    let store = try desk.store()
    do throws(MemoError) {
      _ = try store.sync()
    } catch {
      // Before version 1.7 libgit2 could not.
      #expect(error.kind == .refused)
      #expect(error.hints == ["'memo git fetch --unshallow' brings the rest of the history"])
    }
  }

  @Test func aCloneThatBorrowsObjects() throws {
    let desk = try clone("git clone --quiet --shared . ../other")
    #expect(try subjects(desk.store()) == subjects(bench.store()))
    try works(desk)
  }

  @Test func aLinkedWorkTree() throws {
    let desk = try clone("git worktree add --quiet -b second ../other")
    #expect(try subjects(desk.store()) == subjects(bench.store()))
    try works(desk)
    // Each has its own branch, and its own list of what was done.
    #expect(
      try bench.store().operations(upTo: 9).undoable.map(\.subject) == [
        "add: Figs", "add: Eggs", "add: Dates",
      ])
    #expect(try bench.desk.complaints() == "")
  }
}
