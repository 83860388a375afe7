public import MemoKit

/// How a command ended: what it changed, what it asks, or why it failed.
///
/// A terminal and a pipe print ``output`` and ``error``, which are the same in words. Boards show
/// the values in their own.
public struct Outcome: Sendable {
  /// What a command that writes changed; nil of any other.
  package var changes: [TaskChange]?
  /// What it asks before it goes on; nothing is done yet, and it is run anew with the answer.
  package var question: Question?
  /// Why it was not done.
  package var failure: Failure?
  /// What ``output`` is, where a document was asked for.
  package var document: JSON?
  /// The operation that the command was, by the name that takes it back; nil where it recorded
  /// nothing.
  public var operation: String?
  public var status = ExitStatus.done

  /// For standard output.
  public var output = ""
  /// For standard output, byte for byte, in place of ``output``.
  public var bytes: [UInt8]?
  /// For standard error.
  public var error = ""
  /// A program to become, in place of printing anything: git, or a `memo-NAME`.
  public var handOver: Program?
  /// All tasks that were read for a list, to be freed with the outcome.
  ///
  /// A process that ends anyway would take as long to free thousands of them one by one as to print
  /// their lines.
  package var read: [StoredTask] = []

  public init(
    output: String = "", error: String = "", status: ExitStatus = .done, handOver: Program? = nil
  ) {
    self.output = output
    self.error = error
    self.status = status
    self.handOver = handOver
  }
}
