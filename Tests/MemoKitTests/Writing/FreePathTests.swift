import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

@Suite(.timeLimit(.minutes(5))) struct FreePathTests {
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
}
