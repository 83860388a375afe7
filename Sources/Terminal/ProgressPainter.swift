internal import Synchronization

/// Draws one line of standard error again and again, and leaves no trace of it.
public final class ProgressPainter: Sendable {
  private struct State {
    var last = 0.0
    var isShown = false
  }

  private let state = Mutex(State())
  /// Seconds between two drawings.
  private static let pause = 0.05

  public init() {}

  /// - Parameter isLast: Whether this stays for a while, so that it must be seen.
  public func show(_ text: String, isLast: Bool = false) {
    state.withLock { state in
      let now = LocalClock.monotonicSeconds()
      guard isLast || now - state.last >= Self.pause else { return }
      state.last = now
      state.isShown = true
      Device.error.write(Array("\r\(text.sanitized)\u{1B}[K".utf8))
    }
  }

  /// Writes what others say in place of the line, which is drawn again below it.
  public func say(_ words: String) {
    guard !words.isEmpty else { return }
    state.withLock { state in
      let start = state.isShown ? "\r\u{1B}[K" : ""
      state.isShown = false
      // It must not run into the line that is drawn next.
      Device.error.write(Array((start + words + (words.hasSuffix("\n") ? "" : "\n")).utf8))
    }
  }

  /// Takes the line away.
  public func clear() {
    state.withLock { state in
      if state.isShown { Device.error.write(Array("\r\u{1B}[K".utf8)) }
      state = State()
    }
  }
}
