import Testing

@testable import Terminal

/// Control characters in texts never reach the terminal.
struct ControlsTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[1;31mred\u{1B}[0m\n", "\u{1B}[1;31mred\u{1B}[0m\n"),
    ("\u{1B}]52;c;QQ==\u{7}", "\\u{1B}]52;c;QQ==\\u{7}"), ("\u{9B}31m", "\\u{9B}31m"),
    ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{1B}[31", "\\u{1B}[31"), ("\u{1B}", "\\u{1B}"),
    ("a\u{202E}b\u{2066}c\u{200F}\u{61C}", "a\\u{202E}b\\u{2066}c\\u{200F}\\u{61C}"),
    ("a\rb\r\n", "a\\u{D}b\r\n"), ("tab\tnul\0", "tab\tnul\\u{0}"), ("\u{7F}", "\\u{7F}"),
    ("👩‍👩‍👧 é ⚠️ ½ – “x” 한국어 a\u{301}", "👩‍👩‍👧 é ⚠️ ½ – “x” 한국어 a\u{301}"),
    ("\u{2028}\u{FEFF}", "\\u{2028}\\u{FEFF}"),
  ])
  func controlsAreReplaced(_ text: String, _ shown: String) {
    #expect(String(decoding: Array(text.utf8).withoutForeignControls, as: UTF8.self) == shown)
  }

  /// At any place in the text.
  @Test func oneControlIsFoundAnywhere() {
    let lines = Array(String(repeating: "a line of it\n", count: 8).utf8)
    for length in [15, 16, 17, 31, 32, 33, 100] {
      let text = Array(lines.prefix(length))
      #expect(text.withoutForeignControls == text)
      for (control, shown) in [(0x07, "\\u{7}"), (0x7F, "\\u{7F}")] as [(UInt8, String)] {
        for place in text.indices {
          let expected = text[..<place] + Array(shown.utf8) + text[(place + 1)...]
          let bytes = text[..<place] + [control] + text[(place + 1)...]
          #expect(Array(bytes).withoutForeignControls == Array(expected), "\(length) \(place)")
        }
      }
    }
  }

  /// A character that is cut off doesn't cause reading beyond the end.
  @Test func truncatedCharactersAreReplaced() {
    for bytes in [[0xC2], [0xE2, 0x80], [0xE2], [0xD8], [0xEF, 0xBB], [0x1B, 0x5B]] as [[UInt8]] {
      let kept = bytes.replacingControls { _, _ in nil }
      #expect(kept == bytes)
    }
  }
}
