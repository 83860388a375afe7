/// The `git` program, which memo runs to talk to remotes.
///
/// It uses all that the user has configured: ssh, proxies, credential helpers, `insteadOf` and
/// hooks. memo reads results from exit codes, `push --porcelain` and `ls-remote`; git's messages
/// are only shown.
struct GitProgram {
  let environment: ProgramEnvironment
  /// The repository to run in; nil before one exists.
  let repository: Repository?
  let secrets: Secrets

  /// In bytes; no useful output is longer.
  private static let mostOutput = 1 << 20

  /// - Throws: ``GitError`` with code `programMissing`, `cancelled`, `timedOut`, or, for a nonzero
  ///   exit code, `remote` with git's message.
  @discardableResult
  func run(_ arguments: [String]) throws(GitError) -> HelperProgram.Answer {
    let answer = try finish(arguments)
    guard answer.isSuccess else { throw Self.failure(answer) }
    return answer
  }

  static func failure(_ answer: HelperProgram.Answer) -> GitError {
    var first = answer.words.first ?? "git ended with exit code \(answer.code) and gave no reason"
    for prefix in ["fatal: ", "error: "] where first.hasPrefix(prefix) {
      first = String(first.dropFirst(prefix.count))
    }
    return GitError(
      code: .remote, operation: "git", message: first, details: Array(answer.words.dropFirst()))
  }

  /// Accepts any exit code.
  ///
  /// - Returns: As words, messages for the user: standard error, and hook output of a push.
  func finish(_ arguments: [String]) throws(GitError) -> HelperProgram.Answer {
    let (usesTerminal, start) = (environment.usesTerminal, ContinuousClock.now)
    var (reader, output): (GitOutput, [UInt8]) = (GitOutput(), [])
    var shown: TransferProgress?
    func tell(_ lines: [String]) {
      for line in lines { environment.onMessage?(legible(line) + "\n") }
    }
    let code = try program(arguments, usesTerminal: usesTerminal).run(
      isSession: !usesTerminal
    ) {
      output += $0.prefix(Self.mostOutput - output.count)
    } onError: { bytes in
      reader.take(bytes)
      if let progress = reader.progress, progress != shown {
        shown = progress
        environment.show(progress)
      }
    } check: { isSilent throws(GitError) in
      if environment.isInterrupted() {
        throw GitError(code: .cancelled, operation: "git", message: "interrupted")
      }
      // git may wait for the user to read its messages.
      if isSilent { tell(reader.takeWaiting()) }
      try checkPatience(reader.progress == nil ? start : reader.lastChange, reader)
    }
    let text = String(decoding: output, as: UTF8.self)
    // The pre-push hook writes to the same stream as the columns.
    let words = arguments.first == "push" ? GitOutput(text.hookWords).lines : []
    if code == 0 { tell(words + reader.takeWaiting()) }
    return HelperProgram.Answer(
      code: code, output: text, words: (words + reader.lines).map(legible))
  }

  /// A line without passwords, and then cut: a part of a password is still one.
  private func legible(_ line: String) -> String {
    String(secrets.hidden(in: line).withoutColors.prefix(500))
  }

  /// - Throws: ``GitError`` with code `timedOut` when git's counts stopped changing for too long.
  private func checkPatience(
    _ last: ContinuousClock.Instant, _ reader: GitOutput
  ) throws(GitError) {
    let hasBegun = reader.progress != nil
    // Before a transfer begins, the user may be looking for the password.
    let limit =
      !hasBegun && environment.canAsk
      ? 5 * environment.longestSilence : environment.longestSilence
    guard ContinuousClock.now - last > .seconds(limit) else { return }
    throw GitError(
      code: .timedOut, operation: "git",
      message: "it \(hasBegun ? "got no further" : "did not answer") for \(Int(limit)) seconds",
      details: reader.lines.map(legible))
  }

  private func program(_ arguments: [String], usesTerminal: Bool) -> HelperProgram {
    var variables = environment.environment
    // git's messages in English, like memo's. `LC_ALL` would also change the encoding for hooks.
    variables["LANGUAGE"] = "C"
    // The only format that libgit2 can read, whatever `init.defaultRefFormat` says.
    variables["GIT_DEFAULT_REF_FORMAT"] = "files"
    if !usesTerminal { variables["GIT_TERMINAL_PROMPT"] = "0" }
    let folder = repository.map { $0.workTree ?? $0.gitDirectory }
    var words: [String] = []
    if let repository, let folder, WorkTree.status(at: "\(folder)/.git") == nil {
      words = ["--git-dir=\(repository.gitDirectory)", "--work-tree=\(folder)"]
    }
    var program = HelperProgram.git(words + arguments, in: folder, variables)
    program.lock = environment.lock
    return program
  }
}

extension String {
  /// The text without terminal colors, which some hooks write even into a pipe.
  public var withoutColors: String {
    let parts = split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      let end = part.drop { $0.isNumber || ";:".contains($0) }
      text += end.first == "m" ? end.dropFirst() : "\u{1B}[\(part)"
    }
  }

  /// The lines that are not part of `git push --porcelain`.
  fileprivate var hookWords: [UInt8] {
    split(separator: "\n").filter { !$0.contains("\t") && !$0.hasPrefix("To ") && $0 != "Done" }
      .flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
  }
}

/// The progress of a transfer, by git's counts.
public struct TransferProgress: Hashable, Sendable {
  /// For example "Receiving objects".
  public var activity: String
  public var done: Int
  /// 0 if unknown.
  public var total: Int
  /// For example "1.20 MiB | 600.00 KiB/s"; may be empty.
  public var rate: String

  /// Parses a progress line: `Counting objects:  50% (1/2)`, or `Enumerating objects: 5`.
  ///
  /// - Parameters:
  ///   - line: A line from git or a server; nothing else in it is ever shown.
  ///   - isRewritten: Whether the line ends with a carriage return.
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

/// Reads git's standard error during a transfer.
///
/// Interprets only progress lines. Keeps a limited number of other lines for the user.
struct GitOutput {
  /// The last lines without progress.
  private(set) var lines: [String] = []
  private(set) var progress: TransferProgress?
  private(set) var lastChange = ContinuousClock.now
  private var waiting: [String] = []
  private var shown = 0
  private var unfinished: [UInt8] = []

  private static let (mostLines, mostBytes, mostShown) = (10, 10_000, 40)

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
    // Servers pad their lines to overwrite earlier ones.
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

  /// Whether a line reports moved references, or a condition that memo handles.
  ///
  /// Hidden like with `--quiet`, which would also hide the progress.
  private static func isReport(_ line: Substring) -> Bool {
    [
      " ", "From ", "To ", "Total ", "Delta compression ", "Cloning into ",
      "warning: You appear to have cloned an empty", "warning: remote HEAD refers to nonexistent",
    ].contains { line.hasPrefix($0) }
  }

  mutating func takeWaiting() -> [String] {
    let lines = waiting.prefix(max(0, Self.mostShown - shown))
    shown += lines.count
    waiting = []
    return Array(lines)
  }
}
