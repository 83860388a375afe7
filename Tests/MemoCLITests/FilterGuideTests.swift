import Foundation
import MemoKit
import TestSupport
import Testing
@testable import MemoCLI

/// Every line in `memo help filters` works.
@Suite struct FilterGuideTests {
  private let lines = FilterGuide.text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    .map { String($0.dropFirst(4)) }

  @Test func everyExampleWorks() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for title in ["Buy milk +shopping p:high", "Garden +garden +home +work +post project:house"] {
      desk.memo("add", title, "estimate:30min", "context:phone", "to:Kim", "due:2026-11-01")
    }
    let commands = lines.filter { $0.hasPrefix("memo ") }
    #expect(commands.count > 35)
    // The settings define the names that it uses.
    let settings = lines.drop { $0 != "filters:" }.prefix { !$0.hasPrefix("memo") }
    #expect(settings.count == 3)
    try desk.write("version: 1\n\(settings.joined(separator: "\n"))\n", to: ".memo/config.yml")
    let calls = try shellWords(commands.map { String($0.dropFirst(5)) })
    try #require(calls.count == commands.count)
    for (command, words) in zip(commands, calls) {
      let outcome = desk.memo(words + (["done", "set"].contains(words[0]) ? ["--yes"] : []))
      // The task may be done already, but the words are understood.
      let isNothing = outcome.error.contains("no task matches")
      #expect(outcome.status == .done || isNothing, "\(command): \(outcome.error)")
    }
    // The error that the guide shows.
    let shown = lines.drop { !$0.hasPrefix("$ ") }.dropFirst().joined(separator: "\n")
    #expect(desk.memo("list", "due:someday").error.hasPrefix(shown))
  }

  @Test func theGuideFitsTheTerminal() throws {
    var context = Desk(try Scratch(), "kim").context
    context.terminal = TerminalFacts(output: true, width: 60)
    let outcome = Memo.run(["help", "filters"], in: context)
    #expect(outcome.status == .done)
    let widest = outcome.output.split(separator: "\n").map { line in
      line.replacing(/\u{1B}\[[0-9;]*m/, with: "").count
    }.max()
    #expect((50...60).contains(widest ?? 0))
    #expect(
      Memo.run(["help", "filters"], in: Desk(try Scratch(), "kim").context).output
        == FilterGuide.text + "\n")
  }
}
