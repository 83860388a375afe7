@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// What a line editor writes, on a terminal of one endless line.
@Suite struct LineEditorTests {
  /// The line that bytes leave on a terminal, and where its cursor is.
  private struct Paper {
    var cells: [Character] = []
    var cursor = 0

    mutating func take(_ text: String) {
      for character in text {
        guard character != "\u{8}" else {
          cursor -= 1
          continue
        }
        // A wide character has two cells, and the second one is none of its own.
        for part in [character] + Array(repeating: "\0", count: String(character).terminalWidth - 1)
        {
          if cursor < cells.count { cells[cursor] = part } else { cells.append(part) }
          cursor += 1
        }
      }
    }

    var text: String {
      String(String(cells.filter { $0 != "\0" }).trimmingSpaces)
    }
  }

  @Test(arguments: 0..<20) func whatIsSeenIsWhatIsTyped(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var editor = LineEditor()
    var paper = Paper()
    let keys: [(Key, Modifiers)] = [
      (.left, []), (.right, []), (.home, []), (.end, []), (.backspace, []), (.delete, []),
      (.up, []), (.down, []), (.character("w"), .control), (.character("u"), .control),
      (.character("k"), .control), (.left, .control), (.right, .control), (.enter, []),
    ]
    for step in 0..<400 {
      let (key, modifiers) =
        Bool.random(using: &random)
        ? keys.randomElement(using: &random)!
        : (.character("abc  é한語".randomElement(using: &random)!), [])
      let outcome =
        step % 50 == 49 ? editor.paste("two\nlines") : editor.take(key, modifiers)
      switch outcome {
      case .write(let text): paper.take(text)
      case .line: paper = Paper()
      case .cancel, .end, .suspend: Issue.record("\(key)")
      }
      let field = editor.field
      #expect(paper.text == field.text.trimmingSpaces, "\(seed), step \(step)")
      let place = field.characters[..<field.cursor].reduce(0) { $0 + String($1).terminalWidth }
      #expect(paper.cursor == place, "\(seed), step \(step)")
      // Said again on a new line, it is the same.
      var again = Paper()
      again.take(editor.shown)
      #expect(again.text == paper.text)
      #expect(again.cursor == paper.cursor)
    }
  }

  @Test func linesComeBack() {
    var editor = LineEditor()
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
  /// Without the blanks at its end, which can't be told from cells that were never written.
  fileprivate var trimmingSpaces: Substring {
    self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
  }
}
