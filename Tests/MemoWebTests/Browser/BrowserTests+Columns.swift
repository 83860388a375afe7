import Foundation
import TestSupport
import Testing

/// Columns that are longer than a page has room for.
extension BrowserTests {
  private func long(_ count: Int) throws -> ServedBoard {
    let board = try served()
    for number in 1...count {
      try board.desk.write("---\ntitle: Number \(number)\n---\n", to: "todo/number-\(number).md")
    }
    board.desk.memo("add", "The last one")
    return board
  }

  private static let count = "document.querySelectorAll('[data-status=todo] li.card').length"

  /// Cards come as an end nears and go at the other one, and nothing that is seen moves.
  @Test func aColumnHasNoEnd() throws {
    let board = try long(400)
    let browser = try browser(board)
    // With the two of the groceries.
    let all = 403
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '\(all)'")
    try browser.wait(for: "document.querySelector('[data-more]')")
    #expect(try browser.text(Self.count) == "60")
    // What stands in the middle of the window, and where.
    let seen = "document.elementFromPoint(100, 400).closest('li.card')"
    let place = "document.getElementById(seen.id).getBoundingClientRect().top"
    var last = ""
    for step in 1...40 where last != "\(all)" {
      let before = try browser.text("location.search")
      try browser.run(
        """
        const end = document.querySelector('#later-todo')
        scrollBy(0, (end ?? document.querySelector('#main')).getBoundingClientRect().bottom - 900)
        window.seen = \(seen)
        window.place = \(place)
        """)
      if try browser.text("document.querySelector('#later-todo') === null") == "true" { break }
      try browser.wait("more cards") {
        try browser.text("location.search") != before
          || step == 40
      }
      #expect(try browser.text("Math.abs(\(place) - window.place) < 2") == "true", "\(step)")
      last = try browser.text(
        "[...document.querySelectorAll('[data-status=todo] li.card')].length")
      #expect(try #require(Int(last)) <= 100)
    }
    let from = "Number(new URLSearchParams(location.search).get('from-todo'))"
    #expect(try browser.text(from) == "\(all - 100)")
    // A card that leaves is followed by another one, and what is left is counted.
    let id = try browser.text("document.querySelector('[data-status=todo] li.card:last-child').id")
    try browser.run("document.querySelector('#\(id) > a').focus()")
    try browser.type("s")
    try browser.wait(for: "document.querySelector('#\(id)').closest('[data-status=doing]')")
    try browser.wait(for: "document.querySelector('#h-todo .count').textContent === '\(all - 1)'")
    #expect(try browser.text(Self.count) == "100")
    // Back to the beginning, at once.
    try browser.run("scrollTo(0, 0)")
    try browser.wait(for: "\(from) === 0 && document.querySelector('#earlier-todo') === null")
    #expect(try #require(Int(try browser.text(Self.count))) <= 100)
    #expect(try browser.complaints() == [])
  }

  /// The same by links, which lead to where the new ones begin.
  @Test func aColumnIsTurnedWithoutAScript() throws {
    let board = try long(200)
    let browser = try browser(board, arguments: ["--blink-settings=scriptEnabled=false"])
    var pages: [String] = []
    while try browser.text("document.querySelector('#later-todo') !== null") == "true" {
      try browser.run("document.querySelector('#later-todo').scrollIntoView({ block: 'center' })")
      let before = try browser.text("location.href")
      try browser.click("#later-todo a")
      try browser.wait(for: "location.href !== '\(before)'")
      pages.append(try browser.text("location.search + ' ' + (\(Self.count))"))
      #expect(
        try browser.text("document.querySelector(location.hash).getBoundingClientRect().top < 400")
          == "true")
    }
    #expect(
      pages == [
        "?n-todo=100&from-todo=20 100", "?n-todo=100&from-todo=80 100",
        "?n-todo=100&from-todo=103 100",
      ])
    try browser.run("scrollTo(0, 0)")
    try browser.click("#earlier-todo a")
    try browser.wait(for: "location.search === '?n-todo=100&from-todo=43'")
    #expect(try browser.complaints() == [])
  }
}
