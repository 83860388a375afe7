internal import Git

extension MemoError {
  /// Puts a failed talk with a remote into words.
  ///
  /// - Parameters:
  ///   - url: Where it is; a password in it is not shown.
  ///   - what: As in "fetch from origin".
  ///   - retry: What to do when it was only the network.
  init(_ error: GitError, url: String, doing what: String, retry: String) {
    let shown = Self.withoutPassword(url)
    self.init(.remote, "can't \(what) (\(shown)): \(error.message)")
    switch error.code {
    case .authentication:
      message = "\(shown) doesn't let us in"
      details = [error.message]
      hints =
        url.hasPrefix("http")
        ? ["check the user and password that 'git credential' has for it"]
        : ["'ssh-add -l' shows the keys that are offered; the server must know one of them"]
    case .certificate:
      message = "\(shown) can't prove that it is who it says"
      details = [error.message]
      hints = ["for ssh: connect once with 'ssh' and compare the fingerprint"]
    case .refused:
      message = "\(shown) refused the push: \(error.message)"
      hints = ["the remote's rules decide this: a protected branch, a hook, or no right to write"]
    case .notFound:
      message = "there is no repository at \(shown)"
      details = [error.message]
      hints = ["check the address: 'memo git remote -v' shows those of a store"]
    default:
      hints = ["check the network and the address; then \(retry)"]
    }
  }

  /// `https://kim:secret@host` as `https://kim@host`.
  static func withoutPassword(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://"),
      let at = url[scheme.upperBound...].firstIndex(of: "@"),
      let colon = url[scheme.upperBound..<at].firstIndex(of: ":")
    else { return url }
    return String(url[..<colon] + url[at...])
  }
}
