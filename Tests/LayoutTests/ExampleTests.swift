import Foundation
import MemoCLI
import TestSupport
import Testing

/// Every example in README and the manual is run.
@Suite struct ExampleTests {
  static let pages = Page.all.filter { page in
    page.blocks.contains { ["console", "sh", "yaml"].contains($0.language) }
  }

  @Test func everyPageIsFound() {
    #expect(Page.all.count > 10 && Self.pages.count > 5)
  }

  /// Sessions of a page run one after the other on a fresh machine.
  ///
  /// `MEMO_WRITE_SESSIONS=1 swift test --filter ExampleTests` updates them.
  @Test(arguments: pages) func sessionsMatch(_ page: Page) throws {
    let reader = try Reader()
    var text = page.text
    for block in page.blocks where block.language == "console" {
      let session = Session(block.text)
      let seen = try reader.played(session)
      if ProcessInfo.processInfo.environment["MEMO_WRITE_SESSIONS"] != nil {
        text = text.replacing("```console\n\(block.text)```", with: "```console\n\(seen)```")
      } else {
        #expect(session.difference(to: seen) == nil)
      }
    }
    if text != page.text {
      try text.write(
        to: Products.project.appending(path: page.path), atomically: true, encoding: .utf8)
    }
  }

  /// A block without a language is not checked; all others are of these kinds.
  @Test(arguments: Page.all) func everyBlockIsOfAKnownKind(_ page: Page) {
    let kinds = Set(page.blocks.map(\.language))
    #expect(kinds.subtracting(["", "console", "ini", "markdown", "sh", "swift", "yaml"]) == [])
  }

  /// memo understands every line of the scripts.
  @Test(arguments: pages) func everyLineOfAScriptIsUnderstood(_ page: Page) throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for title in ["Buy milk +shopping p:high", "Garden +garden +home +work +post project:house"] {
      desk.memo("add", title, "estimate:30min", "context:phone", "to:Kim", "due:2026-11-01")
    }
    desk.memo("add", "Ladder", "review:2026-11-30", "after:garden")
    try desk.write(
      "version: 1\nfilters: {morning: overdue or due:today, errands: +shopping}\n",
      to: ".memo/config.yml")
    let scripts = page.blocks.filter { $0.language == "sh" }
    let lines = scripts.flatMap { $0.text.split(separator: "\n") }.filter { line in
      line.hasPrefix("memo ") && !line.hasPrefix("memo web") && !line.hasPrefix("memo tui")
        && !line.contains(" clone ") && !line.contains("--watch")
    }
    let calls = try shellWords(lines.map { String($0.dropFirst(5)) })
    try #require(calls.count == lines.count)
    for (line, words) in zip(lines, calls) {
      let outcome = desk.memo(words + (["done", "set"].contains(words.first) ? ["--yes"] : []))
      // The task may be done already, but the words are understood.
      let isNothing = outcome.error.contains("no task matches")
      #expect(outcome.status == .done || isNothing, "\(line): \(outcome.error)")
    }
  }

  /// `memo check` accepts the settings that the manual shows.
  @Test(arguments: pages) func everySettingIsKnown(_ page: Page) throws {
    for block in page.blocks where block.language == "yaml" {
      let isTheme = block.text.contains("colors: ")
      guard isTheme || block.text.hasPrefix("version: 1\n") else { continue }
      let desk = Desk(try Scratch(), "kim")
      desk.memo("init")
      try desk.write(block.text, to: isTheme ? ".memo/themes/theme.yml" : ".memo/config.yml")
      let check = desk.memo("check")
      #expect(check.status == .done, "\(check.output)\(check.error)")
    }
  }
}
