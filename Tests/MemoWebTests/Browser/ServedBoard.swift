import Foundation
import MemoKit
import TestSupport
import Testing

/// A running `memo-web` with a store.
final class ServedBoard {
  let desk: Desk
  private(set) var port: Int
  private(set) var link = ""
  /// Its output at the start.
  private(set) var log = ""
  private var program: Background?
  private var process: Int32 = 0

  /// - Parameter picksPort: Whether it chooses its port.
  init(_ desk: Desk, _ options: [String] = [], picksPort: Bool = false) throws {
    self.desk = desk
    port = try picksPort ? 0 : Server.freePort()
    try start(options)
    guard picksPort, let picked = link.firstMatch(of: #/localhost:(\d+)/#) else { return }
    port = try #require(Int(picked.1))
  }

  /// - Parameter followsAnother: Whether another server is ended just before.
  func start(_ options: [String] = [], followsAnother: Bool = false) throws {
    let log = desk.scratch("web-\(port).log")
    // The shell is replaced by the server.
    let process = desk.scratch("web-\(port).pid")
    let first = """
      "$@" >first.log & id=$!; until grep -qs Ctrl-C first.log; do sleep 0.02; done; kill $id
      """
    let command = [
      "/bin/sh", "-c",
      "cd \"$1\" && echo $$ >\"$2\" && shift 2\n\(followsAnother ? first : "")\nexec \"$@\"", "sh",
      desk.scratch(desk.folder), process, Products.path(of: "memo-web"), "--no-open",
    ]
    let place = port == 0 ? [] : ["--port", "\(port)"]
    program = try Background(
      command + place + options, log: log, environment: desk.environment.variables
    ) {
      (try? String(contentsOfFile: log, encoding: .utf8))?.contains("Ctrl-C") ?? false
    }
    self.log = try String(contentsOfFile: log, encoding: .utf8)
    let number = try String(contentsOfFile: process, encoding: .utf8)
    self.process = try #require(Int32(number.trimmingCharacters(in: .newlines)))
    let lines = self.log.split(separator: "\n")
    link = lines.first.map(String.init) ?? ""
  }

  /// All output so far.
  func printed() throws -> String {
    try String(contentsOfFile: desk.scratch("web-\(port).log"), encoding: .utf8)
  }

  func stop() {
    program?.stop()
    program = nil
  }

  /// The server is there but doesn't answer.
  func pause() { kill(process, SIGSTOP) }
  func goOn() { kill(process, SIGCONT) }

  /// The path prefix of all pages.
  var prefix: String {
    link.firstMatch(of: #/localhost:\d+(\/b\/[a-z0-9]+\/)/#).map { String($0.1) } ?? ""
  }

  var host: String { "Host: localhost:\(port)" }
  var origin: String { "Origin: http://localhost:\(port)" }

  /// The cookie of a new browser, by the link.
  func letIn() throws -> String {
    let target = link.components(separatedBy: "localhost:\(port)").last ?? ""
    let answer = try Wire.ask(port, "GET", target, [host])
    let cookie = try #require(answer.head.firstMatch(of: #/Set-Cookie: (memo=[a-z0-9]+)/#))
    return "Cookie: \(cookie.1)"
  }

  /// The target of a new link, which a second process made for this server.
  func newLink() throws -> String {
    let result = try run(
      Products.path(of: "memo-web"), ["--no-open"], in: desk.scratch(desk.folder),
      environment: desk.environment.variables)
    #expect(result.code == 0, "\(result)")
    let link = result.output.split(separator: "\n").first ?? ""
    return link.components(separatedBy: "localhost:\(port)").last ?? ""
  }

  /// The answer to such a link.
  func answerToNewLink() throws -> (status: Int, head: String, body: String) {
    try Wire.ask(port, "GET", newLink(), [host])
  }
}
