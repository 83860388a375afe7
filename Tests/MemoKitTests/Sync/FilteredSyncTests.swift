import MemoCLI
import TestSupport
import Testing

/// Changes that a git filter keeps out of commits are not pushed either.
@Suite struct FilteredSyncTests {
  private static let note =
    "note: todo/secret.md is not committed: git filters apply to it; 'memo git add' and "
    + "'memo git commit' commit it\n"

  @Test func aSyncReportsOnceWhatItDoesNotPush() throws {
    let team = try Team(of: 2)
    let desk = team[0]
    try team.scratch.git("config", "filter.crypt.clean", "tr a-z n-za-m", in: desk.folder)
    try desk.write("todo/s* filter=crypt\n", to: ".git/info/attributes")
    #expect(desk.memo("add", "Milk").status == .done)
    #expect(desk.memo("sync").error == "")
    try desk.write("# Secret\n", to: "todo/secret.md")
    // With and without incoming changes.
    #expect(desk.memo("sync").error == Self.note)
    #expect(team[1].memo("sync").status == .done)
    #expect(team[1].memo("done", "Milk").status == .done)
    #expect(team[1].memo("sync").status == .done)
    #expect(desk.memo("add", "Bread").error == "")
    #expect(desk.memo("sync").error == Self.note)
    #expect(desk.memo("sync", "--json").error == "")
  }
}
