import Foundation
import TestSupport
import Testing

/// Drafts of closed pages, beside the same or another form.
extension DraftBrowserTests {
  private static let drafts = """
    Object.keys(localStorage).map(name => name.replace(/^memo:[^:]*:/, '')).join()
    """
  private static let line = "document.querySelector('#left .said')"

  private func note(_ task: String) -> String {
    "document.querySelector('#detail .note[data-opened]')?.dataset.task === '\(task)'"
  }

  /// An unchanged note follows others' changes of its task, and discards no draft.
  @Test func aClosedTabsDraftSurvivesUpdatesOfItsNote() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let home = "http://localhost:\(board.port)\(board.prefix)"
    let address = "\(home)?view=notes&order=standard&open=\(milk)"
    let first = try #require(try browser.tabs().first)
    try browser.open(address)
    try browser.wait(for: note(milk))
    try browser.openTab(address)
    try browser.wait(for: note(milk))
    try browser.run("document.querySelector('#detail [name=note]').focus()")
    try browser.type("Lost words ")
    try browser.closeTab()
    try browser.look(at: first)
    let path = "document.querySelector('#detail .note').elements.path.value"
    board.desk.memo("start", "milk")
    try browser.wait(for: "\(path).startsWith('doing/')")
    #expect(try browser.text(Self.drafts) == "draft:\(milk)-note")
    try browser.reload()
    try browser.wait(
      for: "document.querySelector('#detail [name=note]')?.value.includes('Lost words ')")
    try browser.click("#detail .said button")
    #expect(try browser.text(Self.drafts) == "")
    #expect(try browser.complaints() == [])
  }

  /// A new note's draft is offered even where new tasks have a form with fields.
  @Test func aNewNotesDraftIsOfferedOnTheBoard() throws {
    let (board, browser) = try opened()
    let home = "http://localhost:\(board.port)\(board.prefix)"
    try browser.open("\(home)?view=notes")
    try browser.wait(for: "document.querySelector('#detail .note')")
    try browser.type("a")
    try browser.wait(for: "document.activeElement.matches('#detail .edit:not([data-task]) *')")
    try browser.type("New words\nand more")
    try browser.open("\(home)?view=board")
    try browser.wait(for: Self.line)
    try browser.click("#left button")
    let shown = "document.querySelector('dialog.popover textarea')?.value"
    try browser.wait(for: shown)
    #expect(try browser.text(shown) == "New words\nand more")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    try browser.open("\(home)?view=notes")
    try browser.wait(for: Self.line)
    try browser.click("#left button")
    try browser.wait(for: "document.activeElement.value === 'New words\\nand more'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") { board.desk.exists("todo/new-words.md") }
    try browser.wait(for: "Object.keys(localStorage).length === 0")
    #expect(try browser.complaints() == [])
  }

  /// Saved text is not listed, even if its note was opened meanwhile.
  @Test func savedFieldsAreNotListedBesideTheirNote() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let home = "http://localhost:\(board.port)\(board.prefix)"
    let first = try #require(try browser.tabs().first)
    try browser.open("\(home)task/\(milk)?edit=1")
    try browser.wait(
      for: "document.querySelector('.dots') && document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=title]').select()")
    try browser.type("Buy")
    try browser.openTab("\(home)?view=notes&order=standard&open=\(milk)")
    try browser.wait(for: note(milk))
    #expect(try browser.text(Self.drafts) == "draft:\(milk)")
    try browser.look(at: first)
    try browser.type(" rye")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") {
      try board.desk.read("todo/buy-oat-milk.md").contains("title: Buy rye\n")
    }
    try browser.wait(for: "Object.keys(localStorage).length === 0")
    #expect(try browser.text(Self.line) == "null")
  }

  /// Text that the task has meanwhile is not lost any more.
  @Test func textSavedElsewhereIsNotListedAgain() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let first = try #require(try browser.tabs().first)
    try browser.openTab("http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1")
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=title]').select()")
    try browser.type("Buy rye")
    try browser.closeTab()
    try browser.look(at: first)
    try browser.wait(for: Self.line)
    board.desk.memo("set", milk, "title=Buy rye")
    try browser.wait(for: card("Buy rye"))
    try browser.click("#left button")
    try browser.wait(for: "document.querySelector('dialog form[data-opened]')")
    #expect(try browser.text("document.querySelector('form .said')") == "null")
    #expect(try browser.text(Self.drafts) == "")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]') && !\(Self.line)")
    #expect(try browser.complaints() == [])
  }
}
