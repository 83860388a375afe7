import Foundation
import TestSupport
import Testing

/// The server disappears and returns.
extension DraftBrowserTests {
  @Test func changesOfTwoPagesAreSentOnceInOrder() throws {
    let board = try served()
    let browser = try browser(board)
    let before = try board.desk.journal()
    let one = try browser.tabs()[0]
    try browser.openTab("http://localhost:\(board.port)\(board.prefix)")
    let other = try #require(try browser.tabs().first { $0 != one })
    board.stop()
    for (tab, title, sign) in [
      (one, "milk", "1 change waits"), (other, "fence", "2 changes wait"),
      (one, "mum", "3 changes wait"),
    ] {
      try browser.look(at: tab)
      try focus(title, browser)
      try browser.type("d")
      try browser.wait(for: hasSign(sign))
    }
    // The page with most of the changes is closed.
    try browser.closeTab()
    try browser.look(at: other)
    try browser.wait(for: hasSign("3 changes wait"))
    try browser.run(
      """
      window.seen = []
      const look = () => seen.push(document.querySelector('#offline')?.textContent)
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      """)
    try board.start()
    try browser.wait(for: "!document.querySelector('#offline')")
    #expect(
      Array(try board.desk.journal().dropLast(before.count)) == [
        "move: Call <b>mum</b> (todo → done)", "move: Paint the fence (doing → done)",
        "move: Buy oat milk (todo → done)",
      ])
    // It counts down and reports no lost connection.
    let seen = try browser.text("JSON.stringify(seen)")
    #expect(seen.contains("sending 2 changes") && seen.contains("sending 1 change\""), "\(seen)")
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }

  /// Another process writes for longer than the server waits; the change is sent again until it
  /// succeeds.
  @Test(arguments: WebDriver.Engine.sample) func aChangeWaitsForAnotherProcess(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    try browser.run(
      """
      const send = fetch
      window.fetch = (address, options) => options?.method !== "POST" || window.wasBusy
        ? send(address, options)
        : (window.wasBusy = true, Promise.resolve(new Response(
          "<div class='said failed'><p>another memo</p></div>",
          { status: 423, headers: { "X-Memo": "1" } })))
      """)
    try focus("milk", browser)
    try browser.type("d")
    try browser.wait(for: hasSign("another memo is writing; 1 change waits here"))
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('#offline')")
  }

  /// A server that accepts a change and never answers: the page keeps it, says so, and sends it
  /// again.
  @Test(arguments: [true, false]) func aChangeWithoutAnAnswerIsSentAgain(isDone: Bool) throws {
    let board = try served()
    let browser = try browser(board)
    let before = try board.desk.journal()
    // The page's half minute takes half a second here.
    try browser.run(
      """
      const [ask, wait] = [fetch, setTimeout]
      window.setTimeout = (action, time, ...all) => wait(action, time === 30000 ? 500 : time, ...all)
      window.sent = []
      window.hung = new Set()
      window.fetch = (address, options) => {
        if (options?.method !== "POST") return ask(address, options)
        sent.push(String(options.body))
        if (sent.at(-1).includes("&again=1")) return ask(address, options)
        if (\(isDone)) ask(address, { ...options, signal: undefined })
        return new Promise((_, fail) =>
          options.signal.addEventListener("abort", () => fail(options.signal.reason)))
      }
      window.seen = []
      const look = () => seen.push(document.querySelector('#offline')?.textContent)
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      """)
    try focus("milk", browser)
    try browser.type("d")
    try browser.wait(for: "sent.length === 2 && !document.querySelector('#offline')")
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "\(status("milk")) === 'done'")
    #expect(try browser.text("JSON.stringify(seen)").contains("1 change"))
    // The same for text in a sheet.
    try begin("Brand new", browser)
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: card("Brand new"))
    try browser.wait(for: "!document.querySelector('#offline, dialog[open]')")
    #expect(
      Array(try board.desk.journal().dropLast(before.count)) == [
        "add: Brand new", "move: Buy oat milk (todo → done)",
      ])
    #expect(try browser.text("sent.length") == "4")
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
  }

  /// A browser may restore an old page from its memory.
  @Test(arguments: WebDriver.Engine.installed) func aRestoredPageIsUpdated(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let address = "http://localhost:\(board.port)\(board.prefix)"
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.open("\(address)help")
    board.desk.memo("done", "milk")
    try browser.back()
    try browser.wait(for: "\(status("milk")) === 'done'")
    board.desk.memo("done", "fence")
    try browser.wait(for: "\(status("fence")) === 'done'")
    // The same for a browser without such a memory, or under a driver.
    try browser.run(
      """
      window.streams = []
      window.EventSource = class extends EventSource {
        constructor(address) {
          super(address)
          streams.push(this)
        }
      }
      dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))
      """)
    board.desk.memo("reopen", "milk")
    usleep(300_000)
    #expect(try browser.text(status("milk")) == "done")
    try browser.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    try browser.wait(for: "\(status("milk")) === 'todo'")
    try browser.wait(for: "streams.length === 1 && streams[0].readyState === 1")
  }

  /// Sent changes are shown even if a proxy delays events.
  @Test func sentChangesAreShownWithoutEvents() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.devTools("Network.enable")
    try browser.devTools("Network.setBlockedURLs", ["urls": ["*/events"]])
    try browser.reload()
    try focus("milk", browser)
    board.stop()
    try browser.type("d")
    try browser.wait(for: hasSign("1 change waits"))
    try board.start()
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "\(status("milk")) === 'done'")
  }

  /// A proxy without its server answers with its own page.
  @Test func aProxyWithoutItsServerCountsAsOffline() throws {
    let board = try served()
    let proxy = try Proxy(before: board.port)
    let address = "http://localhost:\(proxy.port)\(board.prefix)"
    let browser = try WebDriver(.chromium)
    try browser.open(
      board.link.replacing("localhost:\(board.port)", with: "localhost:\(proxy.port)"))
    try browser.wait(for: "navigator.serviceWorker.controller && document.querySelector('.dots')")
    // The board that was loaded after the worker started is kept.
    try browser.open(address)
    try focus("milk", browser)
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try browser.type("s")
    try browser.wait(for: hasSign("1 change waits"))
    #expect(try browser.text("document.querySelector('#status').innerText") == "")
    // Pages that weren't loaded ahead say when they will be available.
    try browser.type("J")
    try browser.wait(
      for: "document.querySelector('#status').innerText.includes('when the server is back')")
    #expect(try browser.text("document.querySelector('dialog[open]')") == "null")
    try browser.reload()
    try browser.wait(for: card("milk"))
    try browser.wait(for: hasSign("1 change waits"))
    // A new task can be started, and another one with the same title.
    for count in 2...3 {
      try begin("Begun away", browser)
      try browser.type(Self.enter, with: Self.control)
      try browser.wait(for: hasSign("\(count) changes wait"))
      try browser.wait(for: "!document.querySelector('dialog[open]')")
    }
    try board.start()
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait("the new ones") {
      board.desk.tasks().count { $0.contains("begun-away") } == 2
    }
    try browser.wait(for: "!document.querySelector('#offline')")
  }

  /// A server reports a problem with its store, and the page continues once it is solved.
  @Test func aMissingStoreIsReported() throws {
    let (board, browser) = try opened()
    let folder = board.desk.scratch(board.desk.folder)
    func goAway() throws {
      try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
      try browser.wait(for: hasSign("be read: there is no folder"))
    }
    try focus("milk", browser)
    try goAway()
    try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    try browser.wait(for: "!document.querySelector('#offline')")
    try goAway()
    try browser.type("s")
    try browser.wait(for: hasSign("\(folder), 1 change waits here"))
    try browser.type("J")
    try browser.wait(
      for: "document.querySelector('#status').innerText.includes('there is no folder')")
    try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('#offline')")
    try browser.wait(for: "\(status("milk")) === 'doing'")
  }

  /// Without the server, all tasks of a page can be read, even if they were never opened.
  @Test func tasksCanBeReadOffline() throws {
    let board = try served(["note", "fence", "Blue, and not green"])
    let browser = try browser(board)
    try focus("fence", browser)
    try browser.wait(
      for: "performance.getEntriesByType('resource').some(one => one.name.includes('/sheets?'))")
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try browser.type(Self.enter)
    try browser.wait(
      for: "document.querySelector('dialog article')?.innerText.includes('not green')")
  }

  /// The form opens, too, until its own change is pending, which would make it outdated.
  @Test func tasksCanBeEditedOffline() throws {
    let board = try served()
    let browser = try browser(board)
    try focus("fence", browser)
    try browser.wait(
      for: "performance.getEntriesByType('resource').some(one => one.name.includes('/sheets?'))")
    // Later tasks are loaded ahead, too.
    board.desk.memo("add", "Sweep the yard")
    let asked = "performance.getEntriesByType('resource').map(one => one.name).join()"
    try browser.wait(for: "\(asked).split('/sheets?').length === 3")
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try focus("Sweep", browser)
    try browser.type("e")
    try browser.wait(for: "document.activeElement.value === 'Sweep the yard'")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try focus("fence", browser)
    try browser.type("e")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.run("document.activeElement.select()")
    try browser.type("Paint the gate")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("1 change waits"))
    try focus("fence", browser)
    try browser.type("e")
    try browser.wait(
      for: "document.querySelector('#status').innerText.includes('when the server is back')")
    try board.start()
    try browser.wait(for: card("Paint the gate"))
    #expect(try browser.text("document.querySelectorAll('.card').length") == "5")
  }

  @Test func offlineSavesLeaveNoDraft() throws {
    let (board, browser) = try opened()
    try begin("Made offline", browser)
    board.stop()
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("1 change waits"))
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try board.start()
    try browser.wait("the file") { board.desk.exists("todo/made-offline.md") }
    try browser.wait(for: card("Made offline"))
    try browser.type("a")
    try browser.wait(for: "document.activeElement.name === 'title'")
    #expect(try browser.text("document.activeElement.value") == "")
    #expect(try browser.text("document.querySelector('dialog .said')") == "null")
    // The same on the task's own page.
    try browser.open("http://localhost:\(board.port)\(board.prefix)new")
    try browser.wait(for: "document.documentElement.className === 'scripted'")
    try browser.click("[name=title]")
    try browser.type("From a page")
    board.stop()
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("1 change waits"))
    try board.start()
    try browser.wait("the file") { board.desk.exists("todo/from-a-page.md") }
    try browser.wait(for: card("From a page"))
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
  }

  /// Perhaps nobody was looking: the conflict stays until somebody answers it.
  @Test func aConflictOfAPendingEditStaysUntilAnswered() throws {
    let board = try served()
    let browser = try browser(board)
    let milk = try WebStage(board.desk).id("milk")
    for isDiscarded in [true, false] {
      try focus("milk", browser)
      try browser.type("e")
      try browser.wait(for: "document.querySelector('dialog[open] form.edit')")
      try browser.run("document.querySelector('dialog [name=title]').select()")
      try browser.type("Buy soy milk")
      board.stop()
      try browser.type(Self.enter, with: Self.control)
      try browser.wait(for: hasSign("1 change waits"))
      board.desk.memo("set", milk, "title=Buy rice milk \(isDiscarded)")
      try board.start()
      try browser.wait(for: "document.querySelector('#left .said')")
      let text = try browser.text("document.querySelector('#left p').textContent")
      #expect(text.hasPrefix("Buy soy milk is not saved yet — "), "\(text)")
      // Another message doesn't replace it, and a new page still shows it.
      try browser.type("J")
      try browser.wait(for: "document.querySelector('dialog[open]')")
      try browser.type(Self.escape)
      try browser.wait(for: "!document.querySelector('dialog[open]') && !history.state?.sheet")
      try browser.reload()
      try browser.wait(
        for: "document.querySelector('#left .said') && document.querySelector('.dots')")
      if isDiscarded {
        // One click doesn't discard text.
        try browser.click("#left .said button:last-of-type")
        try browser.wait(for: "document.querySelector('dialog.popover[open]')")
        try browser.click("dialog.popover button")
      } else {
        try browser.click("#left .said button")
        try browser.wait(for: "document.activeElement.value === 'Buy soy milk'")
        try browser.type(Self.enter, with: Self.control)
        try browser.wait(for: "document.querySelector('dialog[open] .clash')")
        try browser.click("dialog .row form button")
        try browser.wait("the file") {
          try board.desk.read("todo/buy-oat-milk.md").contains("title: Buy soy milk\n")
        }
        try browser.wait(for: "!document.querySelector('dialog[open]')")
      }
      try browser.wait(for: "!document.querySelector('#left')")
    }
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }
}
