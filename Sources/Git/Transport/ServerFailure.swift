/// What programs say when a talk with a server fails, put into an error.
///
/// ssh knows one exit code for all that may go wrong, and libgit2 one number, so their words are
/// all there is. `ForeignSentenceTests` looks for them in the programs that are installed.
enum ServerFailure {
  struct Sign {
    /// Any of these, in small letters.
    var words: [String]
    var code: GitError.Code
    /// Nil for the line in which the words are.
    var message: String?
  }

  static let ssh: [Sign] = [
    Sign(
      words: ["remote host identification has changed"], code: .certificate,
      message: "the server's key is not the one that ssh knows: somebody may be listening in"),
    Sign(
      words: ["host key verification failed", "host key is known for", "host key is not cached"],
      code: .certificate, message: "ssh doesn't know the server's key"),
    Sign(words: ["permission denied ("], code: .authentication),
    Sign(
      words: [
        "too many authentication failures", "no supported authentication methods",
        "access denied", "no more authentication methods",
      ], code: .authentication),
    Sign(
      words: [
        "could not resolve hostname", "connection refused", "connection timed out",
        "operation timed out", "no route to host", "network is unreachable",
        "connection reset by", "connection closed by", "kex_exchange_identification",
        "connection to unknown port", "stdio forwarding failed",
      ], code: .unreachable),
    Sign(
      words: ["command not found", "git-upload-pack: not found", "git-receive-pack: not found"],
      code: .generic),
  ]

  static let server: [Sign] = [
    Sign(words: ["safe.directory", "dubious ownership"], code: .wrongOwner),
    Sign(
      words: [
        "does not appear to be a git repository", "repository not found",
        "repository does not exist", "no such repository", "could not be found",
        "either does not exist", "not a git repository", "repository not exported",
      ], code: .notFound),
    Sign(
      words: ["unable to create temporary object directory", "insufficient permission"],
      code: .refused),
  ]

  /// What libgit2 says of a talk that ends too early.
  static let broken = Sign(
    words: [
      "early eof", "unexpected eof", "indicated an eof", "http parser error",
      "unexpected disconnect",
      "connection is going to be closed",
    ], code: .unreachable, message: "the connection broke off in the middle")

  static let web: [Sign] = [
    Sign(
      words: ["status code: 404", "status code: 410"], code: .notFound,
      message: "the server knows no repository of this name"),
    Sign(
      words: ["status code: 403"], code: .refused,
      message: "the server doesn't allow it (HTTP 403)"),
    Sign(
      words: ["status code: 413"], code: .refused,
      message: "that is more than the server takes at once (HTTP 413)"),
    Sign(
      words: ["status code: 429"], code: .unreachable,
      message: "the server has had too many requests (HTTP 429)"),
    Sign(
      words: ["status code: 4"], code: .generic,
      message: "the server doesn't understand what it is asked for"),
    Sign(
      words: ["invalid content-type"], code: .notFound,
      message: "who answers there is no git server"),
    Sign(
      words: ["malformed url"], code: .notFound, message: "that is no address"),
    Sign(
      words: ["status code: 5"], code: .unreachable,
      message: "the server is in trouble (HTTP 5xx)"),
    Sign(
      words: ["certificate", "x509"], code: .certificate),
  ]

  static let chatter = ["packet length", "hex digit in length"]

  /// A server whose login files print something, which nobody can tell from git's own words.
  static func ofChatter(_ error: GitError) -> GitError? {
    guard chatter.contains(where: error.message.contains) else { return nil }
    return GitError(
      code: .chatter, operation: "git", message: "the server says something else before git does",
      details: [error.message])
  }

  static func ofSSH(_ program: String, code: Int32?, words: [String]) -> GitError? {
    // Its own signs first: a server that was never reached has said nothing.
    if let error = find(ssh + server, in: words, "ssh") { return error }
    guard let code, code != 0 else { return nil }
    if code == 127 {
      return GitError(
        code: .programMissing, operation: "ssh",
        message: words.last ?? "there is no program '\(program)'", details: words)
    }
    // 255 is ssh's own; anything else is the exit code of the other end.
    return GitError(
      code: code == 255 ? .unreachable : .generic, operation: "ssh",
      message: words.last ?? "ssh ended with exit code \(code) and gave no reason",
      details: words)
  }

  static func ofServer(code: Int32?, words: [String]) -> GitError? {
    if let error = find(server, in: words, "git") { return error }
    guard let code, code != 0, let last = words.last else { return nil }
    return GitError(code: .generic, operation: "git", message: last, details: words)
  }

  /// What a server said in git's protocol, or libgit2 said of it.
  static func ofMessage(_ error: GitError) -> GitError {
    if error.code == .endOfStream {
      return GitError(
        code: broken.code, operation: "git", message: broken.message ?? error.message)
    }
    guard error.code == .generic else { return error }
    var found = find([broken] + web + server, in: [error.message], "git")
    // These are about libgit2's words, which nobody else needs.
    if found?.code == broken.code { found?.details = [] }
    return found ?? error
  }

  private static func find(
    _ signs: [Sign], in words: [String], _ operation: StaticString
  ) -> GitError? {
    for sign in signs {
      for line in words where sign.words.contains(where: { line.lowercased().contains($0) }) {
        return GitError(
          code: sign.code, operation: operation, message: sign.message ?? plain(line),
          details: words)
      }
    }
    return nil
  }

  /// A line without the name of who says it.
  private static func plain(_ line: String) -> String {
    var line = line[...]
    for prefix in ["fatal: ", "ERROR: ", "error: ", "remote: ", "ssh: "]
    where line.hasPrefix(prefix) {
      line = line.dropFirst(prefix.count)
    }
    return String(line)
  }
}
