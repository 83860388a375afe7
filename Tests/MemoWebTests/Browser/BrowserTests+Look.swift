import Foundation
import MemoCLI
import TestSupport
import Testing

/// How changes look, here and elsewhere, with a server and without.
extension BrowserTests {
  /// Headings count pending changes as done: moves, additions, deletions.
  @Test func countsIncludePendingChanges() throws {
    let (board, browser) = try opened()
    let counts = """
      [...document.querySelectorAll('.lane h2 .count')].map(one => one.textContent).join()
      """
    #expect(try browser.text(counts) == "2,1,1")
    board.stop()
    try browser.wait(for: hasSign("no connection"))
    try focus("milk", browser)
    try browser.type("s")
    try browser.wait(for: "\(counts) === '1,2,1'")
    try focus("rent", browser)
    try browser.type("D")
    try browser.wait(for: "\(counts) === '1,2,0' && \(card("rent")).offsetParent === null")
    try begin("Mow the lawn", browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "\(counts) === '2,2,0'")
    #expect(
      try browser.text("document.querySelector('[data-status=todo] .draft').textContent")
        == "Mow the lawn")
    #expect(
      try browser.text("getComputedStyle(document.querySelector('.draft')).borderTopStyle")
        == "dashed")
    // All of them are sent, and none is shown as somebody else's.
    try browser.run(
      """
      window.said = []
      new MutationObserver(() => said.push(document.querySelector('#status').innerText))
        .observe(document.querySelector('#status'), { childList: true })
      """)
    try board.start()
    try browser.wait(for: "!document.querySelector('#offline')")
    try browser.wait(for: "\(card("Mow the lawn")) && !document.querySelector('.draft')")
    try browser.wait(for: "\(counts) === '2,2,0'")
    #expect(!(try browser.text("said.join()")).contains("elsewhere"))
  }

  /// Undoing another program's change needs a confirmation.
  @Test func undoOfAnothersChangeAsks() throws {
    let (board, browser) = try opened()
    try focus("milk", browser)
    try browser.type("s")
    try browser.wait("the commit") {
      try board.desk.journal().first == "move: Buy oat milk (todo → doing)"
    }
    try browser.wait(for: "document.querySelector('#status').innerText.includes('Moved')")
    board.desk.memo("set", "fence", "priority=high")
    try browser.wait(for: "\(card("fence")).textContent.includes('high')")
    let before = try board.desk.journal()
    let question = "document.querySelector('dialog.popover[open] p')?.textContent"
    for opens in ["keys", "the button"] {
      if opens == "keys" { try browser.type("u") } else { try browser.click("[value=undo]") }
      try browser.wait(for: "\(question)?.includes('Paint the fence')")
      #expect(try browser.text("document.activeElement.textContent") == "Undo", "\(opens)")
      try browser.type(Self.escape)
      try browser.wait(for: "!document.querySelector('dialog.popover')")
    }
    #expect(try board.desk.journal() == before)
    try browser.type("u")
    try browser.wait(for: question)
    try browser.click("dialog.popover button")
    try browser.wait("the undo") {
      try !board.desk.read("doing/paint-the-fence.md").contains("high")
    }
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    // Earlier changes of this page are undone at once.
    try browser.type("u")
    try browser.wait("the file", seconds: 60) { board.desk.exists("todo/buy-oat-milk.md") }
    #expect(try browser.text("document.querySelector('dialog.popover')") == "null")
  }

  /// A hanging server is noticed within five seconds, even without pending changes.
  @Test(arguments: WebDriver.Engine.sample) func theCloudShowsTheState(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let desk = board.desk
    let browser = try browser(board, engine)
    // Without a remote, a hint shows how to add one.
    try browser.click("a#sync")
    try browser.wait(
      for: "document.querySelector('dialog[open] pre')?.textContent.includes('remote add')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try desk.scratch.git("clone", "-q", "--bare", desk.folder, "hub.git")
    try desk.scratch.git("remote", "add", "origin", desk.scratch("hub.git"), in: desk.folder)
    try desk.scratch.git("push", "-q", "-u", "origin", "HEAD", in: desk.folder)
    #expect(desk.memo("sync").status == .done)
    let sign = "document.querySelector('#sync button')?.textContent.trim()"
    try browser.wait(for: "\(sign)?.startsWith('Synced')")
    board.pause()
    try browser.wait(for: "\(sign) === 'Offline' && \(hasSign("no connection"))")
    // A sync is refused at once, not sent later.
    try browser.click("#sync button")
    try browser.wait(
      for: "document.querySelector('#status')?.innerText.includes('no connection')")
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    board.goOn()
    try browser.wait(for: "\(sign).startsWith('Synced') && !document.querySelector('#offline')")
    // The remote becomes unreachable.
    try FileManager.default.moveItem(atPath: desk.scratch("hub.git"), toPath: desk.scratch("away"))
    try browser.wait(for: "\(sign) === 'Offline'")
    try FileManager.default.moveItem(atPath: desk.scratch("away"), toPath: desk.scratch("hub.git"))
    try browser.wait(for: "\(sign).startsWith('Synced')")
  }

  /// The limit applies to the text, not to its encoding in a form.
  @Test func aTextOfNearlyOneMegabyteIsSaved() throws {
    let (board, browser) = try opened()
    let milk = try WebStage(board.desk).id("milk")
    try browser.open("http://localhost:\(board.port)\(board.prefix)task/\(milk)?edit=1")
    let field = "document.querySelector('[name=body]')"
    try browser.wait(for: "document.querySelector('dialog[open] [name=body]')")
    // A longer text stays in the form, with a message about the limit.
    try browser.run("\(field).value = ('a'.repeat(94) + ' % &\\n').repeat(11000)")
    try browser.click("form.edit .primary")
    try browser.wait(
      for: "document.querySelector('[role=alert]')?.textContent.includes('1 MB')", seconds: 60)
    #expect(try browser.text("\(field).value.length > 1000000") == "true")
    try browser.run("\(field).value = \(field).value.slice(0, 950000) + 'the last line'")
    try browser.click("form.edit .primary")
    try browser.wait("the file", seconds: 60) {
      try board.desk.read("todo/buy-oat-milk.md").hasSuffix("the last line")
    }
  }

  /// The gallery stays open while themes are moved, and shows the new order.
  @Test func themesAreOrderedByTheirButtons() throws {
    let board = try served()
    for name in ["Sea", "Hill", "Wood"] {
      try board.desk.write("name: \(name)\nscheme: light\n", to: ".memo/themes/\(name).yml")
    }
    board.desk.memo("sync")
    let browser = try browser(board)
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("T")
    let names = """
      [...document.querySelectorAll('.gallery li:has([value=delete-theme]) strong')]
        .map(one => one.textContent.trim()).join()
      """
    try browser.wait(for: "\(names).split(',').length === 3")
    let order = try browser.text(names).split(separator: ",").map(String.init)
    func raise(_ name: String, to expected: [String]) throws {
      try browser.run("document.querySelector('[aria-label=\"Up: \(name)\"]').click()")
      try browser.wait(for: "\(names) === '\(expected.joined(separator: ","))'")
    }
    try raise(order[2], to: [order[0], order[2], order[1]])
    let expected = [order[2], order[0], order[1]]
    try raise(order[2], to: expected)
    #expect(
      try board.desk.read(".memo/config.yml").contains(
        "themes: [\(expected.joined(separator: ", "))]"))
    #expect(try browser.complaints() == [])
  }

  /// Cards move with View Transitions, except with reduced motion.
  @Test func aMovedCardIsAnimated() throws {
    let (board, browser) = try opened()
    try browser.run(
      """
      window.travels = []
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = change => {
        const travel = start(change)
        travel.finished.then(() => travels.push('done'), error => travels.push(error.message))
        return travel
      }
      """)
    func move(_ motion: String, _ key: String, to status: String) throws {
      try browser.devTools(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-reduced-motion", "value": motion]]])
      try focus("milk", browser)
      try browser.type(key)
      try browser.wait(for: "\(card("milk"))?.closest('[data-status=\(status)]')")
      try browser.wait(for: "\(card("milk")) && !document.querySelector('.waits')")
    }
    try move("reduce", "s", to: "doing")
    #expect(try browser.text("travels.length") == "0")
    try move("no-preference", "d", to: "done")
    try browser.wait(for: "travels.length > 0")
    #expect(try browser.text("travels[0]") == "done")
    try browser.wait(
      for: "[...document.querySelectorAll('.card')].every(one => !one.style.viewTransitionName)")
    // A sheet grows out of its card.
    try browser.run("\(card("milk")).querySelector('a').click()")
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    #expect(try browser.complaints() == [])
    _ = board
  }

  /// Help for people without any task.
  @Test func anEmptyBoardShowsHowToStart() throws {
    let desk = Desk(try Scratch(), "empty")
    desk.memo("init")
    let board = try ServedBoard(desk)
    let browser = try WebDriver(.chromium, size: (1280, 800))
    browser.board = board
    try browser.open(board.link)
    try browser.wait(for: "document.querySelectorAll('.first .hints li').length === 3")
    try browser.click(".first .big")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.type("The first one" + Self.enter)
    try browser.wait(for: "\(card("The first one")) && !document.querySelector('.first')")
    #expect(try browser.complaints() == [])
  }
}
