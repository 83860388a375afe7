import Foundation
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// Every file in `Screens` is played, and the screens must be the same.
///
/// A line `$ …` is typed in a shell beside the board, `> …` are keys, `= 24x80` resizes the window;
/// a screen follows each of the last two. `% ko` chooses the language. `MEMO_WRITE_SCREENS=1 swift
/// test --filter BoardScreenTests` updates the files.
@Suite(.onItsOwnThread) struct BoardScreenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(component: "Screens")
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_SCREENS"] != nil

  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted()

  @Test(arguments: names ?? []) func screensMatch(name: String) throws {
    let file = Self.folder.appending(component: name)
    let written = try String(contentsOf: file, encoding: .utf8)
    let seen = try Self.played(written)
    if Self.writes { try seen.write(to: file, atomically: true, encoding: .utf8) }
    let pairs = zip(
      seen.split(separator: "\n", omittingEmptySubsequences: false),
      written.split(separator: "\n", omittingEmptySubsequences: false))
    let first = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    #expect(
      seen == written,
      "line \((first?.offset ?? 0) + 1): seen '\(first?.element.0 ?? "")', written '\(first?.element.1 ?? "")'"
    )
  }

  private static func played(_ text: String) throws -> String {
    let desk = Desk(try Scratch(), "groceries")
    var stage: Stage?
    var size = (rows: 16, columns: 80)
    var locale = "C.UTF-8"
    func board() throws -> Stage {
      try Stage(desk, rows: size.rows, columns: size.columns, variables: ["LC_ALL": locale])
    }
    var seen = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      // The screen at that moment.
      if line.hasPrefix("|") { continue }
      seen += line + "\n"
      let words = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "$ ":
        _ = try desk.type(words)
        stage?.refresh()
        continue
      case "= ":
        let numbers = words.split(separator: "x").compactMap { Int($0) }
        size = (numbers[0], numbers[1])
        stage?.send(.resize(.init(rows: size.rows, columns: size.columns)))
      case "> ":
        if stage == nil { stage = try board() }
        stage?.hit(words)
      case "% ":
        locale = "\(words).UTF-8"
        continue
      default: continue
      }
      if stage == nil { stage = try board() }
      guard let stage else { continue }
      seen += stage.screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { "|\($0)\n" }.joined()
      for effect in stage.outside where !effect.isDraft { seen += "|[\(effect)]\n" }
    }
    return seen
  }

  @Test func thereAreScreens() { #expect((Self.names?.count ?? 0) > 3) }
}
