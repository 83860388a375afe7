internal import Git

/// Where the proof of who we are comes from, in the order in which git asks.
///
/// For ssh: the agent, then the default key files without a passphrase. For https: whatever
/// `git credential` knows, its helpers and its questions on the terminal included.
final class CredentialChain {
  private let world: World
  private var triedAgent = false
  private var remainingKeys: [String]
  private var filled: [String]?

  init(_ world: World) {
    self.world = world
    let home = world.home ?? ""
    remainingKeys = ["id_ed25519", "id_ecdsa", "id_rsa"].map { "\(home)/.ssh/\($0)" }
      .filter { WorkTree.status(at: $0) != nil }
  }

  /// The next credential to try; nil when there is nothing left.
  func answer(_ request: CredentialRequest) throws(GitError) -> Credential? {
    if request.url.hasPrefix("http://") || request.url.hasPrefix("https://") {
      return passwordFromGit(for: request)
    }
    let user = request.userInURL ?? "git"
    if !triedAgent, world.environment["SSH_AUTH_SOCK"] != nil {
      triedAgent = true
      return .agent(user: user)
    }
    guard !remainingKeys.isEmpty else { return nil }
    return .key(user: user, privateKey: remainingKeys.removeFirst(), passphrase: nil)
  }

  private func passwordFromGit(for request: CredentialRequest) -> Credential? {
    // The same answer again would be refused again.
    guard filled == nil else { return nil }
    var question = "url=\(request.url)\n"
    if let user = request.userInURL { question += "username=\(user)\n" }
    guard let answer = try? git("fill", question + "\n"), answer.isSuccess else { return nil }
    let lines = answer.output.split(separator: "\n").map(String.init)
    filled = lines
    guard let user = Self.value("username", in: lines),
      let password = Self.value("password", in: lines)
    else { return nil }
    return .password(user: user, password: password)
  }

  /// Lets the helpers keep what the server accepted.
  func approve() { tell("approve") }

  /// Makes the helpers forget what the server refused.
  func reject() { tell("reject") }

  private func tell(_ verdict: String) {
    guard let filled else { return }
    _ = try? git(verdict, filled.joined(separator: "\n") + "\n\n")
    self.filled = nil
  }

  private func git(_ verb: String, _ input: String) throws(MemoError) -> Program.Ending {
    try Program("git", ["credential", verb], environment: world.environment).run(input: input)
  }

  private static func value(_ key: String, in lines: [String]) -> String? {
    lines.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
  }
}
