import Foundation
import TestSupport
import Testing

/// Changing several tasks at once.
extension HandBrowserTests {
  @Test(arguments: WebDriver.Engine.sample) func severalCardsAreMarkedAndMoved(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    let browser = try browser(board, engine)
    let before = try board.desk.journal()
    try browser.wait(for: "document.querySelector('.dots')")
    let count = "document.querySelector('#several [data-count]')?.textContent"
    // By keys: the first one and the next one.
    try browser.type("j")
    try browser.type(" ")
    try browser.wait(for: "\(count) === '1 selected'")
    try browser.type("j")
    try browser.type(" ")
    try browser.wait(for: "\(count) === '2 selected'")
    // The whole card is the checkbox; a second click removes the mark.
    let fence = try WebStage(board.desk).id("fence")
    for number in [3, 2, 3] {
      try browser.click("#t-\(fence)")
      try browser.wait(for: "\(count) === '\(number) selected'")
    }
    #expect(try browser.text("document.querySelector('dialog[open]')") == "null")
    // Others' changes remove no marks.
    board.desk.memo("add", "From a terminal")
    try browser.wait(for: card("From a terminal"))
    #expect(try browser.text(count) == "3 selected")
    try browser.click("#several [value=done]")
    try browser.wait("the file") { board.desk.exists("done/buy-oat-milk.md") }
    try browser.wait(for: "!document.querySelector('#several')")
    try browser.wait("one commit") { try board.desk.journal().count == before.count + 2 }
    try browser.wait(for: "document.querySelector('#status p')?.innerText.includes('fence')")
    try browser.click("#status form button")
    try browser.wait("the file") { board.desk.exists("todo/buy-oat-milk.md") }
    try browser.wait("another file") { board.desk.exists("doing/paint-the-fence.md") }
    #expect(try browser.complaints() == [])
    try browser.wait("all is recorded") { try board.desk.complaints() == "" }
  }

  @Test func deletingSeveralAsks() throws {
    let board = try served()
    let browser = try browser(board)
    let before = try board.desk.journal()
    try browser.wait(for: "document.querySelector('.dots')")
    try browser.type("*")
    let count = "document.querySelector('#several [data-count]')?.textContent"
    try browser.wait(for: "\(count) === '4 selected'")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('#several')")
    try browser.type("*")
    try browser.wait(for: "\(count) === '4 selected'")
    // Another filter clears the marks.
    try browser.type("/")
    try browser.type("m")
    try browser.wait(for: "\(count) === '0 selected'")
    try browser.run("document.activeElement.blur()")
    try browser.type("*")
    try browser.wait(for: "\(count) === '2 selected'")
    try browser.type("j")
    try browser.type("D")
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    #expect(
      try browser.text("document.querySelector('#question').textContent") == "delete 2 tasks?")
    try browser.type(Self.escape)
    try browser.wait(for: "!document.querySelector('dialog.popover')")
    #expect(try board.desk.journal() == before)
    // The same with the button and a click.
    try browser.click("#several [value=delete]")
    try browser.wait(for: "document.querySelector('dialog.popover[open] .danger')")
    try browser.click("dialog.popover .danger")
    try browser.wait("one commit") { try board.desk.journal().count == before.count + 1 }
    try browser.wait(for: "!document.querySelector('#several')")
    #expect(try browser.complaints() == [])
  }

  @Test func severalAreTaggedWithoutScripts() throws {
    let board = try served()
    let browser = try browser(board, size: (390, 800), isScripted: false)
    try browser.click("#bar .quick .menu > button")
    try browser.click("#bar .quick a[href*='mark=several']")
    try browser.wait(for: "document.querySelector('#several')")
    let milk = try WebStage(board.desk).id("milk")
    let mum = try WebStage(board.desk).id("mum")
    for id in [milk, mum] { try browser.click("#t-\(id) .mark") }
    try browser.click("#several [name=tags]")
    try browser.type("shop -home")
    try browser.click("#several [value=set]")
    try browser.wait("the file") {
      try board.desk.read("todo/buy-oat-milk.md").contains("tags: [shop]")
    }
    try browser.wait(for: "!document.querySelector('#several')")
    #expect(try browser.text("document.querySelector('.said').innerText").contains("mum"))
  }
}
