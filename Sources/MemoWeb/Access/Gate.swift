package import MemoKit

/// Decides which requests are allowed.
///
/// Loopback is not private: pages in the browser and other users of the machine reach it. So the
/// gate requires the server's own name in `Host`, the server's origin for writing, and a key for
/// reading.
package struct Gate: Sendable {
  package var names: ServerNames
  /// The path below which all addresses are, such as `/b/abcdefghijkl/`.
  ///
  /// A host's cookies go to all its ports, but only to their own path.
  package let prefix: String
  private var invitations: [WebInvitation] = []
  private var tries = Self.mostTries

  package static let cookie = "memo"
  /// How long an opening link is valid, in seconds.
  package static let linkLifetime: Int64 = 60
  /// How long a code and its link are valid, in seconds.
  package static let codeLifetime: Int64 = 120
  package static let codeLength = 8
  /// The number of wrong codes that invalidates all codes.
  package static let mostTries = 5

  package init(_ names: ServerNames, prefix: String) {
    self.names = names
    self.prefix = prefix
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
    guard let origin = request.header("origin"), names.origins.contains(origin),
      !request.hasHeader("sec-fetch-site") || request.header("sec-fetch-site") == "same-origin"
    else { return .plain("this page is not one of this server's, so nothing was done", 403) }
    guard
      request.header("content-type")?.lowercased().hasPrefix("application/x-www-form-urlencoded")
        ?? request.body.isEmpty
    else { return .plain("only forms are understood", 415) }
    return nil
  }

  /// The digest of the request's key; nil without one.
  package static func digest(of request: WebRequest) -> String? {
    request.cookies[cookie].map(KeyDigest.text)
  }

  package mutating func take(_ invitation: WebInvitation) {
    invitations.append(invitation)
    if invitation.code != nil { tries = Self.mostTries }
  }

  /// Uses a link up.
  ///
  /// - Parameters:
  ///   - token: At least 128 random bits.
  ///   - now: Seconds since 1970.
  /// - Returns: The browser to authorize; nil for an invalid, used or expired link.
  package mutating func admit(_ token: String, at now: Int64) -> WebVisitor? {
    let link = KeyDigest.text(of: token)
    return admit(at: now) { $0.link == link }
  }

  /// Uses a typed code up.
  ///
  /// - Parameter typed: The code; spaces and hyphens are ignored.
  /// - Returns: The browser to authorize; nil for a wrong code. After ``mostTries`` of them every
  ///   code is wrong.
  package mutating func admit(code typed: String, at now: Int64) -> WebVisitor? {
    let code = KeyDigest.text(of: typed.filter { $0 != " " && $0 != "-" })
    if let visitor = admit(at: now, { $0.code == code }) { return visitor }
    guard invitations.contains(where: { $0.code != nil }) else { return nil }
    tries -= 1
    if tries == 0 {
      for index in invitations.indices { invitations[index].code = nil }
    }
    return nil
  }

  /// Uses an invitation up, if it has not expired.
  private mutating func admit(
    at now: Int64, _ isUsed: (WebInvitation) -> Bool
  ) -> WebVisitor? {
    invitations.removeAll { $0.end <= now }
    return invitations.firstIndex(where: isUsed).map { invitations.remove(at: $0).visitor }
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
