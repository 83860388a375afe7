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
