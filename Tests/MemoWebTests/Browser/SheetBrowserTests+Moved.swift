import Foundation
import MemoKit
import TestSupport
import Testing

/// Files without an id that move while they are open, and tasks that are deleted while they are
/// edited.
extension SheetBrowserTests {
  private func plain(_ board: ServedBoard) throws {
    try board.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
    _ = try board.desk.scratch.git("add", ".", in: board.desk.folder)
    _ = try board.desk.scratch.git("commit", "-qm", "plain", in: board.desk.folder)
  }

  private func notes(_ board: ServedBoard, _ engine: WebDriver.Engine) throws -> WebDriver {
    let browser = try browser(board, engine)
    try browser.open("http://localhost:\(board.port)\(board.prefix)?view=notes&order=standard")
    try browser.wait(for: "\(card("Plain"))?.querySelector('.dots')")
    try browser.run("\(card("Plain")).querySelector('a').click()")
    try browser.wait(for: "document.querySelector('#detail h2')?.innerText === 'Plain'")
    return browser
  }

  private static let kind = "document.querySelector('#detail .kind')?.textContent"
  private static let isMarked = """
    location.search.includes('open=' + document.querySelector('a[aria-current]').parentElement.id.slice(2))
    """

  @Test(arguments: WebDriver.Engine.sample) func aNoteFollowsAFileWithoutAnID(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    try plain(board)
    let browser = try notes(board, engine)
    try board.desk.move("todo/plain.md", "doing/plain.md")
    try browser.wait(for: "\(Self.kind) === 'DOING' && \(Self.isMarked)")
    #expect(try browser.text("document.querySelector('#detail h2').innerText") == "Plain")
  }

  @Test(arguments: WebDriver.Engine.sample) func typedTextFollowsItsFile(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    try plain(board)
    let browser = try notes(board, engine)
    try browser.click("#detail [data-edit]")
    let field = "document.querySelector('#detail [name=tags]')"
    try browser.wait(for: field)
    try browser.run("\(field).focus()")
    try browser.type("mine")
    try board.desk.move("todo/plain.md", "doing/plain.md")
    try browser.wait(for: "\(status("Plain")) === 'doing'")
    #expect(try browser.text("\(field).value") == "mine")
    try browser.run("\(field).focus()")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") { try board.desk.read("doing/plain.md").contains("mine") }
    try browser.wait(for: "\(Self.kind) === 'DOING'")
    try browser.wait(for: "Object.keys(localStorage).length === 0")
  }

  /// A deleted task has no card that would lead to its draft.
  @Test(arguments: WebDriver.Engine.sample) func aDeletedTasksDraftIsOffered(
    engine: WebDriver.Engine
  ) throws {
    let (board, browser) = try opened(engine)
    let home = "http://localhost:\(board.port)\(board.prefix)"
    let milk = try WebStage(board.desk).id("milk")
    try browser.open("\(home)task/\(milk)?edit=1")
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=body]').focus()")
    try browser.type("Two litres")
    try browser.open(board.link.components(separatedBy: "/b/")[0] + "/nothing")
    board.desk.memo("remove", "milk", "--yes")
    try browser.open(home)
    try browser.wait(for: "!\(card("milk"))")
    let line = "document.querySelector('#left p')?.textContent"
    try browser.wait(for: "\(line)?.startsWith('Buy oat milk is not saved yet — ')")
    // Once, however often the page is loaded.
    try browser.reload()
    try browser.wait(for: "document.querySelector('#left button')")
    #expect(try browser.text("document.querySelectorAll('#left p').length") == "1")
    try browser.click("#left button")
    try browser.wait(
      for: "document.querySelector('dialog[open] textarea')?.value.includes('Two litres')")
    #expect(!board.desk.exists("todo/buy-oat-milk.md"))
  }

  /// A broken file becomes a sheet with fields when somebody fixes it.
  ///
  /// The board offers the text that was typed before.
  @Test(arguments: WebDriver.Engine.sample) func aFixedFilesDraftIsOffered(
    engine: WebDriver.Engine
  ) throws {
    let board = try served()
    try board.desk.write("---\ntitle: Broken one\ntags: [home\n---\n", to: "todo/broken.md")
    let browser = try browser(board, engine)
    try browser.wait(for: card("broken"))
    let task = try browser.text("\(card("broken")).id.slice(2)")
    let home = "http://localhost:\(board.port)\(board.prefix)"
    try browser.open("\(home)task/\(task)?edit=1")
    try browser.wait(for: "document.querySelector('form[data-opened] [name=source]')")
    try browser.type("tags: [mine]")
    try browser.open(board.link.components(separatedBy: "/b/")[0] + "/nothing")
    try board.desk.write("---\ntitle: Broken one\ntags: [home]\n---\n", to: "todo/broken.md")
    try browser.open(home)
    try browser.wait(for: card("Broken one"))
    let line = "document.querySelector('#left p')?.textContent"
    try browser.wait(for: "\(line)?.startsWith('todo/broken.md is not saved yet — ')")
    try browser.click("#left button")
    let field = "document.querySelector('dialog[open] textarea')"
    try browser.wait(for: "\(field)?.value.includes('tags: [mine]')")
    try browser.type(Self.escape)
    try browser.reload()
    try browser.wait(for: "document.querySelector('#left button')")
  }

  /// Another tab offers abandoned text in its sheet, and adds it to the current version of the
  /// task.
  @Test(arguments: WebDriver.Engine.sample, ["moved", "renamed", "changed"])
  func abandonedTextIsOffered(engine: WebDriver.Engine, what: String) throws {
    let (board, browser) = try opened(engine)
    let origin = board.link.components(separatedBy: "/b/")[0]
    let address = "\(origin)\(board.prefix)task/\(try WebStage(board.desk).id("milk"))?edit=1"
    try browser.open(address)
    try browser.wait(for: "document.querySelector('form[data-opened]')")
    try browser.run("document.querySelector('[name=body]').focus()")
    try browser.type("Two litres")
    try browser.open("\(origin)/nothing")
    var file = "todo/buy-oat-milk.md"
    switch what {
    case "moved":
      board.desk.memo("start", "milk")
      file = "doing/buy-oat-milk.md"
    case "renamed":
      try board.desk.move(file, "todo/oats.md")
      file = "todo/oats.md"
    default: board.desk.memo("set", "milk", "title=Oat drink", "+cold")
    }
    try browser.openTab(address)
    try browser.wait(for: "document.querySelector('form .said')")
    let body = "document.querySelector('[name=body]')"
    #expect(try browser.text("\(body).value").contains("Two litres"))
    try browser.run("\(body).focus()")
    try browser.type(Self.enter, with: Self.control)
    try browser.wait("the file") {
      try board.desk.exists(file) && board.desk.read(file).contains("Two litres")
    }
    if what == "changed" {
      let text = try board.desk.read(file)
      #expect(text.contains("title: Oat drink") && text.contains("cold"))
    }
    try browser.wait(for: "Object.keys(localStorage).length === 0")
  }
}
