internal import Git
internal import StoreFiles

extension MemoError {
  /// Puts a failed talk with a remote into words: where, and what git says about it.
  ///
  /// - Parameters:
  ///   - place: Where the remote is.
  ///   - what: As in "fetch from origin".
  ///   - hint: What to do next.
  init(_ error: GitError, at place: ShownAddress, doing what: String, hint: String) {
    self.init(.remote, "can't \(what) (\(place)): \(error.message)", details: error.details)
    hints = [hint]
    switch error.code {
    case .programMissing:
      message = "can't \(what): git is not installed, and talks to remotes"
      hints = ["install git, as with 'apt install git' or 'brew install git'"]
    case .timedOut: hints = ["the server or the network hangs; \(hint)"]
    case .tooLarge: hints = ["no store has so many: is that the right address?"]
    case .unsupportedFormat:
      kind = .refused
      (details, hints) = ([], error.details)
    case .generic where error.message.contains("invalid path"):
      kind = .refused
      message = "can't \(what) (\(place)): it has a file that git checks out nowhere"
      details = [error.message]
      hints = ["such a file can do harm; remove it from the branch on the remote"]
    default: break
    }
  }
}
