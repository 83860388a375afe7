import MemoCLI
import BoardModel
import Foundation
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing
import Words

/// Keys, actions and their settings.
@Suite struct KeyTests {
  @Test func everyActionHasAKeyAndEveryKeyOneAction() throws {
    let bindings = try Bindings()
    #expect(Action.allCases.allSatisfy { !(bindings.keys[$0] ?? []).isEmpty })
    let all = Action.allCases.flatMap { bindings.keys[$0] ?? [] }
    #expect(Set(all).count == all.count)
    for language in Language.allCases {
      let titles = Action.allCases.map { $0.title(language.words) }
      #expect(Set(titles).count == Action.allCases.count)
    }
    for stroke in all { #expect(KeyStroke(stroke.text) == stroke, "\(stroke.text)") }
  }

  @Test(arguments: ["", "Ctrl-", "Hyper-X", "xx", "Ctrl-Alt", "F13"])
  func invalidNamesAreRefused(text: String) {
    #expect(KeyStroke(text) == nil)
  }

  @Test func keysCanBeChanged() throws {
    let bindings = try Bindings(changing: [("finish", "x", ":1"), ("tick", "Ctrl-T", ":2")])
    #expect(bindings[KeyStroke("x")] == .finish)
    #expect(bindings[KeyStroke("d")] == nil)
    #expect(bindings[KeyStroke(.character("t"), .control)] == .tick)
    // A key of another action is taken from it.
    let taken = try Bindings(changing: [("finish", "j", ":1")])
    #expect(taken[KeyStroke("j")] == .finish)
    #expect(taken[KeyStroke(.down)] == .down)
    let swapped = try Bindings(changing: [("finish", "u", ":1"), ("undo", "d", ":2")])
    #expect((swapped.text(.finish), swapped.text(.undo)) == ("u", "d"))
  }

  @Test(arguments: [
    ([("finish", "x"), ("start", "x")], "x can't do both finish and start", 1),
    ([("fly", "x")], "there is no action 'fly'", 0),
    (
      [("finish", "x"), ("start", "Hyper-X")],
      "'Hyper-X' is no key; write j, Ctrl-D, Shift-Left or Space", 1
    ),
  ]) func invalidBindingsAreErrors(changes: [(String, String)], message: String, index: Int) {
    #expect(throws: MemoError(.refused, "\(index): \(message)", hints: [Bindings.hint])) {
      try Bindings(
        changing: changes.enumerated().map { place, change in (change.0, change.1, "\(place)") })
    }
  }

  /// The bindings in `keys.yml`, or the reason for a refusal.
  @Test(
    arguments: [
      ("", ""), ("# nothing yet\n", ""), ("finish: Ctrl-] # why\n", ""),
      ("finish: [x, y]\n", ":1: 'finish' is not followed by one value"),
      ("tick: T\nfinish:\n", ":2: 'finish' is not followed by one value"),
      (
        "- a\n- b\n", ":1:1: the file has no keys and values; write lines like 'KEY: VALUE'"
      ),
      (
        "finish: [x\n",
        ":1:9: not YAML: did not find expected ',' or ']'; quote the value if it is meant as text"
      ), ("up: k\nup: w\n", ":2:1: the key 'up' is there twice; remove one of them"),
      ("\0", ":1:1: a NUL byte: not a text file; remove it"),
      ("fly: x\n", ":1: there is no action 'fly'"),
      // An action without a key is still reachable by ?, the menu and :.
      ("add: n\nfinish: u\n", ""),
      ("finish: n\nadd: n\n", ":2: n can't do both finish and add"),
    ]) func theFileIsReadOrRefused(text: String, wanted: String) throws
  {
    let scratch = try Scratch()
    try scratch.write(text, to: ".config/memo/keys.yml")
    #expect(told(scratch) == wanted)
  }

  @Test func otherKindsOfFileAreRefused() throws {
    let scratch = try Scratch()
    #expect(told(scratch) == "")
    let path = scratch(".config/memo/keys.yml")
    try scratch.write("", to: ".config/memo/keys.yml/x")
    #expect(told(scratch) == " is not a file; 'ls -ld \(path)' shows what it is")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "keys.yml")
    #expect(
      told(scratch) == "can't read \(path): it is a symbolic link, and memo never follows one")
  }

  /// The error without the path and the common hint; nothing for a valid file.
  private func told(_ scratch: Scratch) -> String {
    let environment = Environment(
      variables: ["HOME": scratch.path], now: { 0 }, utcOffset: { _ in 0 })
    let path = scratch(".config/memo/keys.yml")
    do throws(MemoError) {
      _ = try Bindings(environment)
      return ""
    } catch {
      #expect(error.message.contains(path), "\(error.message)")
      #expect(
        error.hints.last
          == "a line is an action and a key, as 'add: n'; ? in the board lists the keys")
      let text = ([error.message] + error.hints.dropLast()).joined(separator: "; ")
      return text.hasPrefix(path) ? String(text.dropFirst(path.count)) : text
    }
  }

  @Test(arguments: [
    ("log", ["log"]), ("  list   +home ", ["list", "+home"]),
    ("add 'a b' \"c\\\"d\"", ["add", "a b", "c\"d"]), ("a\\ b", ["a b"]), ("''", [""]), ("", []),
  ]) func linesAreSplitAsByAShell(line: String, words: [String]) {
    #expect(ShellWords.split(line) == words)
  }

  @Test(arguments: ["'a", "\"", "a\\"]) func anUnclosedQuoteIsAnError(line: String) {
    #expect(ShellWords.split(line) == nil)
  }
}
