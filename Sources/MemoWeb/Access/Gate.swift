package import MemoKit

/// Who is let in.
///
/// Loopback is not private: every page in the browser and every user of the machine reaches it. So
/// nothing is answered to a name that isn't the server's, nothing is written for a page of another
/// origin, and nothing is shown to a browser without a key.
package struct Gate: Sendable {
  package let names: ServerNames
  /// Below which all addresses lie, as `/b/abcdefghijkl/`.
  ///
  /// Cookies are sent to all ports of a host; those of another path are not.
  package let prefix: String
  /// Makes of a key what may be kept of it.
  private let digest: @Sendable (String) -> String
  private var links: [String: WebInvitation] = [:]
  private var codes: [String: WebInvitation] = [:]
  private var keys: [String: WebVisitor]
  /// What those were called who are out: nobody is to look like one of them.
  private var formerNames: Set<String>
  private var tries = Self.mostTries

  package static let cookie = "memo"
  /// How long an opening link can be used, in seconds.
  package static let linkLifetime: Int64 = 60
  /// How long a code can be used, and the link beside it, in seconds.
  package static let codeLifetime: Int64 = 120
  /// Digits of a code.
  package static let codeLength = 8
  /// Wrong codes after which none is right any more.
  package static let mostTries = 5

  /// - Parameters:
  ///   - formerNames: Of those who are out.
  ///   - digest: Of a key, from which it can't be found again.
  package init(
    _ names: ServerNames, prefix: String, keys: [String: WebVisitor] = [:],
    formerNames: Set<String> = [], digest: @escaping @Sendable (String) -> String
  ) {
    self.names = names
    self.prefix = prefix
    self.keys = keys
    self.formerNames = formerNames
    self.digest = digest
  }

  /// Why a request gets no further than here; nil where it may.
  package func refusal(of request: WebRequest) -> WebResponse? {
    guard let host = request.header("host")?.lowercased(), names.hosts.contains(host) else {
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
    guard let origin = request.header("origin"), names.origins.contains(origin) else {
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
  package func visitor(of request: WebRequest) -> WebVisitor? {
    digest(of: request).flatMap { keys[$0] }
  }

  /// What is kept of the key that a request brings; nil where it brings none.
  package func digest(of request: WebRequest) -> String? {
    request.cookies[Self.cookie].map(digest)
  }

  /// Whether a key opens still.
  ///
  /// - Parameter digest: What is kept of it.
  package func knows(_ digest: String) -> Bool { keys[digest] != nil }

  /// Takes what another process of this machine has sent.
  package mutating func take(_ message: WebMessage) {
    switch message {
    case .link(let digest, let invitation): links[digest] = invitation
    case .code(let digest, let invitation):
      codes[digest] = invitation
      tries = Self.mostTries
    case .revoke(let name): forget(keys.filter { $0.value.name == name }.map(\.key))
    }
  }

  /// - Parameter digests: What is kept of keys that open nothing any more.
  package mutating func forget(_ digests: [String]) {
    for digest in digests {
      guard let visitor = keys.removeValue(forKey: digest) else { continue }
      formerNames.insert(visitor.name)
    }
  }

  /// Lets the bearer of a link in, once.
  ///
  /// - Parameters:
  ///   - token: At least 128 bits of chance.
  ///   - key: Likewise; the browser keeps it.
  ///   - now: In seconds since 1970.
  /// - Returns: Nil for a link that isn't one any more.
  package mutating func admit(_ token: String, key: String, at now: Int64) -> WebVisitor? {
    forget(at: now)
    return links[digest(token)].map { admit($0, key) }
  }

  /// Lets the one in who types a code, once.
  ///
  /// - Parameter typed: Spaces and hyphens in it are none.
  /// - Returns: Nil for a wrong code; after ``mostTries`` of them every one is wrong.
  package mutating func admit(code typed: String, key: String, at now: Int64) -> WebVisitor? {
    forget(at: now)
    guard !codes.isEmpty else { return nil }
    let digits = typed.filter { $0 != " " && $0 != "-" }
    if let invitation = codes[digest(digits)] { return admit(invitation, key) }
    tries -= 1
    if tries == 0 { codes = [:] }
    return nil
  }

  /// Whether somebody could be let in by a code now.
  package func expectsCode(at now: Int64) -> Bool { codes.contains { $0.value.end > now } }

  /// Invitations are good for a while, and once.
  private mutating func forget(at now: Int64, _ used: WebInvitation? = nil) {
    func isOver(_ invitation: WebInvitation) -> Bool {
      invitation.end <= now || invitation.pair == used?.pair
    }
    links = links.filter { !isOver($0.value) }
    codes = codes.filter { !isOver($0.value) }
  }

  private mutating func admit(_ invitation: WebInvitation, _ key: String) -> WebVisitor {
    forget(at: .min, invitation)
    return admit(invitation.visitor, key)
  }

  private mutating func admit(_ visitor: WebVisitor, _ key: String) -> WebVisitor {
    var visitor = visitor
    // By its name one is sent away, so no two have the same.
    let taken = formerNames.union(keys.values.map(\.name))
    let name = visitor.name.isEmpty ? visitor.isDevice ? "device" : "browser" : visitor.name
    visitor.name = name
    var number = 2
    while taken.contains(visitor.name) {
      visitor.name = "\(name)-\(number)"
      number += 1
    }
    keys[digest(key)] = visitor
    return visitor
  }

  /// The header `Set-Cookie` that gives a browser its key.
  package func cookie(_ key: String) -> String {
    "\(Self.cookie)=\(key); Path=\(prefix); HttpOnly; SameSite=Strict; "
      + "Max-Age=\(WebRegister.longestAbsence)"
      + (names.isSecure ? "; Secure" : "")
  }

  /// Gives a browser its key once more, so that it keeps it for as long as it is known here.
  package func renewal(for request: WebRequest) -> [WebRequest.Header] {
    request.cookies[Self.cookie].map { [.init("Set-Cookie", cookie($0))] } ?? []
  }

  /// Whether the address of what is asked for changes with its content.
  package func isAsset(_ request: WebRequest) -> Bool { request.path.hasPrefix("\(prefix)a/") }
}
