import BoardModel
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing
import Words

/// Keys, what they do, and their settings.
@Suite struct KeyTests {
  @Test func everyActionHasAKeyAndEveryKeyOneAction() throws {
    let bindings = try Bindings()
    #expect(Action.allCases.allSatisfy { !(bindings.keys[$0] ?? []).isEmpty })
    let all = Action.allCases.flatMap { bindings.keys[$0] ?? [] }
    #expect(Set(all).count == all.count)
    for language in Language.allCases {
      let titles = Action.allCases.map { $0.title(language.catalog) }
      #expect(Set(titles).count == Action.allCases.count)
    }
    for stroke in all { #expect(KeyStroke(stroke.text) == stroke, "\(stroke.text)") }
  }

  @Test(arguments: ["", "Ctrl-", "Hyper-X", "xx", "Ctrl-Alt", "F13"])
  func whatNamesNoKeyIsNone(text: String) {
    #expect(KeyStroke(text) == nil)
  }

  @Test func keysAreChanged() throws {
    let bindings = try Bindings(changing: [("finish", "x"), ("tick", "Ctrl-T")])
    #expect(bindings[KeyStroke("x")] == .finish)
    #expect(bindings[KeyStroke("d")] == nil)
    #expect(bindings[KeyStroke(.character("t"), .control)] == .tick)
    // Who takes another action's key takes it from that one.
    let taken = try Bindings(changing: [("finish", "j")])
    #expect(taken[KeyStroke("j")] == .finish)
    #expect(taken[KeyStroke(.down)] == .down)
  }

  @Test(arguments: [
    ([("finish", "x"), ("start", "x")], "x can't do both start and finish", 1),
    ([("fly", "x")], "there is no action 'fly'", 0),
    (
      [("finish", "x"), ("start", "Hyper-X")],
      "'Hyper-X' is no key; write j, Ctrl-D, Shift-Left or Space", 1
    ),
    ([("start", "Ctrl-M")], "no terminal sends Ctrl-M, which is Enter", 0),
    ([("start", "ctrl-j")], "no terminal sends Ctrl-J, which is Enter", 0),
    ([("start", "Ctrl-i")], "no terminal sends Ctrl-I, which is Tab", 0),
    ([("start", "Ctrl-H")], "no terminal sends Ctrl-H, which is Backspace", 0),
    ([("start", "Ctrl-[")], "no terminal sends Ctrl-[, which is Esc", 0),
    ([("start", "Ctrl-1")], "no terminal sends Ctrl-1", 0),
  ]) func whatCantBeBoundIsAnError(changes: [(String, String)], message: String, index: Int) {
    #expect(throws: Bindings.Failure(message: message, index: index)) {
      try Bindings(changing: changes.map { (action: $0.0, key: $0.1) })
    }
  }

  /// What `keys.yml` says, or why it can't be what somebody wants.
  @Test(
    arguments: [
      ("", nil), ("# nothing yet\n", nil), ("finish: x # why\n", nil),
      (
        "finish: [x, y]\n",
        "keys.yml:1: 'finish' is not followed by one word"
      ),
      ("tick: T\nfinish:\n", "keys.yml:2: 'finish' is not followed by one word"),
      ("- a\n- b\n", "keys.yml:1:1: "), ("finish: [x\n", "keys.yml:1:9: not YAML"),
      ("\0", "keys.yml:1:1: "), ("up: k\nup: w\n", "keys.yml:2"),
      ("up: k\nup: Ctrl-M\n", "keys.yml:2"),
      ("tick: T\nfinish: Ctrl-M\n", "keys.yml:2: no terminal"),
    ] as [(String, String?)]) func theFileIsReadOrRefused(text: String, message: String?) throws
  {
    let scratch = try Scratch()
    try scratch.write(text, to: ".config/memo/keys.yml")
    let environment = Environment(
      variables: ["HOME": scratch.path], now: { 0 }, utcOffset: { _ in 0 })
    do throws(MemoError) {
      _ = try Bindings(environment)
      #expect(message == nil)
    } catch {
      let start = "\(scratch.path)/.config/memo/"
      #expect(message.map { error.message.hasPrefix(start + $0) } == true, "\(error.message)")
      #expect(error.hints.last?.hasPrefix("a line is an action and a key") == true)
    }
  }

  @Test func aFolderIsNoFileOfKeys() throws {
    let scratch = try Scratch()
    try scratch.write("", to: ".config/memo/keys.yml/x")
    let environment = Environment(
      variables: ["HOME": scratch.path], now: { 0 }, utcOffset: { _ in 0 })
    let error = try #require(throws: MemoError.self) { try Bindings(environment) }
    #expect(error.message == "\(scratch.path)/.config/memo/keys.yml is no file")
  }

  @Test(arguments: [
    ("log", ["log"]), ("  list   +home ", ["list", "+home"]),
    ("add 'a b' \"c\\\"d\"", ["add", "a b", "c\"d"]), ("a\\ b", ["a b"]), ("''", [""]), ("", []),
  ]) func aLineIsTakenApartAsAShellDoes(line: String, words: [String]) {
    #expect(ShellWords.split(line) == words)
  }

  @Test(arguments: ["'a", "\"", "a\\"]) func anOpenQuotationIsTold(line: String) {
    #expect(ShellWords.split(line) == nil)
  }

  /// What is typed takes the old text's place; who moves in it first changes it.
  @Test(arguments: [
    ("f r i", "fri"), ("Backspace", ""), ("Delete 1", "1"), ("Left x", "due x5"),
    ("End x", "due 5x"), ("Ctrl-W 6", "due 6"), ("Esc", "due 5"),
  ]) func aSelectedTextGivesWay(keys: String, text: String) throws {
    var field = TextField("due 5", isSelected: true)
    for key in keys.split(separator: " ") {
      let stroke = try #require(KeyStroke(String(key)))
      _ = field.take(stroke.key, stroke.modifiers)
    }
    #expect(field.text == text)
    #expect(field.isSelected == (keys == "Esc"))
  }
}
