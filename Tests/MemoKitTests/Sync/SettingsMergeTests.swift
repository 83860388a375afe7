import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Settings that both sides changed.
@Suite struct SettingsMergeTests {
  private static let path = ".memo/config.yml"
  private static let text = "version: 1\nfilters:\n  a: +a\n  b: +b\n  c: +c\n  d: +d\n"

  /// Two clones with the same settings; Ben's clock is later.
  private func begin() throws -> Team {
    let team = try Team(of: 2)
    try team[0].write(Self.text, to: Self.path)
    for desk in team.desks { desk.memo("sync") }
    team[1].setClock(team[0].environment.now() + 600)
    return team
  }

  private func change(_ desk: Desk, _ old: String, _ new: String) throws {
    try desk.write(try desk.read(Self.path).replacing(old, with: new), to: Self.path)
    _ = try desk.store().recordHandEdits()
  }

  @Test func differentLinesAreMerged() throws {
    let team = try begin()
    try change(team[0], "+a", "+x")
    try change(team[1], "+d", "+y")
    for desk in [team[0], team[1], team[0]] { #expect(desk.memo("sync").status == .done) }
    let merged = Self.text.replacing("+a", with: "+x").replacing("+d", with: "+y")
    for desk in team.desks {
      #expect(try desk.read(Self.path) == merged)
      #expect(try desk.complaints() == "")
    }
  }

  @Test func theNewerFileWinsForOneLine() throws {
    let team = try begin()
    try change(team[0], "+a", "+early")
    try change(team[1], "+a", "+late")
    _ = try team[0].store().sync()
    #expect(
      try team[1].store().sync().merged.compactMap(\.notice) == [
        "both sides changed .memo/config.yml; the other version is .memo/config-2.yml now"
      ])
    _ = try team[0].store().sync()
    for desk in team.desks {
      #expect(try desk.read(Self.path) == Self.text.replacing("+a", with: "+late"))
      #expect(try desk.read(".memo/config-2.yml") == Self.text.replacing("+a", with: "+early"))
      #expect(try desk.store().check().problems.map(\.path) == [".memo/config-2.yml"])
      #expect(try desk.complaints() == "")
    }
  }

  @Test func aSecondVersionIsReported() throws {
    let bench = try Bench()
    try bench.desk.write("version: 1\n", to: ".memo/config-2.yml")
    #expect(try bench.record().recorded.map(\.path) == [".memo/config-2.yml"])
    #expect(try bench.store().check().problems.map(\.path) == [".memo/config-2.yml"])
    try bench.desk.remove(".memo/config-2.yml")
    #expect(try bench.record().recorded.map(\.kind) == [.delete])
    #expect(try bench.store().check().problems.isEmpty)
  }
}
