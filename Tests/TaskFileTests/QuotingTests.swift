@testable import TaskFile
import Testing

@Suite struct QuotingTests {
  @Test(arguments: [
    "Buy milk", "a:b", "a#b", "it's", "say \"hi\"", "-a", "?a", ":a", "a - b", "a, b", "3 eggs",
    "1st", "v1.2.3a", "é 漢 🎉", "<tag>", "(a)", "$5", "100%", "a [b]", "truest", "nullable", "~/x",
    "https://example.org/?a=b#c", "---", "\\o/", "e", "to do",
  ])
  func plainTextIsNotQuoted(text: String) {
    #expect(Scalar.encoded(text) == text)
  }

  private static let ambiguous: [(String, String)] = [
    ("", "\"\""), (" a", "\" a\""), ("a ", "\"a \""), ("a: b", "\"a: b\""), ("a:", "\"a:\""),
    ("a #b", "\"a #b\""), ("#a", "\"#a\""), ("[a]", "\"[a]\""), ("{a", "\"{a\""), ("*a", "\"*a\""),
    ("&a", "\"&a\""), ("!a", "\"!a\""), ("|", "\"|\""), (">", "\">\""), ("'a'", "\"'a'\""),
    ("\"a\"", "\"\\\"a\\\"\""), ("%a", "\"%a\""), ("@a", "\"@a\""), ("`a`", "\"`a`\""),
    ("- a", "\"- a\""), ("-", "\"-\""), ("? a", "\"? a\""), (": a", "\": a\""),
    ("a\nb", "\"a\\nb\""), ("a\tb", "\"a\\tb\""), ("a\r", "\"a\\r\""), ("\u{7}", "\"\\x07\""),
    ("\u{85}", "\"\\x85\""), ("\u{2028}", "\"\\u2028\""), ("\u{FEFF}", "\"\\uFEFF\""),
    ("null", "\"null\""), ("~", "\"~\""), ("Yes", "\"Yes\""), ("off", "\"off\""), ("y", "\"y\""),
    ("TRUE", "\"TRUE\""), ("1", "\"1\""), ("-1.5e3", "\"-1.5e3\""), ("0x1f", "\"0x1f\""),
    (".inf", "\".inf\""), ("2026-12-01", "\"2026-12-01\""), ("12:30", "\"12:30\""),
    ("1_000", "\"1_000\""), ("=", "\"=\""), ("<<", "\"<<\""),
  ]

  @Test(arguments: ambiguous)
  func ambiguousTextIsQuoted(text: String, yaml: String) {
    #expect(Scalar.encoded(text) == yaml)
  }

  @Test func typedValuesNeedNoQuotesAndListsNeedMore() {
    #expect(Scalar.encoded("2026-12-01 17:00", isTyped: true) == "2026-12-01 17:00")
    #expect(Scalar.encoded("a: b", isTyped: true) == "\"a: b\"")
    for text in ["a,b", "a:b", "a]", "a{", "-a", "?a", "it's"] {
      #expect(Scalar.encoded(text) == text)
      #expect(Scalar.encoded(text, inList: true) == "\"\(text)\"")
    }
    #expect(Scalar.encoded("a b-c", inList: true) == "a b-c")
  }

  @Test func quotesStayQuotes() {
    #expect(Scalar.encoded("it's", like: .singleQuoted) == "'it''s'")
    #expect(Scalar.encoded("a\nb", like: .singleQuoted) == "\"a\\nb\"")
    #expect(Scalar.encoded("a", like: .doubleQuoted) == "\"a\"")
    #expect(Scalar.encoded("a", like: .complex) == "a")
    #expect(Scalar.encoded("\u{1F389}\u{E0001}", like: .doubleQuoted) == "\"\u{1F389}\u{E0001}\"")
  }
}
