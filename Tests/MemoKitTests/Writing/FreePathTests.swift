import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

@Suite(.timeLimit(.minutes(30))) struct FreePathTests {
  @Test func manyThatWantOneName() {
    var free = FreePaths()
    var taken: Set<String> = ["todo/a.md", "todo/a-3.md"]
    var found: [String] = []
    for _ in 0..<20_000 {
      found.append(free.free(like: "todo/a.md") { taken.contains($0) })
      taken.insert(found[found.count - 1])
    }
    #expect(found.prefix(3) == ["todo/a-2.md", "todo/a-4.md", "todo/a-5.md"])
    #expect(Set(found).count == found.count)
    #expect(free.free(like: "todo/b.md") { taken.contains($0) } == "todo/b.md")
    #expect(free.free(like: "todo/a") { _ in false } == "todo/a")
  }

  @Test func whatIsNoTaskHasItsPathToo() {
    var free = FreePaths(isThere: { $0 == "done/a.md" || $0 == "done/a-2.md" })
    let found = (0..<3).map { _ in free.take(like: "done/a.md") }
    #expect(found == ["done/a-3.md", "done/a-4.md", "done/a-5.md"])
  }

  /// Many disks take one for the other.
  @Test func namesThatDifferInCaseOnly() throws {
    let bench = try Bench()
    try bench.desk.write("Text\n", to: "todo/Alpha.md")
    try bench.desk.write("Text\n", to: "done/alpha.md")
    try bench.record()
    let report = try bench.store().move(["todo/Alpha.md"], to: .done)
    #expect(report.changes.map(\.path) == ["done/Alpha-2.md"])
    #expect(try bench.desk.read("done/alpha.md").contains("Text"))
    // A task's own file is no obstacle.
    _ = try bench.store().rename("done/Alpha-2.md", title: "alpha 2")
    #expect(bench.desk.exists("done/alpha-2.md"))
  }

  /// A file name has at most 255 bytes, and letters stay whole.
  @Test(arguments: ["a", "é", "漢", "👩‍👩‍👧", "e\u{301}"]) func longNames(letter: String) {
    let count = 252 / letter.utf8.count
    let name = String(repeating: letter, count: count)
    var free = FreePaths()
    var taken: Set<String> = ["done/\(name).md"]
    for number in 2...12 {
      let path = free.free(like: "done/\(name).md") { taken.contains($0) }
      let room = 255 - "-\(number).md".utf8.count
      let start = String(repeating: letter, count: min(count, room / letter.utf8.count))
      #expect(path == "done/\(start)-\(number).md")
      taken.insert(path)
    }
    let ending = String(repeating: "b", count: 253)
    #expect(
      free.free(like: "done/a.\(ending)") { $0 == "done/a.\(ending)" }
        == "done/a.\(ending.dropLast(2))-2")
  }
}
