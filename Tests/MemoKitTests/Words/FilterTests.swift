import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// The tasks that the words of a filter mean.
@Suite struct FilterTests {
  /// 2026-11-20, a Friday.
  static let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 0)

  static let tasks: [StoredTask] = [
    ("todo/milk.md", "title: Buy Milk\ntags: [home, shop]\ndeadline: 2026-11-20\npriority: high"),
    (
      "todo/fence.md",
      "title: Paint fence\ntags: home\ndeadline: 2026-11-01\ncolor: Red\nevery: 2 weeks"
    ),
    (
      "doing/report.md",
      "title: Report\ntags: [work]\ndeadline: 2026-11-27 17:00\npriority: low\nestimate: 3h\n"
        + "review: 2026-11-23"
    ),
    (
      "doing/call.md",
      "title: Call\ncreated: 2026-01-05T10:00:00+00:00\nwho: [Mum, Dad]\nestimate: 0.5 h"
    ),
    (
      "done/old.md",
      "title: Old milk\ntags: [shop]\ndeadline: 2026-10-01\nestimate: 2\nid: kxtwqzbnrm"
    ),
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
    ("p>low", "milk or"), ("p>=medium", "milk or"), ("p<high", "report or"),
    ("p:high,low", "milk report"), ("p!=high", "fence report call old or"), ("p:HIGH", "milk"),
    ("p:low..medium", "report or"), ("status:todo,done", "milk fence old or"),
    ("status<done", "milk fence report call"), ("status>todo", "report call old or"),
    ("every:2w", "fence"), ("every:week", ""), ("every:none", "milk report call old or"),
    ("estimate>1", "report old"), ("estimate>1h", "report"), ("estimate<=0.5h", "call"),
    ("estimate:2", "old"), ("estimate:2.0", "old"), ("estimate:0.5h", "call"),
    ("estimate:0.2..2", "call old"), ("estimate:..1", "call"), ("estimate:1..", "report old"),
    ("estimate!=2", "milk fence report call or"), ("estimate:none", "milk fence or"),
    ("review<=2026-11-23", "report"), ("review:mon", "report"), ("review>mon", ""),
    ("who:mum,sue", "call"), ("tag:none", "call or"), ("tags:none", "call or"),
    ("due:2026-11", "milk fence report"), ("due<2026-11", "old"),
    ("due>2026-10", "milk fence report"),
    ("due:2026", "milk fence report old"), ("due:2026-11-01..2026-11-20", "milk fence"),
    ("due:fri..mon", "report"),
    ("review:sat..mon", "report"), ("created:01-05..01-05", "call"),
    ("due:..2026-10", "old"), ("due:today..fri", "milk report"),
    ("due:today,2026-10-01", "milk old"),
    ("due<fri 17:00", "milk fence old"), ("due<=fri 17:00", "milk fence report old"),
    ("due:fri 17:00", "report"), ("due<next week", "milk fence old"),
    ("due<in 3 days todo", "milk fence"),
    // A word after a date is a separate condition.
    ("due<2026-12-15 overdue", "fence"), ("due:next week overdue", ""), ("due<2d overdue", "fence"),
    ("created>-7d overdue", ""), ("due<2 days todo", "milk fence"),
    ("due<fri or doing", "milk fence report call old"),
    ("due<eom not done", "milk fence report"), ("due<17:00 fri", "milk fence old"),
    ("due<2h todo", "fence"), ("due<sow", "milk fence old"), ("due<dec", "milk fence report old"),
    ("pri:high", "milk"), ("pri>low", "milk or"), ("pri:A", "milk"), ("pri:none", "fence call old"),
    ("due<in 3 days", "milk fence old"), ("due>-2w", "milk report"), ("created>-2d", "or"),
    ("created>2 days ago", "or"), ("created:thu..today", "or"), ("created<01-06", "call"),
    ("created:01-05", "call"), ("created:2026-01", "call"), ("created<2026-01-05 10:01", "call"),
    ("id:kx", "old"), ("id:KXT", "old"), ("id:xk", ""), ("path:todo/", "milk fence"),
    ("path:f", "fence"), ("path:done/o", "old or"), ("17:00", ""), ("http://x", ""),
    ("\"or\"", "report or"), ("'or' done", "or"), ("title:\"OR\"", "report or"),
    ("todo and +home", "milk fence"), ("todo AND not(+shop)", "fence"),
    ("overdue OR (doing and p:low)", "fence report"), ("NOT todo and NOT done", "report call"),
    ("not(todo or done)", "report call"), ("todo or(done +shop)", "milk fence old"),
    ("done or doing p:low", "report old or"), ("(done or doing) p:low", "report"),
  ]

  @Test(arguments: meanings) func means(_ example: (words: String, names: String)) throws {
    #expect(try Self.names(example.words) == example.names, "\(example.words)")
  }

  /// The marked word is in brackets.
  static let mistakes: [(words: String, message: String)] = [
    ("todo [due:someday]", "invalid date 'someday'"),
    ("[due:]", "'due:' has no value behind the :"),
    ("[due<none]", "'none' can't be compared by size"),
    ("+home [tag>a]", "'tag' can't be compared"),
    ("[p:urgent]", "invalid priority 'urgent'"),
    ("[p:high,urgent]", "invalid priority 'urgent'"),
    ("[p<none]", "invalid priority 'none'"),
    ("[status:later]", "invalid status 'later'"),
    ("[created:none]", "every task has a creation date"),
    ("[created:]", "'created:' has no value behind the :"),
    ("[color>red]", "invalid number or date 'red'"),
    ("[due:=fri]", "invalid date '=fri'"),
    ("[due<>fri]", "invalid date '>fri'"),
    ("[due:fri..someday]", "invalid date 'fri..someday'"),
    ("[due<eom + 3d] todo", "invalid date 'eom + 3d'"),
    ("[due:fri 3] apples", "invalid date 'fri 3'"), ("[created:fri ago]", "invalid date 'fri ago'"),
    ("[due:fri 2026-12-01]", "invalid date 'fri 2026-12-01': 2026-12-01 is a Tuesday"),
    ("[every:day 17:00]", "invalid rule 'day 17:00'"),
    ("[due:fri or sat]", "invalid date 'fri or sat'"), ("[due:31 milk]", "invalid date '31 milk'"),
    ("[every:1st and 15th] todo", "invalid rule '1st and 15th'"),
    ("[every:blue]", "invalid rule 'blue'"),
    ("[@today]", "no filter is called 'today'"),
    ("todo [or]", "a condition is missing here"),
    ("[or] todo", "a condition is missing here"),
    ("todo or [or] done", "a condition is missing here"),
    ("([)]", "a condition is missing here"),
    ("todo ( [done]", "a ) is missing"),
    ("([todo]", "a ) is missing"),
    ("todo[)] done", "unexpected )"),
    ("todo [)]", "unexpected )"),
    ("due [<] fri", "'<' needs a key and a value"),
    ("[due:2026-12-01..2026-11-01]", "this range ends before it begins"),
    ("[due:10-01..today]", "this range ends before it begins"),
    ("todo [and]", "a condition is missing here"), ("[and] todo", "a condition is missing here"),
    ("todo and [or] done", "a condition is missing here"),
    ("not [and] todo", "'not' needs a condition behind it"),
    ("todo [not]", "'not' needs a condition behind it"),
    ("not [or] todo", "'not' needs a condition behind it"),
    ("(not [)]", "'not' needs a condition behind it"),
  ]

  @Test(arguments: mistakes)
  func pointsAtTheWord(_ example: (words: String, message: String)) throws {
    let words = example.words.filter { !"[]".contains($0) }
    let error = #expect(throws: FilterError.self, "\(words)") { try Self.names(words) }
    let pointed = error.map { error in
      var shown = Array(error.text)
      shown.insert("]", at: error.range.upperBound)
      shown.insert("[", at: error.range.lowerBound)
      return String(shown)
    }
    #expect(pointed == example.words)
    #expect(error?.message == example.message, "\(words)")
    #expect(error?.hint != "", "\(words)")
  }

  /// Weekdays and days of a month recur: ranges start or end at the nearest one.
  @Test(arguments: [
    ("due:fri..mon", ["2026-11-27", "2026-11-30"], ["2026-11-23", "2026-12-01"]),
    ("due:12-24..01-06", ["2026-12-24", "2027-01-06"], ["2026-01-05", "2027-01-07"]),
    ("due:2026-12-10..fri", ["2026-12-11"], ["2026-11-27", "2026-12-12"]),
    ("review:wed..tue", ["2026-11-25", "2026-12-01"], ["2026-11-24", "2026-12-02"]),
    ("created:wed..mon", ["2026-11-11", "2026-11-16"], ["2026-11-10", "2026-11-18"]),
    ("created:11-25..11-10", ["2025-11-25", "2026-11-10"], ["2026-11-11", "2026-11-19"]),
  ]) func rangesOfRecurringDays(_ words: String, _ inside: [String], _ outside: [String]) throws {
    let filter = try Filter.parse([words], now: Self.now)
    for (day, expected) in inside.map({ ($0, true) }) + outside.map({ ($0, false) }) {
      let header = "deadline: \(day)\nreview: \(day)\ncreated: \(day)T12:00:00+00:00"
      let task = StoredTask(
        path: "todo/a.md", bytes: Array("---\n\(header)\n---\n".utf8), file: nil)
      #expect(try filter.matches(#require(task), at: Self.now) == expected, "\(day)")
    }
  }

  /// In winter, a day in summer still has summer time.
  @Test func aDayHasItsOwnTimeZoneOffset() throws {
    // 2026: summer time from 29 March to 25 October.
    let winter = LocalTime(secondsSince1970: 1_795_187_045) { seconds in
      (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
    }
    let header = "deadline: 2026-07-02T00:30+02:00\ncreated: 2026-07-02T00:30:00+02:00"
    let task = try #require(
      StoredTask(path: "todo/a.md", bytes: Array("---\n\(header)\n---\n".utf8), file: nil))
    for (words, expected) in [
      ("due:2026-07-02", true), ("due:2026-07-01", false), ("created:2026-07-02", true),
      ("created<2026-07-02", false), ("due<=2026-07-02 00:30", true),
      ("due<2026-07-02 00:30", false), ("created>=07-02 00:30", true),
    ] {
      let filter = try Filter.parse([words], now: winter)
      #expect(filter.matches(task, at: winter) == expected, "\(words)")
    }
  }

  @Test func reportsWhetherDoneTasksAreMeant() throws {
    for (words, expected) in [
      ("todo", true), ("+home", false), ("+home (p:high or not done)", true), ("", false),
      ("overdue", false), ("status:doing", true),
    ] {
      let filter = try Filter.parse(words.split(separator: " ").map(String.init), now: Self.now)
      #expect(filter.mentionsStatus == expected, "\(words)")
    }
  }

  /// Words as the shell passes them, separated by bars.
  @Test(arguments: [
    ("|buy milk|", "milk"), ("|milk buy|", ""), ("|due<fri 17:00|", "milk fence old"),
    ("|(todo or doing) +home|", "milk fence"), ("|+home +shop|", "milk"),
    ("|not todo|", "report call old or"),
    ("|+home and +shop|", "milk"), ("|milk and bread|", ""),
    ("|due<fri or p:low|", "milk fence report old"), ("|todo overdue|", "fence"),
    ("|who:Mum or doing|", "report call"),
    ("|due<2026-12-15 overdue|", "fence"), ("|due<next week overdue|", "fence"),
    ("|due:2 weeks overdue|", ""), ("|due:19 days overdue|", "fence"),
    ("|due:19|days|overdue|", ""), ("|due:fri 17:00..fri 18:00|", "report"),
    ("|due:fri 17:01..mon 08:00|", ""),
    ("|title:\"or not\"|", "or"), ("|\"or not\"|", "or"),
    ("|or not|x|", ""),
    ("|((todo)|or|doing)|p:low|", "report"), ("|color:red or|who:dad|", "fence call"),
  ]) func keepsQuotedWordsTogether(_ arguments: String, _ names: String) throws {
    let words = arguments.split(separator: "|").map(String.init)
    guard words != ["or not", "x"] else {
      #expect(throws: FilterError.self) { try Filter.parse(words, now: Self.now) }
      return
    }
    let filter = try Filter.parse(words, now: Self.now)
    #expect(
      Self.tasks.filter { filter.matches($0, at: Self.now) }.map(\.name).joined(separator: " ")
        == names)
  }

  @Test func deepNestingIsAnError() {
    let deep = [String](repeating: "(", count: 5000) + ["todo"]
    #expect(throws: FilterError.self) { try Filter.parse(deep, now: Self.now) }
    let nots = [String](repeating: "not", count: 20_000) + ["todo"]
    #expect(throws: FilterError.self) { try Filter.parse(nots, now: Self.now) }
  }
}
