internal import Synchronization

/// What other programs say while memo works, for whoever can't show it at once.
public final class ProgramMessages: Sendable {
  private let text = Mutex("")

  public init() {}

  /// Takes in a piece, which may end in the middle of a line.
  public func hear(_ words: String) { text.withLock { $0 += words } }

  /// All of it so far, without empty lines.
  public var lines: [String] {
    text.withLock { $0 }.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
