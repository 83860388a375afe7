import TaskFile
import TestSupport
import Testing
@testable import Git
@testable import Query
@testable import StoreFiles

/// Searching a body's bytes finds the same lines as searching each line.
@Suite struct BodySearchTests {
  private static let pieces = [
    "a", "A", "b", "ab", "aB", "s", "SS", "k", "K", "i", "I", "x", "fi", "n", ";", "`", " ", "-",
    "\n", "\n", "\r\n", "\r", "\0", "é", "e\u{301}", "É", "ß", "ẞ", "ſ", "İ", "ı", "i\u{307}",
    "I\u{307}", "\u{307}", "\u{301}", "\u{212A}", "\u{37E}", "\u{1FEF}", "ﬁ", "ﬆ", "ŉ", "ǰ", "ẖ",
    "Σ", "ς", "牛", "👩‍💻", "\u{FE0F}",
  ]

  private func text(
    of pieces: [String], _ counts: ClosedRange<Int>, _ random: inout SeededRandom
  ) -> String {
    (0..<Int.random(in: counts, using: &random)).map { _ in
      pieces[Int.random(in: pieces.indices, using: &random)]
    }.joined()
  }

  private func lines(inEachOf lines: [TextLine], _ matcher: TextMatcher) -> [TextLine]? {
    let parts = lines.map { matcher.parts(in: $0.text) }
    guard Set(parts.joined()).count == matcher.needles.count else { return nil }
    return zip(lines, parts).filter { !$1.isEmpty }.map(\.0)
  }

  @Test func matchesSearchingEachLine() throws {
    var random = SeededRandom(seed: 12)
    let ascii = Self.pieces.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
    var found = 0
    for round in 0..<Effort.count(800) {
      let pieces = round % 3 == 0 ? ascii : Self.pieces
      // Sometimes longer than one step of the search, and not UTF-8.
      var bytes = Array("---\ntitle: t\ntags: [aa, ß]\n---\n".utf8)
      if round % 5 == 0 { bytes = [] }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        bytes += Array(text(of: pieces, 0...12, &random).utf8)
        if round % 4 == 0 { bytes += Array(repeating: UInt8(ascii: "."), count: 61) + [10] }
        if round % 7 == 0 { bytes.append(0xE1) }
      }
      let document = TaskDocument(bytes)
      let item = document.item(fileName: "name")
      let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        text(of: round % 2 == 0 ? ascii : Self.pieces, 1...3, &random)
      }
      for isSensitive in [nil, true, false] {
        let matcher = TextMatcher(try TextQuery(words, isCaseSensitive: isSensitive))
        let expected = lines(inEachOf: TextLine.all(of: document, item), matcher)
        let lines = matcher.lines(in: document, item)
        #expect(lines == expected, "\(words) in \(document.text.debugDescription)")
        found += expected?.count ?? 0
      }
    }
    #expect(found > 100)
  }

  @Test func anEmptyTextIsEverywhere() throws {
    let document = TaskDocument(Array("one\ntwo\n".utf8))
    let lines = TextMatcher(try TextQuery([""])).lines(
      in: document, document.item(fileName: "name"))
    #expect(lines?.map(\.text) == ["one", "one", "two"])
  }

  /// No other scalar of Unicode may fold to ASCII, alone or after a letter.
  @Test func allScalarsThatFoldToASCIIAreKnown() {
    // Unicode has no characters in the eleven planes between.
    let planes: [Range<UInt32>] = [0x80..<0x40000, 0xE0000..<0xF0000]
    for value in planes.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      guard !CaseFolding.mayBeASCII(bytes, bytes.indices) else { continue }
      let isASCII = { (text: String) in text.contains { $0.isASCII } }
      let folded = CaseFolding.plain(String(scalar))
      if folded.isEmpty || isASCII(folded) || isASCII(String(scalar)) {
        Issue.record("\(scalar.escaped(asASCII: true)) may be \(folded)")
      }
    }
  }

  @Test func findsTheFirstPlace() {
    var random = SeededRandom(seed: 7)
    let letters = Array("abAB@`{[\n".utf8) + [0xC1, 0xE1]
    for _ in 0..<Effort.count(600) {
      let bytes = (0..<Int.random(in: 0...150, using: &random)).map { _ in
        letters[Int.random(in: letters.indices, using: &random)]
      }
      let wanted = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Array("ab@{".utf8)[Int.random(in: 0..<4, using: &random)]
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let range = start..<Int.random(in: start...bytes.count, using: &random)
      for isSensitive in [true, false] {
        let expected = range.first { place in
          place + wanted.count <= range.upperBound
            && wanted.indices.allSatisfy {
              let byte = bytes[place + $0]
              return (isSensitive ? byte : byte.lowercased) == wanted[$0]
            }
        }
        let search = ByteSearch(wanted, isCaseSensitive: isSensitive)
        #expect(search.first(in: bytes, range) == expected)
      }
      #expect(
        ByteSearch.firstBeyondASCII(in: bytes, range) == range.first { bytes[$0] >= 0x80 })
    }
  }
}
