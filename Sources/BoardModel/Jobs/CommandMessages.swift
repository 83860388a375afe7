internal import Synchronization

/// Collects a command's messages and whether it needs the terminal.
final class CommandMessages: Sendable {
  private let words = Mutex("")
  private let wants = Mutex(false)

  func append(_ text: String) { words.withLock { $0 += text } }
  var text: String { words.withLock { $0 } }

  func wantTerminal() { wants.withLock { $0 = true } }
  var wantsTerminal: Bool { wants.withLock { $0 } }
}
