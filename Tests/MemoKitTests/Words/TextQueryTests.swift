import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

@Suite struct TextQueryTests {
  private func marked(
    _ line: String, _ words: [String] = [], patterns: [String] = [], _ isSensitive: Bool? = nil
  ) throws -> String {
    let query = try TextQuery(words, patterns: patterns, isCaseSensitive: isSensitive)
    var line = line
    for range in TextMatcher(query).ranges(in: line).reversed() {
      line.replaceSubrange(range, with: "[\(line[range])]")
    }
    return line
  }

  @Test func marksAllOfTheQueryOnce() throws {
    #expect(try marked("buy milk and bread", ["milk", "b"]) == "[b]uy [milk] and [b]read")
    #expect(try marked("milkman", ["milk", "lkm"]) == "[milkm]an")
    #expect(try marked("a1 b22", patterns: ["[0-9]+"]) == "a[1] b[22]")
    #expect(try marked("none", patterns: ["x*"]) == "none")
    #expect(try marked("Ten pages", ["ten"], patterns: ["^ten|pages$"]) == "[Ten] [pages]")
  }

  @Test(arguments: [
    ("ten", true), ("Ten", false), ("\\W10", true), ("\\p{Lu}x", true), ("\\p{Lu}X", false),
    ("[a-z]", true), ("[A-Z]", false), ("\\\\n", true),
  ]) func smartCaseLooksAtLettersOnly(_ pattern: String, _ ignoresCase: Bool) throws {
    let query = try TextQuery([], patterns: [pattern])
    #expect(query.patterns == [ignoresCase ? "(?i)\(pattern)" : pattern])
    #expect(try TextQuery([], patterns: [pattern], isCaseSensitive: true).patterns == [pattern])
  }

  @Test(arguments: [
    ("a(", "expected ')'"), ("é[z-a]", "character 'z' must compare less than or equal to 'a'"),
    ("*a", "quantifier '*' must appear after expression"),
    ("ab)", "closing ')' does not balance any groups openings"),
  ]) func namesTheMistake(_ pattern: String, _ message: String) throws {
    let error = #expect(throws: MemoError.self) {
      try TextQuery(["x"], patterns: ["fine", pattern])
    }
    #expect(error?.message == "not a regular expression: \(message)")
    #expect(error?.details == [pattern])
  }

  @Test func randomPatternsAreUnderstoodOrRefused() {
    let pieces = [
      "a", "b", "(", ")", "[", "]", "*", "+", "?", "{2}", "|", "^", "$", "\\b", "\\d", ".", "\\",
      "(?:", "(?=", "(?i)", "-", "é", "\\p{L}", "\\1", "🙂", " ", "\u{301}",
    ]
    var random = SeededRandom(seed: 5)
    var understood = 0
    for _ in 0..<1500 {
      let pattern = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }.joined()
      do throws(MemoError) {
        let matcher = TextMatcher(try TextQuery([], patterns: [pattern]))
        _ = matcher.ranges(in: "aab é0 -b 🙂")
        #expect(matcher.parts(in: "").count <= 1)
        understood += 1
      } catch {
        #expect(!error.message.isEmpty, "\(pattern)")
      }
    }
    #expect(understood > 300)
  }
}
