import Foundation
import TestSupport
import Testing

/// An on-screen keyboard that covers part of the window, as on tablets.
///
/// The test browsers have none, so the tests simulate the events. They assume that iPads send the
/// same.
extension SheetBrowserTests {
  /// - Parameter height: The visible height; nil for all of it.
  private func see(
    _ height: Int?, from top: Int = 0, scale: Double = 1, _ browser: WebDriver
  ) throws {
    try browser.run(
      """
      const [height, offsetTop, scale] = arguments
      for (const [name, value] of Object.entries({ height, offsetTop, scale })) {
        if (height === 0) delete visualViewport[name]
        else Object.defineProperty(visualViewport, name, { value, configurable: true })
      }
      visualViewport.dispatchEvent(new Event("resize"))
      """, height ?? 0, top, scale)
  }

  /// The upper and the lower edge of an element.
  private func edges(_ selector: String, _ browser: WebDriver) throws -> [Double] {
    let box = try browser.run(
      """
      document.getAnimations().forEach(one => one.finish())
      const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect()
      return [top, bottom]
      """, selector)
    return try #require(box as? [NSNumber]).map(\.doubleValue)
  }

  @Test(arguments: WebDriver.Engine.installed, ["", "?view=notes"])
  func aKeyboardDoesNotCoverTheTypedLine(engine: WebDriver.Engine, view: String) throws {
    let board = try served()
    let browser = try browser(board, engine, size: (1024, 768))
    try browser.open("http://localhost:\(board.port)\(board.prefix)\(view)")
    try browser.wait(for: "document.querySelector('.dots')")
    let sheet = view.isEmpty ? "dialog" : "#detail"
    if view.isEmpty {
      try browser.type("je")
    } else {
      try browser.wait(for: "document.querySelector('#detail .note')")
      try browser.click("#detail [data-edit]")
    }
    let field = "\(sheet) [name=body]"
    try browser.wait(for: "document.querySelector('\(field)')")
    let before = try edges(sheet, browser)
    try browser.run(
      """
      const field = document.querySelector('\(field)')
      field.focus()
      field.value += 'line\\n'.repeat(28)
      field.setSelectionRange(field.value.length, field.value.length)
      """)
    try see(360, from: 30, browser)
    try browser.type("line\nline\nthe last one")
    // The end of the text is visible, since the whole field is, and it is scrolled to its end.
    let text = try edges(field, browser)
    #expect(text[0] >= 30 && text[1] <= 390, "\(text)")
    let isAtEnd = """
      (one => one.scrollHeight - one.scrollTop - one.clientHeight < 20)\
      (document.querySelector('\(field)'))
      """
    #expect(try browser.text(isAtEnd) == "true")
    if view.isEmpty {
      let covered = try edges(sheet, browser)
      #expect(covered[0] >= 30 && covered[1] <= 390, "\(covered)")
    }
    // Without the keyboard, everything is as before, and so it is when zooming in.
    try see(nil, browser)
    try browser.run("scrollTo(0, 0); document.querySelector('\(sheet)').scrollTop = 0")
    #expect(try edges(sheet, browser) == before)
    try see(360, from: 30, scale: 2, browser)
    #expect(try edges(sheet, browser) == before)
    #expect(try browser.complaints() == [])
  }

  /// *Cancel*, the title "New task" or the status, *Done*.
  @Test(arguments: [320]) func theStatusIsCenteredInTheBar(width: Int) throws {
    let (board, browser) = try opened()
    try browser.resize(width, 900)
    let bar = """
      [...document.querySelectorAll('dialog[open] .bar > *')].map(one => [one.localName, \
      one.selectedOptions?.[0].label ?? one.textContent, one.ariaLabel].join(' ').trim()).join(', ')
      """
    try browser.type("a")
    try browser.wait(for: "document.activeElement.name === 'title'")
    #expect(try browser.text(bar) == "a Cancel, h2 New task, button Done")
    let places = try browser.text(
      """
      (([cancel, name, done]) => cancel.right <= name.left && name.right <= done.left && \
      Math.abs((name.left + name.right) / 2 - innerWidth / 2) < 40 && name.bottom < done.bottom)(\
      [...document.querySelectorAll('dialog[open] .bar > *')].map(one => one.getBoundingClientRect()))
      """)
    #expect(places == "true")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try browser.run("\(card("fence")).querySelector('a').click()")
    try browser.wait(for: "document.querySelector('dialog[open] article')")
    try browser.type("e")
    try browser.wait(for: "document.activeElement.name === 'title'")
    #expect(try browser.text(bar) == "a Cancel, h2 Edit, select DOING Status, button Done")
    try browser.run("document.querySelector('dialog [name=status]').value = 'done'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") { board.desk.exists("done/paint-the-fence.md") }
    #expect(try browser.complaints() == [])
  }
}
