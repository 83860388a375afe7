import Foundation
import MemoKit
import TestSupport
import Testing

/// `memo-web` on a real socket, with requests that browsers don't or might send.
@Suite(.onItsOwnThreadAtOnce, .serialized) struct TransportTests {
  func served(_ options: [String] = []) throws -> ServedBoard {
    try ServedBoard(try WebStage.groceries().desk, options)
  }

  @Test func onlyTheLinkGivesAccess() throws {
    let board = try served()
    for target in [
      board.prefix, "/", "\(board.prefix)?in=guess", "/b/other/", "\(board.prefix)events",
    ] {
      let answer = try Wire.ask(board.port, "GET", target, [board.host])
      #expect(answer.status == 401, "\(target)")
      #expect(!answer.body.contains("groceries") && !answer.body.contains("milk"))
    }
    let cookie = try board.letIn()
    #expect(try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie]).status == 200)
    // The link works only once.
    let target = board.link.components(separatedBy: "localhost:\(board.port)").last ?? ""
    #expect(try Wire.ask(board.port, "GET", target, [board.host]).status == 401)
    for header in [
      "Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
      "Referrer-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
      "Cross-Origin-Resource-Policy: same-origin", "Cache-Control: no-store",
    ] {
      #expect(
        try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie]).head.contains(header))
    }
  }

  /// A preview of the link doesn't use it up.
  @Test func previewsDoNotUseUpALink() throws {
    let board = try served()
    let target = board.link.components(separatedBy: "localhost:\(board.port)").last ?? ""
    for _ in 1...2 {
      let look = try Wire.ask(board.port, "HEAD", target, [board.host])
      #expect(look.head.hasPrefix("HTTP/1.1 401"), "\(look.head)")
    }
    #expect(try board.letIn().hasPrefix("Cookie: memo="))
  }

  #if os(Linux)
  /// A hook's background process gets no open files of the server.
  @Test func hooksInheritNoConnection() throws {
    let board = try served()
    let cookie = try board.letIn()
    let hook = ".git/hooks/post-commit"
    try board.desk.write("#!/bin/sh\nls -l /proc/$$/fd >../descriptors\n", to: hook)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: board.desk.scratch(board.desk.path(hook)))
    let answer = try Wire.ask(
      board.port, "POST", "\(board.prefix)new",
      [board.host, cookie, board.origin, "Content-Type: application/x-www-form-urlencoded"],
      body: "title=Watched&op=watched")
    #expect(answer.status == 303)
    let open = try board.desk.scratch.read("descriptors")
    #expect(open.contains(" 1 -> ") && !open.contains("socket:") && !open.contains("eventpoll"))
  }
  #endif

  /// The number of streams per browser is limited; the oldest one is closed.
  @Test func theOldestStreamIsClosed() throws {
    let board = try served()
    let cookie = try board.letIn()
    let streams = try (1...5).map { _ in
      let wire = try Wire(to: board.port)
      wire.send("GET \(board.prefix)events HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n")
      #expect(wire.read { $0.contains("revision=") }.contains("200"))
      return wire
    }
    board.desk.memo("add", "News")
    for (index, stream) in streams.enumerated() {
      let text = stream.read { $0.contains("revision=") || $0.contains("0\r\n\r\n") }
      #expect(text.contains("revision=") == (index > 0), "\(index): \(text)")
      #expect(text.contains("retry: 10000") == (index == 0), "\(index): \(text)")
    }
  }

  /// A HEAD request for the stream opens no stream.
  @Test func headRequestsOpenNoStream() throws {
    let board = try served()
    let cookie = try board.letIn()
    let stream = try Wire(to: board.port)
    stream.send("GET \(board.prefix)events HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n")
    #expect(stream.read { $0.contains("revision=") }.contains("200"))
    // Enough to close the first one.
    for _ in 1...5 {
      let answer = try Wire.ask(
        board.port, "HEAD", "\(board.prefix)events", [board.host, cookie])
      #expect(answer.status == 200 && answer.body.isEmpty)
      #expect(answer.head.contains("text/event-stream"), "\(answer.head)")
    }
    board.desk.memo("add", "News")
    let text = stream.read { $0.contains("revision=") || $0.contains("0\r\n\r\n") }
    #expect(text.contains("revision=") && !text.contains("retry: 10000"), "\(text)")
  }

  /// Assets and pages are compressed if the client accepts that.
  @Test func answersAreCompressed() throws {
    let board = try served()
    let cookie = try board.letIn()
    func size(_ target: String, _ more: [String] = []) throws -> (length: Int, head: String) {
      let wire = try Wire(to: board.port)
      wire.send(
        "GET \(target) HTTP/1.1\r\n\(([board.host, cookie] + more).joined(separator: "\r\n"))"
          + "\r\nConnection: close\r\n\r\n")
      var bytes: [UInt8] = []
      while true {
        let more = wire.read()
        if more.isEmpty { break }
        bytes += more
      }
      let blank = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
      return (
        bytes.count - blank.upperBound, String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
      )
    }
    let page = try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie]).body
    let assets = Set(
      page.matches(of: #/(?:href|src)="([^"]+\.(?:js|css))"/#).map { String($0.1) })
    #expect(assets.count > 10)
    let sum = try assets.reduce(0) { try $0 + size($1, ["Accept-Encoding: br, gzip"]).length }
    #expect(sum <= 40_000, "\(sum)")
    let small = try size(board.prefix, ["Accept-Encoding: gzip, deflate"])
    #expect(small.head.contains(#/[Cc]ontent-[Ee]ncoding: (gzip|deflate)/#), "\(small.head)")
    #expect(small.head.contains("Vary: Accept-Encoding"))
    #expect(small.length < page.utf8.count / 2)
    for refusal in [[], ["Accept-Encoding: gzip;q=0, br"]] {
      let head = try size(board.prefix, refusal).head
      #expect(!head.lowercased().contains("content-encoding"), "\(refusal)")
    }
  }

  /// Malicious requests of a page, a name or a program, with the cookie.
  @Test func foreignRequestsAreRefused() throws {
    let board = try served()
    let cookie = try board.letIn()
    let before = try board.desk.journal()
    let form = "Content-Type: application/x-www-form-urlencoded"
    let rows: [(Int, [String])] = [
      (403, [board.host, cookie, form]),
      (403, [board.host, cookie, form, "Origin: http://evil.example"]),
      (403, [board.host, cookie, form, "Origin: null"]),
      (403, [board.host, cookie, form, "Origin: http://localhost:3000"]),
      (403, [board.host, cookie, form, board.origin, "Sec-Fetch-Site: same-site"]),
      (
        421,
        [
          "Host: evil.example:\(board.port)", cookie, form,
          "Origin: http://evil.example:\(board.port)",
        ]
      ),
      (421, ["Host: localhost", cookie, form, board.origin]),
      (415, [board.host, cookie, board.origin, "Content-Type: text/plain"]),
      (401, [board.host, form, board.origin]),
    ]
    for (status, headers) in rows {
      let answer = try Wire.ask(
        board.port, "POST", "\(board.prefix)do", headers, body: "do=undo")
      #expect(answer.status == status, "\(headers)")
      #expect(!answer.head.lowercased().contains("access-control"))
    }
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH"] {
      #expect(
        try Wire.ask(board.port, method, "\(board.prefix)do", [board.host, cookie]).status == 405)
    }
    #expect(try board.desk.journal() == before)
    let mum = try WebStage(board.desk).id("mum")
    let answer = try Wire.ask(
      board.port, "POST", "\(board.prefix)do", [board.host, cookie, form, board.origin],
      body: "do=done&task=\(mum)")
    #expect(answer.status == 303)
    #expect(try board.desk.journal() != before)
  }

  @Test func invalidRequestsAreRefused() throws {
    let board = try served()
    let head = "\(board.host)\r\n"
    for text in [
      "GET / HTTP/1.1\r\nHost : localhost:\(board.port)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(head)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\n\(head)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "GET / HTTP/1.1\r\n\(head)A\u{0}: b\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
      "GET / HTTP/1.1\r\n\(head)X: \(String(repeating: "a", count: 40_000))\r\n\r\n",
      "GET  HTTP/1.1\r\n\r\n",
    ] {
      let wire = try Wire(to: board.port)
      wire.send(text)
      let answer = wire.readAnswer()
      #expect(
        [0, 400, 401, 413, 421, 431].contains(answer.status), "\(text.prefix(60)): \(answer)")
      #expect(!answer.body.contains("milk"))
    }
    #expect(try Wire.ask(board.port, "GET", "/", [board.host]).status == 401)
  }

  @Test func aBodyThatIsTooLargeIsRefused() throws {
    let board = try served()
    let cookie = try board.letIn()
    let answer = try Wire.ask(
      board.port, "POST", "\(board.prefix)new",
      [board.host, cookie, board.origin, "Content-Type: application/x-www-form-urlencoded"],
      body: "title=a&body=" + String(repeating: "b", count: 3 << 20))
    #expect([0, 413].contains(answer.status))
    #expect(try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie]).status == 200)
  }

  @Test func aRestartedServerKnowsItsPages() throws {
    let board = try served()
    let cookie = try board.letIn()
    let wires = try (0..<3).map { _ in
      let wire = try Wire(to: board.port)
      wire.send("GET \(board.prefix)events HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n")
      _ = wire.read { $0.contains("data: revision=") }
      return wire
    }
    let prefix = board.prefix
    board.stop()
    for wire in wires { #expect(wire.read { _ in false }.contains("data") == false) }
    try board.start()
    #expect(board.prefix == prefix)
    #expect(try Wire.ask(board.port, "GET", prefix, [board.host, cookie]).status == 200)
    #expect(try board.desk.scratch.git("status", "--porcelain", in: board.desk.folder) == "")
  }

  /// By default the first free port from 6366 on, and later the same one again.
  @Test func aFreePortIsTheDefault() throws {
    let boards = try (0..<2).map { _ in
      try ServedBoard(try WebStage.groceries().desk, picksPort: true)
    }
    let ports = boards.map(\.port)
    #expect(ports[0] != ports[1] && ports.allSatisfy { (6366..<6386).contains($0) }, "\(ports)")
    for board in boards {
      #expect(try Wire.ask(board.port, "GET", board.prefix, [board.host]).status == 401)
    }
    // A server doesn't change to a lower port that has become free.
    boards[0].stop()
    boards[1].stop()
    let again = try ServedBoard(boards[1].desk, picksPort: true)
    #expect(again.port == ports[1])
  }

  @Test func aSecondServerMakesALinkForTheFirst() throws {
    let board = try served()
    let link = try board.newLink()
    #expect(try Wire.ask(board.port, "GET", link, [board.host]).status == 303)
    #expect(try Wire.ask(board.port, "GET", link, [board.host]).status == 401)
  }

  /// `memo` finds it in its own folder, without PATH.
  @Test func memoFindsMemoWebBesideItself() throws {
    let board = try served()
    var environment = board.desk.environment.variables
    environment["PATH"] = "/usr/bin:/bin"
    let result = try run(
      Products.path(of: "memo"), ["web", "devices"], in: board.desk.scratch(board.desk.folder),
      environment: environment)
    #expect(result.code == 0 && result.output == "no authorized devices\n", "\(result)")
  }

  /// The second request of a double click or a reload gets the answer of the first.
  @Test func simultaneousRepeatsAreDoneOnce() throws {
    let board = try served()
    let cookie = try board.letIn()
    let before = try board.desk.journal()
    func post(_ body: String) throws -> [(status: Int, head: String, body: String)] {
      let head = [
        "POST \(board.prefix)new HTTP/1.1", board.host, cookie, board.origin, "X-Memo: part",
        "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
        "Connection: close", "", "",
      ].joined(separator: "\r\n")
      let wires = try (0..<6).map { _ in try Wire(to: board.port) }
      for wire in wires { wire.send(head + body) }
      return wires.map { $0.readAnswer() }
    }
    let answers = try post("title=Once&op=same")
    #expect(answers.map(\.status) == [200, 200, 200, 200, 200, 200])
    // Only the name of the next change differs.
    let bodies = answers.map { $0.body.replacing(#/name="op" value="[^"]*"/#, with: "") }
    #expect(Set(bodies).count == 1, "\(bodies)")
    #expect(try board.desk.journal().count == before.count + 1)
    // A restored page may send another text under the same name.
    #expect(try post("title=Twice&op=same").map(\.status) == [200, 200, 200, 200, 200, 200])
    #expect(try board.desk.journal().count == before.count + 2)
    // A failed request may be repeated.
    #expect(try post("title=%20&op=same").map(\.status) == [400, 400, 400, 400, 400, 400])
  }

  @Test func idleConnectionsAreClosed() throws {
    let board = try served()
    let cookie = try board.letIn()
    let slow = try Wire(to: board.port)
    let start = ContinuousClock.now
    slow.send("GET / HTTP/1.1\r\nHost: local")
    // Half a request is closed after the time limit for a whole one.
    #expect(slow.read().isEmpty)
    #expect(ContinuousClock.now - start < .seconds(15))
    let idle = try (0..<150).map { _ in try Wire(to: board.port) }
    let asked = ContinuousClock.now
    #expect(try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie]).status == 200)
    #expect(ContinuousClock.now - asked < .seconds(5))
    withExtendedLifetime(idle) {}
  }

  /// A page that got no answer asks again, even a server that was started since.
  @Test func aRepeatedChangeIsTheSame() throws {
    let board = try served()
    let cookie = try board.letIn()
    func post(_ path: String, _ body: String) throws -> (status: Int, head: String, body: String) {
      try Wire.ask(
        board.port, "POST", "\(board.prefix)\(path)",
        [
          board.host, cookie, board.origin, "X-Memo: part",
          "Content-Type: application/x-www-form-urlencoded",
        ], body: body)
    }
    // A page without scripts doesn't say that it is a repetition.
    func send(_ body: String) throws -> Int {
      try Wire.ask(
        board.port, "POST", "\(board.prefix)new",
        [board.host, cookie, board.origin, "Content-Type: application/x-www-form-urlencoded"],
        body: body
      ).status
    }
    #expect(try send("title=Plain&op=given-before") == 303)
    let before = try board.desk.journal()
    #expect(try post("new", "title=Once&op=1-2-3").status == 200)
    #expect(try post("do", "do=undo&op=1-2-4").status == 200)
    let after = try board.desk.journal()
    #expect(after.count == before.count + 2)
    #expect(try post("new", "title=Once&op=1-2-3&again=1").status == 200)
    board.stop()
    try board.start()
    for body in ["title=Once&op=1-2-3&again=1", "title=Once&op=1-2-3&again=1"] {
      let answer = try post("new", body)
      #expect(answer.status == 200 && answer.body.contains("done already"), "\(answer.body)")
    }
    #expect(try post("do", "do=undo&op=1-2-4&again=1").status == 200)
    #expect(try send("title=Plain&op=given-before") == 303)
    #expect(try board.desk.journal() == after)
    #expect(try post("new", "title=Twice&op=1-2-5&again=1").status == 200)
    #expect(try board.desk.journal().first == "add: Twice")
  }
}
