import Foundation
import TestSupport
import Testing

/// Ticking a checklist while the server is slow, away, or refuses.
extension BrowserTests {
  /// A tick is shown at once, marked until it is committed, and reverted if it fails.
  @Test func aTickIsShownAtOnce() throws {
    let board = try served()
    board.desk.memo("tick", "milk", "--add", "rye", "--add", "oats")
    let browser = try browser(board)
    let id = try WebStage(board.desk).id("milk")
    for (opener, box) in [
      ("#t-\(id) summary", "#t-\(id) li:last-of-type button"),
      ("#t-\(id) > a", "dialog[open] li:last-of-type button.tick"),
    ] {
      try browser.wait(for: "document.querySelector('\(opener)')")
      try browser.run("document.querySelector('\(opener)').click()")
      let state = """
        ((box) => box && [box.ariaChecked, box.matches('.waits')].join())\
        (document.querySelector('\(box)'))
        """
      try browser.wait(for: "\(state) === 'false,false'")
      board.pause()
      do {
        defer { board.goOn() }
        try browser.run("document.querySelector('\(box)').click()")
        #expect(try browser.text(state) == "true,true")
      }
      try browser.wait("the file") {
        try board.desk.read("todo/buy-oat-milk.md").contains("[x] oats")
      }
      try browser.wait(for: "\(state) === 'true,false'")
      // Somebody has removed the item meanwhile.
      try browser.run(
        """
        const send = window.send ??= fetch
        window.fetch = (address, options) => options?.method !== "POST" ? send(address, options)
          : (window.fetch = send, new Promise((done) => setTimeout(() => done(new Response(
            "<div class='said failed'><p>it is gone</p></div>",
            { status: 409, headers: { "X-Memo": "web" } })), 500)))
        """)
      let pressed = try browser.text("(document.querySelector('\(box)').click(), \(state))")
      #expect(pressed == "false,true")
      try browser.wait(for: "\(state) === 'true,false'")
      board.desk.memo("tick", "milk", "--untick", "oats")
      try browser.wait(for: "\(state) === 'false,false'")
    }
    #expect(try board.desk.journal().count < 20)
  }

  /// A checklist opens without the server, and ticks are sent when it is back.
  @Test func aChecklistOpensWithoutTheServer() throws {
    let board = try served()
    board.desk.memo("tick", "milk", "--add", "rye", "--add", "oats")
    let browser = try browser(board)
    let id = try WebStage(board.desk).id("milk")
    let list = "document.querySelector('#t-\(id) details')"
    let box = "document.querySelector('#t-\(id) details[open] button')"
    try browser.wait(for: "document.querySelector('#t-\(id):has(.dots) summary')")
    board.stop()
    try browser.wait(for: "document.querySelector('#offline')")
    try browser.click("#t-\(id) summary")
    #expect(try browser.text("\(box).ariaChecked") == "false")
    try browser.run("\(box).click()")
    try browser.wait(for: "document.querySelector('#waits')")
    #expect(try browser.text("\(box).ariaChecked") == "true")
    // A reverted item looks as before and can be ticked again.
    try browser.run("document.querySelector('#waits').open = true")
    try browser.run("document.querySelector('[aria-label^=\"Withdraw\"]').click()")
    try browser.wait(for: "\(box).ariaChecked === 'false' && !\(box).matches('.waits')")
    try browser.run("\(box).click()")
    try browser.wait(for: "\(box).ariaChecked === 'true'")
    try board.start()
    try browser.wait("the file") {
      try board.desk.read("todo/buy-oat-milk.md").contains("[x] rye")
    }
    try browser.wait(for: "!document.querySelector('#offline, .tick.waits')")
    // It stays open when others move its card.
    board.desk.memo("start", "milk")
    try browser.wait(for: "\(status("milk")) === 'doing' && \(box)?.ariaChecked === 'true'")
    try browser.run("\(list).open = false")
    board.desk.memo("done", "milk")
    try browser.wait(for: "\(status("milk")) === 'done'")
    #expect(try browser.text("\(list).open") == "false")
  }
}
