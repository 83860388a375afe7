import Foundation
import TaskFile
import TestSupport
import Testing
@testable import MemoCLI

/// The reference in `Commands.md` and the manual pages are what `--help` and the manual say.
///
/// `MEMO_WRITE_REFERENCE=1 swift test --filter ReferenceTests` writes them anew.
@Suite struct ReferenceTests {
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_REFERENCE"] != nil
  private static let folder = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc")
  private static let page = folder.appending(component: "Commands.md")
  private static let manual = Products.project.appending(path: "Sources/memo/Manual")

  /// The pages with sections for manual pages: all of the first one, of the others those below.
  private static let pages = ["Commands.md", "Filters.md", "History.md", "SyncAndConflicts.md"]

  /// Which commands a section is about; an empty list means all, as for the rest of `Commands.md`.
  private static let subjects = [
    "Text and files": ["note", "tick", "rename", "move", "postpone", "open"],
    "Adding tasks": ["add"],
    "Editing": ["edit"],
    "Today and the board": ["today", "board"],
    "Next": ["next"],
    "Orders and formats": ["list"],
    "Finding text": ["find"],
    "Archiving done tasks": ["archive"],
    "Checking": ["check"],
    "Statistics": ["stats"],
    "The merge driver": ["merge-file"],
    "Filters": [],
    "Named filters and contexts": [],
    "Dates": [],
    "Tasks that repeat": [],
    "The journal": ["log"],
    "Undo and redo": ["undo", "redo"],
    "Deleted tasks": ["restore"],
    "The past": ["list", "board", "show", "diff", "blame"],
    "Conflict notes": ["conflicts", "resolve"],
    "Sync in the background": ["sync"],
    "When sync fails": ["sync"],
  ]

  /// The first page without its reference, and the sections of all pages.
  private func prose() throws -> (text: String, sections: [ManualSection]) {
    var text = ""
    var sections: [ManualSection] = []
    for name in Self.pages {
      let page = try String(contentsOf: Self.folder.appending(component: name), encoding: .utf8)
      let end = page.firstRange(of: ReferencePage.heading)?.lowerBound ?? page.endIndex
      let isFirst = name == Self.pages[0]
      if isFirst { text = String(page[..<end]) }
      for section in page[..<end].split(separator: "\n## ").dropFirst() {
        let lines = section.split(separator: "\n", maxSplits: 1)
        let commands = Self.subjects[String(lines[0])]
        guard isFirst || commands != nil else { continue }
        sections.append(
          ManualSection(
            page: name, name: String(lines[0]), text: String(lines[1]), commands: commands ?? []))
      }
    }
    return (text, sections)
  }

  @Test func thePageEndsWithEveryCommand() throws {
    let root = try CommandFacts.all()
    let (text, sections) = try prose()
    for name in Self.subjects.keys { #expect(sections.contains { $0.name == name }, "\(name)") }
    let commands = Set((root.subcommands ?? []).map(\.commandName))
    #expect(Set(sections.flatMap(\.commands)).isSubset(of: commands))
    let page = text + ReferencePage(root: root, sections: sections).text
    if Self.writes { try page.write(to: Self.page, atomically: true, encoding: .utf8) }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(written == page, "stale: MEMO_WRITE_REFERENCE=1 swift test --filter ReferenceTests")
  }

  /// The table of keys in the manual has every field that memo knows, and no other.
  @Test func theManualTellsEveryField() throws {
    let file = Self.folder.appending(component: "TaskFiles.md")
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
    let pages = ManualPages(root: try CommandFacts.all(), sections: try prose().sections).all
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
