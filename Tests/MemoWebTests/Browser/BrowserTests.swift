import Foundation
import MemoCLI
@testable import MemoWeb
import TestSupport
import Testing

/// The board in real browsers, with real keys, mouse and touch.
///
/// `swift test --filter BrowserTests` runs these alone. Tests of a missing browser are skipped,
/// which `sh Tests/run.sh` reports.
@Suite(
  .onItsOwnThreadAtOnce, .serialized, .sharingBrowsers,
  .enabled(if: WebDriver.Engine.chromium.isInstalled))
struct BrowserTests: BrowserSuite {}

/// Columns and moving cards, by touch and mouse.
///
/// Each of these suites has its own browsers, since a test mostly waits: four take less than half
/// the time of two.
@Suite(
  .onItsOwnThreadAtOnce, .serialized, .sharingBrowsers,
  .enabled(if: WebDriver.Engine.chromium.isInstalled))
struct HandBrowserTests: BrowserSuite {}

/// Sheets over the board or beside it.
@Suite(
  .onItsOwnThreadAtOnce, .serialized, .sharingBrowsers,
  .enabled(if: WebDriver.Engine.chromium.isInstalled))
struct SheetBrowserTests: BrowserSuite {}

/// Drafts, while a save fails or the server is away.
@Suite(
  .onItsOwnThreadAtOnce, .serialized, .sharingBrowsers,
  .enabled(if: WebDriver.Engine.chromium.isInstalled))
struct DraftBrowserTests: BrowserSuite {}

/// The start of browser tests.
protocol BrowserSuite {}

extension BrowserSuite {
  /// A server of groceries.
  ///
  /// - Parameter commands: They run before it starts, so that its first page has their results.
  func served(_ commands: [String]...) throws -> ServedBoard {
    let desk = try WebStage.groceries().desk
    for command in commands { desk.memo(command) }
    return try ServedBoard(desk)
  }

  /// - Parameter isScripted: Whether pages may run scripts; tests always may.
  func browser(
    _ board: ServedBoard, _ engine: WebDriver.Engine = .chromium,
    size: (width: Int, height: Int) = (1280, 800), arguments: [String] = [],
    isScripted: Bool = true
  ) throws -> WebDriver {
    let browser = try WebDriver(engine, size: size, arguments: arguments)
    browser.board = board
    if !isScripted {
      try browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
    }
    try browser.open(board.link)
    try browser.wait(for: "document.querySelector('li.card')")
    return browser
  }

  /// A board of groceries in a browser that has run the page's scripts.
  func opened(
    _ engine: WebDriver.Engine = .chromium, size: (width: Int, height: Int) = (1280, 800),
    arguments: [String] = []
  ) throws -> (board: ServedBoard, browser: WebDriver) {
    let board = try served()
    let browser = try browser(board, engine, size: size, arguments: arguments)
    try browser.wait(for: "document.querySelector('.dots')")
    return (board, browser)
  }

  /// Starts a new task over the board.
  func begin(_ title: String, _ browser: WebDriver) throws {
    try browser.type("a")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.type(title)
  }

  static var enter: String { "\u{E007}" }
  static var escape: String { "\u{E00C}" }
  static var control: String { "\u{E009}" }

  func card(_ title: String) -> String {
    "[...document.querySelectorAll('li.card')].find(card => card.textContent.includes('\(title)'))"
  }

  func status(_ title: String) -> String {
    "\(card(title))?.closest('[data-status]').dataset.status"
  }

  func focus(_ title: String, _ browser: WebDriver) throws {
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.run("\(card(title)).querySelector('a').focus()")
  }

  func hasSign(_ text: String) -> String {
    "document.querySelector('#offline')?.textContent.includes('\(text)')"
  }
}

extension BrowserTests {
  @Test(arguments: WebDriver.Engine.installed) func keysWorkAsOnATerminal(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    #expect(try browser.text("location.search") == "")
    try browser.wait(for: "document.querySelector('.dots')")
    // Starts the first task; the focus follows it.
    try browser.type("j")
    try browser.type("s")
    try browser.wait(for: "\(status("milk")) === 'doing'")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait(for: "document.activeElement.textContent.includes('milk')")
    // The store changes before the page is told.
    try browser.wait(
      for: "document.querySelector('#status').innerText.includes('Moved Buy oat milk to Doing')")
    // Undo.
    try browser.type("u")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    try browser.wait(
      for:
        "document.querySelector('#status').innerText.includes('Undone: moved Buy oat milk to Doing')"
    )
    // Redo; the left key moves it back.
    try browser.wait(for: "\(status("milk")) === 'todo'")
    try browser.type("U")
    try browser.wait(for: "\(status("milk")) === 'doing' && !document.querySelector('.waits')")
    try focus("milk", browser)
    try browser.type("H")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    // The other views. The detail beside the list loads when the page is idle.
    try browser.run(
      """
      const ask = fetch
      window.fetch = async (at, how) => {
        const answer = await ask(at, how)
        if (!String(at).includes('/task/')) return answer
        await new Promise(done => setTimeout(done, 300))
        setTimeout(() => (window.hasCome = true), 50)
        return answer
      }
      """)
    for (keys, view) in [("vv", "notes"), ("v", "board")] {
      try browser.type(keys)
      try browser.wait(for: "document.querySelector('main.\(view) .dots')")
    }
    try browser.wait(for: "window.hasCome")
    #expect(try browser.text("document.querySelector('dialog[open]') + location.search") == "null")
    try browser.type("?")
    try browser.wait(for: "document.querySelector('dialog[open] .keys')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    // A new task in a sheet.
    try begin("Mow the lawn", browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: card("Mow the lawn"))
    // The card may come before the sheet is closed.
    try browser.wait(for: "!document.querySelector('dialog[open]') && !history.state?.sheet")
    #expect(try board.desk.read("todo/mow-the-lawn.md").contains("title: Mow the lawn\n"))
    // Filter, and leave the filter.
    try browser.type("/")
    try browser.type("fence")
    // The first letters may match one card as well.
    try browser.wait(
      for: """
        document.querySelectorAll('li.card').length === 1 && location.search === '?q=fence'
        """)
    #expect(try browser.complaints() == [])
    // Without a remote, the message says so.
    try browser.type(Self.escape)
    try browser.type("S")
    try browser.wait(
      for: "document.querySelector('dialog[open] pre')?.textContent.includes('remote add')")
    // A file moves before the commit is made.
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }

  @Test(arguments: WebDriver.Engine.installed) func aSheetIsReadChangedAndAbandoned(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let before = try board.desk.journal()
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("j")
    try browser.type(Self.enter)
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    #expect(try browser.text("location.pathname").contains("/task/"))
    // Reading starts with the focus on the title, editing with the cursor in it.
    #expect(try browser.text("document.activeElement.id") == "sheet-title")
    try browser.type("e")
    try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
    #expect(try browser.text("document.activeElement.name") == "title")
    try browser.run("document.querySelector('dialog [name=title]').select()")
    try browser.type("Buy rye")
    // Closing a changed sheet asks.
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(try browser.text("document.querySelector('dialog [name=title]').value") == "Buy rye")
    // Typed text survives a reload, in its place.
    try browser.reload()
    try browser.wait(
      for: "document.querySelector('dialog[open] form.edit [name=title]')?.value === 'Buy rye'")
    #expect(try board.desk.journal() == before)
    // Saving changes one line and removes the draft. The sheet may still be opening.
    try browser.run("document.querySelector('dialog form.edit button.primary').click()")
    try browser.wait("the commit") { try board.desk.journal().count == before.count + 1 }
    #expect(try board.desk.read("todo/buy-oat-milk.md").contains("title: Buy rye\n"))
    #expect(try browser.complaints() == [])
  }

  @Test func aCardIsDraggedAndItsMenuOpened() throws {
    let (board, browser) = try opened()
    let id = try WebStage(board.desk).id("milk")
    let from = try browser.place("#t-\(id)")
    let to = try browser.place("[data-status=doing] ul")
    try browser.hand([
      .move(from.x, from.y), .down, .move(from.x + 30, from.y + 5), .move(to.x, to.y), .up,
    ])
    try browser.wait(for: "\(status("milk")) === 'doing'")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    // A drag is no click.
    #expect(try browser.text("document.querySelector('dialog[open]')") == "null")
    // The context menu by right click, closed by Escape.
    let place = try browser.place("#t-\(id)")
    try browser.hand([.move(place.x, place.y), .right])
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    let name = try browser.text("document.querySelector('#t-\(id) .dots').ariaLabel")
    #expect(name == "Menu Buy oat milk")
    // And by its key.
    try focus("milk", browser)
    try browser.devTools(
      "Input.dispatchKeyEvent",
      ["type": "rawKeyDown", "key": "ContextMenu", "windowsVirtualKeyCode": 93])
    try browser.wait(for: "document.querySelector('dialog.popover[open] .danger')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    // And by the dots: delete, and undo with the message's button.
    try browser.click("#t-\(id) .dots")
    try browser.wait(for: "document.querySelector('dialog.popover[open] .danger')")
    try browser.click("dialog.popover .danger")
    try browser.wait("the file") { !board.desk.exists("doing/buy-oat-milk.md") }
    // The file is deleted before the message is shown; until then the button undoes the drag.
    try browser.wait(
      for: "document.querySelector('#status').innerText.includes('Deleted Buy oat milk')")
    try browser.click("#status form button")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    // The button has the card's current name, and updates of a card come before it.
    board.desk.memo("set", "fence", "priority=low")
    board.desk.memo("set", id, "title=Buy rye milk")
    try browser.wait(
      for: "document.querySelector('#t-\(id) .dots')?.ariaLabel === 'Menu Buy rye milk'")
    let read = "\(card("fence")).innerText.split(/\\s+/).join()"
    #expect(try browser.text(read) == "Paint,the,fence,low")
    #expect(try browser.complaints() == [])
    // A file moves before the commit is made.
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }

  @Test func touchHoldsSwipesAndScrolls() throws {
    let board = try served()
    let browser = try browser(board, size: (820, 1100))
    try browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    let id = try WebStage(board.desk).id("milk")
    // A finger that moves at once scrolls, and moves no card.
    var card = try browser.place("#t-\(id)")
    try browser.hand(
      [.move(card.x, card.y), .down, .move(card.x, card.y - 60), .up], isTouch: true)
    // Swipe to the right: the system's share sheet takes it.
    try browser.run(
      """
      const share = ({ text }) => void (window.shared = text)
      Object.defineProperty(navigator, 'share', { value: share, configurable: true })
      """)
    card = try browser.place("#t-\(id)")
    try browser.hand(
      [
        .move(card.x - 60, card.y), .down, .move(card.x, card.y), .move(card.x + 100, card.y), .up,
      ], isTouch: true)
    try browser.wait(for: "window.shared === 'Buy oat milk'")
    let width = Int(try browser.text("innerWidth")) ?? 0
    let height = Int(try browser.text("innerHeight")) ?? 0
    // Hold, drag to the bar that appears, release.
    card = try browser.place("#t-\(id)")
    try browser.hand(
      [
        .move(card.x, card.y), .down, .wait(500), .move(card.x + 20, card.y + 60),
        .move(width * 5 / 6, height - 50), .wait(50), .up,
      ], isTouch: true)
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('.drops, .ghost')")
    // Hold and release: the menu.
    try browser.wait(for: "\(status("milk")) === 'done'")
    let fence = try WebStage(board.desk).id("fence")
    card = try browser.place("#t-\(fence)")
    try browser.hand([.move(card.x, card.y), .down, .wait(500), .up], isTouch: true)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    // The card follows the finger and shows the action. After a short swipe it goes back.
    card = try browser.place("#t-\(fence)")
    try browser.run(
      """
      window.seen = []
      document.addEventListener('pointermove', () => requestAnimationFrame(() => {
        const under = document.querySelector('.under')
        if (!under) return
        const lefts = [document.querySelector('#t-\(fence)'), under]
          .map(one => Math.round(one.getBoundingClientRect().left))
        seen.push([under.textContent, under.matches('.full'), lefts[0] - lefts[1]].join(' '))
      }))
      """)
    try browser.hand(
      [
        .move(card.x + 40, card.y), .down, .move(card.x, card.y), .move(card.x - 45, card.y),
        .wait(60), .up,
      ], isTouch: true)
    try browser.wait(for: "window.seen.includes('Delete false -85')")
    try browser.wait(for: "!document.querySelector('.under, .swiped')")
    #expect(board.desk.exists("doing/paint-the-fence.md"))
    // After a long swipe it is gone.
    card = try browser.place("#t-\(fence)")
    try browser.hand(
      [
        .move(card.x + 70, card.y), .down, .move(card.x, card.y), .move(card.x - 110, card.y), .up,
      ], isTouch: true)
    try browser.wait("the file") { !board.desk.exists("doing/paint-the-fence.md") }
    // The same for the next one.
    let mum = try WebStage(board.desk).id("mum")
    card = try browser.place("#t-\(mum)")
    try browser.hand(
      [
        .move(card.x + 70, card.y), .down, .move(card.x, card.y), .move(card.x - 110, card.y), .up,
      ], isTouch: true)
    try browser.wait("the file") {
      !board.desk.tasks().contains { $0.contains("mum") }
    }
    // A file moves before the commit is made.
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }

  @Test func pagesShowOthersChangesWithoutDisturbing() throws {
    let (board, browser) = try opened()
    // Changes by a terminal and by an editor.
    board.desk.memo("add", "From a terminal")
    try browser.wait(for: card("From a terminal"))
    // The message covers nothing below.
    try browser.wait(for: "document.querySelector('#status .said')")
    #expect(
      try browser.text("getComputedStyle(document.querySelector('#status .said')).pointerEvents")
        == "none")
    try board.desk.write("---\ntitle: From an editor\n---\n", to: "todo/editor.md")
    try browser.wait(for: card("From an editor"))
    // An open sheet and its text stay.
    try begin("half a ti", browser)
    board.desk.memo("done", "editor")
    try browser.wait(for: "\(status("From an editor")) === 'done'")
    #expect(try browser.text("document.querySelector('dialog [name=title]').value") == "half a ti")
    #expect(try browser.text("document.activeElement.name") == "title")
    try browser.type("tle")
    #expect(
      try browser.text("document.querySelector('dialog [name=title]').value") == "half a title")
  }

  @Test func anOpenTaskBesideTheListStays() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    // At the start, the first one is open.
    try browser.wait(
      for: "document.querySelector('#detail .note h2')?.innerText.includes('milk')")
    try browser.click("#t-\(try WebStage(board.desk).id("fence")) a")
    try browser.wait(for: "document.querySelector('#detail h2').innerText.includes('fence')")
    board.desk.memo("note", "fence", "two coats")
    try browser.wait(
      for: "document.querySelector('#detail [name=note]').value.includes('two coats')")
    board.desk.memo("remove", "fence", "--yes")
    try browser.wait(for: "document.querySelector('#detail h2').innerText.includes('mum')")
    #expect(try browser.complaints() == [])
  }

  @Test func everythingWorksWithoutAScript() throws {
    let board = try served()
    let browser = try browser(board, size: (400, 800), isScripted: false)
    #expect(try browser.text("document.querySelector('.dots')") == "null")
    // Without scripts, a link reloads the page.
    board.desk.memo("note", "milk", "two litres")
    try browser.wait("the note") {
      try browser.click("noscript a")
      return try browser.text("document.body.innerText").contains("two litres")
    }
    try browser.click("li.card a")
    try browser.wait(for: "document.querySelector('article#sheet')")
    try browser.click("button[value=doing]")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait(for: "document.querySelector('.said')")
    #expect(try browser.text("document.querySelector('.said').innerText").contains("milk"))
    try browser.click(".said button")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    try browser.click("a.new")
    try browser.wait(for: "document.querySelector('form.edit')")
    try browser.click("[name=title]")
    try browser.type("By hand" + Self.enter)
    try browser.wait("the file") { board.desk.exists("todo/by-hand.md") }
    try browser.click(".tabs [data-lane=doing]")
    try browser.wait(for: "document.querySelector('main').dataset.lane === 'doing'")
    #expect(try browser.text("\(card("fence"))?.offsetParent !== null") == "true")
    #expect(try browser.text("\(card("milk"))?.offsetParent === null") == "true")
  }

  // MARK: - For everybody

  /// axe-core, which `sh Tests/run.sh` downloads.
  static let axe = try? String(
    contentsOf: Products.project.appending(path: ".build/axe/axe.min.js"), encoding: .utf8)

  /// axe finds no problem on any page or open sheet (WCAG 2.2 A and AA, best practices).
  @Test(.enabled(if: axe != nil), arguments: Effort.isWhole ? ["light", "dark"] : ["light"])
  func pagesAreAccessible(scheme: String) throws {
    let board = try served()
    try board.desk.write("---\ntitle: [\n---\n", to: "todo/broken.md")
    board.desk.memo("tick", "milk", "--add", "rye")
    let browser = try browser(board)
    try browser.devTools(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": scheme]]])
    let stage = WebStage(board.desk)
    let milk = try stage.id("milk")
    let mending = try stage.get("problems").text.firstMatch(of: #/(task\/[^"?]+)\?edit=1/#)
    let broken = String(try #require(mending).1)
    func check(_ what: String) throws {
      try browser.run("\(Self.axe ?? ""); window.axe = axe")
      try browser.run(
        """
        window.found = null
        axe.run().then(result => (window.found = result.violations.map(one => \
        one.id + ' ' + one.nodes.map(node => node.html.slice(0, 120)).join(' ')).join('; ')))
        """)
      try browser.wait(for: "window.found !== null")
      let found = try browser.text("window.found")
      #expect(found == "", "\(what), \(scheme)")
    }
    let pages = [
      "", "?view=list", "?view=notes", "?q=due%3C", "?at=yesterday", "journal", "problems", "help",
      "new", "task/\(milk)", "task/\(milk)?edit=1", "task/nothing", "themes", "theme?from=ink",
      "settings", "devices", broken, "\(broken)?edit=1",
    ]
    for page in pages {
      try browser.open("http://localhost:\(board.port)\(board.prefix)\(page)")
      try browser.wait(for: "!document.querySelector('.alone #sheet')")
      try check(page)
    }
    try browser.open("http://localhost:\(board.port)\(board.prefix)")
    try browser.wait(for: "document.querySelector('.dots')")
    for (keys, sheet) in [
      ("a", "form.edit"), (Self.escape + "j" + Self.enter, "article[data-task]"),
      (Self.escape + "J", ".journal"), (Self.escape + "jm", ".menu-list"),
    ] {
      try browser.type(keys)
      try browser.wait(for: "document.querySelector('dialog[open] \(sheet)')")
      try check(sheet)
    }
  }

  /// `MEMO_WRITE_PICTURES=1 swift test --filter BrowserTests` updates the manual's picture.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["MEMO_WRITE_PICTURES"] != nil))
  func theManualsPictureIsTaken() throws {
    let desk = Desk(try Scratch(), "home")
    // The server uses the real clock.
    func day(_ days: Double) -> String {
      Date(timeIntervalSinceNow: days * 86400).formatted(.iso8601.year().month().day())
    }
    for line in [
      "init", "add 'Call Aunt Ruth' due:\(day(-1)) +family",
      "add 'Buy oat milk' due:\(day(0)) p:high +shopping", "add 'Water the plants' due:\(day(2))",
      "add 'Read the lease' +papers -m 'Page 4 has the notice period.'",
      "add 'Paint the fence' +home -m '- [x] buy the paint' -m '- [ ] sand' -m '- [ ] paint'",
      "add 'Write the report' due:\(day(4)) p:medium +work", "start fence", "start report",
      "add 'Book the train'", "add 'Renew the passport' +papers", "done train", "done passport",
    ] {
      #expect(desk.memo(ShellWords.split(line) ?? []).status == .done)
    }
    let browser = try browser(ServedBoard(desk))
    try browser.resize(1180, 560)
    try browser.wait(for: "document.querySelector('.dots')")
    let file = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc/web.png")
    try browser.screenshot().write(to: file)
  }

  /// A printed page has no buttons, and an open sheet is printed alone.
  @Test func printedPagesShowTheContent() throws {
    let (board, browser) = try opened()
    try browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
    let shown = """
      [...document.querySelectorAll('.new, .dots, #bar nav, .lane, dialog article')]
        .filter(one => one.checkVisibility()).map(one => one.className || one.localName)
        .filter((one, index, all) => all.indexOf(one) === index).join()
      """
    #expect(try browser.text(shown) == "lane")
    // Narrow paper has no tabs, which name the columns in a narrow window.
    for width in [600, 1000] {
      try browser.resize(width, 800)
      let heads = """
        [...document.querySelectorAll('.lane h2')].map(one =>
          one.getBoundingClientRect().height > 10 && getComputedStyle(one).clipPath).join()
        """
      #expect(try browser.text(heads) == "none,none,none", "\(width)")
    }
    // A title that is cut off on the screen is whole.
    #expect(
      try browser.text("getComputedStyle(\(card("milk")).querySelector('a')).display") == "block")
    try browser.run("\(card("milk")).querySelector('a').click()")
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    #expect(try browser.text(shown) == "sheet")
    try browser.type("\u{E004}")
    #expect(try browser.text("getComputedStyle(document.activeElement).outlineStyle") == "none")
    let back = "getComputedStyle(document.querySelector('dialog'), '::backdrop').display"
    #expect(try browser.text(back) == "none")
    // No heading of the bar precedes it, and no empty page follows.
    #expect(try browser.text("document.querySelector('#bar h1').checkVisibility()") == "false")
    #expect(try browser.text("getComputedStyle(document.body).minHeight") == "0px")
    try browser.open("http://localhost:\(board.port)\(board.prefix)journal")
    let buttons = "[...document.querySelectorAll('.journal form')]"
    #expect(try browser.text("\(buttons).length > 0") == "true")
    #expect(try browser.text("\(buttons).some(one => one.checkVisibility())") == "false")
  }

  /// At 320 px nothing is cut off, and every button is as large as a finger.
  ///
  /// The same on a tablet at four times the size.
  @Test(arguments: [320, 820]) func pagesFitTheirWindow(width: Int) throws {
    let board = try served(["set", "milk", "+" + String(repeating: "a", count: 40)])
    let browser = try browser(board)
    try browser.resize(width, 900)
    let milk = try WebStage(board.desk).id("milk")
    for page in [
      "", "?view=list", "?view=notes", "?mark=several", "?view=list&mark=several",
      "task/\(milk)", "task/\(milk)?edit=1", "journal", "problems",
      "help", "new", "themes", "theme?from=ink", "settings", "devices",
    ] {
      try browser.open("http://localhost:\(board.port)\(board.prefix)\(page)")
      try browser.wait(for: "!document.querySelector('.alone #sheet')")
      let overflow =
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
      #expect(try browser.text(overflow) == "0", "\(page) at \(width)")
      if width == 320 {
        try browser.resize(205, 900)
        #expect(try browser.text(overflow) == "0", "\(page) at 205")
        try browser.resize(width, 900)
      }
      let small = try browser.text(
        """
        [...document.querySelectorAll('button, a.button, summary.button, input:not([type=hidden]), \
        select, .tabs a')].filter(one => one.offsetParent && (one.offsetHeight < 44 || \
        one.offsetWidth < 44)).map(one => one.outerHTML.slice(0, 80)).join(' ')
        """)
      #expect(small == "", "\(page) at \(width)")
      // Words on buttons don't wrap, and the most used ones are beside the name.
      let broken = try browser.text(
        """
        [...document.querySelectorAll('.bar .button, .bar button')]
          .filter(one => one.offsetParent && one.offsetHeight > 50).map(one => one.textContent).join()
        """)
      #expect(broken == "", "\(page) at \(width)")
      let isApart = """
        document.querySelector('#bar') !== null && innerWidth >= 720 && \
        document.querySelector('.new').getBoundingClientRect().top \
        >= document.querySelector('#bar h1').getBoundingClientRect().bottom
        """
      #expect(try browser.text(isApart) == "false", "\(page) at \(width)")
    }
  }
}
