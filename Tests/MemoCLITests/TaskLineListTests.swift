import Foundation
import MemoKit
import TestSupport
import Testing

@testable import MemoCLI

/// Editing many tasks in one buffer.
@Suite struct TaskLineListTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
  }

  private func store() throws -> Store {
    try Store.open(desk.scratch("kim"), environment: desk.environment)
  }

  private func list() throws -> TaskLineList {
    let snapshot = try store().read()
    return TaskLineList(
      snapshot.tasks, snapshot.shortestPrefixes(), ArgumentText.grammar(try store(), desk.context))
  }

  /// With any titles, tags and dates, an unchanged buffer changes nothing.
  @Test(arguments: 0..<UInt64(Effort.count(4))) func uneditedLinesChangeNothing(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    let words = [
      "milk", "p:high", "due:fri", "+home", "--", "a:b", "estimate:3h", "17:00", "https://x.org/a",
      "'quoted'", "\"", "#1", "every:week", "kx", "todo:", "  ", "é", "日本", "title:x", "-t",
      "to:me",
    ]
    for _ in 0..<15 {
      let title = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard title.contains(where: { !$0.isWhitespace }) else { continue }
      var arguments = ["add"]
      if Bool.random(using: &random) { arguments += ["-d", "2026-12-01 17:00"] }
      if Bool.random(using: &random) { arguments += ["-p", "low"] }
      if Bool.random(using: &random) { arguments += ["-t", "a:b", "-t", "über"] }
      desk.memo(arguments + ["--", title])
    }
    let list = try list()
    #expect(list.rows.count > 5)
    let changes = try #require(try list.changes(in: list.text))
    #expect(changes.edits.map(\.task) == [])
    let windows = list.text.replacing("\n", with: "\r\n")
    #expect(try list.changes(in: windows)?.edits.isEmpty == true)
    #expect(try list.changes(in: "# Nothing is left.\n") == nil)
  }

  /// A line's words mean the same as in `add`.
  @Test func linesAreReadLikeAdd() throws {
    desk.memo("add", "Buy milk", "+home", "due:2026-12-01", "p:high")
    let list = try list()
    let label = try #require(list.rows.first).label
    for (line, expected) in [
      ("due:2026-12-24 17:00 p:L +x  Buy oat milk", "title -home deadline priority +x"),
      ("Buy milk", "-deadline -priority -home"),
      ("due:2026-12-01 p:high +home Buy milk project:house", "project"),
      ("due:2026-12-01 p:high +home -- Buy p:low", "title"),
      ("due:2026-12-01 p:high +home Buy milk tags:a,b", "+a +b"),
      ("due:2026-12-01 p:high Buy milk tag:a", "-home +a"),
      ("due:2026-12-01 p:high +home Buy milk tags:none +a", "-home +a"),
      ("due:2026-12-01 p:high tags:none +home Buy milk", ""),
    ] {
      let changes = try #require(try list.changes(in: "todo:\n\(label)  \(line)\n"))
      let edits = try #require(changes.edits.isEmpty ? [] : changes.edits[0].edits)
      let words = edits.map { edit in
        switch edit {
        case .set(let key, _): key
        case .clear(let key): "-\(key)"
        case .addTag(let tag): "+\(tag)"
        case .removeTag(let tag): "-\(tag)"
        }
      }
      #expect(words.joined(separator: " ") == expected, "\(line)")
    }
  }

  /// Invalid lines are kept so that they can be fixed.
  @Test func invalidLinesAreKept() throws {
    desk.memo("add", "Buy milk")
    desk.memo("add", "Buy bread")
    var context = desk.context
    context.environment.variables["EDITOR"] = "sed -i s/milk/due:never/"
    let outcome = desk.memo(["edit", "todo"], in: context)
    #expect(outcome.status == .usage)
    let path = try #require(
      outcome.error.split(separator: "\n").first { $0.contains("is kept in ") }?
        .split(separator: " ").last)
    let text = try String(contentsOfFile: String(path), encoding: .utf8)
    #expect(text.contains("Buy due:never"))
    #expect(try desk.complaints() == "")
  }
}
