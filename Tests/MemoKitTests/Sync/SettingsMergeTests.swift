import MemoCLI
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import StoreFiles

/// The store's settings, merged key by key.
@Suite struct SettingsMergeTests {
  private func merge(_ base: String, _ older: String, _ newer: String) throws -> SettingsMerge {
    let merge = try #require(SettingsMerge(base: base, older: older, newer: newer))
    #expect(StoreSettings.areReadable(Array(merge.text.utf8), at: ".memo/config.yml"))
    return merge
  }

  private static let base = """
    # The store.
    version: 1
    filters:
      a: +a
      # What is due.
      b: due:today

    """

  @Test func eachSideHasItsOwn() throws {
    let one =
      Self.base.replacing("  a: +a", with: "  a: +a or +b") + "  c: +c\nurgency:\n  age: 3\n"
    let other =
      Self.base.replacing("due:today", with: "due<=today")
      .replacing("# The store.", with: "# Ours.") + "  d: +d\nurgency:\n  priority: 9\n"
    let merged = try merge(Self.base, one, other)
    #expect(
      merged.text == """
        # Ours.
        version: 1
        filters:
          a: +a or +b
          # What is due.
          b: due<=today
          c: +c
          d: +d
        urgency:
          age: 3
          priority: 9

        """)
    #expect(merged.notices == [])
  }

  @Test func ofOneKeyTheNewerStands() throws {
    let merged = try merge(
      Self.base, Self.base.replacing("a: +a", with: "a: +old"),
      Self.base.replacing("a: +a", with: "a: >\n    +new\n    +lines"))
    #expect(
      merged.text
        == Self.base.replacing(
          "a: +a", with: "# [!CONFLICT] filters.a: +old was discarded\n  a: >\n    +new\n    +lines"
        ))
    #expect(
      merged.notices == [
        "both sides changed filters.a: '> +new +lines' stays, '+old' was discarded"
      ])
  }

  /// An entry may be newer in the file that is older.
  @Test func eachEntryHasAnAgeOfItsOwn() throws {
    let merge = try #require(
      SettingsMerge(
        base: Self.base, older: Self.base.replacing("a: +a", with: "a: +late"),
        newer: Self.base.replacing("a: +a", with: "a: +early"), notes: false,
        isNewerInOlder: { $0 == ["filters", "a"] }))
    #expect(merge.text == Self.base.replacing("a: +a", with: "a: +late"))
    #expect(
      merge.notices == ["both sides changed filters.a: '+late' stays, '+early' was discarded"])
  }

  /// In braces each entry is one, as on a line of its own.
  @Test func entriesInBraces() throws {
    let base = "version: 1\nfilters: {a: +a, b: 'due:today, x'}\n"
    let merged = try merge(
      base, base.replacing("+a", with: "+old"),
      "version: 1\nfilters: {a: +a, b: 'due:today, x', c: +c}\n")
    #expect(
      merged.text == "version: 1\nfilters:\n  a: +old\n  b: 'due:today, x'\n  c: +c\n")
    #expect(merged.notices == [])
    let both = try merge(base, base.replacing("+a", with: "+x"), base.replacing("+a", with: "+y"))
    #expect(both.text.contains("  # [!CONFLICT] filters.a: +x was discarded\n  a: +y\n"))
    let block = try merge(
      base, base.replacing("+a", with: "+x"),
      "version: 1\nfilters:\n  a: +a\n  b: 'due:today, x'\n  d: +d\n")
    #expect(
      block.text == "version: 1\nfilters:\n  a: +x\n  b: 'due:today, x'\n  d: +d\n")
  }

  /// Whoever changed an entry last has it, whatever else was changed in the file since; and what gave
  /// way is seen until somebody has decided.
  @Test func ofTwoClonesTheNewerEntryStands() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    func write(_ desk: Desk, _ a: String, _ b: String) throws {
      try desk.write(
        "version: 1\nfilters:\n  a: \(a)\n  b: \(b)\n", to: ".memo/config.yml")
      desk.memo("check", "--fix")
    }
    try write(ana, "+a", "+b")
    ana.memo("sync")
    ben.memo("sync")
    try write(ana, "+early", "+b")
    ben.setClock(ana.environment.now() + 600)
    try write(ben, "+late", "+b")
    ana.setClock(ben.environment.now() + 600)
    try write(ana, "+early", "+c")
    ana.memo("sync")
    ben.setClock(ana.environment.now() + 600)
    let outcome = ben.memo("sync")
    #expect(outcome.output.contains("'+late' stays, '+early' was discarded"), "\(outcome)")
    ana.memo("sync")
    for desk in [ana, ben] {
      let text = try desk.read(".memo/config.yml")
      #expect(text.contains("  a: +late\n") && text.contains("  b: +c\n"), "\(text)")
      let check = desk.memo("check")
      #expect(
        check.output.contains(
          "config.yml:3:3: error: two sides had changed filters.a: +early was discarded"),
        "\(check)")
      #expect(desk.memo("status").output.contains("filters.a: +early was discarded"))
    }
  }

  @Test func whatOneSideTookOut() throws {
    let without = "version: 1\nfilters:\n  a: +a\n"
    #expect(
      try merge(Self.base, Self.base + "  c: +c\n", without).text
        == "version: 1\nfilters:\n  a: +a\n  c: +c\n")
    let changed = Self.base.replacing("due:today", with: "due:fri")
    let merged = try merge(Self.base, without, changed)
    #expect(merged.text.contains("due:fri"))
    #expect(
      merged.notices == ["filters.b was taken out on one side and changed on the other; it stays"])
    #expect(try merge(Self.base, "version: 1\n", Self.base).text == "version: 1\n")
  }

  @Test func whatBothBeginWith() throws {
    #expect(
      try merge("", "version: 1\nfilters:\n  a: +a\n", "version: 1\nfilters:\n  b: +b\n").text
        == "version: 1\nfilters:\n  a: +a\n  b: +b\n")
  }

  @Test(arguments: [
    "{version: 1, filters: {a: +a}}\n", "version: 1\r\n", "version: 1\nversion: 2\n",
    "---\nversion: 1\n", "\"version\": 1\n", "- version: 1\n",
  ]) func whatIsWrittenOtherwise(_ text: String) {
    #expect(SettingsMerge(base: Self.base, older: text, newer: Self.base) == nil)
  }

  @Test func twoClones() throws {
    let team = try Team(of: 2)
    for (desk, text) in zip(team.desks, ["  a: +a\n  x: +x\n", "  b: +b\n  x: +y\n"]) {
      desk.wait(seconds: 60)
      try desk.write("version: 1\nfilters:\n\(text)", to: ".memo/config.yml")
      _ = try desk.store().recordHandEdits()
    }
    _ = try team[0].store().sync()
    #expect(
      try team[1].store().sync().merged.compactMap(\.notice) == [
        ".memo/config.yml: both sides changed filters.x: '+y' stays, '+x' was discarded"
      ])
    _ = try team[0].store().sync()
    for desk in team.desks {
      #expect(
        try desk.read(".memo/config.yml")
          == "version: 1\nfilters:\n  a: +a\n  # [!CONFLICT] filters.x: +x was discarded\n  x: +y\n"
          + "  b: +b\n")
      #expect(!desk.exists(".memo/config-2.yml"))
      #expect(try desk.complaints() == "")
    }
    // What is taken back spares what was set since.
    let text = try team[0].read(".memo/config.yml")
    try team[0].write(text + "  c: +c\n", to: ".memo/config.yml")
    _ = try team[0].store().sync()
    _ = try team[1].store().sync()
    try team[1].write(text + "  c: +c\n  d: +d\n", to: ".memo/config.yml")
    _ = try team[1].store().sync()
    _ = try team[0].store().sync()
    _ = try team[0].store().undo()
    #expect(try team[0].read(".memo/config.yml") == text + "  d: +d\n")
  }

  /// Of a merge by a memo that kept both.
  @Test func aSecondVersionIsNamed() throws {
    let bench = try Bench()
    try bench.desk.write("version: 1\n", to: ".memo/config-2.yml")
    #expect(try bench.record().recorded.map(\.path) == [".memo/config-2.yml"])
    #expect(try bench.store().check().problems.map(\.path) == [".memo/config-2.yml"])
    try bench.desk.remove(".memo/config-2.yml")
    #expect(try bench.record().recorded.map(\.kind) == [.delete])
    #expect(try bench.store().check().problems.isEmpty)
  }
}
