import BoardModel
@testable import MemoTUI
import StoreFiles
import Terminal
import TestSupport
import Testing

/// Lines that are typed and drawn.
@Suite(.onItsOwnThread) struct TextFieldTests {
  /// The part of a text that is seen is what one finds who measures all of it.
  @Test func theWindowIsWhereTheCursorIs() {
    var random = SeededRandom(seed: 15)
    let signs = ["a", "b", " ", "한", "é", "e\u{301}", "🏳️‍🌈", "\u{200B}", "\t", "क्षि", "⚠️", "\u{301}"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        signs.randomElement(using: &random) ?? ""
      }.joined()
      let (start, width) = (
        Int.random(in: 0...2, using: &random), Int.random(in: 0...12, using: &random)
      )
      var field = TextField(text)
      for _ in 0..<Int.random(in: 0...field.characters.count, using: &random) {
        _ = field.take(.left, [])
      }
      var (seen, wanted) = (Screen(rows: 1, columns: 16), Screen(rows: 1, columns: 16))
      field.draw(&seen, row: 0, columns: start..<(start + width), CellStyle())
      drawAll(field, &wanted, start..<(start + width))
      #expect(seen == wanted, "\(text.debugDescription) at \(field.cursor) in \(width)")
    }
  }

  private func drawAll(_ field: TextField, _ screen: inout Screen, _ columns: Range<Int>) {
    guard columns.count > 1 else { return }
    let texts = field.characters.map { String($0).sanitized }
    var start = 0
    func width(_ range: Range<Int>) -> Int { texts[range].reduce(0) { $0 + $1.terminalWidth } }
    while width(start..<field.cursor) > columns.count - 2 { start += 1 }
    var column = columns.lowerBound
    for text in texts[start...] {
      guard column + text.terminalWidth < columns.upperBound else { break }
      screen.write(text, row: 0, column: column)
      column += text.terminalWidth
    }
    screen.cursor = Screen.Position(
      row: 0, column: columns.lowerBound + width(start..<field.cursor))
  }

  /// Somebody pastes a page, and goes on behind it.
  @Test(arguments: ["a", "A", "/", "?"])
  func aLongTextIsTypedOn(pane: String) throws {
    let desk = Desk(try Scratch(), "groceries")
    _ = try desk.type("memo init")
    var stage = try Stage(desk)
    let text = (0..<200).map { "line \($0) of a long paste 한" }.joined(separator: "\n")
    stage.hit(pane)
    stage.send(.input(.paste(text)))
    stage.hit("ZZZZZ")
    // A filter that means nothing is told behind it.
    #expect(pane == "/" || stage.screen.contains("of a long paste 한ZZZZZ"))
  }

  @Test func whoMovesInAFilterNarrowsNothing() throws {
    let desk = Desk(try Scratch(), "groceries")
    _ = try desk.type("memo init")
    var stage = try Stage(desk)
    stage.hit("/")
    stage.send(.input(.paste("milk")))
    #expect(stage.state.update(.input(.key(.left))) == [])
    #expect(stage.state.update(.input(.key(.delete))) == [.narrow("mil")])
    #expect(stage.state.update(.input(.key(.home))) == [])
  }

  /// What is pasted outside of a field becomes titles, in which a tab is a space as where it is typed.
  @Test func aTabIsASpaceInATitle() throws {
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
