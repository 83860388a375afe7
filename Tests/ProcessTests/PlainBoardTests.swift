import Foundation
import PlayedTerminal
import TestSupport
import Testing

/// `memo board --plain` on a real terminal, with its line editing.
@Suite(.onItsOwnThread) struct PlainBoardTests {
  private let person: Person

  init() throws {
    person = try Person.withStore()
    try person.expect("memo add Buy milk +shop; memo add --doing Paint the fence")
  }

  private func plain(_ command: String = "memo board --plain") throws -> PseudoTerminal {
    var environment = person.environment
    environment["TERM"] = "xterm-256color"
    return try PseudoTerminal(
      "trap : INT; \(command); echo \"code $?\"; read line", in: person.scratch(person.folder),
      environment: environment, rows: 40)
  }

  private func lines(_ terminal: PseudoTerminal) -> [String] {
    terminal.window.text.split(separator: "\n", omittingEmptySubsequences: true).map {
      String($0).trimmingEnd
    }
  }

  /// Waits for a text, followed by the prompt.
  private func waitForPrompt(_ terminal: PseudoTerminal, after text: String) throws {
    try terminal.wait { $0.text.contains(text) && $0.text.trimmingEnd.hasSuffix("\nmemo>") }
  }

  @Test func anUnfinishedLineSurvivesUpdates() throws {
    let terminal = try plain()
    let before = terminal.settingsBefore
    try terminal.wait(for: "memo>")
    let ids = try person.expect("memo list -q todo; memo list -q doing").split(separator: "\n").map
    { $0.prefix(2) }
    #expect(
      lines(terminal) == [
        "store", "todo: 1 task", "\(ids[0]): Buy milk, tags shop", "doing: 1 task",
        "\(ids[1]): Paint the fence", "done: 0 tasks",
        "type a memo command, 'board', 'help' or 'quit'", "memo>",
      ])
    terminal.type("add Half")
    try terminal.wait(for: "add Half")
    try person.expect("memo add From elsewhere")
    try waitForPrompt(terminal, after: "added:")
    terminal.type(" typed\n")
    try waitForPrompt(terminal, after: "half-typed.md")
    // The answer goes to the question, and Ctrl-C only cancels the line. The terminal discards
    // output that it hasn't shown yet.
    terminal.type("wrong")
    try terminal.wait(for: "memo> wrong")
    terminal.type("\u{3}")
    try waitForPrompt(terminal, after: "wrong^C")
    terminal.type("remove half\n")
    try terminal.wait(for: "[y/N]")
    terminal.type("y\n")
    try waitForPrompt(terminal, after: "brings it back")
    terminal.type("board +shop\n\u{4}")
    try terminal.wait(for: "code ")
    let told = Array(lines(terminal).dropFirst(7))
    // Short ids may have more than two letters.
    func id(_ line: Int) -> String { String(told[line].prefix { $0.isLetter }) }
    #expect(
      told == [
        "memo> add Half", told[1], "memo>  typed",
        "\(id(3))  Half typed  → todo/half-typed.md", "memo> wrong^C", "memo> remove half",
        "\(id(6))  Half typed", "Delete 'Half typed'? [y/N] y", "\(id(8))  Half typed  deleted",
        "'memo undo' brings it back", "memo> board +shop", "todo: 1 task",
        "\(ids[0]): Buy milk, tags shop", "doing: 0 tasks", "done: 0 tasks", "memo>", "code 0",
      ])
    #expect(told[1].hasPrefix("added: ") && told[1].hasSuffix(": From elsewhere"))
    #expect(terminal.settings == before)
    #expect(terminal.window.unknown == [])
  }

  /// At a question, Ctrl-C only cancels the question.
  @Test func aQuestionCanBeCancelled() throws {
    let terminal = try plain("memo board --plain +shop")
    try terminal.wait(for: "memo>")
    terminal.type("remove milk\n")
    try terminal.wait(for: "[y/N]")
    terminal.type("\u{3}")
    try waitForPrompt(terminal, after: "nothing was changed")
    // Changes of tasks outside of the filter are not shown.
    try person.expect("memo add From elsewhere; memo add Bread +shop")
    try waitForPrompt(terminal, after: "added:")
    terminal.type("board (\n")
    try waitForPrompt(terminal, after: "hint: write one")
    terminal.type("quit\n")
    try terminal.wait(for: "code ")
    // Without the ids.
    let told = lines(terminal).dropFirst(6).map {
      $0.replacing(#/^[a-z]+  /#, with: "ID  ").replacing(#/: [a-z]+: /#, with: ": ID: ")
    }
    #expect(
      told == [
        "memo> remove milk", "ID  Buy milk  +shop", "Delete 'Buy milk'? [y/N] ^C",
        "canceled; nothing was changed", "memo>", "added: ID: Bread, tags shop",
        "memo> board (", "error: a condition is missing here",
        "hint: write one, as +home or due<fri", "memo> quit", "code 0",
      ])
  }

  @Test func unsupportedOptionsAreRefused() throws {
    let terminal = try plain("memo board --plain doing --at HEAD~1; memo board --plain --theme ink")
    try terminal.wait(for: "code ")
    #expect(
      lines(terminal) == [
        "error: --at and --plain exclude each other",
        "hint: 'memo board --help' lists the options",
        "error: --theme and --plain exclude each other",
        "hint: 'memo board --help' lists the options",
        "code 64",
      ])
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)])
  }
}
