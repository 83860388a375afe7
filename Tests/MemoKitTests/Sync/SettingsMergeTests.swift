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
    #expect(merged.text == Self.base.replacing("a: +a", with: "a: >\n    +new\n    +lines"))
    #expect(
      merged.notices == ["both sides changed filters.a: '> +new +lines' stays, '+old' gave way"])
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
        ".memo/config.yml: both sides changed filters.x: '+y' stays, '+x' gave way"
      ])
    _ = try team[0].store().sync()
    for desk in team.desks {
      #expect(
        try desk.read(".memo/config.yml")
          == "version: 1\nfilters:\n  a: +a\n  x: +y\n  b: +b\n")
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
