import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Several words that name tasks: ids and paths are one each, bare words may be one title.
@Suite struct SeveralWordsTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  private func add(_ titles: String...) { for title in titles { desk.memo("add", "--", title) } }

  private func expectRefused(_ words: [String], _ says: String...) throws {
    let before = try desk.journal().count
    let outcome = desk.memo(words)
    #expect(outcome.status == .refused, "\(words): \(outcome)")
    for part in says { #expect(outcome.error.contains(part), "\(words): \(outcome.error)") }
    #expect(try desk.journal().count == before)
  }

  static let commands: [(before: [String], after: [String])] = [
    (["done"], []), (["set"], ["p:high"]), (["rm"], []), (["move"], ["--in", "x"]),
  ]

  /// Words of a title that are also parts of other titles never change two tasks without a
  /// question.
  @Test(arguments: commands)
  func ambiguousPartsOfTitlesAreRefused(_ command: (before: [String], after: [String])) throws {
    for title in ["Buy bread", "Milk the cow"] { desk.memo("add", title, "due:fri") }
    let words = command.before + ["buy", "milk"] + command.after
    try expectRefused(words, "Buy bread", "Milk the cow", "--yes")
    let outcome = desk.memo(command.before + ["--yes", "buy", "milk"] + command.after)
    #expect(outcome.status == .done, "\(outcome)")
    #expect(outcome.output.contains("Buy bread") && outcome.output.contains("Milk the cow"))
  }

  @Test func wordsMayBeOneTitle() throws {
    add("Buy oat milk", "Milk the cow")
    #expect(desk.memo("start", "buy", "milk").output.contains("Buy oat milk  todo → doing"))
    #expect(desk.exists("todo/milk-the-cow.md"))
    #expect(desk.memo("set", "oat", "buy", "p:high").output.contains("Buy oat milk  priority high"))
    #expect(desk.memo("show", "buy", "milk").output.hasPrefix("Buy oat milk\n"))
    add("Buy")
    // One title is a word of the other's; the longer match wins.
    #expect(desk.memo("done", "buy", "milk").output.contains("Buy oat milk  doing → done"))
    #expect(desk.exists("todo/buy.md") && desk.exists("todo/milk-the-cow.md"))
  }

  @Test func severalTasksMayMatch() throws {
    add("Buy oat milk", "Buy soy milk", "Tea")
    try expectRefused(["done", "buy", "milk"], "'buy milk' could mean 2 tasks", "Buy soy milk")
    try expectRefused(["done", "--yes", "buy", "milk"], "'buy milk' could mean 2 tasks")
  }

  /// Words that are complete names, and quotes, mean several tasks.
  @Test func completeNamesMeanSeveral() throws {
    add("Buy bread", "Milk the cow", "Tea", "Salt")
    let ids = desk.memo("list", "--format", "{id}").output.split(separator: "\n").map(String.init)
    for words in [
      ids.prefix(2).map { $0 }, ["todo/buy-bread.md", "todo/milk-the-cow.md"], ["Tea", "salt"],
      ["tea", "salt"], ["buy bread", "milk the"], ["todo/tea.md", "buy-bread"],
    ] {
      #expect(desk.memo(["done"] + words).status == .done, "\(words)")
      #expect(desk.tasks().count { $0.hasPrefix("done/") } == 2, "\(words)")
      desk.memo("undo")
    }
    try expectRefused(["done", "tea", "cow"], "Tea", "Milk the cow", "'tea cow'")
    // Together they are a title, and each is one, too.
    add("Tea salt")
    try expectRefused(["done", "tea", "salt"], "'tea salt' could mean 3 tasks")
  }

  @Test func deletedTasksAreNamedLikewise() {
    add("Buy oat milk", "Milk", "Buy bread")
    desk.memo("rm", "--yes", "todo")
    #expect(desk.memo("restore", "buy", "milk").output.contains("Buy oat milk"))
    #expect(desk.tasks() == ["todo/buy-oat-milk.md"])
    #expect(desk.memo("restore", "bread", "Milk").status == .done)
    #expect(desk.tasks().count == 3)
  }

  /// Finished tasks come after open ones.
  @Test func aDoneTitleDoesNotHideOpenTasks() throws {
    add("Buy the milk", "Buy bread", "Milk the cow")
    desk.memo("done", "buy-the-milk")
    try expectRefused(["done", "buy", "cow"], "Buy bread", "Milk the cow")
    try expectRefused(["done", "bread", "nosuch"], "there is no task 'nosuch'")
    try expectRefused(["start", "buy", "milk"], "could mean 3 tasks")
    #expect(desk.memo("reopen", "buy", "milk").output.contains("Buy the milk  done → todo"))
  }

  @Test func aTerminalIsAsked() throws {
    add("Buy bread", "Milk the cow")
    let shown = Mutex("")
    func asked(_ words: String..., answer: String) -> Outcome {
      shown.withLock { $0 = "" }
      var context = desk.context
      context.terminal = TerminalFacts(input: true, output: true, error: true, width: 60)
      context.environment.variables["NO_COLOR"] = "1"
      context.notify = { text in shown.withLock { $0 += text } }
      context.ask = { question in
        shown.withLock { $0 += question + "\n" }
        return answer
      }
      return desk.memo(words, in: context)
    }
    #expect(asked("done", "buy", "milk", answer: "n").status == .refused)
    let lines = shown.withLock { $0.split(separator: "\n") }
    #expect(lines.first == "no title has 'buy milk', but each word is in another:")
    #expect(lines.count == 4 && lines.last == "Move 2 tasks to done? [y/N] ")
    #expect(asked("done", "buy", "milk", answer: "y").status == .done)
    add("Buy oat milk", "Buy soy milk")
    #expect(asked("start", "buy", "milk", answer: "2").output.contains("Buy soy milk"))
  }
}
