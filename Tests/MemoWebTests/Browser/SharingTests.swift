import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Other devices and their permissions.
@Suite(.onItsOwnThread) struct SharingTests {
  private func served() throws -> ServedBoard { try ServedBoard(try WebStage.groceries().desk) }

  @Test func anotherDeviceEntersWithACode() throws {
    let board = try ServedBoard(
      try WebStage.groceries().desk,
      ["--share", "--host", "desk.example", "--as", "Ada <ada@x.org>"])
    let address = "desk.example:\(board.port)"
    let host = "Host: \(address)"
    let origin = "Origin: http://\(address)"
    let type = "Content-Type: application/x-www-form-urlencoded"
    let code = try #require(board.log.firstMatch(of: #/the code (\d{4}) (\d{4})/#))
    #expect(
      try Wire.ask(board.port, "GET", "/", ["Host: other.example:\(board.port)"]).status == 421)
    let entrance = try Wire.ask(board.port, "GET", "/", [host])
    #expect(entrance.status == 401 && entrance.body.contains("name=\"code\""))
    #expect(!entrance.body.contains(board.prefix))
    let style = try Wire.ask(board.port, "GET", "/enter.css", [host])
    #expect(style.status == 200 && style.body.contains("--surface:"))
    func enter(_ code: String, _ origin: String) throws -> (status: Int, head: String, body: String)
    {
      try Wire.ask(board.port, "POST", "/enter", [host, origin, type], body: "code=\(code)")
    }
    #expect(try enter("\(code.1)\(code.2)", "Origin: http://evil.example").status == 403)
    #expect(try enter("1", origin).body.contains("Wrong or expired code"))
    let answer = try enter("\(code.1)+\(code.2)", origin)
    #expect(answer.status == 303)
    let key = try #require(answer.head.firstMatch(of: #/Set-Cookie: (memo=[a-z0-9]+)/#))
    let cookie = "Cookie: \(key.1)"
    #expect(try enter("\(code.1)\(code.2)", origin).status == 401)
    // Its changes have its name; changes of the clone's user meanwhile have the user's.
    try board.desk.write("---\ntitle: By hand\n---\n", to: "todo/by-hand.md")
    let milk = try WebStage(board.desk).id("milk")
    #expect(
      try Wire.ask(
        board.port, "POST", "\(board.prefix)do", [host, origin, type, cookie],
        body: "do=done&task=\(milk)"
      ).status == 303)
    let authors = try board.desk.scratch.git(
      "log", "-2", "--format=%an <%ae>|%cn|%s", in: board.desk.folder)
    let lines = authors.split(separator: "\n")
    let user = String(try #require(lines.last?.split(separator: "|").dropFirst().first))
    #expect(lines.first == "Ada <ada@x.org>|\(user)|move: Buy oat milk (todo → done)")
    #expect(
      lines.last?.hasPrefix("\(user) <") == true && lines.last?.hasSuffix("add: By hand") == true)
    // After a revocation, it has no access at once, is told so, and gets no more events.
    let wire = try Wire(to: board.port)
    wire.send("GET \(board.prefix)events HTTP/1.1\r\n\(host)\r\n\(cookie)\r\n\r\n")
    #expect(wire.read { $0.contains("data: revision=") }.contains("text/event-stream"))
    #expect(try devices(board) == "Ada  device  since DAY  seen DAY  as Ada <ada@x.org>\n")
    let document = try devices(board, "--json")
    #expect(
      document.contains(#"{"name": "Ada", "kind": "device", "since": "DAY"#)
        && document.contains(#""seen": "DAY", "author": "Ada <ada@x.org>"}"#), "\(document)")
    #expect(try devices(board, "--revoke", "Nobody").contains("there is no device 'Nobody'"))
    #expect(try devices(board, "--revoke", "Ada") == "Ada is out\n")
    let last = wire.read { $0.hasSuffix("0\r\n\r\n") }
    #expect(last.contains("event: out\n") && !last.contains("revision="), "\(last)")
    #expect(try Wire.ask(board.port, "GET", board.prefix, [host, cookie]).status == 401)
    board.stop()
    #expect(try devices(board) == "no authorized devices\n")
  }

  private func devices(_ board: ServedBoard, _ words: String...) throws -> String {
    let result = try run(
      Products.path(of: "memo-web"), ["devices"] + words, in: board.desk.scratch(board.desk.folder),
      environment: board.desk.environment.variables)
    return (result.output + result.error).replacing(#/\d{4}-\d\d-\d\d/#, with: "DAY")
  }

  @Test func theProgramPrintsItsVersion() throws {
    let desk = try WebStage.groceries().desk
    for (options, start) in [([], "memo-web 1.0.0 ("), (["--json"], "{\"version\": \"1.0.0\"}\n")] {
      let result = try run(
        Products.path(of: "memo-web"), ["--version"] + options, in: desk.scratch(desk.folder),
        environment: desk.environment.variables)
      #expect(result.code == 0 && result.output.hasPrefix(start), "\(result)")
    }
  }

  @Test func aNewServerWaitsForAnEndingOne() throws {
    let board = try served()
    board.stop()
    try board.start(followsAnother: true)
    #expect(!board.log.contains("served already"))
    let answer = try Wire.ask(board.port, "GET", board.prefix, [board.host, try board.letIn()])
    #expect(answer.status == 200)
  }

  @Test func behindAProxyOnlyItsNameIsAccepted() throws {
    let board = try ServedBoard(
      try WebStage.groceries().desk, ["--behind", "https://tasks.example.org"])
    let target = String(board.link.dropFirst("https://tasks.example.org".count))
    #expect(board.link.hasPrefix("https://tasks.example.org/b/"))
    #expect(try Wire.ask(board.port, "GET", target, [board.host]).status == 421)
    let answer = try Wire.ask(board.port, "GET", target, ["Host: tasks.example.org"])
    #expect(answer.status == 303 && answer.head.contains("; Secure"))
  }

  @Test(arguments: [
    (["--share", "--behind", "https://a.org"], "exclude each other"),
    (["--behind", "http://a.org"], "invalid origin"), (["--as", "Ada"], "--as goes with"),
    (["--share", "--as", "<x>"], "invalid author"), (["--host", "a"], "--host NAME goes with"),
    (["--share", "--host", "a/b"], "invalid host name"), (["--port", "0"], "from 1 to 65535"),
  ]) func contradictingOptionsAreRefused(words: [String], reason: String) throws {
    let desk = try WebStage.groceries().desk
    let result = try run(
      Products.path(of: "memo-web"), words, in: desk.scratch(desk.folder),
      environment: desk.environment.variables)
    #expect(result.code == 64 && result.error.contains(reason), "\(result)")
  }

  /// A password in a remote's address is shown nowhere.
  @Test func aRemotesPasswordIsNotShown() throws {
    let board = try served()
    let cookie = try board.letIn()
    let place = "127.0.0.1:\(try Server.freePort())/hub"
    for (key, value) in [
      ("remote.origin.url", "http://kim:s3cret@\(place)"),
      ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
      ("branch.main.remote", "origin"), ("branch.main.merge", "refs/heads/main"),
    ] { try board.desk.scratch.git("config", key, value, in: board.desk.folder) }
    let stream = try Wire(to: board.port)
    stream.send("GET \(board.prefix)events HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n")
    let refused = try Wire.ask(
      board.port, "POST", "\(board.prefix)do",
      [
        board.host, cookie, board.origin, "X-Memo: part",
        "Content-Type: application/x-www-form-urlencoded",
      ], body: "do=sync")
    #expect(refused.body.contains(place), "\(refused)")
    var said = ["\(refused)"]
    for words in [["sync", "--json"], ["status", "--json"], ["add", "News"]] {
      let outcome = board.desk.memo(words)
      said.append(outcome.output + outcome.error)
    }
    said.append(stream.read { $0.matches(of: #/revision=/#).count > 1 })
    for page in ["", "settings", "problems", "journal", "devices", "manifest.webmanifest"] {
      let answer = try Wire.ask(board.port, "GET", board.prefix + page, [board.host, cookie])
      #expect(answer.status == 200)
      said.append("\(answer)")
    }
    said.append(try board.printed())
    let folder = board.desk.scratch("\(board.desk.folder)/.git/memo")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      said.append((try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? "")
    }
    #expect(said.filter { $0.contains("s3cret") || $0.contains("kim:") } == [])
  }

  @Test func aCalendarHasItsOwnKey() throws {
    let board = try served()
    let cookie = try board.letIn()
    let made = try Wire.ask(
      board.port, "POST", "\(board.prefix)do",
      [board.host, cookie, board.origin, "Content-Type: application/x-www-form-urlencoded"],
      body: "do=calendar&value=new")
    let address = try #require(
      made.body.firstMatch(of: #/localhost:\d+(\/calendar\/[a-z0-9]+\.ics)/#))
    let path = String(address.1)
    board.stop()
    try board.start()
    let feed = try Wire.ask(board.port, "GET", path, [board.host])
    // The requests and their keys are written nowhere.
    #expect(
      try board.printed().replacing(#/:\d+\/b\/[a-z0-9]{12}\/\?in=[a-z0-9]{26}\n/#, with: "LINK\n")
        == """
        http://localhostLINK
        The link authorizes one browser, within a minute. Ctrl-C ends memo web.

        """)
    #expect(feed.status == 200 && feed.body.contains("SUMMARY:Buy oat milk"))
    let look = try Wire.ask(board.port, "HEAD", path, [board.host])
    #expect(look.status == 200 && look.body == "")
    for other in [
      "/calendar/.ics", "/calendar/x.ics", String(path.dropLast(5)) + ".ics", "/calendar/",
    ] {
      #expect(try Wire.ask(board.port, "GET", other, [board.host]).status == 404)
    }
    #expect(try Wire.ask(board.port, "GET", path, ["Host: evil.example"]).status == 421)
    _ = try Wire.ask(
      board.port, "POST", "\(board.prefix)do",
      [board.host, cookie, board.origin, "Content-Type: application/x-www-form-urlencoded"],
      body: "do=calendar&value=none")
    #expect(try Wire.ask(board.port, "GET", path, [board.host]).status == 404)
  }
}
