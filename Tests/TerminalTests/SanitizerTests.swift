import Terminal
import TestSupport
import Testing

@Suite struct SanitizerTests {
  @Test(arguments: [
    "Buy milk", "é e\u{301} 漢字 한글 नमस्ते", "🎉 👍🏽 👩‍👩‍👧‍👦 ❤️ 🇯🇵",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "العربية עברית", "क्\u{200D}ष", "\u{115F}\u{1161}",
    "\u{E0B0}", "a\u{A0}b", "\\u{1B}",
  ])
  func harmlessTextStays(text: String) {
    #expect(Array(text.sanitized.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
    ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"), ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"),
    ("a\nb\r\nc\td", "a\\u{A}b\\u{D}\\u{A}c\\u{9}d"), ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
    ("txt.\u{202E}exe", "txt.\\u{202E}exe"),
    ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", "\\u{2066}a\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
    ("a\u{200B}b\u{AD}c\u{FEFF}", "a\\u{200B}b\\u{AD}c\\u{FEFF}"), ("\u{200D}", "\\u{200D}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{E0041}", "\\u{E0041}"),
    ("\u{E0001}\u{FFF9}\u{2060}", "\\u{E0001}\\u{FFF9}\\u{2060}"), ("\u{3164}", "\\u{3164}"),
    ("a\u{FFA0}\u{115F}", "a\\u{FFA0}\\u{115F}"), ("\u{2065}", "\\u{2065}"),
  ])
  func controlAndInvisibleCharactersAreSpelled(text: String, safe: String) {
    #expect(text.sanitized == safe)
  }

  @Test func linesStayLinesAndTabsAreSpaces() {
    #expect("a\tb\r\n\u{1B}c\n\n\td\re".sanitizedLines == "a    b\n\\u{1B}c\n\n    d\\u{D}e")
    #expect("".sanitizedLines == "")
    #expect("a\n".sanitizedLines == "a\n")
  }

  @Test func noControlSurvives() {
    var random = SeededRandom(seed: 2)
    let ranges: [UInt32] = [0x9F, 0xFF, 0x2070, 0xFFFF, 0x10FFFF]
    for _ in 0..<2000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        let most = ranges.randomElement(using: &random) ?? 0
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) {
          scalars.append(scalar)
        }
      }
      let text = String(scalars)
      #expect(!text.sanitized.unicodeScalars.contains(where: isControl))
      #expect(text.sanitized.sanitized == text.sanitized)
      #expect(!text.sanitizedLines.unicodeScalars.contains { $0 != "\n" && isControl($0) })
    }
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
