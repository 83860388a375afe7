internal import CGit2

/// A way to prove who we are to a remote.
public enum Credential: Hashable, Sendable {
  /// A key that the ssh agent holds.
  case agent(user: String)
  case key(user: String, privateKey: String, passphrase: String?)
  case password(user: String, password: String)

  /// The libgit2 bit that a server must allow for this credential to be used.
  var kind: git_credential_t {
    switch self {
    case .agent, .key: GIT_CREDENTIAL_SSH_KEY
    case .password: GIT_CREDENTIAL_USERPASS_PLAINTEXT
    }
  }

  func make(_ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?) -> Int32 {
    switch self {
    case .agent(let user): git_credential_ssh_key_from_agent(out, user)
    case .key(let user, let privateKey, let passphrase):
      git_credential_ssh_key_new(out, user, nil, privateKey, passphrase)
    case .password(let user, let password):
      git_credential_userpass_plaintext_new(out, user, password)
    }
  }
}

/// What a remote asked for.
public struct CredentialRequest: Hashable, Sendable {
  public var url: String
  public var userInURL: String?
  /// 0 for the first try; libgit2 asks again as long as the server says no.
  public var attempt: Int
}

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
  public enum Phase: Hashable, Sendable { case receiving, resolving, sending }
  public var phase: Phase
  public var done: Int
  public var total: Int
  /// Received or sent so far.
  public var bytes: Int
}

/// Who answers and who is told during a fetch, push or clone.
public struct TransferHandlers {
  /// Answers a request, or returns nil when there is nothing left to try.
  public var credentials: (CredentialRequest) throws(GitError) -> Credential?
  /// Returns false to cancel.
  public var progress: (TransferProgress) -> Bool
  /// What ssh, git and the like run with.
  public var surroundings: Surroundings

  public init(
    surroundings: Surroundings = Surroundings(),
    credentials: @escaping (CredentialRequest) throws(GitError) -> Credential? = {
      (_) throws(GitError) in nil
    },
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) {
    self.surroundings = surroundings
    self.credentials = credentials
    self.progress = progress
  }
}
