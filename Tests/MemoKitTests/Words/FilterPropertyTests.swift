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

/// Random filters mean what their words say one by one, and random words never crash.
@Suite struct FilterPropertyTests {
  static let now = FilterTests.now

  /// Conditions, and what each means, said in another way than the filter does.
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

  /// A random expression as words, and the tasks that it means.
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
    for _ in 0..<1500 {
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

  @Test func randomWordsAreUnderstoodOrPointedAt() {
    let pieces = [
      "todo", "or", "not", "(", ")", "+", "-", "@", ":", "<", ">", "=", "!", "==", "<=", "due", "p",
      "tag", "created", "status", "none", "high", "2026", "-11", "..", ",", "fri", "17:00", "week",
      "next", "ago", "\"", "'", " ", "é", "🙂", "ß", "\u{301}", "\u{0}", "9", "x", "id", "path",
      "3h",
    ]
    var random = SeededRandom(seed: 11)
    var understood = 0
    for _ in 0..<20_000 {
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
    #expect(understood > 2000)
  }
}
