import BoardModel
@testable import MemoTUI
import StoreFiles
import Terminal
import TestSupport
import Testing

/// Text fields: typing and drawing.
@Suite(.onItsOwnThread) struct TextFieldTests {
  /// Random keys give the same text as a simple model with two halves.
  @Test func fieldsMatchASimpleModel() throws {
    var random = SeededRandom(seed: 15)
    let signs = ["a", "b", " ", "한", "é", "e\u{301}", "🏳️‍🌈", "\u{200B}", "\t", "क्षि", "⚠️", "\u{301}"]
    let keys = [
      "Backspace", "Ctrl-H", "Delete", "Ctrl-D", "Left", "Ctrl-B", "Right", "Ctrl-F", "Home",
      "Ctrl-A", "End", "Ctrl-E", "Ctrl-U", "Ctrl-K", "Ctrl-W", "Alt-Backspace", "Ctrl-Left",
      "Alt-b",
      "Ctrl-Right", "Alt-f", "Up", "Ctrl-X",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        signs.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<500 {
      let start = text(30)
      var field = TextField(start)
      var sides = Sides(before: Array(start))
      var typed: [String] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let key =
          (Bool.random(using: &random) ? keys : signs.filter { $0.count == 1 })
          .randomElement(using: &random) ?? ""
        if Int.random(in: 0..<8, using: &random) == 0 {
          let pasted = text(10)
          typed.append("paste \(pasted.debugDescription)")
          field.insert(pasted)
          sides.insert(pasted)
        } else {
          typed.append(key.debugDescription)
          let stroke = try #require(KeyStroke(key == " " ? "Space" : key))
          let isTaken = field.take(stroke)
          #expect(isTaken == sides.take(stroke.text))
        }
      }
      let (column, width) = (
        Int.random(in: 0...2, using: &random), Int.random(in: 0...12, using: &random)
      )
      var (seen, wanted) = (Screen(rows: 1, columns: 16), Screen(rows: 1, columns: 16))
      field.draw(&seen, row: 0, columns: column..<(column + width), CellStyle())
      sides.draw(&wanted, column..<(column + width))
      let how: Comment = "\(start.debugDescription), then \(typed) in \(width)"
      #expect(seen == wanted, how)
      #expect(field.characters == sides.before + sides.after, how)
      #expect(field.cursor == sides.before.count, how)
    }
  }

  /// The text before and after the cursor.
  private struct Sides {
    var before: [Character]
    var after: [Character] = []

    mutating func insert(_ text: String) {
      before += text.map { $0 == "\t" ? " " : $0 }
    }

    mutating func take(_ key: String) -> Bool {
      switch key {
      case "Backspace", "Ctrl-H": _ = before.popLast()
      case "Delete", "Ctrl-D": after = Array(after.dropFirst())
      case "Left", "Ctrl-B": goBack(1)
      case "Right", "Ctrl-F": goOn(1)
      case "Home", "Ctrl-A": goBack(before.count)
      case "End", "Ctrl-E": goOn(after.count)
      case "Ctrl-U": before = []
      case "Ctrl-K": after = []
      case "Ctrl-W", "Alt-Backspace": before.removeLast(word(before.reversed()))
      case "Ctrl-Left", "Alt-b": goBack(word(before.reversed()))
      case "Ctrl-Right", "Alt-f": goOn(word(after))
      case "Up", "Ctrl-X": return false
      default: insert(key == "Space" ? " " : key)
      }
      return true
    }

    private mutating func goBack(_ count: Int) {
      after = before.suffix(count) + after
      before.removeLast(min(count, before.count))
    }

    private mutating func goOn(_ count: Int) {
      before += after.prefix(count)
      after = Array(after.dropFirst(count))
    }

    /// The length of blanks and the word after them.
    private func word(_ text: [Character]) -> Int {
      let rest = text.drop { $0 == " " }
      return text.count - rest.count + rest.prefix { $0 != " " }.count
    }

    func draw(_ screen: inout Screen, _ columns: Range<Int>) {
      guard columns.count > 1 else { return }
      let texts = (before + after).map { String($0).sanitized }
      var start = 0
      func width(_ range: Range<Int>) -> Int { texts[range].reduce(0) { $0 + $1.terminalWidth } }
      while width(start..<before.count) > columns.count - 2 { start += 1 }
      var column = columns.lowerBound
      for text in texts[start...] {
        guard column + text.terminalWidth < columns.upperBound else { break }
        screen.write(text, row: 0, column: column, CellStyle())
        column += text.terminalWidth
      }
      screen.cursor = Screen.Position(
        row: 0, column: columns.lowerBound + width(start..<before.count))
    }
  }

  /// Only the visible part of a long text is measured.
  @Test(arguments: [0, 1, 60_000, 130_000]) func onlyTheVisiblePartIsMeasured(cursor: Int) {
    var field = TextField(String(repeating: "a", count: 130_000))
    _ = field.take(KeyStroke(.home))
    for _ in 0..<cursor { _ = field.take(KeyStroke(.right)) }
    var measured = 0
    let window = field.window(of: 80) { _ in
      measured += 1
      return 1
    }
    let start = max(0, cursor - 78)
    #expect(window.characters == start..<min(130_000, start + 79))
    #expect(window.cursor == cursor - start)
    #expect(measured <= 82)
  }

  /// A person pastes a page and continues after it.
  @Test(arguments: ["a", "A", "/", "?"])
  func typingAfterALongTextIsFast(pane: String) throws {
    let desk = Desk(try Scratch(), "groceries")
    _ = try desk.type("memo init")
    var stage = try Stage(desk)
    let text = (0..<200).map { "line \($0) of a long paste 한" }.joined(separator: "\n")
    stage.hit(pane)
    stage.send(.input(.paste(text)))
    stage.hit("ZZZZZ")
    // An invalid filter is reported below it.
    #expect(pane == "/" || stage.screen.contains("of a long paste 한ZZZZZ"))
  }

  @Test func movingInAFilterChangesNothing() throws {
    let desk = Desk(try Scratch(), "groceries")
    _ = try desk.type("memo init")
    var stage = try Stage(desk)
    stage.hit("/")
    stage.send(.input(.paste("milk")))
    #expect(stage.state.update(.input(.key(.left))) == [])
    #expect(stage.state.update(.input(.key(.delete))) == [.narrow("mil")])
    #expect(stage.state.update(.input(.key(.home))) == [])
  }

  /// A pasted title has a space instead of a tab, like a typed one.
  @Test func aTabBecomesASpaceInATitle() throws {
    let desk = Desk(try Scratch(), "groceries")
    _ = try desk.type("memo init")
    var stage = try Stage(desk)
    stage.send(.input(.paste("Milk\t2\r\nBread\t1\n")))
    #expect(stage.screen.contains("Milk 2") && stage.screen.contains("Bread 1"))
    stage.hit("y")
    #expect(Set(stage.state.present?.tasks.values.map(\.title) ?? []) == ["Milk 2", "Bread 1"])
    stage.send(.input(.paste("Salt\t3")))
    #expect(stage.screen.contains("new: Salt 3"))
  }
}
