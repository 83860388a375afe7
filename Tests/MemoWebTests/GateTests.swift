@testable import MemoWeb
import Testing

/// Who is let in, and what is done for whom: one table, no socket.
@Suite struct GateTests {
  private let prefix = "/b/abcdefghijkl/"

  private func gate() -> Gate {
    var gate = Gate(
      hosts: ["localhost:6366", "127.0.0.1:6366", "[::1]:6366"],
      origins: ["http://localhost:6366", "http://127.0.0.1:6366", "http://[::1]:6366"],
      prefix: prefix, digest: { String($0.reversed()) })
    gate.offer("link", at: 100)
    _ = gate.admit("link", key: "key", at: 101)
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
    // A rebound name has both alike.
    Row(method: "POST", host: "evil.example:6366", origin: "http://evil.example:6366", status: 421),
    // Reading needs no origin; writing does.
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
    // Nothing else is known.
    Row(method: "PUT", status: 405), Row(method: "DELETE", status: 405),
    Row(method: "OPTIONS", status: 405), Row(method: "TRACE", status: 405), Row(method: "HEAD"),
  ]

  @Test(arguments: rows) func onlyOwnNamesAndOrigins(row: Row) {
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

  @Test func aHeaderThatComesTwiceIsNone() {
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

  @Test func aLinkLetsOneBrowserInForAMinute() {
    var gate = gate()
    #expect(gate.admit("link", key: "other", at: 102) == nil)
    gate.offer("second", at: 200)
    #expect(gate.admit("secon", key: "other", at: 201) == nil)
    #expect(gate.admit("second", key: "other", at: 260) == nil)
    gate.offer("third", at: 300)
    #expect(
      gate.admit("third", key: "other", at: 359)
        == "memo=other; Path=\(prefix); HttpOnly; SameSite=Strict; Max-Age=2592000")
  }

  @Test(arguments: [
    ("memo=key", true), ("a=b; memo=key; c=d", true), ("memo=yek", false), ("memo=", false),
    ("memo=other", false), ("Memo=key", false), ("xmemo=key", false), ("", false),
  ]) func onlyAKeyOpens(cookie: String, isLetIn: Bool) {
    let request = WebRequest("GET", prefix, headers: [.init("Cookie", cookie)])
    #expect((gate().visitor(of: request) != nil) == isLetIn)
  }
}
