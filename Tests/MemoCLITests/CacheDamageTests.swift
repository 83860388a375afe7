import Foundation
import MemoCLI
import TestSupport
import Testing

/// Deleted, truncated or damaged caches never change the output of a command.
@Suite(.onItsOwnThread) struct CacheDamageTests {
  private let desk: Desk
  private static let caches = ["cache/files", "cache/folders", "cache/history.sqlite"]
  private static let commands = [
    ["list", "--all", "-s", "title", "--json"], ["list", "-n", "5"], ["show", "todo/task-7.md"],
    ["find", "text 25"], ["log", "-n", "5"], ["log", "todo/task-7.md"], ["stats"], ["status"],
    ["check"],
  ]

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 1...290 {
      let header = "---\ntitle: Task \(number)\npriority: low\nproject: p\(number % 7)\n---\n"
      try desk.write(header + "text \(number)\n- [ ] step\n", to: "todo/task-\(number).md")
    }
    try desk.write("---\nstatus: nothing\n---\n", to: "todo/wrong.md")
    desk.memo("add", "One", "more")
    for number in 1...5 { desk.memo("done", "todo/task-\(number).md") }
    desk.memo("set", "todo/task-7.md", "priority=high")
    // More commits than are read without an index.
    for number in 1...52 {
      try desk.scratch.git("commit", "--quiet", "--allow-empty", "-m", "\(number)", in: "kim")
    }
    // Files that were changed in the last seconds are not cached.
    Thread.sleep(forTimeInterval: 3.1)
  }

  /// At the same time in each run.
  private func outputs() -> [String] {
    desk.setClock(1_800_000_000)
    return Self.commands.map {
      let outcome = Memo.run($0, in: desk.context)
      return outcome.output + outcome.error
    }
  }

  @Test func outputsStayTheSame() throws {
    let expected = outputs()
    let folder = desk.scratch("kim/.git/memo")
    let whole = try Self.caches.map { name in
      let path = "\(folder)/\(name)"
      #expect(FileManager.default.fileExists(atPath: path), "\(name) is there")
      return (path, [UInt8](try Data(contentsOf: URL(filePath: path))))
    }
    var random = SeededRandom(seed: 12)
    for round in 0..<8 {
      for (path, bytes) in whole {
        // The database has no checksum, so it is only truncated, overwritten or deleted.
        let isDatabase = path.hasSuffix(".sqlite")
        try Self.damage(bytes, isDatabase && round % 4 == 0 ? 1 : round, isDatabase, &random).map {
          Data($0)
        }?.write(to: URL(filePath: path))
          ?? FileManager.default.removeItem(atPath: path)
      }
      #expect(outputs() == expected, "round \(round)")
    }
  }

  /// - Returns: Nil for a deleted file.
  private static func damage(
    _ bytes: [UInt8], _ round: Int, _ isDatabase: Bool, _ random: inout SeededRandom
  ) -> [UInt8]? {
    var bytes = bytes
    switch round % 4 {
    case 0:
      // A single wrong bit.
      bytes[.random(in: bytes.indices, using: &random)] ^=
        1 << Int.random(in: 0..<8, using: &random)
    case 1: bytes.removeLast(.random(in: 1...bytes.count, using: &random))
    case 2:
      for place in 0..<20 {
        let place = isDatabase ? place : .random(in: bytes.indices, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
    default: return nil
    }
    return bytes
  }
}
