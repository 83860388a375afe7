import Exchange
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// The examples in todo.txt's description are exported byte for byte.
@Suite struct TodoTxtTests {
  static let examples = [
    "(A) Thank Mom for the meatballs @phone",
    "(B) Schedule Goodwill pickup +GarageSale @phone",
    "Post signs around the neighborhood +GarageSale",
    "@GroceryStore Eskimo pies",
    "Really gotta call Mom (A) @phone @someday",
    "(b) Get back to the boss",
    "(B)->Submit TPS report",
    "2011-03-02 Document +TodoTxt task format",
    "(A) 2011-03-02 Call Mom",
    "(A) Call Mom 2011-03-02",
    "(A) Call Mom +Family +PeaceLoveAndHappiness @iphone @phone",
    "Email SoAndSo at soandso@example.com",
    "Learn how to add 2+2",
    "x 2011-03-03 Call Mom",
    "xylophone lesson",
    "X 2012-01-01 Make resolutions",
    "(A) x Find ticket prices",
    "x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github",
    "x Find ticket prices",
    "Pay rent due:2026-12-01 rec:+1m t:2026-11-25",
    "Water plants rec:3d due:2026-12-01",
    "(D) 2026-11-01 Someday, maybe",
    "x 2026-11-19 2026-11-18 Outline chapter due:2026-11-19 pri:A",
    "Meet at 10:30 http://example.org/a:b key:value h:1 due:tomorrow",
    "  two  spaces   here ",
  ]

  @Test func examplesAreExportedUnchanged() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    let text = Self.examples.map { $0 + "\n" }.joined()
    try desk.write(text, to: "todo.txt")
    #expect(desk.memo("import", "todo.txt").status == .done)
    let lines = desk.memo("export", "todo.txt").output.split(separator: "\n").map(String.init)
    #expect(Set(lines) == Set(Self.examples))
    // A second import adds nothing.
    let again = desk.memo("import", "todo.txt")
    #expect(again.error == "todo.txt: \(Self.examples.count) unchanged\n")
  }

  @Test func lineAttributesBecomeFields() throws {
    let format = try #require(ExchangeFormat.named("todo.txt"))
    func record(_ line: String) throws -> TaskRecord {
      let file = ExchangeFile(path: "todo.txt", text: line + "\n")
      let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)
      return try #require(format.records(of: [file], ExchangeContext(now: now)).records.first)
    }
    let rent = try record(
      "(C) 2026-11-01 Pay rent +house @bank due:2026-12-01 rec:+1m t:2026-11-25")
    #expect(rent.title == "Pay rent" && rent.priority == .low && "\(rent.created!)" == "2026-11-01")
    #expect(rent.text("project") == "house" && rent.tags == ["bank"])
    #expect(rent.deadline?.description == "2026-12-01" && rent.text("wait") == "2026-11-25")
    #expect(rent.text("every") == "month")
    #expect(try record("x 2026-11-19 Water rec:3d").text("every") == "3 days after done")
    let other = try record("Meet at 10:30 key:value due:tomorrow")
    #expect(other.title == "Meet at 10:30" && other.text("key") == "value")
    #expect(other.deadline == nil && other.text("todotxt-due") == "tomorrow")
  }
}
