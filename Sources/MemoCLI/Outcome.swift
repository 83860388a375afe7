public import MemoKit

/// The outcome of a command: its changes, its question, or its failure.
///
/// A terminal and a pipe print ``output`` and ``error``. Boards show the values instead.
public struct Outcome: Sendable {
  /// The changes of a command that writes; nil for other commands.
  package var changes: [TaskChange]?
  /// A question before the command continues.
  ///
  /// Nothing has changed yet; run the command again with the answer.
  package var question: Question?
  package var failure: MemoError?
  /// The document in ``output``, if a document was requested.
  package var document: JSON?
  /// The operation's id, for undo; nil if nothing was committed.
  public var operation: String?
  public var status = ExitStatus.done

  /// Text for standard output.
  public var output = ""
  /// Bytes for standard output, instead of ``output``.
  public var bytes: [UInt8]?
  /// Text for standard error.
  public var error = ""
  /// A program that replaces this process instead of printing: git, or `memo-NAME`.
  public var handOver: Program?

  public init(
    output: String = "", error: String = "", status: ExitStatus = .done, handOver: Program? = nil
  ) {
    self.output = output
    self.error = error
    self.status = status
    self.handOver = handOver
  }
}

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
