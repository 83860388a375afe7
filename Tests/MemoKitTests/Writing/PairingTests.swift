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

/// Pairing of changed files with recorded tasks.
@Suite struct PairingTests {
  /// `path id text`; `-` for no id.
  private func version(_ spec: String) -> TaskVersion {
    let parts = spec.split(separator: " ").map(String.init)
    let id = parts[1] == "-" ? "" : "id: \(String(repeating: parts[1], count: 10))\n"
    return TaskVersion(
      path: parts[0], document: TaskDocument(Array("---\n\(id)---\n\(parts.last ?? "")\n".utf8)))
  }

  private func pairs(
    _ before: [String], _ after: [String], settled: [String] = []
  ) throws -> [String] {
    let unchangedIDs = Set(settled.compactMap { TaskID(String(repeating: $0, count: 10)) })
    return Pairing(
      before: before.map(version), after: after.map(version), unchangedIDs: unchangedIDs
    ).pairs.map { pair in
      "\(pair.before?.path ?? "new") > \(pair.after?.path ?? "gone")" + (pair.isCopy ? " copy" : "")
    }
  }

  static let cases: [(name: String, before: [String], after: [String], pairs: [String])] = [
    ("nothing", [], [], []),
    ("new", [], ["a b x"], ["new > a"]),
    ("gone", ["a b x"], [], ["a > gone"]),
    ("changed", ["a b x"], ["a b y"], ["a > a"]),
    ("moved", ["t/a b x"], ["d/a b y"], ["t/a > d/a"]),
    ("swapped", ["a b x", "c d y"], ["a d y", "c b x"], ["c > a", "a > c"]),
    ("copied", ["a b x"], ["a b y", "z b x"], ["a > a", "new > z copy"]),
    ("copied before it", ["m b x"], ["a b x", "m b y"], ["m > m", "new > a copy"]),
    ("moved and copied", ["t/a b x"], ["d/a b x", "t/z b x"], ["t/a > d/a", "new > t/z copy"]),
    ("moved, the text tells", ["a b x"], ["p b y", "q b x"], ["a > q", "new > p copy"]),
    ("moved, nothing tells", ["a b x"], ["p b y", "q b z"], ["a > p", "new > q copy"]),
    ("id lost", ["a b x"], ["a - x"], ["a > a"]),
    ("id lost, renamed", ["a b x"], ["z - x"], ["new > z", "a > gone"]),
    ("no id, renamed", ["a - x"], ["z - x"], ["a > z"]),
    ("no id, moved and edited", ["t/a - x"], ["d/a - y"], ["t/a > d/a"]),
    ("id lost, renamed, another text", ["a b x"], ["z - y"], ["new > z", "a > gone"]),
    ("no id, all else is new", ["a - x"], ["z - y"], ["new > z", "a > gone"]),
    ("id given by hand", ["a - x"], ["a b x"], ["a > a"]),
    ("id given, then moved", ["t/a - x"], ["d/a b x"], ["t/a > d/a"]),
    (
      "id given, then another in its place", ["a - x"], ["a c y", "z b x"],
      ["a > a", "new > z"]
    ),
    ("moved, id lost", ["t/a b x"], ["d/a - x"], ["t/a > d/a"]),
    ("id given, moved and edited", ["t/a - x"], ["d/a b y"], ["t/a > d/a"]),
    ("another id", ["a b x"], ["a c x"], ["new > a", "a > gone"]),
    ("another id and text", ["a b x"], ["a c y"], ["new > a", "a > gone"]),
    ("two new with one id", [], ["a b x", "c b y"], ["new > a", "new > c copy"]),
    ("two without ids, same text", ["a - x", "c - x"], ["p - x", "q - x"], ["a > p", "c > q"]),
    (
      "three round", ["a b x", "c d y", "e f z"], ["a d y", "c f z", "e b x"],
      ["c > a", "e > c", "a > e"]
    ),
  ]

  @Test(arguments: cases)
  func finds(_ one: (name: String, before: [String], after: [String], pairs: [String])) throws {
    #expect(try pairs(one.before, one.after) == one.pairs, "\(one.name)")
  }

  @Test func anUnchangedFilesIDMarksACopy() throws {
    #expect(try pairs([], ["z b x"], settled: ["b"]) == ["new > z copy"])
    // A task that overwrites another task's file is still itself, with its own id.
    #expect(try pairs(["a c x"], ["a b x"], settled: ["b"]) == ["a > a copy"])
    #expect(try pairs(["a c x"], ["a b x", "z c x"], settled: ["b"]) == ["a > z", "new > a copy"])
  }

  @Test func copiesWithNewIDsAreTheSameFiles() throws {
    #expect(try pairs(["a b x", "z b y"], ["a c x", "z d y"]) == ["a > a", "z > z"])
  }

  /// Each version is in exactly one pair.
  @Test(arguments: 0..<Effort.count(20)) func everyVersionIsPairedOnce(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    func versions() -> [TaskVersion] {
      Set(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<8, using: &random)
        }
      )
      .sorted().map { name in
        let id = ["b", "c", "d", "-"].randomElement(using: &random) ?? "-"
        let text = ["x", "y"].randomElement(using: &random) ?? "x"
        return version("f\(name) \(id) \(text)")
      }
    }
    let (before, after) = (versions(), versions())
    let settled = Bool.random(using: &random) ? [TaskID("bbbbbbbbbb")].compactMap { $0 } : []
    let pairs = Pairing(before: before, after: after, unchangedIDs: Set(settled)).pairs
    #expect(pairs.compactMap(\.before?.path).sorted() == before.map(\.path).sorted())
    #expect(pairs.compactMap(\.after?.path).sorted() == after.map(\.path).sorted())
    // Only a copy can appear with the id of an unchanged file.
    for pair in pairs where pair.after?.id.map(settled.contains) == true {
      #expect(pair.isCopy, "\(pair.after?.path ?? "")")
    }
  }
}
