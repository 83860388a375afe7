import BoardModel
@testable import MemoTUI
import Terminal
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
    ([("finish", "x"), ("start", "x")], "x can't do both start and finish"),
    ([("fly", "x")], "there is no action 'fly'"),
    ([("start", "Hyper-X")], "'Hyper-X' is no key; write j, Ctrl-D, Shift-Left or Space"),
  ]) func whatCantBeBoundIsAnError(changes: [(String, String)], message: String) {
    #expect(throws: Bindings.Failure(message: message)) {
      try Bindings(changing: changes.map { (action: $0.0, key: $0.1) })
    }
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
