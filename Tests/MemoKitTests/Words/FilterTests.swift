@testable import MemoKit
import TaskFile
import TestSupport
import Testing

/// The words behind `list`: which tasks they mean.
@Suite struct FilterTests {
  /// 2026-11-20, a Friday.
  static let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)

  static let tasks: [StoredTask] = [
    ("todo/milk.md", "title: Buy Milk\ntags: [home, shop]\ndeadline: 2026-11-20\npriority: high"),
    ("todo/fence.md", "title: Paint fence\ntags: home\ndeadline: 2026-11-01\ncolor: Red"),
    ("doing/report.md", "title: Report\ntags: [work]\ndeadline: 2026-11-27 17:00\npriority: low"),
    ("doing/call.md", "title: Call\ncreated: 2026-01-05T10:00:00+00:00\nwho: [Mum, Dad]"),
    ("done/old.md", "title: Old milk\ntags: [shop]\ndeadline: 2026-10-01"),
    ("done/or.md", "title: or not\npriority: medium\ncreated: 2026-11-20T08:00:00+09:00"),
  ].compactMap { path, header in
    StoredTask(path: path, bytes: Array("---\n\(header)\n---\n".utf8), file: nil)
  }

  static func names(_ words: String) throws -> String {
    let filter = try Filter.parse(words.split(separator: " ").map(String.init), now: now)
    return tasks.filter { filter.matches($0, at: now) }.map(\.name).joined(separator: " ")
  }

  static let meanings: [(words: String, names: String)] = [
    ("", "milk fence report call old or"),
    ("todo", "milk fence"), ("doing", "report call"), ("done", "old or"), ("status:done", "old or"),
    ("+home", "milk fence"), ("-home", "report call old or"),
    ("tag:home,work", "milk fence report"),
    ("tags:shop", "milk old"), ("+hom", ""), ("+Home", ""),
    ("p:high", "milk"), ("priority:low", "report"), ("p:none", "fence call old"),
    ("due:today", "milk"), ("deadline:today", "milk"), ("due:none", "call or"),
    ("due<today", "fence old"), ("due<=today", "milk fence old"), ("due>today", "report"),
    ("due>=fri", "report"), ("due=fri", "report"), ("due==fri", "report"),
    ("due>=2026-11-20", "milk report"), ("overdue", "fence"),
    ("created:today", ""), ("created<2026-02-01", "call"), ("created>=2026-11-19", "or"),
    ("color:red", "fence"), ("color:none", "milk report call old or"), ("who:dad", "call"),
    ("who:MUM", "call"), ("problem", ""), ("conflict", ""),
    ("milk", "milk old"), ("MILK", "milk old"), ("title:milk", "milk old"), ("buy milk", "milk"),
    ("not todo", "report call old or"), ("not not todo", "milk fence"), ("not -home", "milk fence"),
    ("todo or done", "milk fence old or"), ("todo +shop or done +shop", "milk old"),
    ("todo (+shop or overdue)", "milk fence"), ("( todo ) ( +shop )", "milk"),
    ("((todo))", "milk fence"), ("not (todo or done)", "report call"),
    ("not todo +shop", "old"), ("not todo or +shop", "milk report call old or"),
    ("done or doing p:low", "report old or"), ("(done or doing) p:low", "report"),
  ]

  @Test(arguments: meanings) func means(_ example: (words: String, names: String)) throws {
    #expect(try Self.names(example.words) == example.names, "\(example.words)")
  }

  static let mistakes: [(words: String, index: Int, message: String)] = [
    ("todo due:someday", 1, "'someday' is no date"),
    ("due:", 0, "'due:' says nothing behind the :"),
    ("+home p<high", 1, "'p' can't be compared"),
    ("p:urgent", 0, "'urgent' is no priority"),
    ("status:later", 0, "'later' is no status"),
    ("created:none", 0, "every task was made some day"),
    ("color>3", 0, "'color' can't be compared"),
    ("due:=fri", 0, "'=fri' is no date"),
    ("todo or", 1, "a condition is missing here"),
    ("or todo", 0, "a condition is missing here"),
    ("todo or or done", 2, "a condition is missing here"),
    ("()", 0, "a condition is missing here"),
    ("todo ( done", 2, "a ) is missing"),
    ("(todo", 0, "a ) is missing"),
    ("todo) done", 0, "this ) closes nothing"),
    ("todo )", 1, "this ) closes nothing"),
    ("todo not", 1, "'not' needs a condition behind it"),
    ("not or todo", 1, "'not' needs a condition behind it"),
    ("(not )", 1, "'not' needs a condition behind it"),
  ]

  @Test(arguments: mistakes)
  func pointsAtTheWord(_ example: (words: String, index: Int, message: String)) throws {
    let error = #expect(throws: FilterError.self, "\(example.words)") {
      try Self.names(example.words)
    }
    #expect(error?.message == example.message, "\(example.words)")
    #expect(error?.index == example.index, "\(example.words)")
    #expect(error?.hint != "", "\(example.words)")
  }

  @Test func saysWhetherDoneOnesAreMeant() throws {
    for (words, expected) in [
      ("todo", true), ("+home", false), ("+home (p:high or not done)", true), ("", false),
      ("overdue", false), ("status:doing", true),
    ] {
      let filter = try Filter.parse(words.split(separator: " ").map(String.init), now: Self.now)
      #expect(filter.mentionsStatus == expected, "\(words)")
    }
  }

  @Test func deepNestingIsAnErrorAndNoCrash() {
    let deep = [String](repeating: "(", count: 5000) + ["todo"]
    #expect(throws: FilterError.self) { try Filter.parse(deep, now: Self.now) }
    let nots = [String](repeating: "not", count: 20_000) + ["todo"]
    #expect(throws: FilterError.self) { try Filter.parse(nots, now: Self.now) }
  }
}
