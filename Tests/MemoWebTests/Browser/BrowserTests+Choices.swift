import Foundation
import TestSupport
import Testing

/// A browser's own choices: its theme, its keys, and the last board.
extension BrowserTests {
  @Test func themesAreChosenAndEditedInTheirColors() throws {
    let (board, browser) = try opened()
    func canvas(_ selector: String) throws -> String {
      try browser.text(
        "getComputedStyle(document.querySelector('\(selector)')).getPropertyValue('--surface')")
    }
    try browser.type("T")
    try browser.wait(for: "document.querySelector('dialog[open] .gallery')")
    try browser.run(
      """
      [...document.querySelectorAll('.gallery .pick button')]
        .find(one => one.textContent.includes('ink')).click()
      """)
    try browser.wait("the theme") { (try? canvas("body")) == "#16181c" }
    // A new theme starts from the chosen one: an accent, three hues, and nothing else.
    try browser.click(".gallery .fresh a")
    try browser.wait(for: "document.querySelector('dialog[open] form.theme')")
    let colors = """
      [...document.querySelectorAll('form.theme [type=color]')].map(one => one.name).join()
      """
    #expect(try browser.text(colors) == "accent,todo,doing,done")
    try browser.run("document.querySelector('form.theme [name=doing]').value = '#222222'")
    // The page keeps its colors while the theme is edited.
    let hue = "getComputedStyle(document.body).getPropertyValue('--doing')"
    #expect(try browser.text(hue) != "#222222")
    try browser.run("document.querySelector('form.theme [name=name]').focus()")
    try browser.type("Night")
    // Escape asks, since there are changes.
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    // An illegible theme isn't saved; the sheet shows the reason and keeps the values.
    try browser.click("form.theme button.primary")
    try browser.wait(for: "document.querySelector('form.theme [role=alert]')")
    #expect(try browser.text("document.querySelector('form.theme [name=name]').value") == "Night")
    try browser.run("document.querySelector('form.theme [name=doing]').value = '#f0f0f0'")
    try browser.click("form.theme button.primary")
    try browser.wait("the file") { board.desk.exists(".memo/themes/night.yml") }
    // The new theme is applied at once, and the gallery is shown again.
    try browser.wait(
      for: "document.querySelector('.gallery .chosen')?.textContent.includes('Night')")
    // The board below the themes was loaded before, in its old colors.
    try browser.wait("the theme") { (try? canvas("body")) == "#16181c" }
    try browser.wait(for: "document.querySelector('li.card')")
    // A theme that was changed elsewhere is applied at once.
    let file = ".memo/themes/night.yml"
    let text = try board.desk.read(file)
    try board.desk.write(text.replacing("#f0f0f0", with: "#fefefe"), to: file)
    board.desk.memo("add", "So that it is noticed")
    try browser.wait(
      for: "getComputedStyle(document.body).getPropertyValue('--doing') === '#fefefe'")
    // The only message is about the refused theme.
    #expect(try browser.complaints().filter { !$0.contains("400 (Bad Request)") } == [])
  }

  @Test func letterKeysCanBeTurnedOff() throws {
    let board = try served()
    let browser = try browser(board)
    let address = "http://localhost:\(board.port)\(board.prefix)"
    try browser.open("\(address)settings")
    try browser.wait(for: "document.querySelector('dialog[open] button[value=keys]')")
    try browser.click("button[value=keys]")
    try browser.wait(for: "document.querySelector('button[value=keys]')?.ariaChecked === 'false'")
    try browser.open(address)
    try browser.wait(for: "document.querySelector('.dots')")
    let before = try board.desk.journal()
    try browser.type("js")
    try browser.type("a")
    try browser.type(Self.enter)
    #expect(try browser.text("document.querySelector('dialog[open]')") == "null")
    #expect(try board.desk.journal() == before)
  }

  /// A switch in the settings works at once, and its sheet stays.
  @Test(arguments: WebDriver.Engine.sample) func aSwitchKeepsItsPlace(
    engine: WebDriver.Engine
  ) throws {
    let browser = try browser(try served(), engine)
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.run("document.querySelector('#menu-more a[href*=settings]').click()")
    try browser.wait(for: "document.querySelector('dialog[open] button[value=calendar]')")
    try browser.click("dialog button[value=calendar]")
    // A hint that is shown only once stays, too.
    let address = "document.querySelector('dialog [readonly]')?.value"
    try browser.wait(for: address)
    let shown = try browser.text(address)
    for (name, state) in [("keys", "keys === 'off'"), ("density", "density === 'compact'")] {
      try browser.wait(for: "document.querySelector('dialog[open] button[value=\(name)]')")
      try browser.click("dialog button[value=\(name)]")
      try browser.wait(for: "document.body.dataset.\(state)")
      #expect(
        try browser.text("document.activeElement.value + !!document.querySelector('dialog[open]')")
          == "\(name)true")
      let isOn = "document.querySelector('dialog [value=\(name)]').ariaChecked"
      try browser.wait(for: "\(isOn) === '\(name == "density")'")
      #expect(try browser.text(address) == shown)
    }
    #expect(try browser.complaints() == [])
  }

  /// The same if the server is there but doesn't answer.
  @Test func theLastBoardOpensWhenTheServerHangs() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.wait(for: "navigator.serviceWorker.controller")
    try browser.reload()
    try browser.wait(for: card("milk"))
    try browser.run("window.isOld = true")
    board.pause()
    defer { board.goOn() }
    let start = ContinuousClock.now
    try browser.run("setTimeout(() => location.reload())")
    try browser.wait(for: "!window.isOld && \(card("milk"))")
    #expect(ContinuousClock.now - start < .seconds(15))
    try browser.wait(for: "document.querySelector('#offline')")
  }

  /// Without the server, the last board opens, with its date.
  @Test func theLastBoardOpensWithoutTheServer() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.wait(for: "navigator.serviceWorker.controller")
    board.desk.memo("add", "Seen last")
    try browser.wait(for: card("Seen last"))
    try browser.run(
      "caches.match(location.href).then(a => a.text())"
        + ".then(text => (window.kept = text.includes('Seen last')))")
    try browser.wait(for: "window.kept !== undefined")
    #expect(try browser.text("window.kept") == "true")
    board.stop()
    try browser.reload()
    try browser.wait(for: card("Seen last"))
    try browser.wait(for: "document.querySelector('#offline')")
    #expect(
      try browser.text("document.querySelector('#offline').textContent").hasPrefix(
        "no connection; as of "))
    // Changes meanwhile are sent when the server is back.
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("j")
    try browser.type("s")
    try browser.wait(for: "document.querySelector('#offline').textContent.includes('1 change')")
    try board.start()
    try browser.wait("the file") { board.desk.exists("doing/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('#offline')")
  }

  /// Two stores that are served in turn have the same origin.
  @Test func theLastBoardStaysWhileAnotherStoreIsOpened() throws {
    let board = try served()
    let browser = try browser(board)
    try browser.wait(for: "navigator.serviceWorker.controller")
    board.stop()
    let other = Desk(board.desk.scratch, "other")
    other.memo("init")
    other.memo("add", "Something else")
    let second = try ServedBoard(other, ["--port", "\(board.port)"], picksPort: true)
    try browser.open(second.link)
    try browser.wait(for: "navigator.serviceWorker.controller && \(card("Something else"))")
    second.stop()
    for (prefix, title) in [(board.prefix, "milk"), (second.prefix, "Something else")] {
      try browser.open("http://localhost:\(board.port)\(prefix)")
      try browser.wait(for: card(title))
    }
  }

  @Test func theSliderShowsPastDays() throws {
    let (_, browser) = try opened()
    try browser.run(
      """
      const days = document.querySelector('[data-days]')
      days.closest('[popover]').showPopover()
      days.value = -1
      days.dispatchEvent(new Event('input', { bubbles: true }))
      """)
    try browser.wait(for: "document.querySelector('.frame')")
    #expect(try browser.text("location.search").hasPrefix("?at=2"))
    #expect(try browser.text("document.body.dataset.readOnly !== undefined") == "true")
    try browser.run(
      """
      const days = document.querySelector('[data-days]')
      days.value = 0
      days.dispatchEvent(new Event('input', { bubbles: true }))
      """)
    try browser.wait(for: "!document.querySelector('.frame')")
    #expect(try browser.text("location.search") == "")
    #expect(try browser.text("document.body.dataset.readOnly === undefined") == "true")
    #expect(try browser.complaints() == [])
    // A day that can't be shown has a reason.
    try browser.run(
      """
      const days = document.querySelector('[data-days]')
      days.min = -30000
      days.value = -30000
      days.dispatchEvent(new Event('input', { bubbles: true }))
      """)
    try browser.wait(for: "document.querySelector('#status .failed')")
  }

  /// Of messages in quick succession, a screen reader gets the last one, and not too early to be
  /// heard.
  @Test func quickMessagesAreAnnouncedInTime() throws {
    let (board, browser) = try opened()
    try browser.run(
      """
      window.heard = []
      new MutationObserver(() => {
        const text = document.querySelector("#heard")?.textContent
        if (text && heard.at(-1)?.text !== text) heard.push({ text, time: Date.now() })
      }).observe(document.body, { childList: true, subtree: true });
      \(card("milk")).querySelector("a").focus()
      """)
    for (key, said) in [("s", "Doing"), ("d", "Done"), ("r", "Todo")] {
      try browser.type(key)
      try browser.wait(for: "document.querySelector('#status').innerText.includes('to \(said)')")
    }
    try browser.wait(for: "heard.length === 2")
    #expect(
      try browser.text("heard.map(one => one.text.split(' ').at(-1)).join()") == "Doing,Todo")
    // Three seconds, less the time that a busy machine needs.
    #expect(try browser.text("String(heard[1].time - heard[0].time >= 2500)") == "true")
    #expect(
      try browser.text("document.querySelector('#status').getAttribute('aria-live')") == "off")
    #expect(board.desk.exists("todo/buy-oat-milk.md"))
  }
}
