import Foundation
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

/// The cache of task files, which must never hide a change.
@Suite(.onItsOwnThread) struct TaskFileCacheTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 1...300 { try desk.write("# Task \(number)\n\nold text\n", to: name(number)) }
    desk.memo("add", "One", "more")
    // Files that were changed in the last seconds are not cached.
    age()
    try FileManager.default.removeItem(atPath: desk.scratch("kim/.git/memo/cache/files"))
  }

  private func name(_ number: Int) -> String { "todo/task-\(number).md" }
  private var memory: String { "kim/.git/memo/cache/files" }

  private func age() {
    // The kernel sets the change time, so the test has to wait.
    Thread.sleep(forTimeInterval: 3.1)
  }

  private func read() throws -> Snapshot {
    try Store.open(desk.scratch("kim"), environment: desk.environment).read()
  }

  private func cache(_ bytes: [UInt8]) throws -> TaskFileCache {
    let path = desk.scratch("cache")
    try Data(bytes).write(to: URL(filePath: path))
    let store = try Store.open(desk.scratch("kim"), environment: desk.environment)
    return TaskFileCache(try #require(KeptFile(path)), of: store.files)
  }

  private func titles(_ snapshot: Snapshot) -> [String] { snapshot.tasks.map(\.title).sorted() }

  @Test func changesWriteAndReadersUseIt() throws {
    let before = try read()
    #expect(before.news == 301)
    desk.memo("add", "Another")
    #expect(desk.scratch.exists(memory))
    let after = try read()
    #expect(after.news == 1)
    #expect(titles(after) == (titles(before) + ["Another"]).sorted())
    #expect(
      after.tasks.filter { $0.title != "Another" }.map(\.document.bytes)
        == before.tasks.map(\.document.bytes))
  }

  /// As after a plain `git clone`, if only lists follow.
  @Test func readersWriteItWithoutChanges() throws {
    let folder = desk.scratch("kim/.git/memo")
    try FileManager.default.removeItem(atPath: folder)
    chmod(desk.scratch("kim/.git"), 0o2770)
    #expect(try read().news == 301)
    #expect(try read().news == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(mode as? Int == 0o2770)
  }

  @Test func everyChangeIsSeen() throws {
    desk.memo("add", "Another")
    let path = desk.scratch("kim/\(name(7))")
    let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    // The length and modification time are the same; only the change time differs.
    let text = try desk.read(name(7)).replacing("old text", with: "new text")
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: times as Any], ofItemAtPath: path)
    try desk.remove(name(8))
    try desk.move(name(9), "done/moved.md")
    let snapshot = try read()
    #expect(snapshot.tasks.first { $0.path == name(7) }?.document.body.contains("new text") == true)
    #expect(!snapshot.tasks.contains { $0.path == name(8) })
    #expect(snapshot.tasks.first { $0.path == "done/moved.md" }?.title == "Task 9")
  }

  @Test func readersUpdateIt() throws {
    _ = try read()
    #expect(try read().news == 0)
    #expect(desk.scratch.exists(memory))
  }

  /// A change in the same tick of the file system's clock is invisible.
  @Test func youngFilesAreNotCached() throws {
    let tasks = try read().tasks
    let file = try #require(tasks[5].file)
    var moment = max(file.modified, file.changed)
    for (seconds, isKept) in [(0, false), (1, false), (2, false), (3, true)] as [(Int64, Bool)] {
      moment.seconds = max(file.modified, file.changed).seconds + seconds
      let memory = try cache(TaskFileCache.encoded([tasks[5]], before: moment))
      #expect(memory.isEmpty != isKept, "\(seconds)")
    }
  }

  @Test func immediateSavesAreSeen() throws {
    // A cache of all files, made by a reader at the same moment as the files.
    for round in 0..<12 {
      for number in 1...260 { try desk.write("# A\(round)\n", to: name(number)) }
      _ = try read()
      let path = name(1 + round * 20)
      try desk.write("# B\(round)\n", to: path)
      #expect(try read().tasks.first { $0.path == path }?.title == "B\(round)")
    }
  }

  @Test func damagedCachesAreIgnored() throws {
    desk.memo("add", "Another")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: desk.scratch(memory))))
    let expected = titles(try read())
    var random = SeededRandom(seed: 3)
    #expect(try !cache(whole).isEmpty)
    for length in [0, 1, 7, 8, 63, 64, 65, whole.count / 2, whole.count - 1] {
      #expect(try cache(Array(whole.prefix(length))).isEmpty, "\(length)")
    }
    #expect(try cache(whole + [0]).isEmpty)
    #expect(try cache([UInt8]("memo file memory 2".utf8) + whole.dropFirst(18)).isEmpty)
    // The end has the texts, each with its own checksum.
    let texts = whole.dropFirst(48).prefix(8).enumerated().reduce(0) {
      $0 | Int($1.element) << (8 * $1.offset)
    }
    let head = whole.count - texts
    for _ in 0..<100 {
      var damaged = whole
      damaged[Int.random(in: 0..<head, using: &random)] ^=
        1 << Int.random(in: 0..<8, using: &random)
      #expect(try cache(damaged).isEmpty)
    }
    try desk.scratch.write(Array(whole.prefix(1000)), to: memory)
    #expect(titles(try read()) == expected)
    try desk.scratch.remove(memory)
    #expect(titles(try read()) == expected)
  }

  @Test func aDamagedTextIsReadFromItsFile() throws {
    desk.memo("add", "Another")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: desk.scratch(memory))))
    let before = try read()
    #expect(before.news == 1)
    // The texts are at the end; the first byte of each is damaged.
    let text = Array("# Task 7\n\nold text\n".utf8)
    let start = try #require((0..<whole.count).last { whole[$0...].starts(with: text) })
    var damaged = whole
    damaged[start] = UInt8(ascii: "?")
    try desk.scratch.write(damaged, to: memory)
    let after = try read()
    #expect(after.news == 1)
    #expect(after.tasks.map(\.document) == before.tasks.map(\.document))
    #expect(after.tasks.map(\.item) == before.tasks.map(\.item))
  }
}

private func max(_ a: FileStatus.Time, _ b: FileStatus.Time) -> FileStatus.Time {
  (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds) ? b : a
}
