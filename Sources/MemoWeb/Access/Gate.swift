package import MemoKit

/// Decides which requests are allowed.
///
/// Loopback is not private: pages in the browser and other users of the machine reach it. So the
/// gate requires the server's own name in `Host`, the server's origin for writing, and a key for
/// reading.
package struct Gate: Sendable {
  package let names: ServerNames
  /// The path below which all addresses are, such as `/b/abcdefghijkl/`.
  ///
  /// A host's cookies go to all its ports, but only to their own path.
  package let prefix: String
  /// Hashes a key for storage.
  private let digest: @Sendable (String) -> String
  private var links: [String: WebInvitation] = [:]
  private var codes: [String: WebInvitation] = [:]
  private var tries = Self.mostTries

  package static let cookie = "memo"
  /// How long an opening link is valid, in seconds.
  package static let linkLifetime: Int64 = 60
  /// How long a code and its link are valid, in seconds.
  package static let codeLifetime: Int64 = 120
  package static let codeLength = 8
  /// The number of wrong codes that invalidates all codes.
  package static let mostTries = 5

  /// - Parameter digest: A one-way hash for keys.
  package init(
    _ names: ServerNames, prefix: String, digest: @escaping @Sendable (String) -> String
  ) {
    self.names = names
    self.prefix = prefix
    self.digest = digest
  }

  /// The error response to a forbidden request; nil if it is allowed.
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

  /// The digest of the request's key; nil without one.
  package func digest(of request: WebRequest) -> String? {
    request.cookies[Self.cookie].map(digest)
  }

  /// Applies a message of another process on this machine.
  package mutating func take(_ message: WebMessage) {
    switch message {
    case .link(let digest, let invitation): links[digest] = invitation
    case .code(let digest, let invitation):
      codes[digest] = invitation
      tries = Self.mostTries
    // The register has the authorized browsers.
    case .revoke: break
    }
  }

  /// Uses a link up.
  ///
  /// - Parameters:
  ///   - token: At least 128 random bits.
  ///   - now: Seconds since 1970.
  /// - Returns: The browser to authorize; nil for an invalid, used or expired link.
  package mutating func admit(_ token: String, at now: Int64) -> WebVisitor? {
    forget(at: now)
    return links[digest(token)].map { admit($0) }
  }

  /// Uses a typed code up.
  ///
  /// - Parameter typed: The code; spaces and hyphens are ignored.
  /// - Returns: The browser to authorize; nil for a wrong code. After ``mostTries`` of them every
  ///   code is wrong.
  package mutating func admit(code typed: String, at now: Int64) -> WebVisitor? {
    forget(at: now)
    guard !codes.isEmpty else { return nil }
    let digits = typed.filter { $0 != " " && $0 != "-" }
    if let invitation = codes[digest(digits)] { return admit(invitation) }
    tries -= 1
    if tries == 0 { codes = [:] }
    return nil
  }

  /// Removes expired invitations and the used one with its pair.
  private mutating func forget(at now: Int64, _ used: WebInvitation? = nil) {
    func isOver(_ invitation: WebInvitation) -> Bool {
      invitation.end <= now || invitation.pair == used?.pair
    }
    links = links.filter { !isOver($0.value) }
    codes = codes.filter { !isOver($0.value) }
  }

  private mutating func admit(_ invitation: WebInvitation) -> WebVisitor {
    forget(at: .min, invitation)
    return invitation.visitor
  }

  /// The `Set-Cookie` header that gives a browser its key.
  package func cookie(_ key: String) -> String {
    "\(Self.cookie)=\(key); Path=\(prefix); HttpOnly; SameSite=Strict; "
      + "Max-Age=\(BrowserRegistry.longestAbsence)"
      + (names.isSecure ? "; Secure" : "")
  }

  /// Renews the key's cookie, so that it lasts as long as the authorization.
  package func renewal(for request: WebRequest) -> [WebRequest.Header] {
    request.cookies[Self.cookie].map { [.init("Set-Cookie", cookie($0))] } ?? []
  }

  /// Whether the request's address changes with its content.
  package func isAsset(_ request: WebRequest) -> Bool { request.path.hasPrefix("\(prefix)a/") }
}
