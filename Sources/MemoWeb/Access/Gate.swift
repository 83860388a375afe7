/// Who is let in.
///
/// Loopback is not private: every page in the browser and every user of the machine reaches it. So
/// nothing is answered to a name that isn't the server's, nothing is written for a page of another
/// origin, and nothing is shown to a browser without a key.
package struct Gate: Sendable {
  /// What stands in `Host`, as `localhost:6366`.
  package let hosts: Set<String>
  /// What stands in `Origin`, as `http://localhost:6366`.
  package let origins: Set<String>
  /// Below which all addresses lie, as `/b/abcdefghijkl/`.
  ///
  /// Cookies are sent to all ports of a host; those of another path are not.
  package let prefix: String
  /// Whether cookies are for TLS alone.
  package let isSecure: Bool
  /// Makes of a key what may be kept of it.
  private let digest: @Sendable (String) -> String
  private var links: [String: Int64] = [:]
  private var used: Set<String> = []
  private var keys: [String: Visitor]

  package static let cookie = "memo"
  /// How long an opening link can be used, in seconds.
  package static let linkLifetime: Int64 = 60

  /// Who was let in.
  package struct Visitor: Hashable, Sendable {
    /// What the device was called when it was let in; empty for this machine's own browser.
    package var name: String

    package init(name: String = "") { self.name = name }
  }

  /// - Parameter digest: Of a key, from which it can't be found again.
  package init(
    hosts: Set<String>, origins: Set<String>, prefix: String, isSecure: Bool = false,
    keys: [String: Visitor] = [:], digest: @escaping @Sendable (String) -> String
  ) {
    self.hosts = hosts
    self.origins = origins
    self.prefix = prefix
    self.isSecure = isSecure
    self.keys = keys
    self.digest = digest
  }

  /// Why a request gets no further than here; nil where it may.
  package func refusal(of request: WebRequest) -> WebResponse? {
    guard let host = request.header("host")?.lowercased(), hosts.contains(host) else {
      return .plain("this server has another name", 421)
    }
    switch request.method {
    case "GET", "HEAD": return nil
    case "POST": break
    default:
      var response = WebResponse.plain("only GET and POST are known here", 405)
      response.headers.append(.init("Allow", "GET, HEAD, POST"))
      return response
    }
    guard let origin = request.header("origin"), origins.contains(origin) else {
      return .plain("this page is not one of this server's, so nothing was done", 403)
    }
    if request.hasHeader("sec-fetch-site"), request.header("sec-fetch-site") != "same-origin" {
      return .plain("this page is not one of this server's, so nothing was done", 403)
    }
    guard
      request.header("content-type")?.lowercased().hasPrefix("application/x-www-form-urlencoded")
        ?? request.body.isEmpty
    else { return .plain("only forms are understood", 415) }
    return nil
  }

  /// Who asks; nil for somebody who was not let in.
  package func visitor(of request: WebRequest) -> Visitor? {
    digest(of: request).flatMap { keys[$0] }
  }

  /// What is kept of the key that a request brings; nil where it brings none.
  package func digest(of request: WebRequest) -> String? {
    request.cookies[Self.cookie].map(digest)
  }

  /// Makes a link that lets one browser in.
  ///
  /// - Parameters:
  ///   - token: At least 128 bits of chance.
  ///   - now: In seconds since 1970.
  package mutating func offer(_ token: String, at now: Int64) {
    links[digest(token)] = min(now + Self.linkLifetime, links[digest(token)] ?? .max)
  }

  /// Takes a link that somebody else has made.
  ///
  /// - Parameters:
  ///   - digest: What is kept of its token.
  ///   - end: Until when it works, in seconds since 1970.
  package mutating func take(link digest: String, until end: Int64) {
    if !used.contains(digest) { links[digest] = end }
  }

  /// Lets the bearer of a link in, once.
  ///
  /// - Parameter key: At least 128 bits of chance; the browser keeps it.
  /// - Returns: The value of the header `Set-Cookie`; nil for a link that isn't one any more.
  package mutating func admit(_ token: String, key: String, at now: Int64) -> String? {
    links = links.filter { $0.value > now }
    guard links.removeValue(forKey: digest(token)) != nil else { return nil }
    used.insert(digest(token))
    keys[digest(key)] = Visitor()
    return
      "\(Self.cookie)=\(key); Path=\(prefix); HttpOnly; SameSite=Strict; Max-Age=2592000"
      + (isSecure ? "; Secure" : "")
  }
}
