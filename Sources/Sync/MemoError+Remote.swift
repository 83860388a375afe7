internal import Git
internal import StoreFiles

extension MemoError {
  /// Puts a failed talk with a remote into words: where, by which way, and what to try next.
  ///
  /// - Parameters:
  ///   - url: Where it is; of what proves who we are there nothing is told.
  ///   - what: As in "fetch from origin".
  ///   - retry: What to do when it was only the network.
  init(_ error: GitError, url: String, doing what: String, retry: String) {
    let address = RemoteAddress(url)
    let (shown, method) = (address.shown.description, address.method)
    let reason = address.hiding(in: error.message)
    self.init(.remote, "can't \(what) (\(shown)): \(reason)")
    // What was said besides the reason, as a hook's text.
    details = error.details.map(address.hiding).filter { !$0.contains(reason) }
    switch error.code {
    case .authentication:
      message = "\(shown) doesn't let us in\(method.by)"
      details = [reason] + details
      hints = method.passHints(shown)
    case .certificate:
      message = "\(shown) can't prove who it is\(method.by)"
      details = [reason] + details
      hints = method.trustHints(shown)
    case .refused:
      message = "\(shown) refused to \(what.split(separator: " ").first ?? "do it"): \(reason)"
      hints = ["the remote's rules decide this: a protected branch, a hook, or no right to write"]
    case .checkedOut:
      message = "\(shown) is a work tree with this branch checked out, and takes no push to it"
      let git = (address.gitWords ?? ["git"]).map(\.quotedForShell).joined(separator: " ")
      details = []
      hints = [
        (address.gitWords == nil ? "there: " : "")
          + "\(git) config receive.denyCurrentBranch updateInstead",
        "or keep a bare repository for everybody to push to: git clone --bare FOLDER HUB.git",
      ]
    case .uncommitted:
      message = "\(shown) has changes that are not committed there: \(reason)"
      hints = [
        "'\((address.gitWords ?? ["git"]).map(\.quotedForShell).joined(separator: " ")) status' "
          + "shows them"
      ]
    case .notFastForward:
      message = "\(shown) has changes that are not here: \(reason)"
      hints = ["'memo git pull --no-rebase' from there takes them in; then \(retry)"]
    case .notFound where what.hasPrefix("push") && reason.contains("not exported"):
      // git daemon has one answer for all; what could be fetched from is there.
      message = "\(shown) takes no pushes"
      details = [reason] + details
      hints = ["push another way: memo git remote set-url --push NAME URL"]
    case .notFound:
      message = "there is no repository at \(shown)\(method.by)"
      details = [reason] + details
      hints = [
        what == "clone"
          ? "check the address: a folder's is its path, a server's ends in its repository's"
          : "check the address: 'memo git remote -v' shows those of a store"
      ]
    case .wrongOwner:
      message = "git doesn't trust \(shown): it belongs to somebody else"
      hints = ["if you do: git config --global --add safe.directory PATH"]
    case .shallow:
      kind = .refused
      message =
        "can't \(what): this clone is shallow, and the libgit2 that is installed can't "
        + "sync such a clone"
      hints = ["'memo git fetch --unshallow' brings the rest of the history"]
    case .programMissing:
      hints = ["install it, or name another with GIT_SSH_COMMAND or core.sshCommand"]
    case .chatter:
      hints = ["on the server, login files must be silent where there is no terminal"]
    case .unsupportedFormat:
      kind = .refused
      hints = ["'git init --bare --object-format=sha1 FOLDER' makes one that memo can use"]
    case .unsupported:
      hints = ["'memo git fetch' tells why git can't do it either"]
    case .tooLarge:
      hints = ["no store has so many: is that the right address?"]
    case .timedOut:
      hints = ["the server or the network hangs; \(retry)"]
    case .unreachable:
      hints = method.reachHints(shown) + ["check the network and the address; then \(retry)"]
    case .generic where reason.contains("invalid path"):
      kind = .refused
      message = "can't \(what) (\(shown)): it has a file that git checks out nowhere"
      details = [reason] + details
      hints = ["such a file is made to harm; its branch has to be put right there"]
    default:
      hints = ["check the network and the address; then \(retry)"]
    }
  }
}

extension RemoteAddress.Method {
  /// How it was tried.
  fileprivate var by: String {
    switch self {
    case .ssh: " by ssh"
    case .http: " by http"
    case .local, .other: ""
    }
  }

  fileprivate func passHints(_ url: String) -> [String] {
    switch self {
    case .ssh:
      [
        "'ssh-add -l' shows the keys that are offered; the server must know one of them",
        "'ssh -v \(Self.sshHost(url))' shows what is tried",
      ]
    case .http:
      [
        "check the user and password that 'git credential' has for it",
        "many servers want a token in place of the password",
      ]
    case .local, .other: ["check who may read and write there"]
    }
  }

  fileprivate func trustHints(_ url: String) -> [String] {
    guard self == .ssh else {
      let host = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      let end = url[host...].firstIndex(of: "/") ?? url.endIndex
      return [
        "if its certificate is your own: git config --global http.\(url[..<end]).sslCAInfo FILE"
      ]
    }
    return ["connect once with 'ssh \(Self.sshHost(url))' and compare the fingerprint"]
  }

  fileprivate func reachHints(_ url: String) -> [String] {
    self == .ssh ? ["'ssh -v \(Self.sshHost(url))' shows how far it gets"] : []
  }

  /// What a person types behind `ssh`: `kim@host`, or `-p 22 kim@host`.
  private static func sshHost(_ url: String) -> String {
    RemoteAddress(url).sshWords.joined(separator: " ")
  }
}
