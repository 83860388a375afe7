import MemoKit
@testable import MemoTUI
import TaskFile
import Terminal
import TestSupport
import Testing

/// Windows that are too small for the board.
@Suite(.onItsOwnThread) struct SmallWindowTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    desk.memo("add", "Buy oat milk", "+shop", "-m", "- [ ] one\n- [ ] two")
    desk.memo("add", "Bread")
  }

  /// With anything open, in windows of any size.
  @Test(arguments: [
    "", "<Enter>", "<Enter>i", "<Enter>i<Tab><Tab>", "<Enter>i<Up>", "A", "aCa", "i", "w", "t", "p",
    "m", "?", "J", "J<Enter>", "T", "Ta", "/", "D", "!", "x", "<Enter>i x<Esc>", "v", "vv",
  ]) func nothingTraps(keys: String) throws {
    var stage = try Stage(desk)
    stage.hit(keys)
    let large = stage.state
    for rows in 0..<12 {
      for columns in [0, 1, 2, 3, 10, 19, 20, 21, 80, 120] {
        stage.state = large
        stage.send(.resize(.init(rows: rows, columns: columns)))
        #expect(stage.screen.split(separator: "\n").count <= rows)
      }
    }
  }

  @Test func aDateFits() throws {
    var stage = try Stage(desk, rows: 8, columns: 30)
    stage.hit("w2026-12-24")
    #expect(stage.screen.split(separator: "\n").last?.contains("2026-12-24") == true)
  }

  /// A conflict is seen on the narrowest card, whatever else stands there.
  @Test func aConflictHasRoom() throws {
    let path = "todo/buy-oat-milk.md"
    let note = "\n> [!CONFLICT] deadline: 2026-11-27 — Kim, 2026-11-20 10:12\n"
    try desk.write(try desk.read(path) + note, to: path)
    desk.memo("set", "milk", "priority=high")
    let stage = try Stage(desk, columns: 56)
    #expect(stage.screen.contains("⚑ conflict"), "\(stage.screen)")
  }

  /// In an invisible board keys would act unseen.
  @Test(arguments: [(7, 80), (24, 29), (1, 80), (0, 0)])
  func keysDoNothingInATooSmallWindow(rows: Int, columns: Int) throws {
    var stage = try Stage(desk)
    let journal = try desk.journal()
    stage.send(.resize(.init(rows: rows, columns: columns)))
    let selected = stage.state.selected
    stage.hit("dDyaCake<Enter>x<Enter>ij?<Esc>")
    stage.send(.input(.paste("Cake")))
    stage.send(.input(.mouse(MouseEvent(.press, .left, row: 2, column: 2))))
    #expect(try desk.journal() == journal)
    #expect(stage.state.panes == [] && stage.outside == [])
    #expect(stage.state.selected == selected)
    stage.hit("<Ctrl-Z>q<Ctrl-C>")
    #expect(stage.outside == [.quit])
    stage.send(.resize(.init(rows: 24, columns: 80)))
    stage.hit("d")
    #expect(try desk.journal().count == journal.count + 1)
  }

  /// A letter for an invisible prompt doesn't quit the board, and the typed text is kept at its
  /// end.
  @Test func anInvisiblePromptIsKept() throws {
    var stage = try Stage(desk)
    stage.hit("aCa")
    stage.send(.resize(.init(rows: 1, columns: 80)))
    stage.hit("qke")
    #expect(!stage.outside.contains(.quit))
    stage.hit("<Ctrl-C>")
    #expect(stage.outside.last == .quit)
    #expect(
      stage.state.panes.last?.draft == NewTasks(lines: ["Ca"], status: .todo).draft)
  }
}
