import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Which unfinished files a watch leaves alone, and for how long.
@Suite struct UnfinishedFilesTests {
  private func task(_ text: String, _ path: String = "todo/a.md") throws -> StoredTask {
    try #require(StoredTask(path: path, bytes: Array(text.utf8), file: nil))
  }

  private let broken = "---\ntitle: [a\n---\n"

  @Test(arguments: [
    ("# Milk\n", false), ("---\ntitle: Milk\n---\n", false), ("", true),
    ("---\ntitle: Milk\n", true), ("---\ntitle: [a\n---\n", true),
    ("---\nstatus: soon\n---\n", false), ("---\ndeadline: 2026-02-30\n---\n", false),
  ]) func looksUnfinished(_ text: String, _ isUnfinished: Bool) throws {
    let files = UnfinishedFiles(timeout: 100)
    files.begin(at: 0)
    #expect(try files.contains(task(text)) == isUnfinished)
    #expect(files.end() == (isUnfinished ? 100 : nil))
  }

  @Test func waitingHasALimit() throws {
    let files = UnfinishedFiles(timeout: 100)
    files.begin(at: 10)
    #expect(try files.contains(task(broken)))
    #expect(files.takeNews().map(\.path) == ["todo/a.md"])
    #expect(files.end() == 110)
    // Another unfinished save doesn't restart the time, and is not reported.
    files.begin(at: 60)
    #expect(try files.contains(task("---\ntitle: {b\n---\n")))
    #expect(files.takeNews() == [])
    #expect(files.end() == 110)
    files.begin(at: 110)
    #expect(try !files.contains(task(broken)))
    #expect(files.end() == nil)
    // It is recorded as it is; the next unfinished save waits again.
    files.begin(at: 120)
    #expect(try files.contains(task(broken)))
    #expect(files.end() == 220)
  }

  @Test func finishedFilesAreForgotten() throws {
    let files = UnfinishedFiles(timeout: 100)
    files.begin(at: 0)
    #expect(try files.contains(task(broken)))
    #expect(try files.contains(task("", "todo/b.md")))
    #expect(files.end() == 100)
    files.begin(at: 50)
    #expect(try !files.contains(task("# Milk\n")))
    #expect(files.end() == nil)
    files.begin(at: 90)
    #expect(try files.contains(task(broken)))
    #expect(files.end() == 190)
  }
}
