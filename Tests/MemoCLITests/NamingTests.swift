import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Naming tasks by words of their titles.
@Suite struct NamingTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  /// The first task of a series has the title as its file name, and was finished long ago.
  @Test func theOpenTaskOfASeriesIsMeant() throws {
    desk.memo("add", "Water", "every:day")
    for _ in 0..<3 { #expect(desk.memo("done", "water").status == .done) }
    #expect(
      desk.tasks() == ["done/water-2.md", "done/water-3.md", "done/water.md", "todo/water-4.md"])
    #expect(desk.memo("show", "water", "--raw").output.contains("/4\n"))
    #expect(desk.memo("show", "done/water.md", "--raw").output.contains("status: done"))
    #expect(desk.memo("show", "water-2", "--raw").output.contains("/2\n"))
    // Reopening means the last finished task, and removes the next one.
    desk.memo("reopen", "water")
    #expect(desk.tasks() == ["done/water-2.md", "done/water.md", "todo/water-3.md"])
    let outcome = desk.memo("reopen", "done/water.md")
    #expect(outcome.error.contains("Water (todo/water-3.md) of the same series is open, too"))
  }

  @Test func theLastFinishedTaskOfASeriesIsReopened() throws {
    desk.memo("add", "Water plants", "every:day")
    for _ in 0..<3 { #expect(desk.memo("done", "water plants").status == .done) }
    for name in ["water", "water plants"] {
      let outcome = desk.memo("reopen", name)
      #expect(outcome.status == .done, "\(outcome)")
      #expect(desk.exists("todo/water-plants-3.md") && !desk.exists("todo/water-plants-4.md"))
      desk.memo("done", "water")
    }
  }

  /// The first task has the file name for the title, and may be finished.
  @Test(arguments: ["buy milk", "Buy milk", "buy-milk", "buy-milk.md", "BUY MILK"])
  func theOpenTaskAmongEqualTitlesIsMeant(name: String) throws {
    add("Buy milk", "Buy milk")
    desk.memo("done", "todo/buy-milk.md")
    for line in [["set", name, "p:high"], ["note", name, "x"], ["start", name], ["show", name]] {
      #expect(desk.memo(line).status == .done, "\(line)")
    }
    #expect(try desk.read("done/buy-milk.md").contains("priority") == false)
    #expect(try desk.read("doing/buy-milk-2.md").contains("priority: high"))
    #expect(desk.memo("done", name).status == .done)
    #expect(desk.tasks() == ["done/buy-milk-2.md", "done/buy-milk.md"])
    add("Buy milk", "Buy milk")
    let asked = desk.memo("rm", name, "--yes")
    #expect(asked.error.hasPrefix("error: '\(name)' could mean 2 tasks\n"), "\(asked)")
    #expect(!asked.error.contains("done/"))
    #expect(desk.memo("rm", "todo/buy-milk-3.md").status == .done)
    #expect(desk.memo("rm", name, "--yes").status == .done)
    #expect(desk.tasks() == ["done/buy-milk-2.md", "done/buy-milk.md"])
  }

  /// The first of several has the file name that all would have, which is also the whole title.
  @Test func equalTitlesOfOpenTasksAreAmbiguous() throws {
    add("Tea", "Tea", "Buy milk", "Buy milk", "Coffee")
    desk.memo("set", "coffee", "title=Cocoa")
    add("Coffee")
    for line in [
      ["set", "tea", "p:high"], ["start", "tea"], ["rm", "tea", "-y"], ["show", "tea"],
    ] {
      let asked = desk.memo(line)
      #expect(asked.error.hasPrefix("error: 'tea' could mean 2 tasks\n"), "\(asked)")
    }
    // A text that is nobody's title is a file name.
    #expect(desk.memo("show", "buy-milk").output.contains("todo/buy-milk.md"))
    #expect(desk.memo("show", "tea.md").output.contains("todo/tea.md"))
    #expect(desk.memo("show", "coffee").output.contains("todo/coffee.md"))
    desk.memo("done", "tea-2")
    #expect(desk.memo("start", "tea").output.contains("Tea"))
    #expect(desk.exists("doing/tea.md"))
  }

  @Test func reopenMeansFinishedTasks() {
    add("Tea", "Tea")
    desk.memo("done", "todo/tea-2.md")
    #expect(desk.memo("reopen", "tea").status == .done)
    #expect(desk.tasks() == ["todo/tea-2.md", "todo/tea.md"])
    desk.memo("done", "todo/tea-2.md")
    #expect(desk.memo("archive", "tea").output.contains("done/2026/11/tea-2.md"))
  }

  private func add(_ titles: String...) { for title in titles { desk.memo("add", "--", title) } }

  /// Titles, with finished ones in brackets, typed words, and the resulting task.
  static let meanings: [(titles: [String], name: String, means: String?)] = [
    (["Buy milk", "Call mum"], "milk", "Buy milk"),
    (["Buy milk", "Call mum"], "MILK buy", "Buy milk"),
    (["Buy milk", "Buy oat milk"], "Buy milk", "Buy milk"),
    (["Buy milk", "Buy oat milk"], "buy oat", "Buy oat milk"),
    (["Buy milk", "Buy oat milk"], "milk", nil), (["Buy milk", "Buy oat milk"], "bread", nil),
    // The start of a word wins over its middle.
    (["Unmilked cow", "Oat milk"], "milk", "Oat milk"),
    (["Unmilked cow", "Tea"], "milk", "Unmilked cow"),
    (["Unmilked cow", "Tea"], "mi", nil), (["Pay (rent)", "Tea"], "rent", "Pay (rent)"),
    (["E-mail Ann", "Tea"], "e-mail", "E-mail Ann"),
    (["E-mail Ann", "Tea"], "mail ann", "E-mail Ann"),
    (["Übung machen", "Tea"], "übung", "Übung machen"),
    // Open tasks win, but a whole title wins over a part.
    (["[Buy milk]", "Milk the cow"], "milk", "Milk the cow"),
    (["[Buy milk]", "Tea"], "milk", "Buy milk"),
    (["[Milk]", "Milk the cow"], "milk", "Milk"),
    // No titles: punctuation, paths, empty texts.
    (["v1.2", "Tea"], ".", nil), (["a * b", "Tea"], "*", nil), (["a/b", "Tea"], "a/", nil),
    (["Fix todo/ folder", "Tea"], "todo/", nil), (["-f is odd", "Tea"], "-", nil),
  ]

  @Test(arguments: meanings)
  func wordsFindTheirTask(
    _ example: (titles: [String], name: String, means: String?)
  ) throws {
    for title in example.titles {
      let isDone = title.hasPrefix("[")
      add(isDone ? String(title.dropFirst().dropLast()) : title)
      if isDone {
        let path = try #require(
          desk.tasks().first { $0.hasPrefix("todo/") && !$0.contains("cow") && !$0.contains("tea") }
        )
        #expect(desk.memo("done", path).status == .done)
      }
    }
    let outcome = desk.memo("show", "--", example.name)
    if let title = example.means {
      #expect(outcome.output.hasPrefix("\(title)\n"), "\(example): \(outcome)")
    } else {
      #expect(outcome.status == .refused, "\(example): \(outcome)")
    }
  }

  /// Words typed to delete a task, and the resulting task; nil for none.
  static let changes: [(titles: [String], name: String, means: String?)] = [
    (["Call mum", "Tea"], "mum", "Call mum"), (["Call mum", "Tea"], "cal", "Call mum"),
    (["Call mum", "Tea"], "m call", "Call mum"), (["Fix TV", "Tea"], "tv", "Fix TV"),
    (["Plan B", "Tea"], "plan b", "Plan B"),
    (["Tom & Jerry", "Tea"], "tom & jerry", "Tom & Jerry"),
    (["A / B", "Tea"], "a / b", "A / B"),
    (["All", "Tea"], "all", "All"),
    (["3", "Tea"], "3", "3"), (["Buy 3 apples", "Tea"], "3 apples", "Buy 3 apples"),
    (["牛乳を買う", "Tea"], "買う", "牛乳を買う"), (["ซื้อนม", "Tea"], "นม", "ซื้อนม"),
    // Within a word, a number, too short, or contradicting.
    (["Call mum", "Tea"], "all", nil), (["Follow up", "Tea"], "low", nil),
    (["Unmilked cow", "Tea"], "milk", nil), (["Buy 3 apples", "Tea"], "3", nil),
    (["Call mum", "Tea"], "m", nil), (["Buy a house", "Tea"], "a", nil),
    (["Lower the blinds", "Tea"], "low", nil), (["All hands", "Tea"], "all", nil),
    (["Plan today's dinner", "Tea"], "today", nil), (["Room 12-01", "Tea"], "12-01", nil),
  ]

  /// Reading commands guess, changing ones don't.
  @Test(arguments: changes)
  func vagueWordsChangeNothing(
    _ example: (titles: [String], name: String, means: String?)
  ) throws {
    add(example.titles[0], example.titles[1])
    let before = desk.tasks()
    for words in [
      ["rm"], ["rm", "-y"], ["set", "p:high"], ["note", "x"], ["edit"], ["set", "tea", "after:"],
    ] where example.means == nil {
      var line = [words[0], example.name] + words.dropFirst()
      if words.last == "after:" { line = ["set", "tea", "after:\(example.name)"] }
      if words.last == "-y" { line = ["rm", "-y", example.name] }
      let outcome = desk.memo(line)
      #expect(outcome.status != .done && outcome.output == "", "\(line): \(outcome)")
      if example.name.count > 2 {
        #expect(outcome.error.contains("is not enough to select a task for a change"), "\(outcome)")
        #expect(outcome.error.contains("  \(example.titles[0])  (todo/"), "\(outcome)")
      }
    }
    #expect(desk.tasks() == before)
    let outcome = desk.memo("rm", "--", example.name)
    #expect((outcome.status == .done) == (example.means != nil), "\(example): \(outcome)")
    if let title = example.means { #expect(outcome.output.contains("  \(title)  deleted")) }
    // For deletions memo doesn't guess either.
    desk.memo("rm", desk.tasks().first { !$0.hasSuffix("tea.md") } ?? "-")
    let restored = desk.memo("restore", example.name)
    #expect((restored.status == .done) == (example.means != nil), "\(example): \(restored)")
  }

  @Test func ambiguousWordsAreErrors() {
    add("Call mum", "Tea")
    let (outcome, shown) = asked(["rm", "-y", "all"], answer: "1")
    #expect(shown.hasPrefix("'all' could mean:\n1  ") && shown.contains("Which one? [1]"))
    #expect(outcome.output.contains("Call mum  deleted"))
    let refused = asked(["done", "te"], answer: "")
    #expect(refused.0.error == "canceled; nothing was chosen\n")
  }

  @Test func severalMatchesAreListed() {
    add("Buy milk", "Buy oat milk", "Tea")
    let outcome = desk.memo("done", "milk")
    #expect(outcome.status == .refused)
    #expect(outcome.error.hasPrefix("error: 'milk' could mean 2 tasks\n"))
    #expect(outcome.error.contains("Buy milk") && outcome.error.contains("Buy oat milk"))
    #expect(!outcome.error.contains("Tea"))
  }

  @Test func idsAndFileNamesWinOverTitles() throws {
    add("Buy milk", "Buy-milk with tea", "kq is odd")
    #expect(desk.memo("show", "buy-milk").output.hasPrefix("Buy milk\n"))
    let id = try #require(
      desk.memo("list", "title:Buy milk", "--format", "{id}").output.split(separator: "\n").first)
    try desk.write("---\ntitle: \(id.prefix(4)) first\n---\n", to: "todo/other.md")
    #expect(desk.memo("show", String(id.prefix(4))).output.hasPrefix("Buy milk\n"))
  }

  /// Every command takes words of titles; `reopen` looks for finished tasks.
  @Test func everyCommandTakesTitles() {
    add("Buy milk", "Call mum")
    #expect(desk.memo("start", "milk").output.contains("Buy milk  todo → doing"))
    #expect(desk.memo("set", "milk", "p:high").output.contains("Buy milk"))
    #expect(desk.memo("done", "Buy Milk").output.contains("Buy milk  doing → done"))
    add("Milk the cow")
    #expect(desk.memo("reopen", "milk").output.contains("Buy milk  done → todo"))
    #expect(desk.memo("move", "call", "done").output.contains("Call mum"))
    #expect(desk.memo("blame", "cow").status == .done)
    let removed = desk.memo("rm", "cow")
    #expect(
      removed.output.contains("Milk the cow")
        && removed.error.contains("'memo undo' brings it back"))
    #expect(desk.memo("restore", "the cow").output.contains("Milk the cow"))
    #expect(desk.exists("todo/milk-the-cow.md"))
  }

  /// In a filter, words already mean titles.
  @Test func inAFilterTheyArePartOfIt() {
    add("Buy milk", "Call mum")
    desk.memo("set", "milk", "+home")
    #expect(desk.memo("done", "milk", "+home").output.contains("Buy milk"))
  }

  /// In a filter, a word means the same as alone.
  @Test func inAFilterNothingIsGuessed() {
    add("Follow up", "Buy 3 apples")
    desk.memo("set", "follow", "apples", "+home", "-y")
    for word in ["low", "3", "p"] {
      let outcome = desk.memo("done", word, "+home")
      #expect(outcome.status == .refused && outcome.output == "", "\(outcome)")
    }
    #expect(desk.memo("list", "low", "+home").output.contains("Follow up"))
    #expect(desk.memo("done", "title:low", "+home").output.contains("Follow up"))
    #expect(desk.memo("done", "app", "3", "+home").output.contains("Buy 3 apples"))
  }

  private func asked(_ arguments: [String], answer: String?) -> (Outcome, shown: String) {
    let shown = Mutex("")
    var context = desk.context
    context.terminal = TerminalFacts(input: true, output: true, error: true, width: 60)
    context.environment.variables["NO_COLOR"] = "1"
    context.notify = { text in shown.withLock { $0 += text } }
    context.ask = { question in
      shown.withLock { $0 += question + "\n" }
      return answer
    }
    return (desk.memo(arguments, in: context), shown.withLock { $0 })
  }

  @Test func aTerminalChoosesByNumber() throws {
    add("Buy milk", "Buy oat milk", "Tea")
    let (outcome, shown) = asked(["done", "milk"], answer: "2")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == "'milk' could mean:" && lines[3] == "Which one? [1-2] ")
    #expect(lines[1].hasPrefix("1  ") && lines[2].hasSuffix("Buy oat milk"))
    #expect(outcome.output.contains("Buy oat milk  todo → done"))
    for answer in ["", "0", "3", "x", nil] {
      let (outcome, _) = asked(["rm", "buy"], answer: answer)
      #expect(outcome.output.contains("deleted") == false)
    }
    #expect(desk.tasks().count == 3)
    // A single match needs no question.
    #expect(asked(["done", "tea"], answer: "n").shown == "")
    add("Milk", "Milk")
    #expect(asked(["show", "Milk"], answer: "1").0.output.hasPrefix("Milk\n"))
    #expect(asked(["blame", "buy mil"], answer: nil).0.status == .done)
  }
}
