@testable import MemoTUI
import PlayedTerminal
import Terminal
import TestSupport
import Testing

/// What a line editor writes, as a terminal shows it.
@Suite struct LineEditorTests {
  /// A prompt and a line in rows: no wide character is cut in two.
  private static func rows(_ text: String, _ columns: Int) -> [String] {
    var rows = [""]
    for character in text {
      let width = String(character).terminalWidth
      if rows[rows.count - 1].terminalWidth + width > columns { rows.append("") }
      rows[rows.count - 1].append(character)
    }
    return rows
  }

  private static func window(_ columns: Int) -> EmulatedTerminal {
    EmulatedTerminal(rows: 24, columns: columns) { String($0).terminalWidth }
  }

  @Test(arguments: [(11, 0..<2), (23, 6..<8), (120, 12..<13)])
  func whatIsSeenIsWhatIsTyped(columns: Int, seeds: Range<UInt64>) throws {
    for seed in seeds { try play(seed, columns) }
  }

  private func play(_ seed: UInt64, _ columns: Int) throws {
    var random = SeededRandom(seed: seed)
    var editor = LineEditor(prompt: "memo> ", columns: columns)
    var window = Self.window(columns)
    window.take(Array(editor.shown.utf8))
    let keys: [(Key, Modifiers)] = [
      (.left, []), (.right, []), (.home, []), (.end, []), (.backspace, []), (.delete, []),
      (.up, []), (.down, []), (.character("w"), .control), (.character("u"), .control),
      (.character("k"), .control), (.left, .control), (.right, .control), (.enter, []),
    ]
    for step in 0..<200 {
      let letter = try #require("abc  é한語".randomElement(using: &random))
      let (key, modifiers) =
        Int.random(in: 0..<3, using: &random) == 0
        ? try #require(keys.randomElement(using: &random)) : (.character(letter), [])
      switch editor.take(key, modifiers) {
      case .write(let text): window.take(Array(text.utf8))
      case .line:
        window = Self.window(columns)
        window.take(Array(editor.shown.utf8))
      case .cancel, .end, .suspend: Issue.record("\(key)")
      }
      let field = editor.field
      try #require(field.characters.count < 10 * columns)
      let rows = Self.rows("memo> " + field.text, columns)
      try #require(
        window.text.seen == rows.joined(separator: "\n").seen, "seed \(seed), step \(step)")
      // The next character goes to where the cursor is, or to the next row.
      let before = Self.rows("memo> " + String(field.characters[..<field.cursor]), columns)
      var place = (row: before.count - 1, column: before[before.count - 1].terminalWidth)
      if place.column == columns { place = (place.row + 1, 0) }
      try #require(window.cursor == place, "seed \(seed), step \(step)")
      // Said again on an empty screen, it is the same.
      var again = Self.window(columns)
      again.take(Array(editor.shown.utf8))
      try #require(again.text.seen == window.text.seen)
      try #require(again.cursor == window.cursor)
      again.take(Array(editor.toLastRow.replacing("\n", with: "\r\n").utf8))
      try #require(again.cursor.row >= rows.count - 1)
    }
  }

  /// What is pasted is run line by line, each once it was seen.
  @Test func aPasteIsTakenLineByLine() {
    var editor = LineEditor(prompt: "> ")
    #expect(editor.paste("add one \n\nadd two\nadd three") == .write("add one"))
    #expect(editor.pasted == ["add two", "add three"])
    editor.takePasted()
    #expect(editor.field.text == "add one")
    #expect(editor.take(.enter, []) == .line("add one"))
    editor.takePasted()
    #expect(editor.shown == "> add two")
    #expect(editor.take(.character("c"), .control) == .cancel)
    editor.takePasted()
    #expect(editor.field.isEmpty)
    #expect(editor.pasted == [])
  }

  @Test func linesComeBack() {
    var editor = LineEditor(prompt: "> ")
    func type(_ text: String) {
      for character in text { _ = editor.take(.character(character), []) }
    }
    type("first")
    #expect(editor.take(.enter, []) == .line("first"))
    type("second")
    #expect(editor.take(.enter, []) == .line("second"))
    type("half")
    _ = editor.take(.up, [])
    _ = editor.take(.up, [])
    _ = editor.take(.up, [])
    #expect(editor.field.text == "first")
    _ = editor.take(.down, [])
    _ = editor.take(.down, [])
    #expect(editor.field.text == "half")
    #expect(editor.take(.character("c"), .control) == .cancel)
    #expect(editor.field.isEmpty)
    #expect(editor.take(.character("d"), .control) == .end)
  }
}

extension String {
  /// Its rows without blanks at their ends, which can't be told from cells that were never written.
  fileprivate var seen: [Substring] {
    var rows = split(separator: "\n", omittingEmptySubsequences: false).map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return row
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}
