import Foundation
import Git
import TestSupport
import Testing

/// The web server is its own proxy: it answers requests with an absolute URL.
@Suite(.onItsOwnThread, .enabled(if: WebServer.isInstalled, "lighttpd or openssl is not installed"))
struct ProxyTests {
  let scratch: Scratch
  let here: Repository
  let server: WebServer

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
    server = try WebServer(scratch)
    here = try Repository.create(at: scratch("here"))
    try here.addRemote("origin", url: "http://tasks.invalid/git/hub.git")
  }

  private var proxy: String { "http://127.0.0.1:\(server.port)" }

  private func fetch(_ more: [String: String] = [:]) throws(GitError) {
    try here.fetch("origin", Talk(scratch, "", more).environment)
  }

  private func config(_ key: String, _ value: String) throws {
    try scratch.git("config", key, value, in: "here")
  }

  @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func variablesNameTheProxy(_ name: String) throws {
    try fetch([name: proxy])
    #expect(try here.commitID(of: "refs/remotes/origin/main") != nil)
  }

  @Test func settingsNameTheProxy() throws {
    try config("http.proxy", "127.0.0.1:\(server.port)")
    try fetch()
    try config("http.http://tasks.invalid.proxy", "http://127.0.0.1:1")
    #expect(throws: GitError.self) { try fetch() }
    try config("remote.origin.proxy", proxy)
    try fetch()
    // An empty setting overrides a variable.
    try config("remote.origin.proxy", "")
    #expect(throws: GitError.self) { try fetch(["http_proxy": proxy]) }
  }

  @Test(arguments: ["tasks.invalid", "*", "x,.invalid", "invalid"])
  func exceptionsBypassTheProxy(_ list: String) throws {
    let error = #expect(throws: GitError.self) {
      try fetch(["http_proxy": proxy, "no_proxy": list])
    }
    #expect(error?.message.contains("tasks.invalid") == true)
  }

  @Test(arguments: ["asks.invalid", "tasks.invalid.org", ""])
  func otherNamesUseTheProxy(_ list: String) throws {
    try fetch(["http_proxy": proxy, "no_proxy": list])
  }

  @Test func aTunnelIsUsed() throws {
    let encrypted = try WebServer(scratch, .init(isEncrypted: true))
    let tunnel = try Relay(to: encrypted.port, isTunnel: true)
    try here.addRemote("far", url: "https://localhost:\(encrypted.port)/git/hub.git")
    let variables = [
      "https_proxy": "http://127.0.0.1:\(tunnel.port)", "GIT_SSL_CAINFO": try Authority.file(),
    ]
    try here.fetch("far", Talk(scratch, "", variables).environment)
    #expect(try here.commitID(of: "refs/remotes/far/main") != nil)
    #expect(tunnel.requests == ["CONNECT localhost:\(encrypted.port) HTTP/1.1"])
  }
}
