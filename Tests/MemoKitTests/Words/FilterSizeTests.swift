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

/// Named filters that use one another have a size limit.
@Suite(.timeLimit(.minutes(30))) struct FilterSizeTests {
  private func names(_ filters: [String]) -> NamedFilters {
    let lines = filters.enumerated().map { "  f\($0): \"\($1)\"" }
    return NamedFilters(
      TaskDocument(yaml: Array((["filters:"] + lines).joined(separator: "\n").utf8)))
  }

  private func parse(_ words: String, _ names: NamedFilters = NamedFilters()) throws -> Filter {
    try Filter.parse(
      words.split(separator: " ").map(String.init), now: FilterTests.now, names: names)
  }

  private func error(_ words: String, _ names: NamedFilters = NamedFilters()) -> String? {
    do {
      _ = try parse(words, names)
      return nil
    } catch {
      return (error as? FilterError)?.message
    }
  }

  private let tooLarge = "the filter is larger than 100 kB, its names included"

  /// A file of some hundred bytes with more conditions than a computer can count.
  @Test(arguments: ["or", "and", ""])
  func namesThatUseOneAnother(word: String) throws {
    let filters =
      ["overdue"]
      + (0..<20).map { name in
        Array(repeating: "@f\(name)", count: 10).joined(separator: " \(word) ")
      }
    #expect(error("@f20", names(filters)) == tooLarge)
    #expect(error("@f4", names(filters)) == tooLarge)
    let filter = try parse("@f3", names(filters))
    let found = FilterTests.tasks.filter { filter.matches($0, at: FilterTests.now) }
    #expect(found.map(\.name) == ["fence"])
  }

  @Test func longChainsOfNamesAreRefused() {
    let filters = ["overdue"] + (0..<5000).map { "@f\($0)" }
    #expect(error("@f90", names(filters)) == nil)
    #expect(error("@f5000", names(filters)) == "nested too deep")
    #expect(error("@nix", names(filters)) == "no filter is called 'nix'")
  }

  @Test func emptyFiltersAreAllowed() throws {
    #expect(try parse("@f0", names([""])).text == nil)
    #expect(try parse("@f0 or +home", names([""])).text == "() or +home")
    #expect(try parse("+home not @f0", names([""])).text == "+home not ()")
  }

  @Test func manyParentheses() {
    let many = Limits.filterBytes - 1
    #expect(error(String(repeating: ")", count: many)) == "a condition is missing here")
    #expect(error("a" + String(repeating: ")", count: many)) == "unexpected )")
    #expect(error(String(repeating: "(", count: many)) == "nested too deep")
    let deep = String(repeating: "(", count: 90) + "a" + String(repeating: ")", count: 90)
    #expect(error(deep) == nil)
  }

  /// A few conditions in long texts take long to parse.
  @Test func longTextsUsedOftenAreRefused() {
    let often = { (name: String) in Array(repeating: name, count: 99).joined(separator: " ") }
    let long = String(repeating: "x", count: 2000)
    #expect(error("@f1", names([long, often("@f0 @f0")])) == tooLarge)
    #expect(error("@f2", names([long, often("@f0"), often("@f1")])) == tooLarge)
    #expect(error("@f3", names(["", often("@f0"), often("@f1"), often("@f2")])) == tooLarge)
  }

  @Test func manyWords() throws {
    let most = (Limits.filterBytes + 4) / 6
    #expect(error(Array(repeating: "+a", count: most).joined(separator: " or ")) == nil)
    #expect(error(Array(repeating: "+a", count: most + 1).joined(separator: " or ")) == tooLarge)
    let tags = (0..<9000).map { "+t\($0)" }.joined(separator: " or ")
    #expect(try parse(tags).tags.count == 9000)
  }
}
