import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Notes, checklists, names and links without an editor.
@Suite struct TextCommandTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    desk.memo("add", "Trip", "-m", "- [ ] tickets\n- [x] map\n- [ ] bags")
  }

  /// A terminal at which a question gets this answer.
  private func terminal(_ answer: String?) -> (context: Context, seen: @Sendable () -> String) {
    let seen = Shown()
    var context = desk.context
    context.terminal = TerminalFacts(input: true, output: true, error: true)
    context.notify = { text in seen.text.withLock { $0 += text } }
    context.ask = { question in
      seen.text.withLock { $0 += question }
      return answer
    }
    return (context, { seen.text.withLock { $0 } })
  }

  private final class Shown: Sendable { let text = Mutex("") }

  @Test func aTerminalAsksWhichItem() throws {
    let (context, seen) = terminal("1 3")
    desk.memo("tick", "trip", in: context)
    #expect(seen() == "1  [ ] tickets\n2  [x] map\n3  [ ] bags\nWhich ones? [1-3] ")
    #expect(try desk.read("todo/trip.md").contains("- [x] tickets\n- [x] map\n- [x] bags\n"))
    let nothing = desk.memo("tick", "trip", "--untick", in: terminal("").context)
    #expect(nothing.error == "canceled; Trip is unchanged\n")
  }

  /// Options that may be repeated all count.
  @Test func repeatedTextsAreAllKept() throws {
    desk.memo("add", "Fence", "-m", "One.", "-m", "- two", "--message", "Three.")
    #expect(try desk.read("todo/fence.md").hasSuffix("---\n\nOne.\n\n- two\n\nThree.\n"))
    let outcome = desk.memo("tick", "fence", "--add", "paint", "--add", "-brush")
    #expect(outcome.output.contains("Fence  item paint, -brush"), "\(outcome)")
    #expect(try desk.read("todo/fence.md").hasSuffix("Three.\n\n- [ ] paint\n- [ ] -brush\n"))
    #expect(try desk.journal().count == 4)
  }

  private static let slips: [[String]] = [
    ["note", "trip"], ["note", "trip", ""], ["note", "trip", "--file", "-"],
    ["note", "trip", "a", "-F", "x"], ["tick", "trip", ""], ["tick", "trip", "0"],
    ["tick", "trip", "4"], ["tick", "trip", "--all", "1"], ["tick", "trip", "--add", "a\nb"],
    ["tick", "trip", "--add", "x", "1"], ["rename", "trip", ""], ["rename", "trip", " "],
    ["rename", "trip", "a\nb"], ["move", "trip", "--in", ""], ["move", "trip", "--in", "/tmp"],
    ["move", "trip", "--in", ".hidden"], ["move", "trip", "--in", "a.md"], ["postpone", "trip"],
    ["postpone", "3d"], ["postpone", "trip", ""], ["postpone", "trip", "3"], ["open", "trip"],
    ["open", "trip", "x"], ["note", "-home", "x"], ["postpone", "-home", "3d"],
  ]

  @Test func mistakesChangeNothing() throws {
    let before = try desk.read("todo/trip.md")
    let commits = try desk.journal()
    for words in Self.slips {
      let outcome = desk.memo(words)
      #expect([.usage, .refused].contains(outcome.status), "\(words): \(outcome)")
      #expect(try desk.read("todo/trip.md") == before, "\(words)")
    }
    #expect(try desk.journal() == commits)
  }

  /// Each is one commit that can be undone.
  @Test(arguments: [
    ["note", "trip", "x"], ["tick", "trip", "1"], ["tick", "trip", "--add", "x"],
    ["rename", "trip", "Journey"], ["move", "trip", "--in", "home"],
    ["move", "trip", "doing", "--in", "home/x"], ["postpone", "trip", "3d"],
  ]) func eachCanBeUndone(words: [String]) throws {
    desk.memo("set", "trip", "due:2026-12-01", "wait:2026-11-25")
    let before = try desk.read("todo/trip.md")
    let count = try desk.journal().count
    #expect(desk.memo(words).status == .done)
    #expect(try desk.journal().count == count + 1)
    let after = desk.exists("todo/trip.md") ? try desk.read("todo/trip.md") : ""
    #expect(after != before)
    desk.memo("undo")
    #expect(try desk.read("todo/trip.md") == before)
    #expect(try desk.complaints() == "")
  }

  @Test func archivedTasksStayInTheirMonth() throws {
    desk.memo("done", "trip")
    desk.memo("archive", "trip")
    desk.memo("move", "trip", "--in", "home")
    #expect(desk.tasks() == ["done/2026/11/home/trip.md"])
    desk.memo("move", "trip", "--in", ".")
    #expect(desk.tasks() == ["done/2026/11/trip.md"])
    desk.memo("move", "trip", "todo", "--in", "x")
    #expect(desk.tasks() == ["todo/x/trip.md"])
  }

  @Test func takenNamesGetANumber() throws {
    desk.memo("add", "Journey", "--in", "home")
    desk.memo("rename", "trip", "Journey")
    #expect(desk.tasks() == ["todo/home/journey.md", "todo/journey-2.md"])
    #expect(desk.memo("rename", "journey-2").output.hasSuffix("unchanged\n"))
  }

  /// An address is one argument, whatever it contains.
  @Test func addressesAreNeverRun() throws {
    desk.memo("note", "trip", "https://example.org/$(touch${IFS}../gone)';touch$IFS../gone;'x")
    try desk.scratch.git("config", "memo.opener", "echo >../opened", in: "kim")
    #expect(desk.memo("open", "trip").status == .done)
    #expect(try desk.scratch.read("opened").hasPrefix("https://example.org/$(touch${IFS}../gone)"))
    try desk.scratch.git("config", "memo.opener", "echo %s >../opened", in: "kim")
    #expect(desk.memo("open", "trip").status == .done)
    #expect(try desk.scratch.read("opened").hasPrefix("https://example.org/$(touch${IFS}../gone)"))
    #expect(!desk.scratch.exists("gone"))
  }

  @Test func theFirstAvailableBrowserIsUsed() throws {
    desk.memo("note", "trip", "https://example.org/")
    try desk.scratch.write("#!/bin/sh\necho \"$@\" >> ../opened\n", to: "bin/surf")
    var context = desk.context
    context.environment.variables["PATH"] = desk.scratch("bin")
    let none = desk.memo("open", "trip", in: context)
    #expect(none.status == .refused)
    #expect(none.error.contains("there is no program to open links"), "\(none.error)")
    context.environment.variables["BROWSER"] = "nosuch:surf --new %s:other"
    #expect(desk.memo("open", "trip", in: context).status == .done)
    #expect(try desk.scratch.read("opened") == "--new https://example.org/\n")
  }

  @Test func aTerminalAsksWhichLink() throws {
    desk.memo("note", "trip", "https://example.org/1 https://example.org/2")
    try desk.scratch.git("config", "memo.opener", "echo >../opened", in: "kim")
    let (context, seen) = terminal("2")
    #expect(desk.memo("open", "trip", in: context).status == .done)
    #expect(seen() == "1  https://example.org/1\n2  https://example.org/2\nWhich one? [1-2] ")
    #expect(try desk.scratch.read("opened") == "https://example.org/2\n")
  }
}
