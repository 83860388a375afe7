@testable import MemoKit
@testable import MemoWeb
import Testing

/// Access rules: who may do what, without a socket.
@Suite struct GateTests {
  private let prefix = "/b/abcdefghijkl/"
  private func digest(_ key: String) -> String { KeyDigest.text(of: key) }

  private func gate(_ names: ServerNames = .machine(port: 6366)) -> Gate {
    var gate = Gate(names, prefix: prefix)
    gate.take(WebInvitation(WebVisitor(), until: 160, link: digest("link")))
    _ = gate.admit("link", at: 101)
    return gate
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var host: String? = "localhost:6366"
    var origin: String?
    var site: String?
    var type: String?
    var status: Int?
    var testDescription: String {
      "\(method) Host: \(host ?? "-") Origin: \(origin ?? "-") Sec-Fetch-Site: \(site ?? "-")"
    }
  }

  static let rows = [
    // Names.
    Row(), Row(host: "127.0.0.1:6366"), Row(host: "[::1]:6366"), Row(host: "LOCALHOST:6366"),
    Row(host: nil, status: 421), Row(host: "localhost", status: 421),
    Row(host: "localhost:80", status: 421), Row(host: "evil.example:6366", status: 421),
    Row(host: "localhost:6366.evil.example", status: 421),
    // With a rebound name, host and origin agree.
    Row(method: "POST", host: "evil.example:6366", origin: "http://evil.example:6366", status: 421),
    // Reading needs no origin, writing does.
    Row(site: "cross-site"), Row(site: "none"),
    Row(method: "POST", origin: "http://localhost:6366"),
    Row(method: "POST", origin: "http://[::1]:6366", site: "same-origin"),
    Row(method: "POST", status: 403), Row(method: "POST", origin: "null", status: 403),
    Row(method: "POST", origin: "http://localhost:3000", site: "same-site", status: 403),
    Row(method: "POST", origin: "https://localhost:6366", status: 403),
    Row(method: "POST", origin: "http://localhost:6366", site: "same-site", status: 403),
    Row(method: "POST", origin: "http://localhost:6366", site: "cross-site", status: 403),
    Row(method: "POST", origin: "http://localhost:6366", site: "none", status: 403),
    Row(
      method: "POST", origin: "http://localhost:6366", type: "text/plain", status: 415),
    Row(method: "POST", origin: "http://localhost:6366", type: "application/json", status: 415),
    Row(
      method: "POST", origin: "http://localhost:6366",
      type: "application/x-www-form-urlencoded;charset=UTF-8"),
    // All other requests are refused.
    Row(method: "PUT", status: 405), Row(method: "DELETE", status: 405),
    Row(method: "OPTIONS", status: 405), Row(method: "TRACE", status: 405), Row(method: "HEAD"),
  ]

  @Test(arguments: rows) func onlyOwnNamesAndOriginsAreAccepted(row: Row) {
    var headers: [WebRequest.Header] = []
    for (name, value) in [
      ("Host", row.host), ("Origin", row.origin), ("Sec-Fetch-Site", row.site),
      ("Content-Type", row.type),
    ] {
      if let value { headers.append(.init(name, value)) }
    }
    let request = WebRequest(
      row.method, prefix, headers: headers, body: row.type == nil ? [] : Array("do=undo".utf8))
    #expect(gate().refusal(of: request)?.status == row.status)
  }

  @Test func aRepeatedHeaderIsIgnored() {
    let twice = ["localhost:6366", "evil.example"].map { WebRequest.Header("Host", $0) }
    #expect(gate().refusal(of: WebRequest("GET", prefix, headers: twice))?.status == 421)
    let sites = ["same-origin", "cross-site"].map { WebRequest.Header("Sec-Fetch-Site", $0) }
    let request = WebRequest(
      "POST", prefix,
      headers: [.init("Host", "localhost:6366"), .init("Origin", "http://localhost:6366")] + sites)
    #expect(gate().refusal(of: request)?.status == 403)
  }

  @Test func aFormWithoutATypeIsRefused() {
    let request = WebRequest(
      "POST", prefix,
      headers: [.init("Host", "localhost:6366"), .init("Origin", "http://localhost:6366")],
      body: Array("do=undo".utf8))
    #expect(gate().refusal(of: request)?.status == 415)
  }

  @Test func aLinkLetsOneBrowserIn() {
    var gate = gate()
    #expect(gate.admit("link", at: 102) == nil)
    gate.take(WebInvitation(WebVisitor(), until: 260, link: digest("second")))
    #expect(gate.admit("secon", at: 201) == nil)
    #expect(gate.admit("second", at: 260) == nil)
    gate.take(WebInvitation(WebVisitor(), until: 360, link: digest("third")))
    #expect(gate.admit("third", at: 359) == WebVisitor())
    #expect(
      gate.cookie("other")
        == "memo=other; Path=\(prefix); HttpOnly; SameSite=Strict; Max-Age=2592000")
  }

  private let ada = WebVisitor(
    name: "Ada", isDevice: true, author: WebAuthor(name: "Ada", email: "ada@x.org"))

  @Test func aCodeLetsOneDeviceIn() {
    var gate = gate()
    #expect(gate.admit(code: "12345678", at: 100) == nil)
    gate.take(WebInvitation(ada, until: 220, link: digest("square"), code: digest("12345678")))
    #expect(gate.admit(code: "1234 5679", at: 110) == nil)
    #expect(gate.admit(code: "1234-5678", at: 111) == ada)
    // Neither the code nor the link beside it works again.
    #expect(gate.admit(code: "12345678", at: 112) == nil)
    #expect(gate.admit("square", at: 112) == nil)
  }

  @Test func aCodeExpires() {
    var gate = gate()
    gate.take(WebInvitation(ada, until: 220, link: digest("square"), code: digest("12345678")))
    for guess in 0..<5 { #expect(gate.admit(code: "\(guess)", at: 110) == nil) }
    #expect(gate.admit(code: "12345678", at: 111) == nil)
    gate.take(WebInvitation(ada, until: 220, link: digest("square"), code: digest("78563412")))
    for guess in 0..<4 { #expect(gate.admit(code: "\(guess)", at: 110) == nil) }
    #expect(gate.admit(code: "78563412", at: 220) == nil)
    gate.take(WebInvitation(ada, until: 320, link: digest("square"), code: digest("78563412")))
    #expect(gate.admit(code: "78563412", at: 221) == ada)
  }

  /// A browser omits the scheme's default port in `Host` and `Origin`.
  @Test func defaultPortsAreOmitted() {
    let machine = ServerNames.machine(port: 80)
    #expect(machine.hosts == ["localhost", "127.0.0.1", "[::1]"])
    #expect(machine.origins == ["http://localhost", "http://127.0.0.1", "http://[::1]"])
    #expect(machine.first == "http://localhost")
    let network = ServerNames.machine(port: 80, others: ["192.168.1.5", "desk"])
    #expect(network.hosts == ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "desk"])
    #expect(network.others == "http://192.168.1.5")
    #expect(ServerNames.machine(port: 8080).hosts.contains("localhost:8080"))
  }

  /// In a network, the server has several names.
  @Test func namesOfANetworkAreAccepted() {
    let names = ServerNames.machine(
      port: 6366, others: ["192.168.1.5", "10.0.0.7", "Desk.local", "desk"])
    #expect(names.first == "http://localhost:6366")
    #expect(names.others == "http://192.168.1.5:6366")
    for host in ["localhost:6366", "192.168.1.5:6366", "10.0.0.7:6366", "desk.local:6366"] {
      #expect(names.hosts.contains(host) && names.origins.contains("http://\(host)"))
    }
    #expect(!names.hosts.contains("192.168.1.6:6366"))
    #expect(!names.isSecure)
  }

  @Test(
    arguments: [
      ("https://tasks.example.org", "tasks.example.org"),
      ("https://Tasks.Example.org/", "tasks.example.org"),
      ("https://tasks.example.org:443", "tasks.example.org"),
      ("https://tasks.example.org:8443", "tasks.example.org:8443"),
      ("http://tasks.example.org", nil), ("tasks.example.org", nil), ("https://", nil),
      ("https://a b.org", nil), ("https://a.org/path", nil), ("https://a.org:0", nil),
      ("https://user@a.org", nil), ("https://-a.org", nil), ("https://a..org", nil),
    ] as [(String, String?)]) func namesBehindAProxyAreChecked(origin: String, host: String?)
  {
    let names = ServerNames.behind(origin)
    #expect(names.map(\.hosts) == host.map { [$0] })
    #expect(names.map(\.origins) == host.map { ["https://\($0)"] })
    guard let names else { return }
    // Even this machine may not use another name.
    let request = WebRequest("GET", prefix, headers: [.init("Host", "localhost:6366")])
    #expect(gate(names).refusal(of: request)?.status == 421)
    #expect(gate(names).cookie("a").hasSuffix("; Secure"))
  }

  @Test(
    arguments: [
      ("Ada", WebAuthor(name: "Ada", email: nil)),
      ("Ada Lovelace <ada@x.org>", WebAuthor(name: "Ada Lovelace", email: "ada@x.org")),
      ("  Ada   L ", WebAuthor(name: "Ada L", email: nil)), ("", nil), ("<ada@x.org>", nil),
      ("Ada <ada>", nil), ("Ada <ada@x.org", nil), ("Ada > x", nil), ("A\nda", nil),
      ("A\u{1B}[31mda", nil), ("Ada <a da@x.org>", nil), ("123", nil),
    ] as [(String, WebAuthor?)]) func authorsAreValidForCommits(text: String, author: WebAuthor?)
  {
    #expect(WebAuthor(text) == author)
  }

  @Test(arguments: [
    ("memo=key", true), ("a=b; memo=key; c=d", true), ("memo=yek", false), ("memo=", false),
    ("memo=other", false), ("Memo=key", false), ("xmemo=key", false), ("", false),
  ]) func onlyAKeyGivesAccess(cookie: String, isLetIn: Bool) {
    let request = WebRequest("GET", prefix, headers: [.init("Cookie", cookie)])
    #expect((Gate.digest(of: request) == digest("key")) == isLetIn)
  }
}
