public import MemoKit

/// What a run printed and how it ended.
public struct Outcome: Sendable {
  /// For standard output.
  public var output = ""
  /// For standard output, byte for byte, in place of ``output``.
  public var bytes: [UInt8]?
  /// For standard error.
  public var error = ""
  public var status = ExitStatus.done
  /// A program to become, in place of printing anything: git, or a `memo-NAME`.
  public var handOver: Program?
  /// All tasks that were read for a list, to be freed with the outcome.
  ///
  /// A process that ends anyway would take as long to free thousands of them one by one as to print
  /// their lines.
  package var read: [StoredTask] = []
  /// The operation that the command was, by the name that takes it back; nil where it recorded
  /// nothing.
  public var operation: String?
  /// What a command that writes changed; nil of any other.
  package var changes: [TaskChange]?

  public init(
    output: String = "", error: String = "", status: ExitStatus = .done, handOver: Program? = nil
  ) {
    self.output = output
    self.error = error
    self.status = status
    self.handOver = handOver
  }
}
