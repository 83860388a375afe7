internal import MemoKit

/// The exit code of a command.
///
/// Scripts rely on these numbers.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done. An empty list is no error.
  case done = 0
  /// Refused, or not found.
  case refused = 1
  /// The remote was not reached or refused. Everything is committed locally.
  case remote = 3
  /// Done, but conflict notes were written or problems found.
  case attention = 4
  /// Another process holds the store's lock.
  case busy = 5
  /// The command line can't be understood (sysexits' `EX_USAGE`).
  case usage = 64
  /// Stopped by the user, like SIGINT in shells.
  case interrupted = 130
  /// A bug in memo (sysexits' `EX_SOFTWARE`).
  case bug = 70
}

extension ExitStatus {
  init(_ kind: MemoError.Kind) {
    self =
      switch kind {
      case .usage: .usage
      case .remote: .remote
      case .busy: .busy
      case .interrupted: .interrupted
      case .bug: .bug
      case .givenUp, .noStore, .notFound, .ambiguous, .refused, .unconfirmed, .unrelated,
        .otherCommits, .noRemote, .unreadable, .raced:
        .refused
      }
  }
}
