internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Where names and passwords for servers of the web come from: whatever `git credential` knows,
/// its helpers, `GIT_ASKPASS` and its questions on the terminal included.
///
/// ssh proves by itself who we are.
final class CredentialChain {
  private let surroundings: Surroundings
  private let directory: String?
  /// What is being tried, and for which address.
  private var filled: (url: String, lines: [String])?
  /// What was right before, so that nobody is asked for a password by the fetch and by the push.
  private var accepted: [String: [String]] = [:]
  private var refused: Set<[String]> = []

  /// As often as other programs let people mistype a password.
  private static let mostAttempts = 3

  /// - Parameter directory: Where git looks for settings of its own; nil before there is a clone.
  init(_ environment: Environment, in directory: String? = nil, _ progress: SyncProgress) {
    var hear = progress.hear
    if let shown = progress.hear { hear = { words in shown(words.hidingUserInfo) } }
    surroundings = Surroundings(
      environment: environment.variables, hear: hear,
      patience: progress.longestSilence, isInterrupted: progress.isInterrupted)
    self.directory = directory
  }

  /// The next credential to try; nil when there is nothing left.
  ///
  /// - Throws: ``GitError`` with the reason when git has nothing to offer.
  func answer(_ request: CredentialRequest) throws(GitError) -> Credential? {
    // Being asked again means that the last one was wrong.
    reject()
    guard refused.count < Self.mostAttempts else { return nil }
    if let known = accepted[request.url] { return credential(known, request) }
    var question = "url=\(request.url)\n"
    if let user = request.userInURL { question += "username=\(user)\n" }
    let answer = try git("fill", question + "\n")
    guard answer.isSuccess else {
      // That nobody could be asked for another one is not what went wrong first.
      if !refused.isEmpty { return nil }
      throw GitError(
        code: .authentication, operation: "git credential", message: Self.reason(answer.words))
    }
    // The same answer again would be refused again.
    let lines = answer.output.split(separator: "\n").map(String.init)
    return refused.contains(lines) ? nil : credential(lines, request)
  }

  private func credential(_ lines: [String], _ request: CredentialRequest) -> Credential? {
    guard let user = Self.value("username", in: lines),
      let password = Self.value("password", in: lines)
    else { return nil }
    filled = (request.url, lines)
    return .password(user: user, password: password)
  }

  /// Lets the helpers keep what the server accepted.
  func approve() {
    guard let filled else { return }
    let isNews = accepted.updateValue(filled.lines, forKey: filled.url) == nil
    if isNews { report("approve") }
    self.filled = nil
  }

  /// Makes the helpers forget what the server refused.
  func reject() {
    guard let filled else { return }
    refused.insert(filled.lines)
    accepted[filled.url] = nil
    report("reject")
    self.filled = nil
  }

  private func report(_ verdict: String) {
    guard let filled else { return }
    // A helper that remembers nothing is asked again.
    _ = try? git(verdict, filled.lines.joined(separator: "\n") + "\n\n")
  }

  private func git(_ verb: String, _ input: String) throws(GitError) -> HelperProgram.Answer {
    try HelperProgram(HelperProgram.git + ["credential", verb], in: directory, surroundings).ask(
      Array(input.utf8))
  }

  private static func value(_ key: String, in lines: [String]) -> String? {
    lines.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  /// What git said, from `could not read Password …` on.
  private static func reason(_ words: [String]) -> String {
    let line = words.last ?? "git has no password for it"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst("fatal: ".count)) : line
  }
}

extension CredentialChain {
  /// What libgit2 asks and tells during one transfer, and what ssh and git run with.
  func handlers(_ progress: SyncProgress) -> TransferHandlers {
    var surroundings = surroundings
    surroundings.mostGreeting = Limits.referenceBytes
    return TransferHandlers(
      surroundings: surroundings,
      credentials: { request throws(GitError) in try self.answer(request) },
      progress: { moment in
        progress.show(SyncProgress.Moment(moment))
        return true
      })
  }
}
