import MemoKit
import TestSupport
import Testing

/// Repairs of texts with `check --fix`.
@Suite struct TextRepairTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  @Test func quotesAreAddedInOneCommit() throws {
    let text = "---\ntitle: Fix: the bug\nassignee: @kim\nstatus: todo\n---\nText\n"
    try desk.write(text, to: "todo/a.md")
    try desk.write("---\ntitle: \"a\" b\n---\n", to: "todo/b.md")
    _ = try desk.store().recordHandEdits()
    let tried = try desk.store().fix(isTrial: true)
    let fixed = try desk.store().fix()
    #expect(tried.fixes.count == fixed.fixes.count)
    #expect(
      fixed.fixes.map(\.path) == ["todo/a.md", "todo/a.md"] && fixed.fixes[0].kind == .quotes)
    let id = try #require(try desk.store().read().task(named: "a").id)
    #expect(
      try desk.read("todo/a.md")
        == "---\ntitle: \"Fix: the bug\"\nassignee: \"@kim\"\nstatus: todo\nid: \(id)\n---\nText\n")
    #expect(try desk.store().check().problems.map(\.path) == ["todo/b.md"])
    _ = try desk.store().undo()
    #expect(try desk.read("todo/a.md") == text)
    #expect(try desk.complaints() == "")
  }

  @Test func otherFormatsAreConvertedWithToYAML() throws {
    let text = "+++\ntitle = \"Post\"\ndraft = true\n+++\nText\n"
    try desk.write(text, to: "todo/a.md")
    let odd = "+++\ntitle = \"Odd\"\n[params]\nx = 1\n+++\nText\n"
    try desk.write(odd, to: "todo/odd.md")
    _ = try desk.store().recordHandEdits()
    let error = #expect(throws: MemoError.self) {
      _ = try desk.store().change(["todo/a.md"], [.addTag("x")])
    }
    #expect(error?.hints.contains { $0.contains("--to-yaml") } == true)
    #expect(try desk.store().fix().fixes == [])
    #expect(try desk.read("todo/a.md") == text)
    let fixes = try desk.store().fix(toYAML: true).fixes
    #expect(fixes.first?.kind == .format(.toml) && Set(fixes.map(\.path)) == ["todo/a.md"])
    _ = try desk.store().change(["todo/a.md"], [.addTag("x")])
    let new = try desk.read("todo/a.md")
    #expect(new.hasPrefix("---\ntitle: Post\n") && new.contains("draft: true\n"))
    #expect(try desk.read("todo/odd.md") == odd)
    #expect(try desk.complaints() == "")
  }
}
