import Foundation
import TestSupport
import Testing

/// Text that is typed while a save is under way.
extension DraftBrowserTests {
  /// From now on, requests are answered when `window.answer()` is called.
  ///
  /// - Parameter fails: Whether they fail.
  private func hold(_ browser: WebDriver, fails: Bool = false) throws {
    try browser.run(
      """
      const send = fetch
      const gate = new Promise(done => (window.answer = done))
      window.isSent = false
      window.fetch = async (address, options) => {
        // A request for a form alone is no save.
        const isSave = options?.method === "POST" && !String(address).includes("/news/")
        if (!isSave) return send(address, options)
        window.isSent = true
        if (\(fails)) {
          await gate
          window.fetch = send
          throw new TypeError()
        }
        const answer = await send(address, options)
        await gate
        return answer
      }
      """)
  }

  /// The list with a task beside it, edited at the end of its text.
  ///
  /// `window.endPause()` ends the pause after which it is saved.
  private func edited(
    _ engine: WebDriver.Engine
  ) throws -> (board: ServedBoard, browser: WebDriver) {
    let board = try served(["note", "milk", "first line"])
    let browser = try browser(board, engine)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.wait(for: "document.querySelector('#detail .note')")
    try browser.click("#detail [data-edit]")
    try browser.wait(for: "document.querySelector('#detail [name=title]')")
    try browser.run(
      """
      const field = document.querySelector('#detail textarea')
      field.focus()
      field.setSelectionRange(field.value.length, field.value.length)
      """)
    try catchPause(browser)
    return (board, browser)
  }

  private func catchPause(_ browser: WebDriver) throws {
    try browser.run(
      """
      const wait = setTimeout
      window.setTimeout = (act, time, ...values) => {
        if (String(act).includes("save(")) window.endPause = () => act(...values)
        return wait(act, time, ...values)
      }
      """)
  }

  private static let path = "todo/buy-oat-milk.md"

  /// The file has others' changes meanwhile, the typed text doesn't.
  @Test(arguments: WebDriver.Engine.installed) func typingDuringASaveKeepsOthersChanges(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try edited(engine)
    try browser.type("\n\nmine one")
    let text = try board.desk.read(Self.path)
    try board.desk.write(text.replacing("first", with: "by Kim, first"), to: Self.path)
    try hold(browser)
    try browser.run("window.endPause()")
    try browser.wait(for: "window.isSent")
    try browser.type(" two")
    try browser.run("window.answer()")
    try browser.wait(for: "document.querySelector('#detail form.edit').elements.since.value !== ''")
    try browser.wait("the merge") { try board.desk.read(Self.path).contains("mine one") }
    #expect(try board.desk.read(Self.path).contains("by Kim, first"))
    try browser.type(" three")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "document.querySelector('#detail .note')")
    let after = try board.desk.read(Self.path)
    #expect(after.contains("by Kim, first") && after.contains("mine one two three"), "\(after)")
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    #expect(try browser.complaints() == [])
  }

  /// An unsent change is queued, and typing continues from it.
  @Test func typingDuringAFailedSaveIsKept() throws {
    let (board, browser) = try edited(.chromium)
    try browser.type("\n\nfirst words")
    try hold(browser, fails: true)
    try browser.run("window.endPause()")
    try browser.wait(for: "window.isSent")
    try browser.type(", more")
    try browser.run("window.answer()")
    try browser.wait("what waited") { try board.desk.read(Self.path).contains("first words") }
    try browser.type(" words")
    #expect(
      try browser.text("document.querySelector('#detail textarea').value").hasSuffix(
        "first words, more words"))
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "document.querySelector('#detail .note')")
    #expect(try board.desk.read(Self.path).contains("first words, more words"))
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
  }

  /// The text stays a draft until it can be sent, so that typing can continue.
  @Test func aNewNoteCanBeContinuedOffline() throws {
    let (board, browser) = try opened()
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes")
    try browser.wait(for: "document.querySelector('#detail .note')")
    try browser.type("a")
    try browser.wait(for: "document.activeElement.matches('#detail [name=note]')")
    try catchPause(browser)
    try browser.type("Mow")
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try browser.run("endPause()")
    try browser.type(" the lawn")
    try board.start()
    try browser.wait(for: "!document.querySelector('#offline')")
    try browser.run("endPause()")
    try browser.wait("the file") { board.desk.exists("todo/mow-the-lawn.md") }
    try browser.wait(for: "document.querySelector('#detail .edit').dataset.task")
    try browser.wait(for: "Object.keys(localStorage).length === 0")
    #expect(board.desk.tasks().count { $0.contains("mow") } == 1)
    // A note that was left is sent when the server is back.
    try browser.run("document.activeElement.blur()")
    try browser.type("a")
    try browser.wait(for: "document.activeElement.matches('#detail .edit:not([data-task]) *')")
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try browser.type("Sweep the yard")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("1 change waits"))
    try board.start()
    try browser.wait("the file") { board.desk.exists("todo/sweep-the-yard.md") }
  }

  /// The later of two changes needs a decision, even if both are in the queue.
  @Test(arguments: [true, false]) func simultaneousSavesLoseNoText(isBeside: Bool) throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let path = isBeside ? "?view=notes&open=\(milk)&edit=1" : "task/\(milk)?edit=1"
    let save = isBeside ? "endPause()" : "document.querySelector('form.edit').requestSubmit()"
    func type(_ title: String) throws {
      try browser.wait(for: "document.querySelector('form[data-opened] [name=title]')")
      try catchPause(browser)
      try browser.run("document.querySelector('[name=title]').select()")
      try browser.type(title)
    }
    let first = try browser.tabs()[0]
    try browser.open("http://localhost:\(board.port)\(board.prefix)\(path)")
    try type("Buy rye")
    try browser.openTab("http://localhost:\(board.port)\(board.prefix)\(path)")
    try type("Buy soy")
    let second = try #require(try browser.tabs().first { $0 != first })
    try browser.look(at: first)
    try hold(browser)
    try browser.run(save)
    try browser.wait(for: "window.isSent")
    try browser.look(at: second)
    try browser.run(save)
    try browser.wait(
      for: "Object.keys(localStorage).filter(name => name.includes('wait:')).length === 2")
    try browser.look(at: first)
    try browser.run("answer()")
    try browser.look(at: second)
    try browser.wait(for: "document.querySelector('#sheet .clash')")
    #expect(try board.desk.read(Self.path).contains("title: Buy rye\n"))
    try browser.click("#sheet .row form button")
    try browser.wait("the file") { try board.desk.read(Self.path).contains("title: Buy soy\n") }
    try browser.wait(for: "Object.keys(localStorage).length === 0")
  }

  /// Both beside the list and over the board.
  @Test func aNotesTextSurvivesAReload() throws {
    let (board, browser) = try edited(.chromium)
    try browser.type("typed and not saved")
    try browser.reload()
    try browser.wait(
      for: "document.querySelector('#detail textarea')?.value.endsWith('typed and not saved')")
    try browser.wait(for: "document.querySelector('#detail .said')")
    try browser.run("document.querySelector('#detail textarea').focus()")
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button")
    try browser.wait(for: "document.querySelector('#detail .note')")
    #expect(try browser.text("location.search.includes('edit')") == "false")
    #expect(try board.desk.read(Self.path).contains("typed and not saved"))
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
  }

  /// While a sheet is saved, its fields are disabled; after a refusal they can be used again.
  @Test(arguments: WebDriver.Engine.sample) func aSheetIsDisabledWhileItIsSaved(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    try browser.type("je")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.run("document.querySelector('dialog [name=title]').select()")
    try browser.type("Buy rye")
    try hold(browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "window.isSent")
    try browser.wait(for: "document.querySelector('dialog .primary').textContent === 'Saving…'")
    try browser.type(" and more")
    #expect(try browser.text("document.querySelector('dialog [name=title]').value") == "Buy rye")
    // Nor can it be closed.
    try browser.type(Self.escape)
    #expect(try browser.text("document.querySelector('dialog.popover')") == "null")
    try browser.run("window.answer()")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try board.desk.read(Self.path).contains("title: Buy rye\n"))
    #expect(try browser.complaints() == [])
  }

  /// *Done* restores a task that was deleted meanwhile: at once if the sheet reports it, else after
  /// a question.
  @Test(arguments: [true, false]) func doneRestoresADeletedTask(isTold: Bool) throws {
    let board = try served()
    let browser = try browser(board)
    let milk = try WebStage(board.desk).id("milk")
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("je")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.run("document.querySelector('dialog [name=title]').select()")
    try browser.type("Buy rye")
    if !isTold {
      try browser.run(
        """
        const ask = fetch
        window.fetch = (address, options) => String(address).includes('/news/')
          ? Promise.reject(new TypeError()) : ask(address, options)
        """)
    }
    board.desk.memo("remove", milk, "--yes")
    if isTold {
      try browser.wait(
        for: "document.querySelector('dialog .news').textContent.includes('restores it')")
    }
    try browser.type(Self.enter, with: Self.control)
    if !isTold {
      try browser.wait(for: "document.querySelector('dialog .clash')")
      #expect(try browser.text("document.activeElement.getAttribute('role')") == "alert")
      #expect(try browser.text("document.activeElement.textContent").contains("deleted"))
      try browser.type(Self.enter, with: Self.control)
    }
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try board.desk.read(Self.path).contains("title: Buy rye\n"))
  }

  /// The board offers the text of a lost page, whether it was closed or crashed.
  @Test(arguments: WebDriver.Engine.installed.map { ($0, true) } + [(.chromium, false)])
  func aLostPagesTextIsOfferedOnTheBoard(engine: WebDriver.Engine, isTold: Bool) throws {
    let (board, browser) = try opened(engine)
    let before = try board.desk.journal()
    let first = try #require(try browser.tabs().first)
    let lines = """
      [...document.querySelectorAll('#left .said')].map(one => [one.querySelector('p').textContent\
      .replace(/ — .*/, ''), ...[...one.querySelectorAll('button')].map(one => one.textContent)]\
      .join()).join('; ')
      """
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)"
    // One of a task, and one of a new task.
    for (path, title) in [("task/\(milk)?edit=1", "Buy rye"), ("new", "Brand new")] {
      try browser.openTab(address + path)
      try browser.wait(for: "document.querySelector('form[data-opened]')")
      if !isTold {
        try browser.run(
          """
          const die = (event) => event.stopImmediatePropagation()
          for (const name of ['pagehide', 'beforeunload']) addEventListener(name, die, true)
          """)
      }
      try browser.run("document.querySelector('[name=title]').select()")
      try browser.type(title)
      try browser.closeTab()
      try browser.look(at: first)
    }
    if !isTold {
      // A page that looks alive hasn't been typed in for a while.
      try browser.run(
        """
        for (const name of Object.keys(localStorage)) {
          const draft = JSON.parse(localStorage[name])
          localStorage[name] = JSON.stringify({ ...draft, at: draft.at - 61000 })
        }
        """)
    }
    let both = ["Brand new is not saved yet,Show,Discard", "Buy rye is not saved yet,Show,Discard"]
    try browser.wait("both") {
      try browser.text(lines).components(separatedBy: "; ").sorted() == both
    }
    // One text is continued, the other discarded after a question.
    let line = "[...document.querySelectorAll('#left .said')].find(one => one.innerText.includes"
    try browser.run("\(line)('Buy rye')).querySelector('button').click()")
    try browser.wait(
      for: "document.querySelector('dialog[open] [name=title]')?.value === 'Buy rye'")
    try browser.wait(for: "\(lines) === '\(both[0])'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the commit") { try board.desk.journal().count == before.count + 1 }
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try browser.run("\(line)('Brand new')).querySelectorAll('button')[1].click()")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button")
    try browser.wait(for: "!document.querySelector('#left')")
    try browser.wait(
      for: "!Object.keys(localStorage).some(name => name.includes('draft:'))")
    #expect(try browser.complaints() == [])
  }

  /// A page without typed text discards nothing.
  @Test func aClosedTabsDraftSurvivesTheSheetInAnother() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1"
    let first = try #require(try browser.tabs().first)
    try browser.open(address)
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.openTab(address)
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=title]').select()")
    try browser.type("Buy rye")
    try browser.closeTab()
    try browser.look(at: first)
    try browser.reload()
    try browser.wait(for: "document.querySelector('[name=title]')?.value === 'Buy rye'")
    #expect(try browser.complaints() == [])
  }

  /// A task's form and its note have separate drafts.
  @Test(arguments: WebDriver.Engine.sample) func aFormsDraftSurvivesItsNote(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    let milk = try WebStage(board.desk).id("milk")
    let home = "http://localhost:\(board.port)\(board.prefix)"
    try browser.open("\(home)task/\(milk)?edit=1")
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=title]').select()")
    try browser.type("Buy rye")
    try browser.open("\(home)?view=notes&order=standard&open=\(milk)")
    let text = "document.querySelector('#left p')?.textContent"
    let line = "\(text)?.startsWith('Buy rye is not saved yet')"
    try browser.wait(for: "document.querySelector('#detail .note') && \(line)")
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots') && \(line)")
    // It is continued beside its note.
    try browser.click("#left button")
    try browser.wait(for: "document.querySelector('#detail [name=title]')?.value === 'Buy rye'")
    try browser.run("document.querySelector('#detail [name=title]').focus()")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") { try board.desk.read(Self.path).contains("title: Buy rye\n") }
    try browser.wait(for: "Object.keys(localStorage).length === 0")
    #expect(try browser.complaints() == [])
  }

  /// Text of a crashed page is offered in the same sheet.
  @Test func aLostPagesTextIsOfferedInItsSheet() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1"
    let first = try #require(try browser.tabs().first)
    try browser.openTab(address)
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run(
      """
      const die = (event) => event.stopImmediatePropagation()
      for (const name of ['pagehide', 'beforeunload']) addEventListener(name, die, true)
      document.querySelector('[name=title]').select()
      """)
    try browser.type("Buy rye")
    try browser.closeTab()
    try browser.look(at: first)
    try browser.open(address)
    try browser.wait(for: "document.querySelector('form .said')")
    #expect(try browser.text("document.querySelector('[name=title]').value") == "Buy rye")
    #expect(try browser.complaints() == [])
  }
}
