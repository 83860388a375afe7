import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Text search ignores case and Unicode normalization.
@Suite struct TextNeedleTests {
  private static let searches: [(String, String, Bool)] = [
    ("milk", "Buy MILK", true), ("Milk", "buy milk", false), ("Milk", "Milk", true),
    ("straße", "STRASSE", true), ("strasse", "Straße", true), ("strasse", "STRAẞE", true),
    ("STRASSE", "Straße", false), ("ss", "ß", true), ("s", "ß", true),
    ("caf\u{E9}", "CAFE\u{301}", true), ("cafe\u{301}", "Caf\u{E9}", true),
    ("cafe", "caf\u{E9}", true), ("cafe", "CAFE\u{301}", true), ("café", "cafe", true),
    ("Cafe", "un Café", true), ("Cafe", "un café", false), ("malmo", "Malmö", true),
    ("lodz", "Łódź", true), ("aero", "Ærø", true), ("αθηνα", "Αθήνα", true),
    ("елка", "Ёлка", true), ("мои", "мой", false), ("мои", "мои\u{306}", false),
    ("か", "が", false), ("viet", "Việt", true),
    ("É", "E\u{301}cole", true), ("É", "école", false),
    ("ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ", true), ("σ", "ς", true), ("привет", "ПРИВЕТ", true),
    ("istanbul", "İstanbul", true), ("istanbul", "I\u{307}stanbul", true), ("ısı", "ISI", true),
    ("ﬁn", "final", true), ("fin", "ﬁnal", true), ("ΐ", "Ϊ\u{301}", true),
    ("牛乳", "牛乳を買う", true), ("한", "\u{1112}\u{1161}\u{11AB}", true), ("👩", "👩‍💻", false),
    ("💻", "👩‍💻", false), ("k", "\u{212A}", true), ("\u{212A}elvin", "kelvin", false),
    ("milk", "mil", false), ("aab", "aaab", true), ("a\tb", "A\tB", true),
  ]

  @Test(arguments: searches)
  func finds(_ needle: String, _ text: String, _ expected: Bool) {
    #expect(TextNeedle(needle).isIn(text) == expected)
  }

  @Test func findsThePlaces() {
    func marked(_ needle: String, _ text: String, _ isSensitive: Bool? = nil) -> String {
      var text = text
      for range in TextNeedle(needle, isCaseSensitive: isSensitive).ranges(in: text).reversed() {
        text.replaceSubrange(range, with: "[\(text[range])]")
      }
      return text
    }
    #expect(marked("an", "Banana") == "B[an][an]a")
    #expect(marked("aa", "aaaaa") == "[aa][aa]a")
    #expect(marked("ss", "Straße SS s") == "Stra[ß]e [SS] s")
    #expect(marked("s", "ß") == "[ß]")
    #expect(marked("é", "École cafe\u{301}") == "[É]col[e] caf[e\u{301}]")
    #expect(marked("É", "École E\u{301} E", true) == "[É]cole [E\u{301}] E")
    #expect(marked("A", "aA", nil) == "a[A]")
    #expect(marked("A", "aA", false) == "[a][A]")
    #expect(marked("a", "aA", true) == "[a]A")
    #expect(marked("x", "") == "")
  }

  /// Searching takes linear time.
  @Test(arguments: ["e a ", "é a "]) func longLinesTakeLinearTime(_ piece: String) {
    let line = String(repeating: piece, count: 50_000)
    let began = ContinuousClock.now
    #expect(TextNeedle("a").ranges(in: line).count == 50_000)
    #expect(ContinuousClock.now - began < .seconds(5))
  }

  /// Any part of a text is found in it, in any case and normalization.
  @Test func findsEveryPartOfRandomText() {
    let letters = [
      "a", "B", "ß", "ẞ", "é", "É", "e\u{301}", "I", "İ", "ı", "Σ", "ς", "ﬁ", "ŉ", "Ǆ", "ǅ", "д",
      "Ж",
      "한", "牛", "🙂", "👩‍💻", " ", "1", "-", "ΐ", "ᾳ", "å", "\u{212B}", "q\u{323}\u{307}",
    ]
    var random = SeededRandom(seed: 3)
    for _ in 0..<Effort.count(800) {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        letters[Int.random(in: letters.indices, using: &random)]
      }
      let start = Int.random(in: text.indices, using: &random)
      let end = Int.random(in: start..<text.count, using: &random)
      let part = text[start...end].joined()
      let whole = text.joined()
      let folded = CaseFolding.plain(part)
      for other in [whole, whole.uppercased(), whole.lowercased(), "x\(whole)"]
      // Lowercasing may compose a character with the one before, which gives another text.
      where CaseFolding.plain(other).contains(folded) {
        #expect(TextNeedle(part, isCaseSensitive: false).isIn(other), "\(part) in \(other)")
      }
      #expect(TextNeedle(part, isCaseSensitive: false).isIn(whole), "\(part) in \(whole)")
      #expect(TextNeedle(part, isCaseSensitive: true).isIn(whole), "\(part) in \(whole)")
      let ranges = TextNeedle(part, isCaseSensitive: true).ranges(in: whole)
      #expect(ranges.allSatisfy { String(whole[$0]) == part })
      let missing = part + "\u{2603}"
      #expect(!TextNeedle(missing, isCaseSensitive: false).isIn(whole))
    }
  }
}
