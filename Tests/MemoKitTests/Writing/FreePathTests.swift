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
  @Test func manyTasksMayHaveOneTitle() {
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

  @Test func otherFilesAreAvoided() {
    var free = FreePaths(isThere: { $0 == "done/a.md" || $0 == "done/a-2.md" })
    let found = (0..<3).map { _ in free.take(like: "done/a.md") }
    #expect(found == ["done/a-3.md", "done/a-4.md", "done/a-5.md"])
  }

  /// A title alone can mean a task in any folder.
  @Test func namesOfOtherTasksAreAvoided() {
    let tasks = ["done/a.md", "doing/B.md"].compactMap {
      StoredTask(path: $0, bytes: [], file: nil)
    }
    var free = FreePaths(besides: tasks, isThere: { $0 == "todo/a-3.md" })
    let found = (0..<12).map { _ in free.take(named: "a", in: "todo") }
    #expect(found.prefix(3) == ["todo/a-2.md", "todo/a-4.md", "todo/a-5.md"])
    #expect(Set(found).count == found.count)
    #expect(free.take(named: "b", in: "todo") == "todo/b-2.md")
    #expect(free.take(like: "todo/a-2.md") == "todo/a-2-2.md")
    var renamed = FreePaths(besides: tasks, isThere: { $0 == "done/a.md" })
    renamed.leave("done/a.md")
    #expect(renamed.take(named: "a", in: "done") == "done/a.md")
  }

  @Test func filesInPlaceOfFoldersAreAvoided() throws {
    let bench = try Bench()
    try bench.desk.write("mine\n", to: "todo/home")
    var task = NewTask(title: "Apples")
    task.folder = "home"
    let error = #expect(throws: MemoError.self) { _ = try bench.store().add(task) }
    #expect(error?.message == "todo/home can't be a folder: a file is in its place")
    #expect(try bench.desk.read("todo/home") == "mine\n")
  }

  /// Many disks don't distinguish case.
  @Test func namesThatDifferOnlyInCaseAreAvoided() throws {
    let bench = try Bench()
    try bench.desk.write("Text\n", to: "todo/Alpha.md")
    try bench.desk.write("Text\n", to: "done/alpha.md")
    try bench.record()
    let report = try bench.store().move(["todo/Alpha.md"], to: .done)
    #expect(report.changes.map(\.path) == ["done/Alpha-2.md"])
    #expect(try bench.desk.read("done/alpha.md").contains("Text"))
    // A task's own file doesn't count as taken.
    _ = try bench.store().rename("done/Alpha-2.md", title: "alpha 2")
    #expect(bench.desk.exists("done/alpha-2.md"))
  }

  /// A file name has at most 255 bytes, and characters stay whole.
  @Test(arguments: ["a", "é", "漢", "👩‍👩‍👧", "e\u{301}"]) func longNamesAreCut(letter: String) {
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
