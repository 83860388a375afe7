import Foundation
import TestSupport
import Testing

/// The list with a task beside it.
extension SheetBrowserTests {
  private func notes(
    _ engine: WebDriver.Engine
  ) throws -> (board: ServedBoard, browser: WebDriver) {
    let board = try served()
    let browser = try browser(board, engine)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.wait(for: "document.querySelector('#detail .note')")
    return (board, browser)
  }

  private static let marked =
    "[...document.querySelectorAll('li.card a[aria-current]')].map(one => one.textContent).join()"

  @Test(arguments: WebDriver.Engine.sample) func theOpenNoteIsMarkedAndInTheURL(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try notes(engine)
    #expect(try browser.text(Self.marked) == "Buy oat milk")
    let fence = try WebStage(board.desk).id("fence")
    try browser.click("#t-\(fence) a")
    try browser.wait(for: "document.querySelector('#detail h2').innerText.includes('fence')")
    try browser.wait(for: "\(Self.marked) === 'Paint the fence'")
    #expect(try browser.text("location.search").contains("open=\(fence)"))
    try browser.reload()
    try browser.wait(for: "document.querySelector('#detail h2')?.innerText.includes('fence')")
    #expect(try browser.text(Self.marked) == "Paint the fence")
    // A new note appears in its place and can be typed in at once.
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("a")
    try browser.wait(for: "document.activeElement.matches('#detail [name=note]')")
    #expect(try browser.text("document.querySelector('dialog[open]')") == "null")
    try browser.type("Mow the lawn\(Self.enter)Before it rains")
    // It is in the list before it is saved, despite other updates, and only once afterwards.
    try browser.run("document.dispatchEvent(new CustomEvent('memo:row'))")
    try browser.wait(for: "document.querySelector('.draft')?.textContent === 'Mow the lawn'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "document.querySelector('#detail h2')?.innerText === 'Mow the lawn'")
    try browser.wait(for: "!document.querySelector('.draft')")
    try browser.wait(for: "\(Self.marked) === 'Mow the lawn'")
    let file = try board.desk.read("todo/mow-the-lawn.md")
    #expect(file.contains("title: Mow the lawn\n") && file.contains("\nBefore it rains"), "\(file)")
    #expect(try browser.complaints() == [])
  }

  /// The latest change comes first, whoever made it.
  @Test func theNewestChangeComesFirst() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes")
    let first = "document.querySelector('li.card > a').textContent"
    for title in ["mum", "milk"] {
      board.desk.wait(seconds: 60)
      board.desk.memo("note", title, "one more line")
      try browser.wait(for: "\(first).includes('\(title)')")
    }
    #expect(try browser.text("location.search.includes('order')") == "false")
  }

  @Test(arguments: WebDriver.Engine.sample) func aNoteIsDeletedAfterAQuestion(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try notes(engine)
    let question = "document.querySelector('dialog.popover[open] p')?.textContent"
    try browser.click("#detail [data-delete]")
    try browser.wait(for: "\(question)?.includes('Buy oat milk')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(board.desk.exists("todo/buy-oat-milk.md"))
    try browser.click("#detail [data-delete]")
    try browser.wait(for: question)
    try browser.click("dialog.popover .danger")
    try browser.wait("the file") { !board.desk.exists("todo/buy-oat-milk.md") }
    // The next note opens, and the deletion can be undone.
    try browser.wait(for: "document.querySelector('#detail h2')?.innerText.includes('mum')")
    try browser.wait(for: "document.querySelector('#status form button')")
    try browser.click("#status form button")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    #expect(try browser.complaints() == [])
  }

  @Test(arguments: WebDriver.Engine.sample) func aNoteIsEditedBesideTheList(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try notes(engine)
    let before = try board.desk.journal()
    let note = "document.querySelector('#detail [name=note]')"
    #expect(try browser.text("\(note).value") == "Buy oat milk")
    try browser.run("\(note).focus(); \(note).select()")
    try browser.type("Buy rye\(Self.enter)Two loaves")
    #expect(try browser.text(Self.marked) == "Buy rye")
    // Others' changes are reported and don't touch the text.
    board.desk.memo("note", "fence", "One coat")
    try browser.wait(for: "\(card("fence")).textContent.includes('One coat')")
    #expect(try browser.text("\(note).value") == "Buy rye\nTwo loaves")
    // Opening another note saves the typed text first, in one commit.
    try browser.click("#t-\(try WebStage(board.desk).id("fence")) a")
    try browser.wait(for: "document.querySelector('#detail h2').innerText.includes('fence')")
    try browser.wait("the commit") { try board.desk.journal().count == before.count + 2 }
    let saved = try board.desk.read("todo/buy-oat-milk.md")
    #expect(saved.contains("title: Buy rye\n") && saved.contains("Two loaves"), "\(saved)")
    // Others' changes of an untouched note are shown.
    board.desk.memo("note", "fence", "two coats")
    try browser.wait(for: "\(note).value.includes('two coats')")
    // A button shows all fields. Closing them asks, and then shows the note again.
    try browser.click("#detail [data-edit]")
    try browser.wait(for: "document.querySelector('#detail [name=title]')")
    try browser.click("#detail [name=title]")
    try browser.type("!")
    try browser.click("#detail [data-cancel]")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button:nth-of-type(2)")
    try browser.wait(
      for: "document.querySelector('#detail .note h2')?.innerText.includes('fence')")
    #expect(try board.desk.journal().count == before.count + 3)
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    #expect(try browser.complaints() == [])
  }

  /// Typed text is saved after a pause, and typing can continue.
  @Test func aNoteIsSavedAfterAPause() throws {
    let (board, browser) = try notes(.chromium)
    let before = try board.desk.journal()
    try browser.click("#detail [data-edit]")
    try browser.wait(for: "document.querySelector('#detail [name=title]')")
    try browser.run("document.querySelector('#detail [name=title]').select()")
    try browser.type("Buy rye")
    try browser.wait("the commit") { try board.desk.journal().count == before.count + 1 }
    try browser.wait(
      for: "document.querySelector('#detail form.edit').dataset.opened.includes('rye')")
    try browser.type(" bread")
    #expect(
      try browser.text("document.querySelector('#detail [name=title]').value") == "Buy rye bread")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(
      for: "document.querySelector('#detail .note h2')?.innerText === 'Buy rye bread'")
    #expect(try board.desk.journal().count == before.count + 2)
    #expect(try board.desk.read("todo/buy-oat-milk.md").contains("title: Buy rye bread\n"))
    #expect(try browser.complaints() == [])
  }

  /// It then opens under its new name.
  @Test func aBrokenNoteIsFixedInPlace() throws {
    let (board, browser) = try notes(.chromium)
    try board.desk.write("---\ntitle: Broken one\ntags: [home\n---\nKept.\n", to: "todo/broken.md")
    try browser.wait(for: card("broken"))
    try browser.run("\(card("broken")).querySelector('a').click()")
    try browser.wait(for: "document.querySelector('#detail .source .fault')")
    try browser.click("#detail [data-edit]")
    try browser.wait(for: "document.querySelector('#detail [name=source]')")
    try browser.type("tags: [h")
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    // Half fixed, it stays, whatever else is opened.
    try browser.click("li.card a")
    try browser.wait(for: "document.querySelector('#detail [role=alert]')")
    #expect(try board.desk.read("todo/broken.md").contains("tags: [home\n"))
    try browser.run(
      """
      const field = document.querySelector('#detail [name=source]')
      field.value = field.value.replace('[h', '[home]')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      """)
    try browser.click("#detail .primary")
    try browser.wait(
      for: "document.querySelector('#detail .note h2')?.innerText === 'Broken one'")
    try browser.wait(for: "\(Self.marked) === 'Broken one'")
    #expect(try board.desk.read("todo/broken.md").contains("tags: [home]\n"))
    #expect(try browser.complaints().filter { !$0.contains("400 (Bad Request)") } == [])
  }

  /// On a phone, the task replaces the list; *Cancel* leads back to reading.
  @Test func onAPhoneTheTaskReplacesTheList() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.resize(390, 700, isPhone: true)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    try browser.wait(for: "document.querySelector('.dots')")
    let milk = try WebStage(board.desk).id("milk")
    try browser.click("#t-\(milk)")
    try browser.wait(for: "document.querySelector('dialog[open] .note')")
    let size = """
      (box => [box.left, box.top, box.width, box.height].join())(\
      document.querySelector('dialog').getBoundingClientRect())
      """
    #expect(try browser.text(size) == "0,0,390,700")
    #expect(try browser.text("location.pathname").contains("/task/\(milk)"))
    try browser.click("dialog [data-edit]")
    try browser.wait(for: "document.querySelector('dialog [name=title]')")
    try browser.click("dialog [data-cancel]")
    try browser.wait(for: "document.querySelector('dialog[open] .note')")
    // Closing changed text asks.
    try browser.click("dialog [data-edit]")
    try browser.wait(for: "document.querySelector('dialog [name=title]')")
    try browser.run("document.querySelector('dialog [name=title]').focus()")
    try browser.type("x")
    try browser.click("dialog [data-cancel]")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button:nth-of-type(2)")
    try browser.wait(for: "document.querySelector('dialog[open] .note')")
    try browser.back()
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try browser.text("location.search").contains("view=notes"))
    // Opened from the menu, there was nothing to read before.
    try browser.click("#t-\(milk) .dots")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover .menu-list button:nth-of-type(3)")
    try browser.wait(for: "document.querySelector('dialog [name=title]')")
    #expect(
      try browser.text("document.querySelector('dialog [name=title]').value") == "Buy oat milk")
    try browser.click("dialog [data-cancel]")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try browser.complaints() == [])
  }

  /// As beside the list; a deleted note is closed.
  @Test func onAPhoneANoteIsSavedAsItIsTyped() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.resize(390, 700, isPhone: true)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    try browser.wait(for: "document.querySelector('.dots')")
    let milk = try WebStage(board.desk).id("milk")
    try browser.click("#t-\(milk)")
    try browser.wait(for: "document.querySelector('dialog[open] .note')")
    try browser.run(
      """
      const field = document.querySelector('dialog [name=note]')
      field.focus()
      field.setSelectionRange(field.value.length, field.value.length)
      """)
    try browser.type("\(Self.enter)Two liters")
    try browser.wait("the file", seconds: 40) {
      try board.desk.read("todo/buy-oat-milk.md").contains("Two liters")
    }
    // The file is written before the form is saved.
    try browser.wait(
      for: "document.querySelector('dialog .note').dataset.opened.includes('liters')")
    try browser.type(" or three")
    try browser.click("dialog [data-delete]")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover .danger")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(!board.desk.exists("todo/buy-oat-milk.md"))
    #expect(try browser.text("document.querySelector('#left')") == "null")
    #expect(try browser.complaints() == [])
  }
}
