/// git itself, which talks to a server of the web where libgit2 can't.
///
/// libgit2 sends every push in chunks, which small servers and some proxies don't understand; it
/// has no client certificates, no netrc, no SOCKS, and what it knows of proxies and certificates
/// depends on how it was built.
struct GitProgram {
  let surroundings: Surroundings
  let directory: String?
  /// What the talk that failed has found out about who we are.
  let credential: Credential?

  /// Nil where there is nothing to hope for.
  ///
  /// - Parameter session: The talk that failed; nil when it could not even begin.
  init?(
    _ error: GitError, _ session: RemoteSession?, _ surroundings: Surroundings,
    in directory: String?
  ) {
    let isPossible =
      session.map { $0.isWeb && Self.mayHelp(error, hasConnected: $0.hasConnected) }
      ?? (error.code == .unsupported)
    guard isPossible else { return nil }
    self.surroundings = surroundings
    self.directory = directory
    credential = session?.lastAnswer
  }

  /// Whether git may succeed where libgit2 failed so.
  ///
  /// - Parameter hasConnected: Whether there was anybody to talk to.
  private static func mayHelp(_ error: GitError, hasConnected: Bool) -> Bool {
    switch error.code {
    case .certificate, .unsupported, .authentication: true
    case .generic, .endOfStream, .unreachable: hasConnected
    // Not a rule that the server has for a branch, but its door.
    case .refused: error.operation == "git"
    default: false
    }
  }

  func fetch(_ remote: String, _ refspecs: [String], after error: GitError) throws(GitError) {
    let words =
      ["fetch", "--quiet", "--prune", "--no-recurse-submodules", "--", remote] + refspecs
    guard try run(words, after: error).isSuccess else { throw error }
  }

  func clone(_ url: String, to path: String, after error: GitError) throws(GitError) {
    let words = ["clone", "--quiet", "--origin", "origin", "--", url, path]
    guard try run(words, after: error).isSuccess else { throw error }
  }

  func push(
    _ remote: String, _ refspecs: [String], after error: GitError
  ) throws(GitError) {
    // The pre-push hook was asked before libgit2 tried.
    let words = ["push", "--porcelain", "--no-verify", "--no-follow-tags", "--", remote] + refspecs
    let answer = try run(words, after: error)
    if answer.isSuccess { return }
    // "!", the references, and "[remote rejected] (why)", with tabs between them.
    for line in answer.output.split(separator: "\n") where line.hasPrefix("!\t") {
      guard let open = line.lastIndex(of: "("), line.hasSuffix(")") else { continue }
      let said = answer.words.filter { $0.hasPrefix("remote: ") }.map {
        // git fills its lines up, to cover what was there.
        String($0.dropFirst("remote: ".count).split(separator: " ").joined(separator: " "))
      }
      throw .refusal(String(line[line.index(after: open)...].dropLast()), details: said)
    }
    throw error
  }

  /// - Throws: The error that is given when there is no git.
  private func run(
    _ words: [String], after error: GitError
  ) throws(GitError) -> HelperProgram.Answer {
    guard surroundings.path(of: "git") != nil else { throw error }
    var surroundings = surroundings
    // What goes wrong now went wrong before, and is said in words of our own.
    surroundings.hear = nil
    surroundings.environment = surroundings.foreignEnvironment
    surroundings.environment["LC_ALL"] = "C"
    // What libgit2 can read, whatever `init.defaultRefFormat` says.
    surroundings.environment["GIT_DEFAULT_REF_FORMAT"] = "files"
    var settings: [String] = []
    if case .password(let user, let password) = credential, error.code != .authentication {
      surroundings.environment["MEMO_USER"] = user
      surroundings.environment["MEMO_PASSWORD"] = password
      settings = ["", Self.helper]
    } else if error.code == .authentication {
      // All that git's helpers and the person know was tried; netrc and the like were not.
      surroundings.environment["GIT_ASKPASS"] = ""
      surroundings.environment["GIT_TERMINAL_PROMPT"] = "0"
      settings = [""]
    }
    let options = settings.flatMap { ["-c", "credential.helper=\($0)"] }
    return try HelperProgram(HelperProgram.git + options + words, in: directory, surroundings)
      .ask([])
  }

  private static let helper =
    #"!f() { printf 'username=%s\npassword=%s\n' "$MEMO_USER" "$MEMO_PASSWORD"; }; f"#
}
