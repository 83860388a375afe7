import Terminal
import TestSupport
import Testing

@Suite struct DisplayWidthTests {
  private static let widths: [(String, Int)] = [
    ("", 0), ("Buy milk", 8), ("é", 1), ("e\u{301}", 1), ("Ω≠½", 3), ("牛乳", 4), ("ｱ", 1), ("Ａ", 2),
    ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("、。", 4), ("🎉", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇯🇵", 2),
    ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("✔", 1), ("✅", 2), ("☃", 1), ("⌚", 2), ("a\u{200B}b", 2),
    ("a\u{200D}", 1), ("\u{301}", 0), ("\u{AD}", 0), ("\u{FEFF}", 0), ("\u{7}\t\n", 0), ("\r\n", 0),
    ("\u{85}", 0), ("│─█", 3), ("नमस्ते", 4), ("กำ", 2), ("กำกำ น้ำ", 7), ("क्षि", 3), ("𠀋", 2), ("〈", 2),
    ("\u{303F}", 1), ("·", 1), ("…", 1),
  ]

  @Test(arguments: widths)
  func cellsAreCounted(text: String, cells: Int) {
    #expect(text.terminalWidth == cells)
  }

  private static let cuts: [(String, Int, String)] = [
    ("Buy milk", 8, "Buy milk"), ("Buy milk", 7, "Buy mi…"), ("Buy milk", 1, "…"), ("Buy", 0, ""),
    ("Buy", -1, ""), ("", 0, ""), ("牛乳を", 6, "牛乳を"), ("牛乳を", 5, "牛乳…"), ("牛乳を", 4, "牛…"),
    ("牛乳", 1, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
  ]

  @Test(arguments: cuts)
  func textIsCutBetweenCharacters(text: String, cells: Int, cut: String) {
    #expect(text.truncated(to: cells) == cut)
  }

  @Test func textIsPaddedByCells() {
    #expect("牛".padded(to: 4) == "牛  ")
    #expect("e\u{301}".padded(to: 2) == "e\u{301} ")
    #expect("abc".padded(to: 2) == "abc")
    #expect("abc".padded(to: -2) == "abc")
  }

  @Test(arguments: [
    ("Buy milk", 8, ["Buy milk"]), ("Buy milk", 7, ["Buy", "milk"]),
    ("one two three", 7, ["one two", "three"]), ("one   two", 7, ["one two"]),
    ("abcdef gh", 4, ["abcd", "ef", "gh"]), ("ab cdefgh", 4, ["ab", "cdef", "gh"]),
    ("abcdef g", 4, ["abcd", "ef g"]), ("牛乳を買う", 5, ["牛乳", "を買", "う"]), ("牛乳", 1, ["牛", "乳"]),
    ("a", 0, ["a"]), ("", 3, [""]), ("🎉🎉", 2, ["🎉", "🎉"]),
  ])
  func textIsWrappedAtSpaces(text: String, cells: Int, lines: [String]) {
    #expect(text.wrapped(to: cells) == lines)
  }

  @Test func nothingIsLostOrTooWide() {
    var random = SeededRandom(seed: 1)
    let pool = Array("ab cé牛🎉 e\u{301}한 👍🏽-")
    for _ in 0..<2000 {
      let characters = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        pool.randomElement(using: &random)
      }
      let text = String(characters)
      let cells = Int.random(in: 2...12, using: &random)
      let cut = text.truncated(to: cells)
      #expect(cut.terminalWidth <= cells)
      #expect((cut == text) == (text.terminalWidth <= cells))
      #expect(cut == text || text.hasPrefix(cut.dropLast()))
      let lines = text.wrapped(to: cells)
      #expect(lines.allSatisfy { $0.terminalWidth <= cells })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
      #expect(text.padded(to: cells).terminalWidth == max(cells, text.terminalWidth))
    }
  }
}
