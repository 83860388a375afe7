internal import Synchronization

/// Collects the output of other programs, to show it later.
public final class ProgramMessages: Sendable {
  private let text = Mutex("")

  public init() {}

  /// Adds a piece of output, which may end inside a line.
  public func hear(_ words: String) { text.withLock { $0 += words } }

  /// All lines so far, without empty ones.
  public var lines: [String] {
    text.withLock { $0 }.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
