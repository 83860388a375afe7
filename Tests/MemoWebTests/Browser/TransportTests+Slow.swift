import Foundation
import TestSupport
import Testing

/// Slow clients don't block authorized ones.
extension TransportTests {
  /// - Returns: The time for a page, in seconds.
  private func timeOfAPage(_ board: ServedBoard, _ cookie: String) throws -> Double {
    let start = ContinuousClock.now
    let answer = try Wire.ask(board.port, "GET", board.prefix, [board.host, cookie])
    #expect(answer.status == 200)
    return Double((ContinuousClock.now - start).components.seconds)
  }

  @Test func clientsThatDoNotReadBlockNobody() throws {
    let board = try served()
    let cookie = try board.letIn()
    for strangers in [130, 0] {
      // More requests than connections are allowed, whose answers nobody reads.
      let key = strangers > 0 ? "" : "\(cookie)\r\n"
      let request = "GET \(board.prefix) HTTP/1.1\r\n\(board.host)\r\n\(key)\r\n"
      let asked = String(repeating: request, count: 400)
      let wires = try (0..<130).map { _ in
        let wire = try Wire(to: board.port, readsLittle: true)
        wire.fill(with: asked)
        return wire
      }
      #expect(try timeOfAPage(board, cookie) < 8, "\(strangers)")
      withExtendedLifetime(wires) {}
    }
  }

  /// Browsers keep idle connections.
  ///
  /// Even the maximum of them locks nobody out.
  @Test func idleClientsBlockNobody() throws {
    let board = try served()
    let cookies = try (0..<22).map { try $0 == 0 ? board.letIn() : another(board) }
    var wires: [Wire] = []
    for (index, cookie) in cookies.enumerated() where index > 0 {
      for _ in 0..<6 {
        let wire = try Wire(to: board.port)
        wire.send("GET \(board.prefix)date HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n")
        #expect(wire.readAnswer().status == 200, "\(index)")
        wires.append(wire)
      }
      #expect(try timeOfAPage(board, cookies[0]) < 4, "\(index)")
    }
    #expect(try Wire.ask(board.port, "GET", "/", [board.host]).status == 401)
    // Those that weren't closed still work: far more than eight browsers have.
    let left = wires.filter { wire in
      wire.send("GET \(board.prefix)date HTTP/1.1\r\n\(board.host)\r\n\(cookies[1])\r\n\r\n")
      return wire.readAnswer().status == 200
    }
    #expect(left.count >= 100, "\(left.count)")
  }

  /// A client sends half a form on each of the maximum number of connections.
  @Test func halfRequestsBlockNobody() throws {
    let board = try served()
    let (cookie, other) = (try board.letIn(), try another(board))
    let quiet = try Wire(to: board.port)
    let ask = "GET \(board.prefix)date HTTP/1.1\r\n\(board.host)\r\n\(other)\r\n\r\n"
    let form = "Content-Type: application/x-www-form-urlencoded"
    let halves = try (0..<130).map { index in
      // A connection that continues to ask is not closed.
      if index % 40 == 0 {
        quiet.send(ask)
        #expect(quiet.readAnswer().status == 200, "\(index)")
      }
      let wire = try Wire(to: board.port)
      wire.send(
        [
          "POST \(board.prefix)new HTTP/1.1", board.host, cookie, board.origin, form,
          "Content-Length: 1900000", "", "title=half",
        ].joined(separator: "\r\n"))
      return wire
    }
    #expect(try timeOfAPage(board, other) < 4)
    #expect(try timeOfAPage(board, cookie) < 4)
    withExtendedLifetime(halves) {}
  }

  /// The server answers from a request's head, without waiting for its body.
  @Test func anUnauthorizedFormIsNotRead() throws {
    let board = try served()
    let cookie = try board.letIn()
    func head(_ target: String, _ more: [String]) -> String {
      let lines = ["POST \(target) HTTP/1.1", board.host, "Content-Length: 1000"] + more
      return (lines + ["", "abc"]).joined(separator: "\r\n")
    }
    let form = "Content-Type: application/x-www-form-urlencoded"
    for (status, headers) in [
      (401, [board.origin, form]), (403, [cookie, form]), (415, [cookie, board.origin]),
    ] {
      let wire = try Wire(to: board.port)
      wire.send(head("\(board.prefix)new", headers + (status == 415 ? ["Content-Type: a/b"] : [])))
      #expect(wire.readAnswer().status == status)
    }
    // From an unknown client, no more is read than a code can have.
    let code = try Wire.ask(
      board.port, "POST", "/enter", [board.host, board.origin, form],
      body: "code=" + String(repeating: "1", count: 2000))
    #expect(code.status == 413)
    let halves = try (0..<300).map { _ in
      let wire = try Wire(to: board.port)
      wire.send(head("\(board.prefix)new", []))
      return wire
    }
    let halfCodes = try (0..<130).map { _ in
      let wire = try Wire(to: board.port)
      wire.send(head("/enter", [board.origin, form]))
      return wire
    }
    #expect(try timeOfAPage(board, cookie) < 4)
    withExtendedLifetime((halves, halfCodes)) {}
  }

  /// Pipelined requests are answered in order, up to a limit.
  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let board = try served()
    let cookie = try board.letIn()
    func text(_ path: String) -> String {
      "GET \(board.prefix)\(path) HTTP/1.1\r\n\(board.host)\r\n\(cookie)\r\n\r\n"
    }
    let wire = try Wire(to: board.port)
    wire.send(["help", "nowhere", "settings", "task/zzzzzzzzzz"].map(text).joined())
    let answers = wire.read { $0.matches(of: #/<\/html>/#).count == 4 }
    #expect(
      answers.matches(of: #/HTTP\/1\.1 (\d+)/#).map { String($0.1) } == [
        "200", "404", "200", "404",
      ])
    let another = try Wire(to: board.port)
    another.send(String(repeating: text("nowhere"), count: 17))
    let end = another.read { _ in false }
    #expect(end.matches(of: #/HTTP\/1\.1 404/#).count < 17)
  }

  /// A browser that visits daily keeps its cookie as long as the server keeps it.
  @Test func cookiesAreRenewed() throws {
    let board = try served()
    let cookie = try board.letIn()
    func renewed(_ path: String) throws -> String? {
      let answer = try Wire.ask(board.port, "GET", board.prefix + path, [board.host, cookie])
      return answer.head.firstMatch(of: #/Set-Cookie: ([^;]+);.* Max-Age=2592000/#).map {
        "Cookie: \($0.1)"
      }
    }
    #expect(try renewed("") == nil)
    board.stop()
    let file = URL(filePath: board.desk.scratch("\(board.desk.folder)/.git/memo/web"))
    var text = try String(contentsOf: file, encoding: .utf8)
    // The stored file contains no usable key.
    let key = cookie.dropFirst("Cookie: memo=".count)
    #expect(!key.isEmpty && !text.contains(key))
    let seen = try #require(text.firstMatch(of: #/guest\t[^\t]+\t\d+\t(\d+)/#)).output.1
    let before = String(Int(seen)! - 2 * 86400)
    text.replaceSubrange(seen.startIndex..<seen.endIndex, with: before)
    try text.write(to: file, atomically: true, encoding: .utf8)
    try board.start()
    #expect(try renewed("") == cookie)
    #expect(try renewed("") == nil)
  }
}
