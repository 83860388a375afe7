internal import Platform

/// A thread for what waits for long.
package enum OwnThread {
  /// - Returns: False if no thread could be started.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    System.startThread(body)
  }
}

/// What is known of another process.
package enum OtherProcess {
  /// Whether it is stopped, as by Ctrl-Z; false where nobody tells.
  package static func isStopped(_ process: Int32) -> Bool { System.isStopped(process) }
}

/// Work that all cores share.
package enum AllCores {
  /// Does something with a range part by part.
  ///
  /// - Parameter size: How many numbers a part has; the last may have fewer.
  /// - Returns: What came of the parts, in their order.
  package static func parts<Value: Sendable>(
    of range: Range<Int>, size: Int = 256, _ body: @Sendable (Range<Int>) -> Value
  ) -> [Value] {
    System.parts(of: range, size: size, body)
  }

  /// Does one thing while others prepare another and begin with its parts, and then helps them.
  ///
  /// - Parameters:
  ///   - prepare: Says of how many parts it is.
  ///   - body: Does the part of a number below that.
  /// - Returns: Also what was prepared, and what came of the parts, in their order.
  package static func parts<Own, Common: Sendable, Value: Sendable>(
    beside own: () -> Own, prepare: @Sendable () -> (common: Common, count: Int),
    _ body: @Sendable (Common, Int) -> Value
  ) -> (own: Own, common: Common, parts: [Value]) {
    System.parts(beside: own, prepare: prepare, body)
  }
}

/// Memory that a program that stays open does not use.
public enum FreeMemory {
  /// Gives it back to the system, as far as that can be done.
  public static func release() { System.releaseFreeMemory() }

  /// Keeps it in one place for all threads, where what one of them frees is room for another: to be
  /// called before there are any.
  public static func share() { System.useOneHeap() }
}
