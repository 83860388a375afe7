internal import Git
internal import StoreFiles

/// Signs commits with git's programs: `gpg`, `gpgsm` or `ssh-keygen`.
struct CommitSigner {
  /// `gpg.format`.
  private enum Format: String { case openpgp, x509, ssh }

  private let format: Format
  private let program: String
  private let key: String
  private let git: StoreGit
  private let environment: Environment

  /// Nil if commits are not signed (`commit.gpgSign`).
  ///
  /// - Parameter committer: Whose key is used without `user.signingKey`.
  /// - Throws: ``MemoError`` of kind `refused` if there is no key.
  init?(_ git: StoreGit, _ environment: Environment, committer: Signature) throws(MemoError) {
    let settings = try git.run("read commit.gpgSign") { repository throws(GitError) in
      guard try repository.bool("commit.gpgSign") == true else { return Settings?.none }
      let format = try repository.string("gpg.format") ?? "openpgp"
      let general = format == "openpgp" ? try repository.string("gpg.program") : nil
      let special = try repository.string("gpg.\(format).program")
      return Settings(
        format: format, program: special ?? general,
        key: try repository.string("user.signingKey"),
        keyCommand: try repository.string("gpg.ssh.defaultKeyCommand"))
    }
    guard let settings else { return nil }
    guard let format = Format(rawValue: settings.format) else {
      throw MemoError(
        .refused, "can't sign the commit: gpg.format is '\(settings.format)'",
        hints: ["git knows openpgp, x509 and ssh"])
    }
    self.format = format
    self.git = git
    self.environment = environment
    let usual =
      switch format {
      case .openpgp: "gpg"
      case .x509: "gpgsm"
      case .ssh: "ssh-keygen"
      }
    program = settings.program.map { $0.expandingHome(environment) } ?? usual
    if let key = settings.key, !key.isEmpty {
      self.key = key
    } else if format == .ssh {
      key = try Self.defaultKey(settings.keyCommand, git, environment)
    } else {
      key = "\(committer.name) <\(committer.email)>"
    }
  }

  private struct Settings {
    var format: String
    var program: String?
    var key: String?
    var keyCommand: String?
  }

  /// The signature for a commit's header.
  ///
  /// - Throws: ``MemoError`` of kind `refused` with the program's output.
  func sign(_ content: [UInt8]) throws(MemoError) -> String {
    let ending: Program.Ending
    switch format {
    case .openpgp, .x509:
      ending = try run(["--status-fd=2", "-bsau", key], content)
      guard ending.isSuccess, ending.error.contains("[GNUPG:] SIG_CREATED ") else {
        throw failure(ending)
      }
    case .ssh:
      ending = try withKeyFile { file throws(MemoError) in
        try run(["-Y", "sign", "-n", "git", "-f", file], content)
      }
      guard ending.isSuccess, ending.output.hasPrefix("-----BEGIN SSH SIGNATURE-----") else {
        throw failure(ending)
      }
    }
    return String(ending.output.unicodeScalars.filter { $0 != "\r" })
  }

  private func run(_ arguments: [String], _ content: [UInt8]) throws(MemoError) -> Program.Ending {
    try Program(program, arguments, in: git.files.path, environment: environment.variables)
      .run(input: content)
  }

  private func failure(_ ending: Program.Ending) -> MemoError {
    let lines = ending.error.split(whereSeparator: \.isNewline).filter {
      !$0.hasPrefix("[GNUPG:]") && !$0.hasPrefix("Signing data on")
    }
    return MemoError(
      .refused, "can't sign the commit with \(program)",
      details: lines.map(String.init),
      hints: [
        format == .ssh
          ? "user.signingKey names the key: its file, or 'key::' and the public key itself"
          : "'\(program) --list-secret-keys' shows your keys; user.signingKey names one",
        "'git config commit.gpgSign false' does without",
      ])
  }
}

extension CommitSigner {
  /// Writes a literal public key into a file for the program.
  ///
  /// The agent has the private key.
  private func withKeyFile<Value>(
    _ body: (String) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    let literal =
      key.hasPrefix("key::") ? String(key.dropFirst(5)) : key.hasPrefix("ssh-") ? key : nil
    guard let literal else { return try body(key.expandingHome(environment)) }
    let file = "\(git.repository.gitDirectory)/memo/signing-key.pub"
    try MemoError.rethrowing(WorkTree.write((literal + "\n").utf8, to: file))
    // A remaining file is overwritten the next time.
    defer { try? WorkTree.removeFile(file) }
    return try body(file)
  }

  /// The first key that `gpg.ssh.defaultKeyCommand` prints.
  private static func defaultKey(
    _ command: String?, _ git: StoreGit, _ environment: Environment
  ) throws(MemoError) -> String {
    guard let command else {
      throw MemoError(
        .refused, "can't sign the commit: git doesn't know with which ssh key",
        hints: ["git config user.signingKey ~/.ssh/id_ed25519.pub"])
    }
    let ending = try Program(
      "/bin/sh", ["-c", command], in: git.files.path, environment: environment.variables
    ).run()
    let line = ending.output.split(separator: "\n").first.map(String.init) ?? ""
    guard ending.isSuccess, line.hasPrefix("key::") || line.hasPrefix("ssh-") else {
      throw MemoError(
        .refused, "can't sign the commit: gpg.ssh.defaultKeyCommand named no key",
        details: ending.error.split(separator: "\n").map(String.init),
        hints: ["it should print a public key; it is '\(command)'"])
    }
    return line
  }
}

extension String {
  /// `~/x` as git expands it in its configuration.
  fileprivate func expandingHome(_ environment: Environment) -> String {
    guard hasPrefix("~/"), let home = environment.home else { return self }
    return home + dropFirst()
  }
}
