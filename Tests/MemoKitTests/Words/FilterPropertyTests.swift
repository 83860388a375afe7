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

/// Random filters mean what their parts mean, and random words never crash.
@Suite struct FilterPropertyTests {
  static let now = FilterTests.now

  /// Conditions, each with its meaning in other terms.
  static let conditions: [(words: [String], holds: @Sendable (StoredTask) -> Bool)] = [
    (["todo"], { $0.path.hasPrefix("todo/") }),
    (["done"], { $0.path.hasPrefix("done/") }),
    (["status<done"], { !$0.path.hasPrefix("done/") }),
    (["+home"], { $0.item.tags.contains("home") }),
    (["-shop"], { !$0.item.tags.contains("shop") }),
    (["tag:home,work"], { !Set($0.item.tags).isDisjoint(with: ["home", "work"]) }),
    (["p:high"], { $0.item.priority?.rawValue == "high" }),
    (["p!=high"], { $0.item.priority?.rawValue != "high" }),
    (["p:none"], { $0.item.priority == nil }),
    (["due:none"], { $0.item.deadline == nil }),
    (["due<2026-11-20"], { ($0.item.deadline?.description ?? "3") < "2026-11-20" }),
    (["due<next", "week"], { ($0.item.deadline?.description ?? "3") < "2026-11-23" }),
    (["due<next week"], { ($0.item.deadline?.description ?? "3") < "2026-11-23" }),
    (["estimate>1"], { ["old", "report"].contains($0.name) }),
    (["color:red"], { $0.name == "fence" }),
    (["milk"], { $0.title.contains("ilk") }),
    (["title:Milk"], { $0.title.contains("ilk") }),
  ]

  /// A random expression, and the tasks that it means.
  private static func expression(
    depth: Int, _ random: inout SeededRandom
  ) -> (words: [String], names: Set<String>) {
    let all = Set(FilterTests.tasks.map(\.name))
    guard depth > 0 else {
      let condition = conditions[Int.random(in: conditions.indices, using: &random)]
      return (condition.words, Set(FilterTests.tasks.filter(condition.holds).map(\.name)))
    }
    let count = Int.random(in: 1...3, using: &random)
    let parts = (0..<count).map { _ in
      expression(depth: Int.random(in: 0..<depth, using: &random), &random)
    }
    func grouped(_ words: [String]) -> [String] {
      guard Bool.random(using: &random) else { return ["("] + words + [")"] }
      var words = words
      words[0] = "(" + words[0]
      words[words.count - 1] += ")"
      return words
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return (["not"] + grouped(parts[0].words), all.subtracting(parts[0].names))
    case 1:
      return (
        parts.flatMap { ["("] + $0.words + [")"] }, parts.reduce(all) { $0.intersection($1.names) }
      )
    default:
      return (
        Array(parts.map { ["("] + $0.words + [")"] }.joined(separator: ["or"])),
        parts.reduce([]) { $0.union($1.names) }
      )
    }
  }

  @Test func meansWhatItsPartsMean() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<Effort.count(300) {
      let (words, names) = Self.expression(depth: 4, &random)
      let filter = try Filter.parse(words, now: Self.now)
      let found = FilterTests.tasks.filter { filter.matches($0, at: Self.now) }.map(\.name)
      #expect(Set(found) == names, "\(words.joined(separator: " "))")
      // The same in one pair of quotes, and in a file.
      let text = words.joined(separator: " ")
      if words.count > 1 {
        #expect(try Filter.parse([text], now: Self.now) == filter, "\(text)")
      }
      let named = NamedFilters(TaskDocument(yaml: Array("filters:\n  x: '\(text)'\n".utf8)))
      #expect(try Filter.parse(["@x"], now: Self.now, names: named) == filter, "\(text)")
    }
  }

  /// Words after a date are part of it, or separate conditions.
  @Test func noWordAfterADateIsLost() throws {
    let dates = [
      "due<2026-12-15", "created>-7d", "due:next week", "wait<today", "due<2d", "done:2 days ago",
      "changed>=yesterday 15:04", "due:12:00 mon", "due<=dec 31", "until:end of month", "due:jan",
      "due>2h", "created<just now", "every:mon, thu", "due:none", "due!=fri 17:00",
    ]
    let conditions = [
      "overdue", "todo", "doing", "done", "ready", "waiting", "blocked", "conflict", "problem",
      "+home", "-shop", "@work", "milk", "call", "title:x", "p:high", "due:none", "\"mon\"", "'at'",
    ]
    let names = NamedFilters(TaskDocument(yaml: Array("filters:\n  work: +work\n".utf8)))
    func parse(_ words: [String]) throws(FilterError) -> Filter {
      try Filter.parse(words, now: Self.now, names: names)
    }
    var random = SeededRandom(seed: 46)
    for _ in 0..<Effort.count(400) {
      let date = dates.randomElement(using: &random) ?? ""
      let rest = (0...Int.random(in: 0...3, using: &random)).compactMap { _ in
        conditions.randomElement(using: &random)
      }
      let expected = Filter.and(try [parse([date])] + rest.map { word in try parse([word]) })
      let words = date.split(separator: " ").map(String.init) + rest
      #expect(try parse(words) == expected, "\(words)")
      // In one argument, and after an operator.
      let line = words.joined(separator: " ")
      if !rest.contains(where: { ["milk", "call", "\"mon\"", "'at'"].contains($0) }) {
        #expect(try parse([line]) == expected, "\(line)")
      }
      #expect(
        try parse(date.split(separator: " ").map(String.init) + ["or"] + rest)
          == .or([try parse([date]), try parse(rest)]), "\(words)")
    }
  }

  /// Each word of a date phrase has a meaning, and none is a word of filters.
  @Test func everyWordOfADateHasAMeaning() {
    let vocabulary = [
      "2026-12-15", "fri", "17:00", "5pm", "today", "tomorrow", "next", "last", "this", "week",
      "month", "end", "start", "of", "the", "de", "at", "on", "in", "ago", "3", "days", "2d", "2h",
      "-7d", "mar", "31", "31st", "noon", "morning", "tonight", "just", "now", "W10", "2026", "eom",
    ]
    let others = ["overdue", "todo", "ready", "not", "or", "and", "milk", "none", ","]
    // Words that may be omitted, since they only connect others.
    let joining: Set = [
      "at", "on", "in", "the", "of", "de", "next", "last", "this", "just", "ago",
      // Words that are redundant on this day.
      "fri", "today", "tomorrow", "tonight", "2026",
    ]
    var random = SeededRandom(seed: 6)
    var found = 0
    for round in 0..<Effort.count(4_000) {
      var words = (0...Int.random(in: 0...3, using: &random)).compactMap { _ in
        vocabulary.randomElement(using: &random)
      }
      let expression = DateExpression(now: Self.now, direction: round % 2 == 0 ? .forward : .back)
      func meaning(_ words: [String]) -> DateExpression.Meaning? {
        expression.meaning(of: words.joined(separator: " "))
      }
      guard let whole = meaning(words) else { continue }
      found += 1
      for (index, word) in words.enumerated() where words.count > 1 && !joining.contains(word) {
        var less = words
        less.remove(at: index)
        #expect(meaning(less) != whole, "\(words) without \(word)")
      }
      let other = others.randomElement(using: &random) ?? ""
      words.insert(other, at: Int.random(in: 0...words.count, using: &random))
      let isPrinted =
        words.last == "overdue" && (words.first == "today" || words.suffix(2).first == "days")
      #expect(meaning(words) == nil || isPrinted, "\(words)")
    }
    #expect(found > 100)
  }

  @Test func randomWordsAreUnderstoodOrErrors() {
    let pieces = [
      "todo", "or", "not", "(", ")", "+", "-", "@", ":", "<", ">", "=", "!", "==", "<=", "due", "p",
      "tag", "created", "status", "none", "high", "2026", "-11", "..", ",", "fri", "17:00", "week",
      "next", "ago", "\"", "'", " ", "é", "🙂", "ß", "\u{301}", "\u{0}", "9", "x", "id", "path",
      "3h",
    ]
    var random = SeededRandom(seed: 11)
    var understood = 0
    for _ in 0..<Effort.count(4_000) {
      let words = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          pieces[Int.random(in: pieces.indices, using: &random)]
        }.joined()
      }
      do throws(FilterError) {
        let filter = try Filter.parse(words, now: Self.now)
        for task in FilterTests.tasks { _ = filter.matches(task, at: Self.now) }
        understood += 1
      } catch {
        #expect(error.text == words.joined(separator: " "))
        #expect(error.range.upperBound <= error.text.unicodeScalars.count, "\(words)")
        #expect(!error.message.isEmpty && !error.hint.isEmpty)
      }
    }
    #expect(understood > 200)
  }
}
