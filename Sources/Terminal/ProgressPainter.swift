internal import Synchronization

/// Redraws one line on standard error and erases it at the end.
public final class ProgressPainter: Sendable {
  private struct State {
    var last = 0.0
    var isShown = false
  }

  private let state = Mutex(State())
  /// The minimum time between two drawings, in seconds.
  private static let pause = 0.05

  public init() {}

  /// - Parameter isLast: Whether to draw even within the minimum time.
  public func show(_ text: String, isLast: Bool = false) {
    state.withLock { state in
      let now = LocalClock.monotonicSeconds()
      guard isLast || now - state.last >= Self.pause else { return }
      state.last = now
      state.isShown = true
      Device.error.write(Array("\r\(text.sanitized)\u{1B}[K".utf8))
    }
  }

  /// Replaces the line by other output; the next drawing is below it.
  public func say(_ words: String) {
    guard !words.isEmpty else { return }
    state.withLock { state in
      let start = state.isShown ? "\r\u{1B}[K" : ""
      state.isShown = false
      // End the line, so that the next drawing doesn't overwrite it.
      Device.error.write(Array((start + words + (words.hasSuffix("\n") ? "" : "\n")).utf8))
    }
  }

  public func clear() {
    state.withLock { state in
      if state.isShown { Device.error.write(Array("\r\u{1B}[K".utf8)) }
      state = State()
    }
  }
}
