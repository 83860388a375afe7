/// What git's configuration says about the programs at both ends.
struct ServerSettings: Hashable, Sendable {
  /// `core.sshCommand`.
  var sshCommand: String?
  /// `ssh.variant`.
  var sshVariant: String?
  /// `remote.NAME.uploadpack`, which git runs at the other end for a fetch.
  var uploadPack: String?
  /// `remote.NAME.receivepack`, for a push.
  var receivePack: String?
  /// Where the programs run: the top of the work tree, as with git.
  var directory: String?

  /// - Parameter remote: Nil for an address that has no name yet.
  init(_ config: Configuration, remote: String?, directory: String?) throws(GitError) {
    func find(_ key: String) throws(GitError) -> String? {
      try config.string(key).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.directory = directory
    sshCommand = try find("core.sshcommand")
    sshVariant = try find("ssh.variant")
    guard let remote else { return }
    uploadPack = try find("remote.\(remote).uploadpack")
    receivePack = try find("remote.\(remote).receivepack")
  }
}

/// Which of git's two programs answers at the other end.
enum ServerProgram {
  case uploadPack, receivePack

  /// The command line that a shell over there gets.
  func line(_ path: String, _ settings: ServerSettings) -> String {
    "\(configured(settings) ?? name) \(Shell.quoted(path))"
  }

  var name: String { self == .uploadPack ? "git-upload-pack" : "git-receive-pack" }

  func configured(_ settings: ServerSettings) -> String? {
    self == .uploadPack ? settings.uploadPack : settings.receivePack
  }
}
