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

  /// Runs `own` while other threads run `prepare` and start on its parts, then helps with the
  /// parts.
  ///
  /// - Parameters:
  ///   - prepare: Returns the common value and the number of parts.
  ///   - body: Processes the part with the given number, counted from 0.
  /// - Returns: The results of `own` and `prepare`, and those of the parts in order.
  package static func parts<Own, Common: Sendable, Value: Sendable>(
    beside own: () -> Own, prepare: @Sendable () -> (common: Common, count: Int),
    _ body: @Sendable (Common, Int) -> Value
  ) -> (own: Own, common: Common, parts: [Value]) {
    System.parts(beside: own, prepare: prepare, body)
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
