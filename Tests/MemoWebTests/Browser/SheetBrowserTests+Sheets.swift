import Foundation
import MemoCLI
import TestSupport
import Testing

/// Sheets: saved once, kept as drafts, and navigation.
extension SheetBrowserTests {
  @Test(arguments: WebDriver.Engine.sample) func aSheetIsSavedOnce(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let before = try board.desk.journal()
    try browser.wait(for: "document.querySelector('.dots')")
    try begin("Only once", browser)
    try browser.type(Self.enter + Self.enter, with: Self.control)
    try browser.wait(for: card("Only once"))
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    // A second task with the same title is another one.
    try begin("Only once", browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the commit") { try board.desk.journal().count >= before.count + 2 }
    #expect(try board.desk.journal().count == before.count + 2)
  }

  /// After adding or moving a task, the focus is on its card.
  @Test(arguments: WebDriver.Engine.sample) func theFocusIsOnTheSavedTask(
    engine: WebDriver.Engine
  ) throws {
    let (_, browser) = try opened(engine)
    try browser.type("j")
    try begin("Brand new", browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "\(card("Brand new"))?.contains(document.activeElement)")
    try browser.type("e")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.run("document.querySelector('dialog select[name=status]').value = 'done'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "\(status("Brand new")) === 'done'")
    try browser.wait(for: "\(card("Brand new"))?.contains(document.activeElement)")
  }

  /// A file without an id gets another address when it moves, and its sheet follows.
  @Test func aSheetFollowsAFileWithoutAnID() throws {
    let board = try served()
    try board.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
    _ = try board.desk.scratch.git("add", ".", in: board.desk.folder)
    _ = try board.desk.scratch.git("commit", "-qm", "plain", in: board.desk.folder)
    // A file that isn't committed yet.
    try board.desk.write("# Rough\n\nAnother line.\n", to: "todo/rough.md")
    let browser = try browser(board)
    for (name, title) in [("plain", "Plain"), ("rough", "Rough")] {
      try browser.wait(for: "\(card(title))?.querySelector('.dots')")
      try browser.run("\(card(title)).querySelector('a').click()")
      try browser.wait(for: "document.querySelector('dialog[open] article')")
      try board.desk.move("todo/\(name).md", "doing/\(name).md")
      try browser.wait(for: "document.querySelector('dialog .kind').textContent === 'DOING'")
      #expect(try browser.text("document.querySelector('#status').innerText") != "no such task")
      // The sheet shows the file in its new place, and works there.
      try browser.reload()
      try browser.wait(for: "document.querySelector('article .kind')?.textContent === 'DOING'")
      try browser.open("http://localhost:\(board.port)\(board.prefix)")
    }
    #expect(try browser.complaints() == [])
  }

  @Test func aFormWithoutScriptsIsSavedOnce() throws {
    let board = try served()
    let browser = try browser(board, isScripted: false)
    let before = try board.desk.journal()
    let address = "http://localhost:\(board.port)\(board.prefix)"
    for title in ["Once", "Once"] {
      try browser.open("\(address)new")
      try browser.click("[name=title]")
      try browser.type(title)
      let place = try browser.place("button.primary")
      try browser.hand([.move(place.x, place.y), .down, .up, .down, .up])
      try browser.wait(for: "document.querySelector('.said')")
      try browser.reload()
    }
    #expect(try board.desk.journal().count == before.count + 2)
  }

  /// On its own page, a sheet keeps, saves and removes drafts as over the board.
  @Test func aSheetsOwnPageLeavesNoDraft() throws {
    let board = try served()
    let browser = try browser(board)
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)"
    for (page, title) in [("task/\(milk)?edit=1", "Buy rye"), ("new", "Mow the lawn")] {
      try browser.open(address + page)
      try browser.wait(for: "document.documentElement.className === 'scripted'")
      try browser.run("document.querySelector('[name=title]').select()")
      try browser.type("Typed and left")
      // It is marked as a draft, and can be discarded.
      try browser.reload()
      try browser.wait(for: "document.querySelector('form .said')")
      #expect(try browser.text("document.querySelector('[name=title]').value") == "Typed and left")
      try browser.click("form .said button")
      try browser.wait(for: "!document.querySelector('form .said')")
      #expect(try browser.text("Object.keys(localStorage).length") == "0")
      #expect(try browser.text("document.querySelector('[name=title]').value") != "Typed and left")
      try browser.run("document.querySelector('[name=title]').select()")
      try browser.type(title)
      try browser.type(Self.enter, with: Self.control)
      try browser.wait(for: card(title))
      // The card may come before the answer.
      try browser.wait(for: "document.querySelector('#status').innerText.includes('\(title)')")
      #expect(try browser.text("Object.keys(localStorage).length") == "0")
    }
    // A refused form comes back with its values, even after a reload.
    try browser.open(address + "new")
    try browser.wait(for: "document.documentElement.className === 'scripted'")
    try browser.click("[name=title]")
    try browser.type("Wrong")
    try browser.click("[name=deadline]")
    try browser.type("someday")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "document.querySelector('form [role=alert]')")
    try browser.reload()
    try browser.wait(for: "document.querySelector('form .said')")
    #expect(try browser.text("document.querySelector('[name=deadline]').value") == "someday")
    #expect(try browser.complaints().filter { !$0.contains("400 (Bad Request)") } == [])
  }

  /// A sheet reports others' changes of its task, and the typed text stays.
  @Test func anOpenSheetReportsOthersChanges() throws {
    let board = try served()
    let browser = try browser(board)
    let milk = try WebStage(board.desk).id("milk")
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("j")
    try browser.type("e")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.click("dialog [name=title]")
    try browser.type("!")
    board.desk.memo("add", "Something else")
    try browser.wait(for: card("Something else"))
    #expect(try browser.text("document.querySelector('dialog .news').textContent") == "")
    board.desk.memo("set", milk, "deadline=2026-12-24")
    try browser.wait(for: "document.querySelector('dialog .news').textContent.includes('deadline')")
    #expect(
      try browser.text("document.querySelector('dialog .news').textContent").contains(
        ": deadline "))
    board.desk.memo("remove", milk, "--yes")
    try browser.wait(for: "document.querySelector('dialog .news').textContent.includes('deleted')")
    try browser.type("!")
    #expect(try browser.text("document.activeElement.value").contains("!!"))
    #expect(try browser.complaints() == [])
  }

  @Test func backAndForwardCloseAndOpenSheets() throws {
    let (_, browser) = try opened()
    try browser.type("j" + Self.enter)
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    let address = try browser.text("location.href")
    try browser.back()
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try browser.forward()
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    #expect(try browser.text("location.href") == address)
    // A changed sheet asks, and keeps all text.
    try browser.type("e")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.click("dialog [name=title]")
    try browser.type("!")
    try browser.back()
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(try browser.text("document.querySelector('dialog [name=title]').value").contains("!"))
    #expect(try browser.text("location.href") == "\(address)?edit=1")
    try browser.back()
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button:nth-of-type(2)")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try browser.wait(for: "!location.pathname.includes('task')")
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    // Sheets open even without a page to go back to.
    try browser.run("history.back = () => {}")
    for _ in 1...2 {
      try browser.type("?")
      try browser.wait(for: "document.querySelector('dialog[open] .keys')")
      try browser.type(Self.escape)
      try browser.wait(for: "!document.querySelector('dialog[open]')")
    }
    #expect(try browser.complaints() == [])
  }

  @Test func unsavableSheetsDoNotOpen() throws {
    let board = try ServedBoard(try WebStage.groceries().desk, ["--read-only"])
    let browser = try browser(board)
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("ja")
    try browser.type("eds?")
    try browser.wait(for: "document.querySelector('dialog[open] .keys')")
    #expect(try browser.text("document.querySelector('form.edit, #status .said')") == "null")
    #expect(try browser.complaints() == [])
  }

  @Test func aFailedSyncIsShownAtTheButton() throws {
    let board = try served()
    let desk = board.desk
    try desk.scratch.git("clone", "-q", "--bare", desk.folder, "hub.git")
    try desk.scratch.git("remote", "add", "origin", desk.scratch("hub.git"), in: desk.folder)
    // The button is also there in a clone that was never synced.
    try desk.scratch.git("push", "-q", "-u", "origin", "HEAD", in: desk.folder)
    let browser = try browser(board)
    let sign = "document.querySelector('#sync button')?.textContent"
    try browser.wait(for: "\(sign)?.includes('Sync now')")
    try browser.click("#sync button")
    try browser.wait(for: "\(sign)?.includes('Synced')")
    try FileManager.default.moveItem(atPath: desk.scratch("hub.git"), toPath: desk.scratch("away"))
    try browser.click("#sync button")
    try browser.wait(for: "document.querySelector('#status .failed')")
    try browser.wait(for: "\(sign)?.includes('Offline')")
    // It stays until a sync succeeds.
    desk.memo("add", "Another one")
    try browser.wait(for: card("Another one"))
    #expect(try browser.text(sign).contains("Offline"))
    // After the first local change, the page asks whether to sync automatically.
    let question = "document.querySelector('#bar div.frame')"
    try browser.wait(for: "\(question)?.innerText.includes('not pushed yet')")
    try browser.click("#bar div.frame form:last-child button")
    try browser.wait(for: "!\(question)")
    #expect(
      try desk.scratch.git("config", "memo.autosync", in: desk.folder) == "false")
    try FileManager.default.moveItem(atPath: desk.scratch("away"), toPath: desk.scratch("hub.git"))
    #expect(desk.memo("sync").status == .done)
    try browser.wait(for: "\(sign)?.includes('Synced')")
  }

  /// As on the terminal's board, the next card gets the focus.
  @Test func theFocusGoesToTheNextCard() throws {
    let board = try served()
    let browser = try browser(board)
    board.desk.memo("add", "Zip the tent")
    let address = "http://localhost:\(board.port)\(board.prefix)"
    func focused() throws -> String {
      try browser.text("document.activeElement.closest('.card')?.querySelector('a').textContent")
    }
    try browser.wait(for: card("Zip the tent"))
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("jj")
    #expect(try focused() == "Call <b>mum</b>")
    try browser.type("D")
    try browser.wait(for: "!\(card("mum"))")
    #expect(try focused() == "Zip the tent")
    // After the last card there is none.
    try browser.type("D")
    try browser.wait(for: "!\(card("Zip"))")
    #expect(try focused() == "Buy oat milk")
    // In a single column, a moved card disappears.
    board.desk.memo("add", "Air the tent")
    try browser.wait(for: card("Air the tent"))
    try browser.resize(400, 800)
    try browser.type("s")
    try browser.wait(for: "\(status("milk")) === 'doing'")
    try browser.wait(for: "document.activeElement.textContent === 'Air the tent'")
    // Otherwise the next page would send the change, and order its tasks anew.
    try browser.wait(for: "!document.querySelector('.waits')")
    // Beside the list, the next task opens, too.
    try browser.resize(1280, 800)
    try browser.open("\(address)?view=notes&order=standard")
    try browser.wait(for: "document.querySelector('#detail .note')")
    try browser.type("jj")
    let next = try browser.text(
      "document.querySelectorAll('li.card')[2].querySelector('a').textContent")
    try browser.type(Self.enter)
    try browser.wait(
      for: "document.querySelector('#detail h2').textContent"
        + " === document.querySelectorAll('li.card')[1].querySelector('a').textContent")
    try browser.type("D")
    try browser.wait(for: "document.querySelector('dialog.popover[open] .danger')")
    try browser.click("dialog.popover .danger")
    try browser.wait(for: "document.querySelector('#detail h2')?.textContent === '\(next)'")
    #expect(try focused() == next)
    #expect(try browser.complaints() == [])
  }

  /// A phone's page would grow with elements outside of it, and fixed elements with it.
  @Test func aFingerDragsOnAPhone() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.resize(360, 740, isPhone: true)
    try browser.devTools(
      "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    let milk = try WebStage(board.desk).id("milk")
    let card = try browser.place("#t-\(milk)")
    try browser.run(
      """
      document.addEventListener('pointermove', ({ clientX }) => {
        const boxes = [...document.querySelectorAll('.drops > div')].map(drop => {
          const box = drop.getBoundingClientRect()
          return box.left >= 0 && box.right <= 360 && box.top > 0 && box.bottom <= 740
        })
        if (clientX > 340) window.seen = [innerWidth, innerHeight, ...boxes].join(' ')
      })
      """)
    try browser.hand(
      [
        .move(card.x, card.y), .down, .wait(500), .move(card.x + 20, card.y + 60), .move(330, 600),
        .move(345, 690), .wait(50), .move(346, 691), .up,
      ], isTouch: true)
    #expect(try browser.text("window.seen") == "360 740 true true true")
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('.drops, .layer')")
  }
}
