import Foundation
import TestSupport
import Testing

/// Sheets on their own pages, several tabs, and messages in open sheets.
extension BrowserTests {
  @Test(arguments: WebDriver.Engine.sample) func brokenFilesAreFixedInThePage(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    // With line endings that the browser converts.
    let text = "---\r\ntitle: Broken one\r\ntags: [home\r\n---\r\nA bell\u{7} and\r\nKept.\r\n"
    try board.desk.write(text, to: "todo/broken.md")
    let browser = try browser(board, engine)
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.wait(for: "document.querySelector('.quick a.conflict')")
    try browser.click(".quick a.conflict")
    try browser.wait(for: "document.querySelector('dialog[open] .source .fault')")
    try browser.click("dialog .problems a.button")
    try browser.wait(for: "document.querySelector('dialog [name=source]')")
    // The line with the error is selected; Cancel changes nothing.
    let selected = """
      (field => field.value.slice(field.selectionStart, field.selectionEnd))\
      (document.querySelector('dialog [name=source]'))
      """
    #expect(try browser.text(selected) == "tags: [home")
    try browser.type("tags: [h")
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button:nth-of-type(2)")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try board.desk.read("todo/broken.md").contains("tags: [home\r\n"))
    try browser.click(".quick a.conflict")
    try browser.wait(for: "document.querySelector('dialog .problems a.button')")
    try browser.click("dialog .problems a.button")
    try browser.wait(for: "document.querySelector('dialog [name=source]')")
    try browser.type("tags: [home]")
    try browser.click("dialog .primary")
    try browser.wait("the file") {
      try board.desk.read("todo/broken.md").contains("tags: [home]\r\n")
    }
    try browser.wait(for: card("Broken one"))
    #expect(try board.desk.read("todo/broken.md").hasSuffix("---\r\nA bell\u{7} and\r\nKept.\r\n"))
    #expect(try browser.complaints() == [])
  }

  /// A sheet at its own address lies over the board, shows others' changes with their author, and
  /// leads back to the board.
  @Test(arguments: WebDriver.Engine.sample) func aSheetsOwnPageIsUpdated(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)task/\(milk)"
    try browser.open(address)
    try browser.wait(for: "document.querySelector('article')")
    board.desk.memo("note", milk, "the blue one")
    try browser.wait(for: "document.querySelector('.text').innerText.includes('the blue one')")
    try browser.open("\(address)?edit=1")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.click("[name=title]")
    try browser.type("!")
    board.desk.memo("set", milk, "deadline=2026-12-24")
    try browser.wait(for: "document.querySelector('.news').textContent.includes('2026')")
    #expect(try browser.text("document.querySelector('[name=title]').value").contains("!"))
    try browser.reload()
    try browser.wait(for: "document.querySelector('dialog[open] form .said')")
    try browser.click("form .said button")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]') && !history.state?.sheet")
    #expect(try browser.text("location.pathname") == board.prefix)
    try browser.open("http://localhost:\(board.port)\(board.prefix)journal?task=\(milk)")
    try browser.wait(for: "document.querySelector('dialog[open] .journal')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]') && !history.state?.sheet")
    #expect(try browser.text("location.pathname + location.search") == board.prefix)
    #expect(try browser.complaints() == [])
  }

  /// Typing before the board has loaded below a sheet continues in the same field.
  @Test func aFieldKeepsTheFocusWhileTheBoardLoads() throws {
    let (board, browser) = try opened()
    try browser.devTools(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        const ask = fetch
        const gate = new Promise(done => (window.letThrough = done))
        window.fetch = async (...all) => {
          window.isAsked = true
          await gate
          return ask(...all)
        }
        """
      ])
    let milk = try WebStage(board.desk).id("milk")
    try browser.open("http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1")
    try browser.wait(for: "window.isAsked")
    try browser.run("document.querySelector('[name=body]').focus()")
    try browser.type("Two ")
    try browser.run("window.letThrough()")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    try browser.type("litres")
    #expect(try browser.text("document.querySelector('[name=body]').value") == "Two litres")
    #expect(try browser.complaints() == [])
  }

  /// An open sheet shows the current task.
  @Test func anOpenSheetIsUpdated() throws {
    let (board, browser) = try opened()
    try browser.type("j" + Self.enter)
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    board.desk.memo("note", "milk", "the blue one")
    try browser.wait(
      for: "document.querySelector('dialog .text').innerText.includes('the blue one')")
    // A server with other scripts than the page's reports this.
    try browser.run("document.querySelector('script[src]').removeAttribute('src')")
    board.desk.memo("add", "Something else")
    try browser.wait(for: "document.querySelector('#newer')?.textContent === 'Updated: reload'")
  }

  /// Messages over a sheet are announced, and their buttons work.
  @Test(arguments: WebDriver.Engine.sample) func messagesWorkOverASheet(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    try focus("milk", browser)
    try browser.type("s")
    try browser.wait(for: "document.querySelector('#status').innerText.includes('to Doing')")
    try browser.type(Self.enter)
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    try browser.click("#status form button")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    try browser.wait(for: "document.querySelector('dialog[open] .kind').innerText === 'TODO'")
    try browser.type("e")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.type("!")
    board.stop()
    try board.start(["--read-only"])
    try browser.wait(for: "document.body.dataset.readOnly !== undefined")
    try browser.type(Self.enter, with: Self.control)
    let messages = "dialog[open] > #status:has(+ #heard)"
    try browser.wait(
      for: "document.querySelector('\(messages)')?.innerText.includes('--read-only')")
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.click("dialog.popover button:nth-of-type(2)")
    try browser.wait(for: "document.querySelector('body > #status:has(+ #heard)')")
  }

  /// Two tabs with the same sheet share one draft.
  @Test(arguments: WebDriver.Engine.installed) func tabsShareOneDraft(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1"
    let title = "document.querySelector('[name=title]')"
    func type(_ text: String) throws {
      try browser.wait(for: "document.documentElement.className === 'scripted'")
      try browser.run("\(title).select()")
      try browser.type(text)
    }
    try browser.open(address)
    try type("In the first")
    let first = try #require(try browser.tabs().first)
    try browser.openTab(address)
    try browser.wait(for: "document.querySelector('form .said')")
    #expect(try browser.text("\(title).value") == "In the first")
    try type("In the second")
    try browser.look(at: first)
    #expect(try browser.text("\(title).value") == "In the first")
    try browser.reload()
    try browser.wait(for: "document.querySelector('form .said')")
    // Before it was closed, the other page had the last words.
    try browser.run("document.querySelector('form .said button').click()")
    try browser.wait(for: "!document.querySelector('form .said')")
    #expect(try browser.text("\(title).value") == "Buy oat milk")
  }

  @Test(arguments: WebDriver.Engine.sample) func typedDatesAreInterpretedAtOnce(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    try browser.open("http://localhost:\(board.port)\(board.prefix)new")
    try browser.wait(for: "document.documentElement.className === 'scripted'")
    let said = "document.querySelector('[data-understood]').innerText.trim()"
    try browser.click("[name=deadline]")
    try browser.type("2026-11-27 18:00")
    // The day is understood before its time is typed.
    try browser.wait(
      for: "\(said).includes('Fri') && document.querySelector('[data-understood] time')"
        + ".dateTime.endsWith('18:00')")
    #expect(try browser.text("document.querySelector('[data-pick]').value") == "2026-11-27")
    // Another day is picked, and the time stays.
    try browser.run(
      """
      const pick = document.querySelector('[data-pick]')
      pick.value = '2026-12-24'
      pick.dispatchEvent(new Event('change', { bubbles: true }))
      """)
    try browser.wait(for: "\(said).includes('Thu')")
    #expect(
      try browser.text("document.querySelector('[name=deadline]').value") == "2026-12-24 18:00")
    try browser.run("document.querySelector('[name=deadline]').select()")
    try browser.type("someday")
    try browser.wait(for: "\(said) === \"invalid date 'someday'\"")
    #expect(try browser.text("document.querySelector('[data-pick]').value") == "")
    #expect(try browser.complaints() == [])
  }

  @Test func aSheetCanBePulledDown() throws {
    let board = try served()
    let browser = try browser(board, size: (820, 1100))
    try browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    let milk = try WebStage(board.desk).id("milk")
    try browser.run("document.querySelector('#t-\(milk) a').click()")
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    let sheet = try browser.place("dialog #sheet-title")
    // Not far enough, and sideways: it stays.
    for way in [(10, 40), (120, 60)] {
      try browser.hand(
        [
          .move(sheet.x, sheet.y), .down, .move(sheet.x + way.0 / 2, sheet.y + way.1 / 2),
          .move(sheet.x + way.0, sheet.y + way.1), .up,
        ], isTouch: true)
      #expect(try browser.text("document.querySelector('dialog[open]') !== null") == "true")
    }
    try browser.hand(
      [
        .move(sheet.x, sheet.y), .down, .move(sheet.x, sheet.y + 40), .move(sheet.x, sheet.y + 90),
        .move(sheet.x, sheet.y + 160), .up,
      ], isTouch: true)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    // A tap beside the sheet closes it, too, and opens nothing else.
    try browser.run("document.querySelector('#t-\(milk) a').click()")
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    try browser.hand([.move(60, 240), .down, .up], isTouch: true)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try browser.complaints() == [])
  }

  @Test func theListHasTheMenuOfMoves() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=list")
    try browser.wait(for: "document.querySelector('tr.card .dots')")
    let milk = try WebStage(board.desk).id("milk")
    try browser.click("#t-\(milk) .dots")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    #expect(
      try browser.text(
        "[...document.querySelectorAll('dialog.popover button')].map(one => one.textContent).join()"
      )
        == "Move to DOING,Move to DONE,Edit,Select,Share,Delete")
    try browser.click("dialog.popover button")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    let place = try browser.place("#t-\(milk)")
    try browser.hand([.move(place.x, place.y), .right])
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(try browser.complaints() == [])
  }

  /// Without https, a browser offers neither sharing nor the clipboard.
  @Test(arguments: WebDriver.Engine.sample) func textIsCopiedIfItCannotBeShared(
    engine: WebDriver.Engine
  ) throws {
    let (_, browser) = try opened(engine)
    try browser.run(
      """
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
      document.execCommand = () => ((window.copied = document.activeElement.value), true)
      """)
    try browser.type("j")
    try browser.type("Y")
    try browser.wait(for: "document.querySelector('#status').innerText.includes('Copied')")
    #expect(try browser.text("window.copied") == "Buy oat milk")
    // If that is refused, too, the text is shown for copying by hand.
    try browser.run("document.execCommand = () => false")
    try browser.type("Y")
    try browser.wait(for: "document.querySelector('dialog.popover[open] textarea')")
    #expect(
      try browser.text("document.querySelector('dialog.popover textarea').value") == "Buy oat milk")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(try browser.complaints() == [])
  }

  /// On a phone the first card is near the top, nothing is cut off, and a button shows the rest.
  @Test(arguments: [320]) func aPhoneShowsCardsFirst(width: Int) throws {
    let board = try served(
      ["add", "Book the dentist before the end of the month, and ask about the other"],
      ["note", "dentist", String(repeating: "a long line of text ", count: 12)])
    let browser = try browser(board)
    try browser.resize(width, 700, isPhone: true)
    let address = "http://localhost:\(board.port)\(board.prefix)"
    for (view, most) in [("", 140), ("?view=list", 80), ("?view=notes", 140)] {
      try browser.open(address + view)
      try browser.wait(for: "document.querySelector('.dots')")
      let places = try browser.text(
        """
        (cards => [cards[0].top < \(most), cards.every(one => one.left >= 0 && \
        one.right <= innerWidth), innerWidth].join())([...document.querySelectorAll('.card')]\
        .filter(one => one.offsetParent).map(one => one.getBoundingClientRect()))
        """)
      #expect(places == "true,true,\(width)", "\(view)")
    }
    try browser.open(address)
    try browser.wait(for: "document.querySelector('.dots')")
    #expect(try browser.text("document.querySelector('#bar nav.orders').offsetParent") == "null")
    try browser.click("#tools")
    try browser.wait(for: "document.querySelector('#bar nav.orders').offsetParent")
    // It can be typed in at once.
    try browser.wait(for: "document.activeElement.id === 'filter'")
    try browser.click("#tools")
    // The button of a message stays on one line.
    try browser.type("j")
    try browser.type("s")
    try browser.wait(for: "document.querySelector('#status form button')")
    let button = try browser.text("document.querySelector('#status form button').offsetHeight")
    #expect(button == "44")
    #expect(try browser.complaints() == [])
  }

  /// Even if nothing matched and no card had the focus.
  @Test func escapeInTheFilterFocusesACard() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.wait(for: "document.querySelector('.dots')")
    for (text, count) in [("milk", 1), ("zzz", 0)] {
      try browser.type("/")
      try browser.type(text)
      try browser.wait(for: "document.querySelectorAll('li.card').length === \(count)")
      if count == 0 {
        let isBelow = """
          document.querySelector('.empty').getBoundingClientRect().top >= \
          document.querySelector('.head').getBoundingClientRect().bottom
          """
        #expect(try browser.text(isBelow) == "true")
      }
      try browser.type(Self.escape)
      try browser.wait(for: "document.querySelectorAll('li.card').length > 1")
      try browser.wait(for: "document.activeElement.matches('li.card > a')")
    }
    #expect(try browser.complaints() == [])
  }
}
