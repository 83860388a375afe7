internal import Platform

/// A thread for work that blocks for a long time.
package enum OwnThread {
  /// - Returns: False if the thread could not be started.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    System.startThread(body)
  }
}

/// Parallel work on all cores.
package enum AllCores {
  /// Splits a range into parts and processes them in parallel.
  ///
  /// - Parameter size: The length of a part; the last may be shorter.
  /// - Returns: The results in the order of the parts.
  package static func parts<Value: Sendable>(
    of range: Range<Int>, size: Int = 256, _ body: @Sendable (Range<Int>) -> Value
  ) -> [Value] {
    System.parts(of: range, size: size, body)
  }

  /// Runs one closure here and another one on a new thread, and waits for both.
  package static func both<Own, Other: Sendable>(
    _ own: () -> Own, _ other: @Sendable () -> Other
  ) -> (Own, Other) {
    System.both(own, other)
  }
}

/// Unused heap memory of a long-running program.
public enum FreeMemory {
  public static func release() { System.releaseFreeMemory() }

  /// Makes all threads share one heap, so that one thread can reuse memory another frees.
  ///
  /// Call this before starting any thread.
  public static func share() { System.useOneHeap() }
}
