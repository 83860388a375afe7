import Foundation
import MemoCLI
import StoreFiles
import TestSupport
import Testing

/// Attacks by other pages and names on a person with an open board.
extension SheetBrowserTests {
  /// A web server of another program, with one page.
  private final class OtherSite {
    let port: Int
    private let program: Background

    init(_ scratch: Scratch, page: String) throws {
      let port = try Server.freePort()
      self.port = port
      try FileManager.default.createDirectory(
        atPath: scratch("other"), withIntermediateDirectories: true)
      try page.write(toFile: scratch("other/index.html"), atomically: true, encoding: .utf8)
      try """
      server.document-root = "\(scratch("other"))"
      server.port = \(port)
      server.bind = "127.0.0.1"
      index-file.names = ("index.html")
      mimetype.assign = (".html" => "text/html")
      """.write(toFile: scratch("other.conf"), atomically: true, encoding: .utf8)
      program = try Background(
        [programPath("lighttpd") ?? "", "-D", "-f", scratch("other.conf")],
        log: scratch("other.log"), environment: scratch.environment
      ) { Server.isListening(port) }
    }

    deinit { program.stop() }
  }

  /// A page on another port is same-site, so the browser sends it cookies.
  ///
  /// It can neither read nor change the board.
  @Test(.enabled(if: WebServer.isInstalled)) func aPageOnAnotherPortSeesAndChangesNothing() throws {
    let board = try served()
    let milk = try WebStage(board.desk).id("milk")
    let address = "http://localhost:\(board.port)\(board.prefix)"
    let page = """
      <!doctype html><title>other</title><iframe id=frame src="\(address)"></iframe>
      <iframe name=hidden></iframe>
      <form method=post target=hidden action="\(address)do"><input name=do value=delete>
      <input name=task value=\(milk)></form>
      <img id=asset src="\(address)manifest.webmanifest">
      <script>
      window.told = []
      const tell = (what) => (outcome) => told.push(what + ':' + outcome)
      const body = new URLSearchParams({ do: 'delete', task: '\(milk)' })
      const posts = [{ mode: 'no-cors' }, { mode: 'cors' }].map((mode) =>
        fetch('\(address)do', { method: 'POST', body, credentials: 'include', ...mode })
          .then((answer) => answer.text()).then(tell(mode.mode), () => tell(mode.mode)('refused')))
      const reads = ['', 'journal', 'manifest.webmanifest'].map((path) =>
        fetch('\(address)' + path, { credentials: 'include' })
          .then((answer) => answer.text()).then(tell('read'), () => tell('read')('refused')))
      const stream = new Promise((done) => {
        const events = new EventSource('\(address)events', { withCredentials: true })
        events.onmessage = () => done(tell('stream')('heard'))
        events.onerror = () => done(tell('stream')('refused'))
      })
      document.forms[0].submit()
      Promise.all([...posts, ...reads, stream]).then(() => setTimeout(() => (window.isOver = true), 500))
      </script>
      """
    let other = try OtherSite(board.desk.scratch, page: page)
    let browser = try browser(board)
    let before = try board.desk.journal()
    let files = board.desk.tasks()
    for name in ["localhost", "127.0.0.1"] {
      try browser.open("http://\(name):\(other.port)/")
      try browser.wait(for: "window.isOver")
      let told = try browser.text("told.sort().join(' ')")
      #expect(
        told
          == "cors:refused no-cors:refused read:refused read:refused read:refused stream:refused")
      // In a frame, there is nothing to click.
      #expect(
        try browser.text(
          "(() => { try { return frame.contentDocument === null } catch { return true } })()")
          == "true")
    }
    #expect(try board.desk.journal() == before)
    #expect(board.desk.tasks() == files)
    // The board itself still works.
    try browser.open(address)
    try browser.wait(for: card("milk"))
  }

  /// A foreign name that points to this machine is refused.
  @Test func aReboundNameShowsNothing() throws {
    let board = try served()
    let browser = try browser(
      board, arguments: ["--host-resolver-rules=MAP rebound.example 127.0.0.1"])
    try browser.open("http://rebound.example:\(board.port)\(board.prefix)")
    #expect(try browser.text("document.body.innerText").contains("this server has another name"))
    let before = try board.desk.journal()
    try browser.run(
      """
      window.answer = null
      fetch('\(board.prefix)do', { method: 'POST', body: new URLSearchParams({ do: 'undo' }) })
        .then((answer) => (window.answer = answer.status), () => (window.answer = 'refused'))
      """)
    try browser.wait(for: "window.answer !== null")
    #expect(["421", "refused"].contains(try browser.text("window.answer")))
    #expect(try board.desk.journal() == before)
  }

  /// A title and a text with scripts.
  @Test func textOfTasksIsNeverRun() throws {
    let desk = try WebStage.groceries().desk
    let evil = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    #expect(
      desk.memo("add", "\(evil) 'title\"", "-m", "\(evil)\n\n[x](javascript:alert(1)) `\(evil)`")
        .status == .done)
    let board = try ServedBoard(desk)
    let browser = try browser(board)
    let id = try WebStage(desk).id("owned")
    for page in ["", "task/\(id)", "task/\(id)?edit=1", "journal", "?view=notes", "?q=\(id)"] {
      try browser.open("http://localhost:\(board.port)\(board.prefix)\(page)")
      try browser.wait(for: "document.readyState === 'complete'")
      #expect(try browser.text("document.title") != "owned", "\(page)")
      #expect(
        try browser.text("document.querySelectorAll('img[src=x], [href^=javascript]').length")
          == "0")
    }
    #expect(try browser.complaints() == [])
  }

  /// Six event streams would block a seventh page, so an invisible page has none.
  @Test func eightPagesAreOpenAtOnce() throws {
    let board = try served()
    // The test decides which tabs are visible, as a person would.
    let browser = try browser(board, arguments: ["--no-first-run"])
    let address = "http://localhost:\(board.port)\(board.prefix)"
    for number in 1..<8 {
      try browser.openTab("\(address)?q=\(number % 2 == 0 ? "milk" : "")")
      try browser.wait(for: card("milk"))
    }
    board.desk.memo("start", "milk")
    try browser.wait(for: "\(status("milk")) === 'doing'")
  }

  /// A page that was hidden for five seconds has no stream, and updates when it is visible again.
  @Test func aHiddenPageHasNoStream() throws {
    let board = try served()
    let browser = try browser(board)
    // Ten of its seconds are one real second.
    try browser.devTools(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        const wait = setTimeout
        setTimeout = (act, time, ...more) => wait(act, time / 10, ...more)
        streams = []
        EventSource = class extends EventSource {
          constructor(address) { super(address); streams.push(this) }
        }
        """
      ])
    try browser.reload()
    try browser.wait(for: "streams.at(-1)?.readyState === 1 && document.querySelector('.dots')")
    func see(_ isHidden: Bool, _ then: String = "") throws -> Any? {
      try browser.run(
        """
        Object.defineProperty(document, 'hidden', { value: \(isHidden), configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        \(then)
        """)
    }
    // Returning earlier doesn't count.
    _ = try see(true)
    _ = try see(false)
    let closed = try see(
      true,
      """
      const begin = performance.now()
      return (async () => {
        while (streams[0].readyState !== 2) await new Promise(done => wait(done, 5))
        return [streams.length, performance.now() - begin]
      })()
      """)
    let numbers = try #require((closed as? [NSNumber])?.map(\.doubleValue))
    #expect(numbers[0] == 1 && numbers[1] > 450, "\(numbers)")
    board.desk.memo("start", "milk")
    _ = try see(false)
    try browser.wait(for: "\(status("milk")) === 'doing'")
    #expect(try browser.text("streams.map(one => one.readyState).at(-1) < 2") == "true")
  }

  /// After a revocation, a page shows nothing any more; its drafts stay in the browser.
  @Test func revokedPagesShowNothing() throws {
    let (board, browser) = try opened()
    try browser.type("je")
    try browser.wait(for: "document.activeElement.name === 'title'")
    try browser.type("Typed before")
    let result = try run(
      Products.path(of: "memo-web"), ["devices", "--revoke", "browser"],
      in: board.desk.scratch(board.desk.folder), environment: board.desk.environment.variables)
    #expect(result.output == "browser is out\n")
    try browser.wait("the page", seconds: 5) {
      try browser.text("document.body.innerText").contains("This browser is not authorized")
    }
    #expect(try browser.text("document.querySelector('.card, dialog')") == "null")
    #expect(
      try browser.text("Object.values(localStorage).join().includes('Typed before')") == "true")
  }
}
