import Foundation
import TestSupport
import Testing

/// Columns that are longer than a page.
extension HandBrowserTests {
  private func long(_ count: Int) throws -> ServedBoard {
    let board = try served()
    for number in 1...count {
      try board.desk.write("---\ntitle: Number \(number)\n---\n", to: "todo/number-\(number).md")
    }
    board.desk.memo("add", "The last one")
    return board
  }

  private static let count = "document.querySelectorAll('[data-status=todo] li.card').length"

  /// The total in a column's heading.
  private static func total(_ status: String) -> String {
    "Number(document.querySelector('#h-\(status) .count').textContent.replace(',', ''))"
  }

  /// More cards load near the end, and visible ones don't move.
  @Test func columnsLoadMoreCards() throws {
    let board = try long(400)
    let browser = try browser(board)
    // With the two groceries.
    let all = 403
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '\(all)'")
    try browser.wait(for: "document.querySelector('[data-more]')")
    #expect(try browser.text(Self.count) == "60")
    // The card in the middle of the window, and its place.
    let seen = "document.elementFromPoint(100, 400).closest('li.card')"
    let place = "document.getElementById(seen.id).getBoundingClientRect().top"
    for count in [120, 240, all] {
      try browser.run(
        """
        window.place = null
        const end = document.querySelector('#later-todo')
        end.closest('.lane').scrollBy(0, end.getBoundingClientRect().bottom - 900)
        // Once cards that came into sight have their real height.
        requestAnimationFrame(() => requestAnimationFrame(() => {
          window.seen = \(seen)
          window.place = \(place)
        }))
        """)
      try browser.wait(for: "window.place !== null && \(Self.count) === \(count)")
      #expect(try browser.text("Math.abs(\(place) - window.place) < 2") == "true", "\(count)")
    }
    try browser.wait(for: "document.querySelector('#later-todo') === null")
    // Invisible cards aren't rendered.
    let skipped = """
      [...document.querySelectorAll('[data-status=todo] li.card > a')]
        .filter(one => !one.checkVisibility({ contentVisibilityAuto: true })).length > 300
      """
    try browser.wait(for: skipped)
    // A card that leaves is counted.
    let id = try browser.text("document.querySelector('[data-status=todo] li.card:last-child').id")
    try browser.run("document.querySelector('#\(id) > a').focus()")
    try browser.type("s")
    try browser.wait(for: "document.querySelector('#\(id)').closest('[data-status=doing]')")
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '\(all - 1)'")
    #expect(try browser.text(Self.count) == "\(all - 1)")
    #expect(try browser.complaints() == [])
  }

  /// A column scrolls below its heading, and a card that a key selects is visible below that.
  @Test(arguments: WebDriver.Engine.installed) func columnsScrollSeparately(
    engine: WebDriver.Engine
  ) throws {
    let board = try long(200)
    let browser = try browser(board, engine)
    // With the two groceries.
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '203'")
    try browser.wait(for: "document.querySelector('.dots')")
    let lane = "document.querySelector('[data-status=todo]')"
    func top(_ status: String) -> String {
      "Math.round(document.querySelector('#h-\(status)').getBoundingClientRect().top)"
    }
    let before = try browser.text("[\(top("todo")), \(top("doing"))].join()")
    // To its end: cards that come into sight may be higher than estimated.
    try browser.wait(for: "(\(lane).scrollTop = 1500, \(lane).scrollTop > 1000)")
    #expect(try browser.text("[\(top("todo")), \(top("doing"))].join()") == before)
    #expect(
      try browser.text("scrollY + document.querySelector('[data-status=doing]').scrollTop") == "0")
    let head =
      "document.elementFromPoint(60, \(top("todo")) + 20).closest('.head')?.querySelector('h2').id"
    try browser.wait(for: "\(head) === 'h-todo'")
    try browser.type("jjkkk")
    let isBelow = """
      document.activeElement.closest('.card').getBoundingClientRect().top \
      >= document.querySelector('#h-todo').getBoundingClientRect().bottom - 1
      """
    #expect(try browser.text(isBelow) == "true")
    #expect(try browser.complaints() == [])
  }

  /// A new filter starts at its first card, even after scrolling.
  @Test func aFilterStartsAtItsFirstCard() throws {
    let board = try long(200)
    let browser = try browser(board)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?n-todo=120")
    try browser.wait(for: "document.querySelector('.dots')")
    let lane = "document.querySelector('[data-status=todo]')"
    try browser.run("\(lane).scrollTop = 3000")
    try browser.type("/")
    try browser.type("Number")
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '200'")
    #expect(try browser.text("location.search") == "?q=Number")
    try browser.wait(for: "\(lane).scrollTop === 0")
    // So does another order, and marked cards stay in their places.
    try browser.run("\(lane).scrollTop = 3000")
    try browser.run("document.querySelector('#bar .menu a[href*=by-hand]').click()")
    try browser.wait(for: "document.querySelector('main').dataset.order === 'by-hand'")
    try browser.wait(for: "\(lane).scrollTop === 0")
    #expect(try browser.complaints() == [])
  }

  /// Without scripts, links lead to the next cards.
  @Test func columnsHavePagesWithoutScripts() throws {
    let board = try long(200)
    let browser = try browser(board, isScripted: false)
    // Nothing tells this page that the server has read the files.
    for _ in 1...200 where try browser.text("\(Self.total("todo"))") != "203" {
      try browser.open("http://localhost:\(board.port)\(board.prefix)")
    }
    var pages: [String] = []
    while try browser.text("document.querySelector('#later-todo') !== null") == "true" {
      try browser.run("document.querySelector('#later-todo').scrollIntoView({ block: 'center' })")
      let before = try browser.text("location.href")
      try browser.click("#later-todo a")
      try browser.wait(for: "location.href !== '\(before)' && document.readyState === 'complete'")
      pages.append(try browser.text("location.search + ' ' + (\(Self.count))"))
      #expect(
        try browser.text("document.querySelector(location.hash).getBoundingClientRect().top < 400")
          == "true")
    }
    #expect(pages == ["?n-todo=120 120", "?n-todo=203 203"])
    let complaints = try browser.complaints()
    #expect(complaints == [])
  }

  /// A file that gets its id, or is moved before that, keeps its card, focus and mark.
  @Test(arguments: WebDriver.Engine.sample) func aCardStaysWithItsFile(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    for name in ["One", "Two", "Three"] {
      try board.desk.write("# \(name)\n", to: "todo/\(name.lowercased()).md")
    }
    let browser = try browser(board, engine)
    try browser.wait(for: "\(card("Three"))?.querySelector('.dots')")
    let focused = "document.activeElement.closest('li.card')"
    func hasID(_ title: String) -> String { "!\(card(title)).id.startsWith('t-file-')" }
    try browser.run("\(card("Two")).querySelector('a').focus()")
    board.desk.memo("done", "one")
    try browser.wait(for: "\(status("One")) === 'done' && \(hasID("Two"))")
    #expect(try browser.text("\(focused) === \(card("Two"))") == "true")
    // It gets its id when it is moved.
    try board.desk.write("# Four\n", to: "todo/four.md")
    try browser.wait(for: "\(card("Four"))?.querySelector('.dots')")
    try browser.run("\(card("Four")).querySelector('a').focus()")
    try browser.type("s")
    try browser.wait(for: "\(status("Four")) === 'doing' && \(hasID("Four"))")
    #expect(try browser.text("\(focused) === \(card("Four"))") == "true")
    // Another file gets its id while it is marked.
    try board.desk.write("# Five\n", to: "todo/five.md")
    try browser.wait(for: "\(card("Five"))?.querySelector('.dots')")
    try browser.run("\(card("Five")).querySelector('a').focus()")
    try browser.type(" ")
    try browser.wait(for: "\(card("Five"))?.querySelector('input.mark')?.checked")
    board.desk.memo("done", "three")
    try browser.wait(for: "\(status("Three")) === 'done' && \(hasID("Five"))")
    #expect(try browser.text("\(card("Five")).querySelector('input.mark').checked") == "true")
    try browser.type("d")
    try browser.wait(for: "\(status("Five")) === 'done'")
    #expect(try browser.complaints() == [])
  }

  /// Others' moves and deletions take neither the focus nor a started click from a card that stays.
  @Test(arguments: WebDriver.Engine.installed) func unchangedCardsAreNotDisturbed(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    for title in ["One", "Two", "Three", "Four"] { board.desk.memo("add", title, "-p", "low") }
    let browser = try browser(board, engine)
    try browser.wait(for: "\(card("Four"))?.querySelector('.dots')")
    let titles = "[...document.querySelectorAll('[data-status=todo] li.card > a')]"
    try browser.run(
      """
      const link = \(titles).find(one => one.textContent === 'Four')
      window.blurs = 0
      link.addEventListener('blur', () => (blurs += 1))
      link.focus()
      """)
    board.desk.memo("remove", "milk", "--yes")
    try browser.wait(for: "!\(card("milk"))")
    // The first card moves to the end.
    board.desk.memo("set", "mum", "deadline=none")
    try browser.wait(for: "\(titles).at(-1).textContent.includes('mum')")
    #expect(try browser.text("blurs") == "0")
    #expect(try browser.text("document.activeElement.textContent") == "Four")
    // The update arrives while the card is pressed.
    try browser.run(
      """
      const ask = fetch
      const gate = new Promise(done => (window.open = done))
      window.fetch = async (...all) => {
        const answer = await ask(...all)
        window.isAnswered = true
        await gate
        return answer
      }
      """)
    board.desk.memo("done", "one")
    try browser.wait(for: "window.isAnswered")
    let place = try browser.place("#t-\(try WebStage(board.desk).id("Four"))")
    try browser.hand([.move(place.x, place.y), .down])
    try browser.run("window.open()")
    try browser.hand([.up])
    try browser.wait(
      for: "document.querySelector('dialog[open] #sheet-title')?.textContent === 'Four'")
    try browser.wait(for: "\(status("One")) === 'done'")
    #expect(try browser.complaints() == [])
  }
}
