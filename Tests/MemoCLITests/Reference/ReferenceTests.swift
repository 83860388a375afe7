import Foundation
import TaskFile
import TestSupport
import Testing
@testable import MemoCLI

/// The reference in `Commands.md` and the manual pages are what `--help` and the page itself say.
///
/// `MEMO_WRITE_REFERENCE=1 swift test --filter ReferenceTests` writes them anew.
@Suite struct ReferenceTests {
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_REFERENCE"] != nil
  private static let page = Products.project.appending(
    path: "Sources/MemoKit/MemoKit.docc/Commands.md")
  private static let manual = Products.project.appending(path: "Sources/memo/Manual")

  /// Which commands a section of the page is about; the others are about all.
  private static let subjects = [
    "Keeping a store in sync": ["sync"],
    "Today and the board": ["today", "board"],
    "Next": ["next"],
    "Checking": ["check"],
    "Statistics": ["stats"],
    "Orders and formats": ["list"],
    "Finding text": ["find"],
    "Putting done tasks away": ["archive"],
    "In git's hands": ["merge-file"],
    "The journal": ["log"],
    "Undo and redo": ["undo", "redo"],
    "The past": ["list", "board", "show", "diff", "blame", "restore"],
  ]

  /// The page without its reference, and the sections in it.
  private func prose() throws -> (text: String, sections: [(name: String, text: String)]) {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let end = page.firstRange(of: ReferencePage.heading)?.lowerBound ?? page.endIndex
    let sections = page[..<end].split(separator: "\n## ").dropFirst().map { section in
      let lines = section.split(separator: "\n", maxSplits: 1)
      return (String(lines[0]), String(lines[1]))
    }
    return (String(page[..<end]), sections)
  }

  @Test func thePageEndsWithEveryCommand() throws {
    let root = try CommandFacts.all()
    let (text, sections) = try prose()
    for name in Self.subjects.keys { #expect(sections.contains { $0.name == name }, "\(name)") }
    var of: [String: [String]] = [:]
    for section in sections {
      for command in Self.subjects[section.name] ?? [] {
        of[command, default: []].append(section.name)
      }
    }
    #expect(Set(of.keys).isSubset(of: Set((root.subcommands ?? []).map(\.commandName))))
    let page = text + ReferencePage(root: root, sections: of).text
    if Self.writes { try page.write(to: Self.page, atomically: true, encoding: .utf8) }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(written == page, "stale: MEMO_WRITE_REFERENCE=1 swift test --filter ReferenceTests")
  }

  /// The page on filters is what `memo help filters` shows.
  @Test func thePageOnFiltersIsTheHelp() throws {
    let file = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc/Filters.md")
    let page = FilterGuide.text + "\n"
    if Self.writes { try page.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }

  /// The table of keys in the manual has every field that memo knows, and no other.
  @Test func theManualTellsEveryField() throws {
    let file = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc/Format.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let table = page.split(separator: "| key | value | meaning |\n|---|---|---|\n")[1]
      .split(separator: "\n\n")[0]
    let keys = table.split(separator: "\n").flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.contains(where: \.isLetter) }
    }
    #expect(Set(keys.map(String.init)) == Set(KnownField.allCases.map(\.rawValue)))
    #expect(keys.count == KnownField.allCases.count)
  }

  @Test func thereIsAManualPageForEveryCommand() throws {
    let pages = ManualPages(
      root: try CommandFacts.all(), sections: try prose().sections, subjects: Self.subjects
    ).all
    if Self.writes { try write(pages) }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.manual.path)
    #expect(Set(names) == Set(pages.keys))
    for (name, page) in pages {
      let written = try String(contentsOf: Self.manual.appending(path: name), encoding: .utf8)
      let lines = written.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(lines.first?.hasPrefix(".Dd ") == true, "\(name)")
      #expect(
        lines.dropFirst().dropLast() == page.lines[...],
        "\(name) is stale: MEMO_WRITE_REFERENCE=1 swift test --filter ReferenceTests")
    }
  }

  /// Only pages that say something new get today's date.
  private func write(_ pages: [String: Mdoc]) throws {
    try FileManager.default.createDirectory(at: Self.manual, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.manual.path)
    where pages[name] == nil {
      try FileManager.default.removeItem(at: Self.manual.appending(path: name))
    }
    let today = Date.now.formatted(
      Date.VerbatimFormatStyle(
        format: "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
    for (name, page) in pages {
      let file = Self.manual.appending(path: name)
      let text = page.lines.joined(separator: "\n") + "\n"
      // One that isn't there is written.
      let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      guard old.split(separator: "\n", maxSplits: 1).last.map(String.init) != text else { continue }
      try ".Dd \(today)\n\(text)".write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
