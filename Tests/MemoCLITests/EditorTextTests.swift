import Foundation
import MemoKit
import TestSupport
import Testing

@testable import MemoCLI

/// Temporary texts in an editor that fails or leaves an invalid text.
@Suite(.onItsOwnThread) struct EditorTextTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Beta")
  }

  /// A context with a script as editor: `$1` is the file.
  private func context(_ script: String) throws -> Context {
    try script.write(toFile: desk.scratch("editor"), atomically: true, encoding: .utf8)
    var context = desk.context
    context.environment.variables["EDITOR"] = "sh \(desk.scratch("editor"))"
    return context
  }

  /// The kept texts, in Latin-1.
  private func kept() throws -> [String] {
    let folder = desk.scratch("kim/.git/memo")
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("edit-") }
      .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .isoLatin1) }
  }

  @Test(arguments: [
    ("echo more >> \"$1\"; exit 1", "exit code 1", ["old\nmore\n"]),
    ("printf 'caf\\351\\n' > \"$1\"", "UTF-8", ["caf\u{E9}\n"]), ("exit 1", "exit code 1", []),
    ("rm \"$1\"; exit 1", "exit code 1", []), ("rm \"$1\"", "deleted the file", []),
  ])
  func textOfAFailedEditorIsKept(script: String, why: String, texts: [String]) throws {
    let context = try context(script)
    let editor = EditorProgram(store: try context.store(), context: context)
    let failure = try #require(throws: MemoError.self) { try editor.edit("old\n") { "as it was" } }
    #expect(failure.message.contains(why))
    #expect(try kept() == texts)
    #expect(failure.details.contains { $0.contains("is kept in") } == !texts.isEmpty)
  }

  @Test func unreadableTextIsNotCalledDeleted() throws {
    let context = try context("rm \"$1\"; ln -s \"$1\" \"$1\"")
    let editor = EditorProgram(store: try context.store(), context: context)
    let failure = try #require(throws: MemoError.self) { try editor.edit("old\n") { "as it was" } }
    #expect(failure.message.hasPrefix("can't read "))
    #expect(failure.details.contains { $0.contains("is kept in") })
  }

  @Test func usedTextIsNotKept() throws {
    let context = try context("echo more >> \"$1\"")
    let editor = EditorProgram(store: try context.store(), context: context)
    #expect(try editor.edit("old\n") { "" } == "old\nmore\n")
    #expect(try kept() == [])
  }

  /// A list with an unreadable file was not discarded.
  @Test func anUnreadableListIsKept() throws {
    let context = try context("rm \"$1\"; ln -s \"$1\" \"$1\"")
    let outcome = desk.memo(["edit", "todo"], in: context)
    #expect(outcome.error.hasPrefix("error: can't read "), "\(outcome)")
    #expect(outcome.error.contains("what you wrote is kept in"))
  }

  /// Refusing a deletion doesn't discard the other lines.
  @Test func anUnconfirmedListIsKept() throws {
    desk.memo("add", "Gamma")
    var context = try context("sed -i -e /Beta/d -e s/Gamma/Delta/ \"$1\"")
    context.terminal.input = true
    context.ask = { _ in "n" }
    let outcome = desk.memo(["edit", "todo"], in: context)
    #expect(outcome.error.contains("what you wrote is kept in"), "\(outcome)")
    #expect(try kept().first?.contains("Delta") == true)
  }
}
