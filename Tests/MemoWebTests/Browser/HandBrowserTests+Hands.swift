import Foundation
import TestSupport
import Testing

/// Immediate effects of keys, clicks and touch, and their targets.
extension HandBrowserTests {
  private func touched(_ board: ServedBoard) throws -> WebDriver {
    let browser = try browser(board, size: (820, 1100))
    try browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    return browser
  }

  /// An update moves all other cards while a finger is on one.
  ///
  /// A browser looks for the element below the finger when it is lifted.
  @Test func aTapOpensTheTouchedCard() throws {
    let board = try served()
    for title in ["One", "Two", "Three", "Four"] { board.desk.memo("add", title, "-p", "low") }
    let browser = try touched(board)
    try browser.wait(for: card("Four"))
    try browser.run(
      """
      const ask = fetch
      const gate = new Promise(done => (window.open = done))
      window.fetch = async (...all) => {
        const answer = await ask(...all)
        if (!String(all[0]).endsWith('/new')) window.isAnswered = true
        await gate
        return answer
      }
      // Before the click.
      addEventListener('pointerup', () => open(), { once: true })
      """)
    board.desk.memo("done", "one", "two", "--yes")
    try browser.wait(for: "window.isAnswered")
    let place = try browser.place("#t-\(try WebStage(board.desk).id("Three"))")
    try browser.hand([.move(place.x, place.y), .down, .wait(120), .up], isTouch: true)
    try browser.wait(
      for: "document.querySelector('dialog[open] #sheet-title')?.textContent === 'Three'")
    try browser.wait(for: "\(status("One")) === 'done'")
  }

  /// A second finger moves no card and leaves none floating; Escape releases a card.
  @Test func onlyOneFingerMovesACard() throws {
    let board = try served()
    let browser = try touched(board)
    try browser.run(
      """
      window.finger = (kind, id, title, dx = 0, timeStamp) => {
        const card = [...document.querySelectorAll('li.card')].find(one =>
          one.textContent.includes(title))
        const box = card.getBoundingClientRect()
        const event = new PointerEvent(kind, {
          pointerId: id, pointerType: 'touch', bubbles: true, button: 0, cancelable: true,
          clientX: box.x + 40 + dx, clientY: box.y + 20,
        })
        if (timeStamp) Object.defineProperty(event, 'timeStamp', { value: timeStamp })
        card.dispatchEvent(event)
      }
      """)
    let isHeld = "document.querySelector('.ghost, .drops, .held')"
    for other in ["mum", "fence"] {
      try browser.run("finger('pointerdown', 7, 'milk')")
      try browser.wait(for: isHeld)
      try browser.run("finger('pointerdown', 8, arguments[0])", other)
      try browser.run("finger('pointermove', 7, 'milk', 30)")
      try browser.run("finger('pointerup', 7, 'milk', 30)")
      try browser.run("finger('pointerup', 8, arguments[0])", other)
      #expect(try browser.text(isHeld) == "null")
    }
    try browser.run("finger('pointerdown', 7, 'milk')")
    try browser.run("finger('pointerdown', 8, 'mum')")
    usleep(500_000)
    #expect(try browser.text(isHeld) == "null")
    try browser.run("finger('pointerup', 7, 'milk')")
    try browser.run("finger('pointerdown', 7, 'milk')")
    try browser.wait(for: isHeld)
    try browser.type(Self.escape)
    #expect(try browser.text(isHeld) == "null")
    #expect(try browser.text("\(status("milk"))") == "todo")
    try browser.run("finger('pointerup', 7, 'milk')")
    // A busy page may notice a tap late, and a finger may tremble.
    let click = "\(card("milk")).querySelector('a').click()"
    for isBusy in [true, false] {
      try browser.run("finger('pointerdown', 7, 'milk', 0, 1000)")
      if isBusy {
        try browser.wait(for: isHeld)
      } else {
        try browser.run("finger('pointermove', 7, 'milk', 9, 1020)")
      }
      try browser.run("finger('pointerup', 7, 'milk', \(isBusy ? 0 : 9), 1050); \(click)")
      try browser.wait(for: "document.querySelector('dialog[open] article')")
      try browser.type(Self.escape)
      try browser.wait(for: "!document.querySelector('dialog[open]') && !history.state?.sheet")
    }
    // A swipe may start anywhere on a card, even on the button at its edge.
    let milk = try WebStage(board.desk).id("milk")
    let dots = try browser.place("#t-\(milk) .dots")
    let card = try browser.place("#t-\(milk)")
    try browser.hand(
      [
        .move(dots.x, card.y), .down, .move(card.x, card.y), .move(card.x - 100, card.y), .up,
      ], isTouch: true)
    try browser.wait("the file") { !board.desk.exists("todo/buy-oat-milk.md") }
  }

  /// A key moves a card at once like a drag, with a mark until it is committed.
  @Test(arguments: WebDriver.Engine.sample) func aCardMovesAtOnce(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    try browser.run(
      """
      const send = fetch
      const gate = new Promise(done => (window.answer = done))
      window.fetch = async (address, options) => {
        if (options?.method === "POST") await gate
        return send(address, options)
      }
      """)
    try browser.type("js")
    try browser.wait(for: "\(status("milk")) === 'doing'")
    #expect(try browser.text("\(card("milk")).classList.contains('waits')") == "true")
    #expect(try browser.text("document.activeElement.textContent.includes('milk')") == "true")
    // Changes by others don't move it.
    board.desk.memo("add", "Something else")
    try browser.wait(for: card("Something else"))
    try browser.wait(for: "\(status("milk")) === 'doing'")
    #expect(board.desk.exists("todo/buy-oat-milk.md"))
    try browser.run("window.answer()")
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('.waits')")
    #expect(try browser.text(status("milk")) == "doing")
    #expect(try browser.text("document.activeElement.textContent.includes('milk')") == "true")
    #expect(try browser.complaints() == [])
  }

  @Test(arguments: WebDriver.Engine.sample) func aWholeRowIsClickable(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=list")
    try browser.wait(for: "document.querySelector('.dots')")
    let milk = try WebStage(board.desk).id("milk")
    try browser.click("#t-\(milk) td:nth-child(2)")
    try browser.wait(
      for: "document.querySelector('dialog[open] #sheet-title')?.textContent.includes('milk')")
    #expect(try browser.complaints() == [])
  }

  /// Escape clears the filter, and arrows are not letters.
  @Test(arguments: WebDriver.Engine.sample) func escapeAndArrowsAreNotLetters(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    try browser.type("/")
    try browser.type("fence")
    try browser.wait(for: "document.querySelectorAll('li.card').length === 1")
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelectorAll('li.card').length === 4")
    #expect(try browser.text("location.search") == "")
    #expect(try browser.text("document.querySelector('#filter').value") == "")
    try browser.run("document.body.dataset.keys = 'off'")
    try browser.run("\(card("milk")).querySelector('a').focus()")
    try browser.type("s")
    try browser.type("\u{E014}", with: "\u{E008}")
    // A file moves before the commit is made.
    try browser.wait("the commit") {
      try board.desk.journal().first == "move: Buy oat milk (todo → doing)"
    }
    #expect(try browser.complaints() == [])
  }

  /// A card can be dropped at the same height, even where the column has fewer cards or below all
  /// of them.
  @Test func aCardCanBeDraggedStraightAcross() throws {
    let board = try served()
    for title in ["One", "Two", "Three", "Four"] { board.desk.memo("add", title, "-p", "low") }
    let browser = try browser(board)
    try browser.wait(for: "\(card("Four"))?.querySelector('.dots')")
    let four = try browser.place("#t-\(try WebStage(board.desk).id("Four"))")
    let doing = try browser.place("[data-status=doing] h2")
    try browser.hand([
      .move(four.x, four.y), .down, .move(four.x + 60, four.y), .move(doing.x, four.y), .up,
    ])
    try browser.wait("the file") { board.desk.exists("doing/four.md") }
    try browser.wait(for: "\(status("Four")) === 'doing'")
    let three = try browser.place("#t-\(try WebStage(board.desk).id("Three"))")
    let done = try browser.place("[data-status=done] h2")
    let height = try #require(Int(try browser.text("innerHeight")))
    try browser.hand([
      .move(three.x, three.y), .down, .move(three.x + 60, three.y), .move(done.x, height - 20), .up,
    ])
    try browser.wait("the file") { board.desk.exists("done/three.md") }
    #expect(try browser.complaints() == [])
  }

  /// A card can be held anywhere, even on its checklist, and even if it can't be moved.
  @Test func holdingOpensTheMenu() throws {
    let board = try served(["tick", "milk", "--add", "rye"])
    let browser = try touched(board)
    let id = try WebStage(board.desk).id("milk")
    for (place, rows) in [("summary", 6), ("a", 1)] {
      let held = try browser.place("#t-\(id) \(place)")
      try browser.hand([.move(held.x, held.y), .down, .wait(500), .up], isTouch: true)
      try browser.wait(for: "document.querySelector('dialog.popover[open]')")
      let buttons = "document.querySelectorAll('.menu-list button').length"
      #expect(try browser.text(buttons) == "\(rows)", "\(place)")
      try browser.type(Self.escape)
      try browser.wait(for: "!document.querySelector('dialog.popover')")
      #expect(try browser.text("document.querySelector('#t-\(id) details[open]')") == "null")
      try browser.open("http://localhost:\(board.port)\(board.prefix)?at=now")
      try browser.wait(for: "document.querySelector('.dots')")
    }
  }

  /// A key ticks the focused item, whatever others changed meanwhile.
  @Test(arguments: WebDriver.Engine.sample) func ticksFollowTheirItem(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let file = "todo/buy-oat-milk.md"
    func holds(_ text: String) throws -> Bool { try board.desk.read(file).contains(text) }
    for item in ["one", "two", "two", "three"] { board.desk.memo("tick", "milk", "--add", item) }
    let browser = try browser(board, engine)
    let id = try WebStage(board.desk).id("milk")
    // On the card, then in its sheet.
    for (opener, list) in [
      ("#t-\(id) summary", "#t-\(id) details[open]"), ("#t-\(id) > a", "dialog[open] article"),
    ] {
      try browser.wait(for: "document.querySelector('\(opener)')")
      try browser.run("document.querySelector('\(opener)').click()")
      let boxes = "[...document.querySelectorAll('\(list) button.tick')]"
      let labels = "\(boxes).map(one => one.ariaLabel ?? one.textContent).join()"
      let focused = """
        [document.activeElement.ariaLabel ?? document.activeElement.textContent, \
        document.activeElement.ariaChecked, \(boxes).indexOf(document.activeElement)].join()
        """
      func wait(for state: String) throws {
        try browser.wait(for: "\(focused) === '\(state)' && !document.querySelector('.waits')")
      }
      try browser.wait(for: "\(boxes).length === 4")
      try browser.run("\(boxes)[3].focus()")
      // A second click before the commit is handled after the first.
      let before = try board.desk.journal().count
      try browser.type("   ")
      try wait(for: "three,true,3")
      // In the sheet, an edit by hand during the card's turn is committed, too.
      #expect(try board.desk.journal().count >= before + 3)
      for mark in [" ", "x", " "] {
        try browser.type(" ")
        try browser.wait("[\(mark)]") { try holds("[\(mark)] three") }
        try wait(for: "three,\(mark == "x"),3")
      }
      // Somebody else ticks it.
      board.desk.memo("tick", "milk", "three")
      try wait(for: "three,true,3")
      try browser.type(" ")
      try browser.wait("back") { try holds("[ ] three") }
      try wait(for: "three,false,3")
      // An editor adds a line above it and removes one.
      let text = try board.desk.read(file)
      try board.desk.write(
        text.replacing("- [ ] one\n", with: "").replacing(
          "- [ ] three\n", with: "- [ ] new\n- [ ] newer\n- [ ] three\n"), to: file)
      try browser.wait(for: "\(labels) === 'two,two,new,newer,three'")
      try wait(for: "three,false,4")
      try browser.type(" ")
      try browser.wait("three") { try holds("[x] three") }
      #expect(try !holds("[x] two") && !holds("[x] new"))
      // Among equal items, the same one.
      try wait(for: "three,true,4")
      try browser.run("\(boxes)[1].focus()")
      try board.desk.write(
        try board.desk.read(file).replacing(
          "- [ ] two\n- [ ] two\n- [ ] new\n- [ ] newer\n",
          with: "- [ ] one\n- [ ] two\n- [ ] two\n"), to: file)
      try browser.wait(for: "\(labels) === 'one,two,two,three'")
      try browser.type(" ")
      try browser.wait("two") { try holds("- [ ] two\n- [x] two\n- [x] three\n") }
      try wait(for: "two,true,2")
      try board.desk.write(try board.desk.read(file).replacing("[x]", with: "[ ]"), to: file)
      try wait(for: "two,false,2")
    }
    #expect(try browser.complaints() == [])
  }

  /// Menus stay inside the window, wherever their button is.
  @Test func menusOpenInTheWindow() throws {
    let (_, browser) = try opened()
    for width in [320, 820, 1280] {
      try browser.resize(width, 900)
      try browser.run(
        """
        window.out = null
        ;(async () => {
          const out = []
          for (const menu of document.querySelectorAll('#bar [popover]')) {
            menu.previousElementSibling.click()
            await new Promise(done => setTimeout(done, 50))
            const { left, right } = menu.getBoundingClientRect()
            menu.hidePopover()
            if (left < 0 || right > innerWidth) out.push(menu.id)
          }
          window.out = out.join()
        })()
        """)
      try browser.wait(for: "window.out !== null")
      #expect(try browser.text("window.out") == "", "\(width)")
    }
    // A card's menu fits in a low window, too.
    try browser.resize(640, 320)
    try focus("milk", browser)
    try browser.type("m")
    try browser.wait(for: "document.querySelector('dialog.beside[open]')")
    let isInSight = """
      [...document.querySelectorAll('dialog.beside button')].every(one => {
        one.scrollIntoView({ block: "nearest" })
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      """
    #expect(try browser.text(isInSight) == "true")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.beside')")
    try browser.resize(1280, 900)
    // A long name doesn't move the bar's buttons.
    try browser.run("document.querySelector('#bar h1').append(' and more'.repeat(30))")
    let box = "document.querySelector('#bar .quick .menu > ul').getBoundingClientRect()"
    try browser.click("#bar .quick .menu > button")
    try browser.wait(for: "\(box).width > 0 && \(box).right <= innerWidth")
    #expect(try browser.complaints() == [])
  }

  /// In a language without formats, the browser's own formats are used.
  @Test func aLanguageWithoutFormatsWorks() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.devTools(
      "Page.addScriptToEvaluateOnNewDocument",
      ["source": "Object.defineProperty(navigator, 'languages', { get: () => ['C'] })"])
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    board.stop()
    try browser.wait(
      for:
        #"/no connection; as of .*20\d\d/.test(document.querySelector('#offline')?.innerText)"#)
    #expect(try browser.complaints().filter { $0.contains("RangeError") } == [])
  }

  /// In manual order, keys and the menu move a card like a drag, and the focus follows.
  @Test func cardsAreOrderedWithoutADrag() throws {
    let board = try served()
    for title in ["A", "B", "C", "D"] { board.desk.memo("add", title) }
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?order=by-hand")
    let titles =
      "[...document.querySelectorAll('[data-status=todo] li.card > a')]"
      + ".map(link => link.textContent).filter(title => title.length === 1).join('')"
    try browser.wait(for: "document.querySelector('.dots') && \(titles).length === 4")
    let before = Array(try browser.text(titles)).map(String.init)
    try browser.run(
      "[...document.querySelectorAll('li.card > a')].find(link => link.textContent === '\(before[3])').focus()"
    )
    // Faster than the commits.
    try browser.type("\u{E013}\u{E013}", with: "\u{E008}")
    let raised = before[0] + before[3] + before[1] + before[2]
    #expect(try browser.text(titles) == raised)
    #expect(try browser.text("document.activeElement.textContent") == before[3])
    try browser.wait("both are recorded") {
      try board.desk.journal().count { $0.contains("rank") } == 2
    }
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    #expect(try browser.text(titles) == raised)
    let id = try WebStage(board.desk).id(before[0])
    try browser.click("#t-\(id) .dots")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.run(
      "[...document.querySelectorAll('dialog.popover button')].find(one => one.textContent === 'Down').click()"
    )
    try browser.wait(for: "\(titles) === '\(before[3] + before[0] + before[1] + before[2])'")
    try browser.wait("it is recorded") {
      try board.desk.journal().count { $0.contains("rank") } == 3
    }
    #expect(try browser.complaints() == [])
  }

  /// Others' changes don't move a card back before its new place is committed.
  @Test func aCardStaysUntilItsPlaceIsCommitted() throws {
    let board = try served()
    for title in ["A", "B", "C"] { board.desk.memo("add", title) }
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?order=by-hand")
    let titles =
      "[...document.querySelectorAll('[data-status=todo] li.card > a')]"
      + ".map(link => link.textContent).filter(title => title.length === 1).join('')"
    try browser.wait(for: "document.querySelector('.dots') && \(titles).length === 3")
    let before = Array(try browser.text(titles)).map(String.init)
    try browser.run(
      """
      const { fetch } = window
      const gate = new Promise(open => window.letThrough = open)
      window.fetch = async (address, options) => {
        if (options?.method === "POST") await gate
        return fetch(address, options)
      }
      const links = [...document.querySelectorAll('li.card > a')]
      links.find(link => link.textContent === '\(before[2])').focus()
      """)
    try browser.type("\u{E013}\u{E013}", with: "\u{E008}")
    let raised = before[2] + before[0] + before[1]
    #expect(try browser.text(titles) == raised)
    board.desk.memo("add", "Somebody else's")
    try browser.wait(for: "document.body.innerText.includes(\"Somebody else's\")")
    #expect(try browser.text(titles) == raised)
    #expect(try browser.text("document.activeElement.textContent") == before[2])
    try browser.run("window.letThrough()")
    try browser.wait("both are recorded") {
      try board.desk.journal().count { $0.contains("rank") } == 2
    }
    try browser.reload()
    try browser.wait(for: "document.querySelector('.dots')")
    #expect(try browser.text(titles) == raised)
    #expect(try browser.complaints() == [])
  }

  /// If a page is closed during a request, the next page sends it.
  @Test func requestsSurviveTheirPage() throws {
    let board = try served()
    for title in ["A", "B"] { board.desk.memo("add", title) }
    let browser = try browser(board)
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.run(
      """
      const { fetch } = window
      window.fetch = (address, options) =>
        options?.method === "POST" ? new Promise(() => {}) : fetch(address, options)
      addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true)
      document.querySelector("[data-status=todo] li.card > a").focus()
      """)
    let before = try board.desk.journal()
    try browser.type("LL", with: nil)
    try browser.reload()
    try browser.wait("both are recorded") {
      try board.desk.journal().count == before.count + 2
    }
    try browser.wait(for: "!document.querySelector('#offline')")
    #expect(try browser.complaints() == [])
  }
}
