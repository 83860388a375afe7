import Foundation
import MemoCLI
import TestSupport
import Testing

/// memo packs its objects, and loses none.
@Suite(.onItsOwnThread) struct PackingTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("init")
  }

  private func git(_ words: String...) throws -> String {
    let folder = desk.scratch(desk.folder)
    let ran = try run("git", words, in: folder, environment: desk.scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "git \(words): \(ran.error)") }
    return ran.output
  }

  private func objects() throws -> Set<String> {
    let lines = try git(
      "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
    return Set(lines.split(separator: "\n").map(String.init))
  }

  private func loose() throws -> Int {
    let line = try git("count-objects").split(separator: " ")
    return try #require(line.first.flatMap { Int($0) })
  }

  /// Writes more objects than may stay loose, as each takes a block of the disk.
  ///
  /// For tasks memo would write a pack.
  private func writeMany(_ round: Int = 0) throws {
    for number in 1...900 {
      try desk.write("text \(round) of \(number)\n", to: "texts/\(number % 4)/\(number).txt")
    }
    // While git packs, it removes folders that are empty at that moment, even if another git is
    // about to write there. That one fails and has to be called again.
    var tries = 0
    while true {
      do {
        _ = try git("add", "texts")
        _ = try git("commit", "--quiet", "--message", "Many", "--", "texts")
        return
      } catch {
        tries += 1
        guard tries < 5 else { throw error }
      }
    }
  }

  private func waitUntil(_ isSo: () throws -> Bool) throws {
    for _ in 0..<300 {
      if try isSo() { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    Issue.record("it has not come about in half a minute")
  }

  @Test func manyObjectsArePacked() throws {
    desk.memo("add", "One")
    try desk.write("staged\n", to: "other.txt")
    _ = try git("add", "other.txt")
    // Only the reflog refers to this one.
    desk.memo("add", "Lost", "to", "all", "but", "the", "reflog")
    _ = try git("reset", "--quiet", "--soft", "HEAD~1")
    _ = try git("reset", "--quiet", "--hard")
    try desk.write("staged again\n", to: "other.txt")
    _ = try git("add", "other.txt")
    try writeMany()
    #expect(try loose() > 900)
    let before = try objects()
    desk.memo("add", "Two")
    try waitUntil { try loose() < 100 }
    let after = try objects()
    #expect(before.isSubset(of: after))
    #expect(try git("diff", "--cached", "--name-only") == "other.txt\n")
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
    #expect(desk.memo("undo").status == .done)
  }

  @Test func fewObjectsStayLoose() throws {
    desk.memo("add", "One")
    let before = try loose()
    desk.memo("add", "Two")
    #expect(!desk.scratch.exists("kim/.git/memo/packing"))
    #expect(try loose() > before)
  }

  /// - Parameter age: The seconds since packing started.
  private func note(age: Double) throws {
    try desk.scratch.write("", to: "kim/.git/memo/packing")
    try setAge(age, of: "kim/.git/memo/packing")
  }

  private func setAge(_ age: Double, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: desk.scratch(path))
  }

  @Test func uselessPackingIsTriedLater() throws {
    _ = try git("commit", "--quiet", "--allow-empty", "-m", "Something to pack")
    _ = try git("repack", "-a", "-d", "--quiet")
    let pack = try #require(
      try FileManager.default.contentsOfDirectory(
        atPath: desk.scratch("kim/.git/objects/pack")
      ).first { $0.hasSuffix(".pack") })
    try setAge(7200, of: "kim/.git/objects/pack/\(pack)")
    try writeMany()
    try note(age: 1800)
    desk.memo("add", "One")
    let begun = try FileManager.default.attributesOfItem(
      atPath: desk.scratch("kim/.git/memo/packing"))[.modificationDate]
    #expect(try #require(begun as? Date).timeIntervalSinceNow < -1700)
    try note(age: 3700)
    desk.memo("add", "Two")
    try waitUntil { try loose() < 100 }
  }

  @Test func successfulPackingIsRepeatedSoon() throws {
    for round in 1...2 {
      try writeMany(round)
      desk.memo("add", "Round", "\(round)")
      try waitUntil { try loose() < 100 }
      // The next command notices the success.
      desk.memo("add", "More", "\(round)")
      #expect(!desk.scratch.exists("kim/.git/memo/packing"))
    }
  }

  @Test func gcAutoZeroTurnsPackingOff() throws {
    _ = try git("config", "gc.auto", "0")
    try writeMany()
    desk.memo("add", "One")
    #expect(!desk.scratch.exists("kim/.git/memo/packing"))
  }

  @Test func concurrentProcessesAreNotDisturbed() throws {
    try writeMany()
    desk.memo("add", "One")
    let folder = desk.scratch(desk.folder)
    let environment = desk.scratch.environment
    let collector = Thread {
      for _ in 0..<3 {
        _ = try? run("git", ["gc", "--quiet"], in: folder, environment: environment)
      }
    }
    collector.start()
    for round in 1...2 {
      try writeMany(round)
      try? desk.scratch.remove("kim/.git/memo/packing")
      #expect(desk.memo("add", "Round", "\(round)").status == .done)
    }
    try waitUntil { collector.isFinished }
    try waitUntil { try loose() < 1000 }
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
    #expect(desk.memo("log", "-n", "20", "--json").status == .done)
    #expect(try git("status", "--porcelain") == "")
  }
}
