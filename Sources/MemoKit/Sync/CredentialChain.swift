internal import Git

/// Where names and passwords for servers of the web come from: whatever `git credential` knows,
/// its helpers, `GIT_ASKPASS` and its questions on the terminal included.
///
/// ssh proves by itself who we are.
final class CredentialChain {
  private let surroundings: Surroundings
  private let directory: String?
  private var filled: [String]?
  private var refused: Set<[String]> = []

  /// As often as other programs let people mistype a password.
  private static let mostAttempts = 3

  /// - Parameter directory: Where git looks for settings of its own; nil before there is a clone.
  init(_ world: World, in directory: String? = nil, _ progress: SyncProgress) {
    surroundings = Surroundings(
      environment: world.environment, terminal: progress.errorStream,
      isInterrupted: progress.isInterrupted)
    self.directory = directory
  }

  /// The next credential to try; nil when there is nothing left.
  ///
  /// - Throws: ``GitError`` with the reason when git has nothing to offer.
  func answer(_ request: CredentialRequest) throws(GitError) -> Credential? {
    // Being asked again means that the last one was wrong.
    reject()
    guard refused.count < Self.mostAttempts else { return nil }
    var question = "url=\(request.url)\n"
    if let user = request.userInURL { question += "username=\(user)\n" }
    let answer = try git("fill", question + "\n")
    guard answer.isSuccess else {
      throw GitError(
        code: .authentication, operation: "git credential", message: Self.reason(answer.words))
    }
    let lines = answer.output.split(separator: "\n").map(String.init)
    // The same answer again would be refused again.
    guard !refused.contains(lines), let user = Self.value("username", in: lines),
      let password = Self.value("password", in: lines)
    else { return nil }
    filled = lines
    return .password(user: user, password: password)
  }

  /// Lets the helpers keep what the server accepted.
  func approve() { tell("approve") }

  /// Makes the helpers forget what the server refused.
  func reject() {
    if let filled { refused.insert(filled) }
    tell("reject")
  }

  private func tell(_ verdict: String) {
    guard let filled else { return }
    _ = try? git(verdict, filled.joined(separator: "\n") + "\n\n")
    self.filled = nil
  }

  private func git(_ verb: String, _ input: String) throws(GitError) -> HelperProgram.Answer {
    try HelperProgram(["git", "credential", verb], in: directory, surroundings).ask(input)
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
    TransferHandlers(
      surroundings: surroundings,
      credentials: { request throws(GitError) in try self.answer(request) },
      progress: { moment in
        progress.show(SyncProgress.Moment(moment))
        return true
      })
  }
}
