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
      for line in lines { surroundings.onMessage?(secrets.hidden(in: line) + "\n") }
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
    let limit =
      !hasBegun && surroundings.canAsk
      ? 5 * surroundings.longestSilence : surroundings.longestSilence
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

/// How far a transfer is, as git counts it.
public struct TransferProgress: Hashable, Sendable {
  /// What git counts: "Receiving objects".
  public var activity: String
  public var done: Int
  /// 0 when nobody knows.
  public var total: Int
  /// How much came so far, and how quickly: "1.20 MiB | 600.00 KiB/s"; may be empty.
  public var rate: String

  /// Reads a line as git counts: `Counting objects:  50% (1/2)`, or `Enumerating objects: 5`.
  ///
  /// - Parameters:
  ///   - line: Of git, or of a server; what it holds besides is never shown.
  ///   - isRewritten: Whether the next one takes its place.
  init?(_ line: Substring, isRewritten: Bool) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let label = line[..<colon]
    guard !label.isEmpty, label.count <= 40,
      label.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == " ") })
    else { return nil }
    var rest = line[colon...].dropFirst().drop { $0 == " " }
    guard var count = Self.number(&rest) else { return nil }
    var total = 0
    if rest.hasPrefix("% (") {
      rest = rest.dropFirst(3)
      guard let done = Self.number(&rest), rest.popFirst() == "/",
        let all = Self.number(&rest), rest.popFirst() == ")"
      else { return nil }
      (count, total) = (done, all)
    } else {
      guard isRewritten || rest.hasSuffix(", done.") else { return nil }
    }
    guard rest.isEmpty || rest.hasPrefix(", ") else { return nil }
    let end = rest.hasSuffix(", done.") ? rest.dropLast(", done.".count) : rest
    let rate = end.dropFirst(2)
    let isRate = rate.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || " ./|".contains($0))
    }
    activity = String(label)
    done = count
    self.total = total
    self.rate = isRate && rate.contains(" | ") && rate.count <= 40 ? String(rate) : ""
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text = text[digits.endIndex...]
    return Int(digits)
  }
}

/// Reads what git prints on standard error while it talks to a remote.
///
/// Only its counts are understood. All other lines are for people, and only so many are kept.
struct GitOutput {
  /// The last lines that don't count anything.
  private(set) var lines: [String] = []
  private(set) var progress: TransferProgress?
  /// When the counts changed last.
  private(set) var lastChange = ContinuousClock.now
  /// What nobody was shown yet.
  private var waiting: [String] = []
  private var shown = 0
  private var unfinished: [UInt8] = []

  private static let (mostLines, mostBytes, mostShown) = (10, 500, 40)

  init(_ bytes: [UInt8] = []) { take(bytes) }

  mutating func take(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        finish(isRewritten: byte == UInt8(ascii: "\r"))
      } else if unfinished.count < Self.mostBytes {
        unfinished.append(byte)
      }
    }
  }

  private mutating func finish(isRewritten: Bool) {
    var text = String(decoding: unfinished, as: UTF8.self)[...]
    unfinished = []
    // What a server says is filled up, to cover what was there.
    while text.last?.isWhitespace == true { text.removeLast() }
    let plain = text.hasPrefix("remote: ") ? text.dropFirst("remote: ".count) : text
    if let progress = TransferProgress(plain, isRewritten: isRewritten) {
      if progress != self.progress { (self.progress, lastChange) = (progress, .now) }
      return
    }
    guard !plain.isEmpty, plain != "remote:", !Self.isReport(plain) else { return }
    lines = (lines + [String(text)]).suffix(Self.mostLines)
    waiting = (waiting + [String(text)]).suffix(Self.mostLines)
  }

  /// What git tells of the references that it moved, and of what memo sees to.
  ///
  /// It is not shown, as with `--quiet`, which would take the counts away as well.
  private static func isReport(_ line: Substring) -> Bool {
    [
      " ", "From ", "To ", "Total ", "Delta compression ", "Cloning into ",
      "warning: You appear to have cloned an empty", "warning: remote HEAD refers to nonexistent",
    ].contains { line.hasPrefix($0) }
  }

  /// What is to be shown now.
  mutating func takeWaiting() -> [String] {
    let lines = waiting.prefix(max(0, Self.mostShown - shown))
    shown += lines.count
    waiting = []
    return Array(lines)
  }
}
