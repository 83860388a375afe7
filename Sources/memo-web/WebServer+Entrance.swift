internal import MemoKit
internal import MemoWeb
internal import Synchronization
internal import Terminal

/// Authorizing and revoking browsers.
extension WebServer {
  /// Applies the messages of other processes on this machine, and revokes who was absent too long.
  func takeMessages(at now: Int64) {
    register.withLock { $0.removeExpired(at: now) }
    inbox.withLock { inbox in
      for message in inbox.take() {
        switch message {
        case .invite(let invitation): gate.withLock { $0.take(invitation) }
        case .revoke(let name):
          do throws(MemoError) {
            _ = try register.withLock { register throws(MemoError) in try register.revoke(name) }
          } catch {
            Device.error.write(
              "note: \(name.sanitized) is out only until memo web ends: \(error.message)\n")
          }
        }
      }
    }
  }

  /// - Parameter digest: The digest of the visitor's key.
  /// - Returns: Nil for an unauthorized browser.
  func visitor(_ digest: String?) -> WebVisitor? {
    digest.flatMap { digest in register.withLock { $0.visitor(digest) } }
  }

  /// Answers requests that need no key: ways to get one, and the calendar with its own key.
  func uninvited(_ request: WebRequest, _ gate: Gate, at now: Int64) -> WebResponse? {
    // Only GET uses the link up: link previews send HEAD.
    if request.method == "GET", request.path == gate.prefix,
      let token = request.fields["in"]
    {
      guard let visitor = self.gate.withLock({ $0.admit(token, at: now) }) else {
        // An authorized browser may open a used link again.
        return self.visitor(Gate.digest(of: request)) == nil
          ? site.notLetIn(request, asksForCode: gate.names.others != nil)
          : .redirect(gate.prefix)
      }
      return admitted(visitor, gate, at: now)
    }
    switch (request.method, request.path) {
    case ("POST", "/enter"):
      let code = request.form["code"] ?? ""
      guard let visitor = self.gate.withLock({ $0.admit(code: code, at: now) }) else {
        return site.notLetIn(request, asksForCode: true, isWrong: true)
      }
      return admitted(visitor, gate, at: now)
    case ("GET", "/enter.css"): return site.styleOfEntrance
    case ("GET", let path) where path.hasPrefix("/calendar/"),
      ("HEAD", let path) where path.hasPrefix("/calendar/"):
      let name = path.dropFirst("/calendar/".count)
      guard name.hasSuffix(".ics"), let known = register.withLock(\.calendar),
        KeyDigest.text(of: String(name.dropLast(4))) == known
      else { return .plain("there is no such calendar", 404) }
      return site.calendar
    default: return nil
    }
  }

  /// Gives a browser its key in a cookie, and redirects to an address without the invitation.
  private func admitted(_ visitor: WebVisitor, _ gate: Gate, at now: Int64) -> WebResponse {
    let key = Secret.letters(26)
    // If the register can't be written, the key is valid while the server runs.
    register.withLock { try? $0.admit(visitor, KeyDigest.text(of: key), at: now) }
    var response = WebResponse.redirect(gate.prefix)
    response.headers.append(.init("Set-Cookie", gate.cookie(key)))
    return response
  }
}
