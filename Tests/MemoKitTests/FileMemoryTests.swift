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

/// The memory of files is quicker than the files, and never believed where they say otherwise.
@Suite(.onItsOwnThread) struct FileMemoryTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 1...300 { try desk.write("# Task \(number)\n\nold text\n", to: name(number)) }
    desk.memo("add", "One", "more")
    // Files that were changed in the last seconds are not remembered.
    age()
    try FileManager.default.removeItem(atPath: desk.scratch("kim/.git/memo/files"))
  }

  private func name(_ number: Int) -> String { "todo/task-\(number).md" }
  private var memory: String { "kim/.git/memo/files" }

  private func age() {
    // The time of a change is the kernel's own, and can only be waited for.
    Thread.sleep(forTimeInterval: 3.1)
  }

  private func read() throws -> Snapshot {
    try Store.open(desk.scratch("kim"), environment: desk.environment).read()
  }

  private func titles(_ snapshot: Snapshot) -> [String] { snapshot.tasks.map(\.title).sorted() }

  @Test func isMadeByAChangeAndUsedByAReading() throws {
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

  @Test func everyChangeIsSeen() throws {
    desk.memo("add", "Another")
    let path = desk.scratch("kim/\(name(7))")
    let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    // The same length, and the time put back: only the time of change tells.
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

  @Test func whatIsBrokenIsNoMemory() throws {
    desk.memo("add", "Another")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: desk.scratch(memory))))
    let expected = titles(try read())
    var random = SeededRandom(seed: 3)
    #expect(FileMemory(whole).isEmpty == false)
    for length in [0, 1, 18, 19, 26, 27, whole.count / 2, whole.count - 1] {
      #expect(FileMemory(Array(whole.prefix(length))).isEmpty, "\(length)")
    }
    #expect(FileMemory(whole + [0]).isEmpty)
    #expect(FileMemory([UInt8]("memo file memory 2\n".utf8) + whole.dropFirst(19)).isEmpty)
    for _ in 0..<200 {
      // Lengths that lead nowhere must not trap.
      var damaged = whole
      damaged[Int.random(in: 19..<400, using: &random)] = .random(in: 0...255, using: &random)
      _ = FileMemory(damaged)
    }
    try desk.scratch.write(Array(whole.prefix(1000)), to: memory)
    #expect(titles(try read()) == expected)
    try desk.scratch.remove(memory)
    #expect(titles(try read()) == expected)
  }
}
