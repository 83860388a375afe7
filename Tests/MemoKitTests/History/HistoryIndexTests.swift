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

/// What is remembered of a history: the same comes back, and anything else is no memory.
@Suite struct HistoryIndexTests {
  private func index(seed: UInt64) -> HistoryIndex {
    var random = SeededRandom(seed: seed)
    var index = HistoryIndex()
    func blob() -> ObjectID {
      ObjectID(words: (random.next(), random.next(), UInt32(truncatingIfNeeded: random.next())))
    }
    func state() -> FileState? {
      guard random.next() % 4 > 0 else { return nil }
      let number = random.next() % 9
      return FileState(
        // Two that look the same and are not.
        path: "todo/\(random.next() % 2 == 0 ? "\u{E9}" : "e\u{301}") \(number).md", blob: blob(),
        mode: random.next() % 3 == 0 ? .executable : .regular,
        id: random.next() % 3 == 0 ? nil : TaskID.derived(from: [UInt8(number)]))
    }
    for place in 0..<30 {
      let parents = (0..<Int(random.next() % 3)).compactMap { _ in
        place > 0 ? Int(random.next() % UInt64(place)) : nil
      }
      let deltas = (0..<Int(random.next() % 4)).map { _ in
        TaskDelta(
          befores: (0..<max(1, parents.count)).map { _ in state() }, after: state())
      }
      index.append(
        HistoryIndex.Node(
          commit: blob(), time: Int64(truncatingIfNeeded: random.next()),
          authored: Timestamp(
            secondsSince1970: Int64(truncatingIfNeeded: random.next()),
            offsetMinutes: Int(random.next() % 1_680) - 840),
          parents: parents, .found(deltas)))
    }
    return index
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func whatIsWrittenIsRead(seed: UInt64) {
    let index = index(seed: seed)
    #expect(HistoryIndex(index.encoded).nodes == index.nodes)
    #expect(HistoryIndex(HistoryIndex().encoded).nodes == [])
  }

  @Test func damageOfAnyKindIsNoMemory() {
    let bytes = index(seed: 1).encoded
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(HistoryIndex(Array(bytes[..<count])).nodes == [], "\(count)")
    }
    #expect(HistoryIndex(bytes + [0]).nodes == [])
    for place in stride(from: 0, to: bytes.count, by: 11) {
      var damaged = bytes
      damaged[place] ^= 0x10
      #expect(HistoryIndex(damaged).nodes == [], "\(place)")
    }
    var other = bytes
    other.replaceSubrange(0..<21, with: Array("memo history index 0\n".utf8))
    #expect(HistoryIndex(other).nodes == [])
  }

  @Test func onlyAHistoryIsKept() {
    var index = HistoryIndex()
    for (place, parents) in [[], [0], [0], [2], [1, 3]].enumerated() {
      index.append(
        HistoryIndex.Node(
          commit: ObjectID(words: (UInt64(place), 0, 0)), time: 0,
          authored: Timestamp(secondsSince1970: 0, offsetMinutes: 0), parents: parents,
          .found([])))
    }
    #expect(index.history(of: 3) == [true, false, true, true, false])
    let kept = index.keeping(index.history(of: 3))
    #expect(kept.nodes.map(\.parents) == [[], [0], [1]])
    #expect(kept.nodes.map(\.commit.words.high) == [0, 2, 3])
  }

  private func told(_ desk: Desk) throws -> [String] {
    var told: [String] = []
    try desk.store().log { entry in
      told.append("\(entry.kind): \(entry.title)")
      return true
    }
    return told
  }

  /// What the journal says with the file, without it, and with a file that nobody can read.
  @Test func theFileMakesNoDifference() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    for number in 0..<60 {
      desk.wait(seconds: 60)
      _ = try desk.store().add(NewTask(title: "Task \(number)"))
    }
    let file = ".git/memo/history"
    let before = try told(desk)
    #expect(before.count == 60)
    let kept = Array(try Data(contentsOf: URL(filePath: desk.scratch(desk.path(file)))))
    desk.wait(seconds: 60)
    _ = try desk.store().move(["task-7"], to: .doing)
    let after = ["move: Task 7"] + before
    #expect(try told(desk) == after)
    for damage in [[], Array("nothing".utf8), kept.dropLast(100), kept] {
      try desk.scratch.write(damage, to: desk.path(file))
      #expect(try told(desk) == after)
    }
    try desk.remove(file)
    #expect(try told(desk) == after)
    // What was rebased away is forgotten, and not told.
    try desk.scratch.git("reset", "--quiet", "--hard", "HEAD~2", in: "kim")
    #expect(try told(desk) == Array(before.dropFirst()))
    // A folder that can't be written to is no reason not to answer.
    try desk.remove(".git/memo")
    try desk.write("", to: ".git/memo")
    #expect(try told(desk) == Array(before.dropFirst()))
  }

  /// One commit that changed many files is compared once, and not by every command that follows.
  @Test func aLargeCommitIsKept() throws {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    func size() throws -> Int {
      let path = desk.scratch(desk.path(".git/memo/history"))
      return (try? Data(contentsOf: URL(filePath: path)).count) ?? 0
    }
    for count in [20, 120] {
      for number in 0..<count {
        try desk.write("---\ntitle: \(count) \(number)\n---\n", to: "todo/\(count)-\(number).md")
      }
      try desk.scratch.git("add", "--all", in: "kim")
      try desk.scratch.git("commit", "--quiet", "--message", "by hand", in: "kim")
      #expect(try told(desk).count == (count == 20 ? 20 : 140))
      #expect((try size() > 0) == (count == 120))
    }
  }
}
