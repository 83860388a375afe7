import Exchange
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// A second import updates what the first one made.
@Suite(.onItsOwnThread) struct AgainTests {
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    return desk
  }

  @discardableResult
  private func come(_ desk: Desk, _ text: String) throws -> String {
    try desk.write(text, to: "in.csv")
    let outcome = desk.memo("import", "in.csv")
    #expect(outcome.status == .done, "\(outcome.error)")
    return outcome.error
  }

  @Test func editsOnBothSidesSurvive() throws {
    let desk = try desk()
    let head = "id,title,due,priority,tags,body\n"
    try come(desk, head + "7,Buy milk,2026-12-01,low,\"shop,home\",first\n")
    #expect(
      try come(desk, head + "7,Buy milk,2026-12-01,low,\"shop,home\",first\n")
        == "CSV: 1 unchanged\n")
    desk.memo("set", "milk", "priority=high", "+urgent", "estimate=2h")
    desk.memo("note", "milk", "mine")
    for _ in 0..<2 {
      // Nothing of what was done here is undone, however often it comes.
      try come(desk, head + "7,Buy milk,2026-12-05,low,shop,first\n")
      let text = try desk.read("todo/buy-milk.md")
      for part in [
        "deadline: 2026-12-05\n", "priority: high\n", "tags: [shop, urgent]\n", "estimate: 2h\n",
        "source: csv:7\n", "\nfirst\n", "\nmine\n",
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      #expect(!text.contains("CONFLICT"))
    }
    // What was set both here and there is the file's, with a note.
    desk.memo("set", "milk", "due=2026-12-24")
    try come(desk, head + "7,Buy milk,2026-12-06,low,shop,first\n")
    let text = try desk.read("todo/buy-milk.md")
    #expect(text.contains("deadline: 2026-12-06\n"))
    #expect(text.contains("> [!CONFLICT] deadline: 2026-12-24 — Kim"))
    #expect(try come(desk, head + "7,Buy milk,2026-12-06,low,shop,first\n") == "CSV: 1 unchanged\n")
    // A removal there and a change here: the change stays.
    desk.memo("resolve", "milk")
    desk.memo("set", "milk", "due=2026-12-07")
    for _ in 0..<2 {
      try come(desk, head + "7,Buy milk,,low,shop,first\n")
      #expect(try desk.read("todo/buy-milk.md").contains("deadline: 2026-12-07\n"))
    }
    #expect(try desk.complaints() == "?? in.csv")
  }

  @Test func whatWasDeletedHereStaysSoUntilItIsChangedThere() throws {
    let desk = try desk()
    try come(desk, "id,title\n7,Buy milk\n8,Bread\n")
    desk.memo("remove", "milk", "--yes")
    #expect(
      try come(desk, "id,title\n7,Buy milk\n8,Bread\n") == "CSV: 1 unchanged, 1 deleted here\n")
    #expect(desk.tasks() == ["todo/bread.md"])
    try come(desk, "id,title\n7,Buy oat milk\n8,Bread\n")
    #expect(desk.tasks().count == 2)
  }

  @Test func anImportThatWasUndoneIsNoBase() throws {
    let desk = try desk()
    try come(desk, "id,title,due\n7,Buy milk,2026-12-01\n")
    try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n")
    #expect(desk.memo("undo").status == .done)
    #expect(try desk.read("todo/buy-milk.md").contains("2026-12-01"))
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 updated"))
    #expect(desk.memo("undo").status == .done && desk.memo("redo").status == .done)
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 unchanged"))
    #expect(desk.memo("undo", "2").status == .done)
    #expect(desk.tasks() == [])
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 added"))
  }

  @Test func aMovedTaskIsStillTheSame() throws {
    let desk = try desk()
    try come(desk, "id,title,status\n7,Buy milk,todo\n")
    desk.memo("start", "milk")
    try come(desk, "id,title,status\n7,Buy milk,done\n")
    #expect(desk.tasks() == ["done/buy-milk.md"])
    desk.memo("reopen", "milk")
    try come(desk, "id,title,status\n7,Buy milk,done\n")
    #expect(desk.tasks() == ["todo/buy-milk.md"])
  }
}
