import MemoCLI
import MemoKit
import TestSupport
import Testing

/// A program's changes are listed and undone by its name.
@Suite(.onItsOwnThread) struct ClientTests {
  private func context(_ desk: Desk, _ client: String) -> Context {
    var context = desk.context
    context.environment.variables["MEMO_CLIENT"] = client
    return context
  }

  @Test func aProgramsChangesAreUndoneByItsName() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    desk.memo("add", "Bread")
    let (bot, other) = (context(desk, "bot 1.2"), context(desk, "bot-2 1"))
    desk.memo("set", "milk", "p:high", "due:2026-12-01", in: bot)
    // A person's hand edit in the same step is not the program's.
    try desk.write(try desk.read("todo/bread.md") + "by hand\n", to: "todo/bread.md")
    desk.memo("done", "bread", in: bot)
    desk.memo("add", "Eggs", in: other)
    desk.memo("set", "milk", "due:2026-12-24")
    desk.memo("start", "milk", in: context(desk, "BOT 2"))
    let log = desk.memo("log", "--client", "bot", "--json")
    #expect(log.output.split(separator: "\n").count { $0.contains("\"commit\"") } == 3)
    #expect(log.output.contains("\"client\": \"bot 1.2\""))
    #expect(try desk.scratch.git("log", "--format=%B", in: "kim").contains("Memo-Client: BOT 2\n"))
    let undo = desk.memo("undo", "--client", "bot")
    // Somebody else has set the deadline since.
    #expect(undo.status == .attention, "\(undo.error)")
    #expect(undo.output.contains("note: Milk: deadline stays"))
    let milk = try desk.read("todo/milk.md")
    #expect(milk.contains("deadline: 2026-12-24") && !milk.contains("priority"))
    #expect(try desk.read("todo/bread.md").hasSuffix("by hand\n"))
    #expect(desk.exists("todo/eggs.md"))
    let again = desk.memo("undo", "--client", "bot")
    #expect(again.status == .refused)
    #expect(again.error.hasPrefix("error: there is nothing by 'bot' to undo\n"))
    // Undo can be repeated, one change after the other.
    desk.memo("set", "eggs", "+a", in: other)
    desk.memo("set", "eggs", "+b", in: other)
    #expect(desk.memo("undo", "1", "--client", "bot-2").status == .done)
    #expect(try desk.read("todo/eggs.md").contains("tags: [a]\n"))
    #expect(desk.memo("undo", "--client", "bot-2", "1a2b3c4").status == .usage)
    #expect(try desk.complaints() == "")
  }
}
