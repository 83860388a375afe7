import Foundation
import TestSupport
import Testing

/// Pending and refused changes.
extension SheetBrowserTests {
  /// Every pending or refused change can be read, sent again, or discarded.
  @Test func pendingChangesAreReachable() throws {
    let board = try served()
    let browser = try browser(board)
    let lines = "[...document.querySelectorAll('.said > p')].map(one => one.textContent).join('; ')"
    func press(_ line: String, _ label: String) throws {
      try browser.run("document.querySelector('[aria-label=\"\(label): \(line)\"]').click()")
    }
    try browser.wait(for: "navigator.serviceWorker.controller && document.querySelector('.dots')")
    // The board that was loaded after the worker started is kept.
    try browser.open("http://localhost:\(board.port)\(board.prefix)")
    try focus("milk", browser)
    try browser.type("e")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.run("document.activeElement.select()")
    try browser.type("Buy soy milk")
    board.stop()
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("1 change waits"))
    try focus("fence", browser)
    try browser.type("d")
    try browser.wait(for: hasSign("2 changes wait"))
    try begin("Mow", browser)
    try browser.click("[name=deadline]")
    try browser.type("someday")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: hasSign("3 changes wait"))
    try browser.reload()
    try browser.wait(for: hasSign("3 changes wait"))
    try browser.wait(for: "\(status("fence")) === 'done'")
    try browser.click("#waits summary")
    #expect(try browser.text(lines) == "Buy soy milk; Paint the fence → DONE; Mow")
    // On a phone the list is as wide as the window, and covers no button.
    try browser.resize(320, 640)
    let page = "document.documentElement"
    #expect(try browser.text("\(page).scrollWidth - \(page).clientWidth") == "0")
    try browser.wait(
      for: """
        (() => {
          const box = document.querySelector('.new').getBoundingClientRect()
          return document.elementFromPoint(box.x + 28, box.y + 28)?.closest('.new')
        })()
        """)
    try browser.resize(1280, 800)
    try press("Paint the fence → DONE", "Withdraw")
    try browser.wait(for: "\(status("fence")) === 'doing'")
    #expect(try browser.text(lines) == "Buy soy milk; Mow")
    try press("Buy soy milk", "Show")
    try browser.wait(for: "document.querySelector('dialog.popover textarea')")
    #expect(
      try browser.text("document.activeElement.value").hasPrefix(
        "status: todo\ntitle: Buy soy milk\ndeadline: 2026-11-18\n"))
    try browser.type(Self.escape)
    // A refusal for another reason leaves them in the list.
    try board.start(["--read-only"])
    let reason =
      "is not saved yet — nothing can be changed: the server was started with --read-only"
    try browser.wait(for: "\(lines) === 'Buy soy milk \(reason); Mow \(reason)'")
    try press("Buy soy milk", "Show")
    try browser.wait(for: "document.querySelector('dialog.popover textarea')")
    try browser.type(Self.escape)
    board.stop()
    try board.start()
    // They are in their sheets again, with the reason.
    try browser.wait(for: "document.body.dataset.readOnly === undefined")
    try press("Buy soy milk", "Show")
    try browser.wait(for: "document.querySelector('dialog form.edit .said')")
    #expect(try browser.text("document.activeElement.value") == "Buy soy milk")
    #expect(
      try browser.text("document.querySelector('dialog .said').innerText").contains("--read-only"))
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") {
      try board.desk.read("todo/buy-oat-milk.md").contains("title: Buy soy milk\n")
    }
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try press("Mow", "Show")
    try browser.wait(for: "document.activeElement.value === 'Mow'")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait(for: "document.activeElement.matches('dialog [role=alert]')")
    #expect(
      try browser.text("document.activeElement.textContent").contains("invalid date 'someday'"))
    try browser.type(Self.escape)
    try browser.wait(for: "document.querySelector('dialog.popover[open]')")
    try browser.type(Self.escape)
    try browser.run("document.querySelector('dialog [name=deadline]').value = ''")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the new one") { board.desk.exists("todo/mow.md") }
    try browser.wait(for: "!document.querySelector('#left, #offline, dialog[open]')")
    #expect(try browser.text("Object.keys(localStorage).length") == "0")
    #expect(board.desk.exists("doing/paint-the-fence.md"))
  }
}
