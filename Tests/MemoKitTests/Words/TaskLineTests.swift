import MemoKit
import TaskFile
import TestSupport
import Testing

/// Task lines of other programs.
@Suite struct TaskLineTests {
  private func meaning(_ line: String) throws -> String {
    let today = try #require(CalendarDate(iso: "2026-11-20"))
    guard let found = TaskLine(line, today: today) else { return "nothing" }
    let parts = [
      found.status == .done ? "done" : nil, found.priority?.rawValue,
      found.created.map { "created \($0)" }, found.completed.map { "completed \($0)" },
      found.isHeading ? "heading" : nil, found.isItem ? "item \(found.indent)" : nil,
    ]
    return ([found.words] + parts.compactMap { $0 }).joined(separator: "; ")
  }

  private static let lines: [(String, String)] = [
    ("", "nothing"), (" \t", "nothing"), ("Buy milk", "Buy milk"), ("  Buy milk  ", "Buy milk"),
    // Items of Markdown.
    ("- Buy milk", "Buy milk; item 0"), ("* Buy", "Buy; item 0"), ("+ Buy", "Buy; item 0"),
    ("- [ ] Buy", "Buy; item 0"), ("- [x] Buy", "Buy; done; item 0"),
    ("  - [X] Buy", "Buy; done; item 2"), ("\t1. Buy", "Buy; item 4"), ("10) Buy", "Buy; item 0"),
    ("-Buy", "-Buy"), ("1.Buy", "1.Buy"), ("3 apples", "3 apples"), ("-", "-"),
    ("- [link](x)", "[link](x); item 0"), ("- [ ]", "; item 0"), ("# Head", "# Head; heading"),
    ("#tag", "#tag"), ("- # Head", "# Head; item 0"),
    // Lines of todo.txt, from its description and others.
    (
      "(A) Thank Mom for the meatballs @phone",
      "Thank Mom for the meatballs @phone; high"
    ),
    ("(B) Schedule Goodwill pickup +GarageSale", "Schedule Goodwill pickup +GarageSale; medium"),
    ("(Z) Last", "Last; low"), ("Really gotta call Mom (A)", "Really gotta call Mom (A)"),
    ("(b) Get back to the boss", "(b) Get back to the boss"), ("(B)->Submit", "(B)->Submit"),
    ("2011-03-02 Document +TodoTxt", "Document +TodoTxt; created 2011-03-02"),
    ("(A) 2011-03-02 Call Mom", "Call Mom; high; created 2011-03-02"),
    ("(A) Call Mom 2011-03-02", "Call Mom 2011-03-02; high"),
    ("x 2011-03-03 Call Mom", "Call Mom; done; completed 2011-03-03"),
    (
      "x 2011-03-02 2011-03-01 Review",
      "Review; done; created 2011-03-01; completed 2011-03-02"
    ),
    (
      "x (A) 2016-05-20 2016-04-30 measure space +chapelShelving @chapel due:2016-05-30",
      "measure space +chapelShelving @chapel due:2016-05-30; done; high; created 2016-04-30; "
        + "completed 2016-05-20"
    ),
    ("x 2016-05-20 Call Mom pri:A", "Call Mom p:high; done; completed 2016-05-20"),
    ("(C) Water rec:+1w t:2026-12-01", "Water every:1w wait:2026-12-01; low"),
    ("Water rec:2w", "Water every:\"2w after done\""),
    ("Stand up rec:1b", "Stand up every:weekday"),
    ("Water rec:often", "Water every:often"), ("Water pri:D t: rec", "Water p:low t: rec"),
    ("- Water t:2026-12-01", "Water t:2026-12-01; item 0"),
    ("xylophone lesson", "xylophone lesson"), ("X 2012-01-01 Make", "X 2012-01-01 Make"),
    ("x", "x"), ("(A)", "(A)"), ("2026-12-24 Party", "2026-12-24 Party"),
    ("2026-11-01", "2026-11-01"),
  ]

  @Test(arguments: lines)
  func linesAreRead(line: String, expected: String) throws {
    #expect(try meaning(line) == expected)
  }
}
