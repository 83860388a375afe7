import PlayedTerminal
@testable import Terminal
import TestSupport
import Testing

@Suite struct ScreenTests {
  @Test func textIsWrittenIntoCells() {
    var screen = Screen(rows: 2, columns: 10)
    let end = screen.write("牛乳 milk", row: 0, column: 1)
    #expect(end == 10)
    #expect(screen.text == " 牛乳 milk\n\n")
    #expect(screen[0, 2].text == "" && screen[0, 1].text == "牛")
    #expect(screen.write("more than there is", row: 1, column: 0, limit: 6) == 6)
    #expect(screen.text == " 牛乳 milk\nmore …\n")
    // Text outside of the screen is dropped.
    screen.write("x", row: 2, column: 0)
    screen.write("x", row: -1, column: 0)
    screen.write("x", row: 0, column: 10)
    screen.write("x", row: 0, column: -1)
    #expect(screen.text == " 牛乳 milk\nmore …\n")
  }

  @Test func halfOfAWideClusterIsBlank() {
    var screen = Screen(rows: 1, columns: 6)
    screen.write("牛乳を", row: 0, column: 0)
    screen.write("a", row: 0, column: 1)
    #expect(screen.text == " a乳を\n")
    screen.write("b", row: 0, column: 2)
    #expect(screen.text == " ab を\n")
    screen.fill(row: 0, columns: 5..<9)
    #expect(screen.text == " ab\n")
  }

  @Test func anEmptyWindowShowsNothing() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (-1, -1)] {
      var screen = Screen(rows: rows, columns: columns)
      screen.write("text", row: 0, column: 0)
      screen.fill(row: 0, columns: 0..<3)
      #expect(screen.text == String(repeating: "\n", count: max(rows, 0)))
      #expect(!ScreenUpdate(depth: .none).bytes(from: nil, to: screen).isEmpty)
    }
  }

  @Test func onlyDifferencesAreSent() {
    var old = Screen(rows: 3, columns: 20)
    old.write("one two three", row: 1, column: 2)
    var new = old
    new.write("TWO", row: 1, column: 6, CellStyle(.palette(1), isBold: true))
    new.cursor = Screen.Position(row: 2, column: 0)
    let update = ScreenUpdate(depth: .indexed)
    let text = String(decoding: update.bytes(from: old, to: new), as: UTF8.self)
    #expect(
      text == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[2;7H\u{1B}[0;1;31mTWO\u{1B}[0m\u{1B}[3;1H\u{1B}[?25h"
        + "\u{1B}[?2026l")
    #expect(update.bytes(from: new, to: new) == [])
    // After a change of size the whole screen is erased first.
    let larger = Screen(rows: 3, columns: 21)
    #expect(String(decoding: update.bytes(from: old, to: larger), as: UTF8.self).contains("[2J"))
  }

  @Test(arguments: [
    (ColorDepth.none, "0;1"), (.indexed, "0;1;38;5;203;48;5;233"),
    (.direct, "0;1;38;2;255;80;80;48;2;17;19;22"),
  ]) func colorsAreTheNearestAvailable(depth: ColorDepth, codes: String) {
    let style = CellStyle(
      .rgb(red: 255, green: 80, blue: 80), on: .rgb(red: 17, green: 19, blue: 22), isBold: true)
    var screen = Screen(rows: 1, columns: 1)
    screen.write("x", row: 0, column: 0, style)
    let bytes = ScreenUpdate(depth: depth).bytes(from: nil, to: screen)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[\(codes)mx"))
  }

  @Test func theEnvironmentDecidesOnTheColorDepth() {
    func depth(_ variables: [String: String]) -> ColorDepth {
      ColorDepth(environment: variables, isOn: true)
    }
    #expect(depth(["TERM": "linux"]) == .indexed)
    #expect(depth(["TERM": "xterm-256color"]) == .indexed)
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .direct)
    #expect(ColorDepth(environment: ["COLORTERM": "truecolor"], isOn: false) == .none)
  }

  /// Whatever width a terminal gives to a cluster, it shows the grid, or is wrong only within that
  /// cluster.
  @Test(arguments: WidthTable.allCases) func theTerminalShowsTheGrid(table: WidthTable) {
    var random = SeededRandom(seed: 7)
    let pool = ["a", "Z", " ", "é", "牛", "한", "─", "🎉", "👍🏽", "⚠️", "กำ", "क्षि", "🇯🇵", "e\u{301}"]
    for _ in 0..<60 {
      let (rows, columns) = (
        Int.random(in: 1...6, using: &random), Int.random(in: 1...24, using: &random)
      )
      var terminal = EmulatedTerminal(rows: rows, columns: columns, table)
      var shown: Screen?
      var screen = Screen(rows: rows, columns: columns)
      for _ in 0..<12 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let text = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
            pool.randomElement(using: &random)
          }.joined()
          let style = CellStyle([nil, .palette(1)].randomElement(using: &random) ?? nil)
          screen.write(
            text, row: Int.random(in: 0..<rows, using: &random),
            column: Int.random(in: 0..<columns, using: &random), style)
        }
        terminal.take(ScreenUpdate(depth: .indexed).bytes(from: shown, to: screen))
        shown = screen
        #expect(terminal.unknown == [])
        #expect(terminal.difference(from: screen, table) == nil)
      }
      #expect(terminal.erasures == 1)
    }
  }
}
