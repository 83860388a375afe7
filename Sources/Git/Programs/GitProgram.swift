/// The `git` program, which talks to remotes.
///
/// It does so with all that the user has set up for it: ssh, proxies, credential helpers, rewritten
/// addresses and hooks. What became of it is read from exit codes, from the columns of
/// `push --porcelain` and from `ls-remote`; its sentences are only shown.
struct GitProgram {
  let surroundings: ProgramEnvironment
  /// Where it runs; nil where there is no repository yet.
  let repository: Repository?
  let secrets: Secrets

  /// The words with which git is started.
  ///
  /// Whatever folder the person is in, it takes none that only looks like a repository for one;
  /// a git older than 2.38 doesn't know the setting.
  static let words = ["git", "-c", "safe.bareRepository=explicit"]

  /// More is no answer to what is asked here.
  private static let mostOutput = 1 << 20

  /// How a talk ended that came to an end.
  struct Ending {
    var code: Int32
    /// Its standard output.
    var output: String
    /// What else was said, for people.
    var said: [String]
  }

  /// - Parameter secrets: What must not be shown.
  init(_ surroundings: ProgramEnvironment, in repository: Repository?, hiding secrets: Secrets) {
    self.surroundings = surroundings
    self.repository = repository
    self.secrets = secrets
  }

  /// Runs it to its end.
  ///
  /// - Throws: ``GitError`` with code `programMissing`, `cancelled`, `timedOut`, and `remote` when
  ///   it ends with another exit code than 0, with what git says about that.
  @discardableResult
  func run(_ arguments: [String]) throws(GitError) -> Ending {
    let ending = try finish(arguments)
    guard ending.code == 0 else { throw Self.failure(ending.code, ending.said) }
    return ending
  }

  static func failure(_ code: Int32, _ said: [String]) -> GitError {
    var first = said.first ?? "git ended with exit code \(code) and gave no reason"
    for prefix in ["fatal: ", "error: "] where first.hasPrefix(prefix) {
      first = String(first.dropFirst(prefix.count))
    }
    return GitError(
      code: .remote, operation: "git", message: first, details: Array(said.dropFirst()))
  }

  /// The same, whatever its exit code is.
  func finish(_ arguments: [String]) throws(GitError) -> Ending {
    let (usesTerminal, start) = (surroundings.usesTerminal, ContinuousClock.now)
    var (reader, output): (GitOutput, [UInt8]) = (GitOutput(), [])
    var shown: TransferProgress?
    func tell(_ lines: [String]) {
      for line in lines { surroundings.hear?(secrets.hidden(in: line) + "\n") }
    }
    let code = try program(arguments, usesTerminal: usesTerminal).run(
      isSession: !usesTerminal
    ) {
      output += $0.prefix(Self.mostOutput - output.count)
    } onError: { bytes in
      reader.take(bytes)
      if let progress = reader.progress, progress != shown {
        shown = progress
        surroundings.show(progress)
      }
    } check: { isSilent throws(GitError) in
      if surroundings.isInterrupted() {
        throw GitError(code: .cancelled, operation: "git", message: "interrupted")
      }
      // It may wait for somebody who has to read it.
      if isSilent { tell(reader.takeWaiting()) }
      try checkPatience(reader.progress == nil ? start : reader.lastChange, reader)
    }
    let text = String(decoding: output, as: UTF8.self)
    // The pre-push hook writes among the columns.
    let words = arguments.first == "push" ? GitOutput(text.hookWords).lines : []
    if code == 0 { tell(words + reader.takeWaiting()) }
    return Ending(
      code: code, output: text, said: (words + reader.lines).map { secrets.hidden(in: $0) })
  }

  /// - Throws: ``GitError`` with code `timedOut` when nothing was counted for too long.
  private func checkPatience(
    _ last: ContinuousClock.Instant, _ reader: GitOutput
  ) throws(GitError) {
    let hasBegun = reader.progress != nil
    // Before, somebody may be looking for the password.
    let limit = !hasBegun && surroundings.canAsk ? 5 * surroundings.patience : surroundings.patience
    guard ContinuousClock.now - last > .seconds(limit) else { return }
    throw GitError(
      code: .timedOut, operation: "git",
      message: "it \(hasBegun ? "got no further" : "did not answer") for \(Int(limit)) seconds",
      details: reader.lines.map { secrets.hidden(in: $0) })
  }

  private func program(_ arguments: [String], usesTerminal: Bool) -> HelperProgram {
    var surroundings = surroundings
    surroundings.environment = surroundings.gitEnvironment
    // Under memo's English sentences; LC_ALL would change the characters that hooks read, too.
    surroundings.environment["LANGUAGE"] = "C"
    // What libgit2 can read, whatever `init.defaultRefFormat` says.
    surroundings.environment["GIT_DEFAULT_REF_FORMAT"] = "files"
    if !usesTerminal { surroundings.environment["GIT_TERMINAL_PROMPT"] = "0" }
    let folder = repository.map { $0.workTree ?? $0.gitDirectory }
    var words = Self.words
    if let repository, let folder, WorkTree.status(at: "\(folder)/.git") == nil {
      words += ["--git-dir=\(repository.gitDirectory)", "--work-tree=\(folder)"]
    }
    return HelperProgram(words + arguments, in: folder, surroundings)
  }
}

extension String {
  /// What is no line of `git push --porcelain`.
  fileprivate var hookWords: [UInt8] {
    split(separator: "\n").filter { !$0.contains("\t") && !$0.hasPrefix("To ") && $0 != "Done" }
      .flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
  }
}
