internal import Platform

/// A thread for what waits for long.
package enum OwnThread {
  /// - Returns: False where the system has no more threads to give; then nothing is done.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    System.startThread(body)
  }
}
