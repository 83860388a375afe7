import Terminal
import TestSupport
import Testing

@Suite struct InputParserTests {
  private func events(_ text: String) -> [InputEvent] {
    var parser = InputParser()
    return parser.take(Array(text.utf8)) + parser.flush()
  }

  @Test(
    arguments: [
      ("a", [.key(.character("a"))]), ("é한", [.key(.character("é")), .key(.character("한"))]),
      ("e\u{301}", [.key(.character("e\u{301}"))]), ("\r", [.key(.enter)]), ("\n", [.key(.enter)]),
      ("\u{7F}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]), ("\t", [.key(.tab)]),
      ("\u{3}", [.key(.character("c"), .control)]), ("\u{1A}", [.key(.character("z"), .control)]),
      ("\u{1F}", [.key(.character("_"), .control)]), ("\0", [.key(.character(" "), .control)]),
      ("\u{1B}", [.key(.escape)]), ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
      ("\u{1B}x", [.key(.character("x"), .alt)]), ("\u{1B}\r", [.key(.enter, .alt)]),
      ("\u{1B}[A", [.key(.up)]), ("\u{1B}OA", [.key(.up)]), ("\u{1B}[1;2A", [.key(.up, .shift)]),
      ("\u{1B}[1;5C", [.key(.right, .control)]), ("\u{1B}[Z", [.key(.tab, .shift)]),
      ("\u{1B}[3~", [.key(.delete)]), ("\u{1B}[5;3~", [.key(.pageUp, .alt)]),
      ("\u{1B}[H\u{1B}[4~", [.key(.home), .key(.end)]), ("\u{1B}OP", [.key(.function(1))]),
      ("\u{1B}[15~\u{1B}[24~", [.key(.function(5)), .key(.function(12))]),
      ("\u{1B}[[C", [.key(.function(3))]), ("\u{1B}OM", [.key(.enter)]),
      ("\u{1B}[97;5u", []),
    ] as [(String, [InputEvent])])
  func keysAreRead(text: String, expected: [InputEvent]) {
    #expect(events(text) == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;3;2M", [.mouse(MouseEvent(.press, row: 1, column: 2))]),
      ("\u{1B}[<0;3;2m", [.mouse(MouseEvent(.release, row: 1, column: 2))]),
      ("\u{1B}[<2;1;1M", [.mouse(MouseEvent(.press, .right, row: 0, column: 0))]),
      ("\u{1B}[<36;1;1M", [.mouse(MouseEvent(.drag, row: 0, column: 0))]),
      ("\u{1B}[<64;1;1M", [.mouse(MouseEvent(.wheelUp, .none, row: 0, column: 0))]),
      ("\u{1B}[<65;9;9M", [.mouse(MouseEvent(.wheelDown, .none, row: 8, column: 8))]),
      ("\u{1B}[<66;9;9M", []), ("\u{1B}[<0;0;0M", []), ("\u{1B}[<M", []),
      ("\u{1B}[M !!q", [.key(.character("q"))]),
    ] as [(String, [InputEvent])])
  func theMouseIsRead(text: String, expected: [InputEvent]) {
    #expect(events(text) == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}[12;40R", []), ("\u{1B}[?2026;2$y", []),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", [.background(isLight: true)]),
      ("\u{1B}]11;rgb:ff/ff/e5\u{1B}\\", [.background(isLight: true)]),
      ("\u{1B}]11;rgb:00/2b/36\u{1B}\\", [.background(isLight: false)]),
      ("\u{1B}]11;rgb:xyz\u{7}", []), ("\u{1B}]52;c;aGk=\u{7}", []),
      ("\u{1B}P1$r0m\u{1B}\\", []), ("\u{1B}[?62;4c", []), ("\u{1B}[I", []),
      ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ] as [(String, [InputEvent])])
  func repliesAreNotKeys(text: String, expected: [InputEvent]) {
    #expect(events(text) == expected)
    // In pieces of any size.
    var parser = InputParser()
    #expect(text.utf8.flatMap { parser.take([$0]) } == expected)
  }

  @Test func aPasteIsOneText() {
    let text = "\u{1B}[200~q\u{3}\u{1B}[A\r\nd\re\u{1B}[201~x"
    let expected: [InputEvent] = [.paste("q\u{3}\u{1B}[A\nd\ne"), .key(.character("x"))]
    #expect(events(text) == expected)
    var parser = InputParser()
    #expect(text.utf8.flatMap { parser.take([$0]) } == expected)
    // An unfinished paste waits for its end.
    #expect(parser.take(Array("\u{1B}[200~half".utf8)) == [] && parser.timeout == nil)
    #expect(parser.flush() == [] && parser.take([0x03]) == [])
    #expect(parser.take(Array("\u{1B}[201~".utf8)) == [.paste("half\u{3}")])
    // The terminal was closed within a paste.
    #expect(parser.take(Array("\u{1B}[200~half\u{1B}[2".utf8)) == [])
    #expect(parser.end() == [.paste("half\u{1B}[2")] && parser.end() == [])
  }

  @Test func aSingleEscapeWaits() {
    var parser = InputParser()
    #expect(parser.take([0x1B]) == [] && parser.timeout == 0.025)
    #expect(parser.flush() == [.key(.escape)] && parser.timeout == nil)
    #expect(parser.take([0x1B]) == [])
    #expect(parser.take(Array("[B".utf8)) == [.key(.down)])
    // An unfinished character waits, too.
    #expect(parser.take([0xED, 0x95]) == [] && parser.timeout != nil)
    #expect(parser.take([0x9C]) == [.key(.character("한"))])
    #expect(parser.take([0xFF, 0x61]) == [.key(.character("a"))])
  }

  /// On a slow line, a sequence comes in parts, and none of them is a key.
  @Test(arguments: ["\u{1B}[1;", "\u{1B}[<0;12", "\u{1B}]11;rgb:ff", "\u{1B}P1$r"])
  func anUnfinishedSequenceWaits(start: String) {
    var parser = InputParser()
    #expect(parser.take(Array(start.utf8)) == [])
    for _ in 0..<50 { #expect(parser.flush() == [] && parser.timeout == nil) }
    // If the rest doesn't come, the next keys end the sequence.
    #expect(parser.take(Array("j\u{7}".utf8)).allSatisfy { $0 == .key(.character("g"), .control) })
    #expect(parser.take(Array("j".utf8)) == [.key(.character("j"))])
  }

  /// Escape, a bracket and another key, typed quickly, don't block the keyboard.
  @Test(arguments: ["]", "P", "X", "^", "_"]) func aControlCharacterEndsAString(start: String) {
    var parser = InputParser()
    #expect(parser.take(Array("\u{1B}\(start)jk".utf8)) == [])
    #expect(parser.take([0x03]) == [.key(.character("c"), .control)])
    #expect(
      parser.take(Array("\u{1B}\(start)jk\u{7F}j".utf8)) == [
        .key(.backspace), .key(.character("j")),
      ])
  }

  /// Any bytes are accepted, and mean the same in pieces of any size.
  @Test func piecesMakeNoDifference() {
    var random = SeededRandom(seed: 3)
    let pool = [
      "a", "한", "\u{1B}", "[", "A", "1;2", "~", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]11;", "\u{7}",
      "M",
      "<0;1;1", "O", "\\", "?", "\r", "é", "\u{1B}P", "u",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        pool.randomElement(using: &random)
      }.joined()
      let bytes = Array(text.utf8)
      var (whole, pieces) = (InputParser(), InputParser())
      let expected = whole.take(bytes)
      let seen = bytes.flatMap { pieces.take([$0]) }
      #expect(seen == expected, "\(text.debugDescription)")
      for _ in 0...50 { #expect(pieces.flush() == whole.flush()) }
      #expect(pieces.timeout == nil)
    }
  }
}
