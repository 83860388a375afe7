/// How long to wait for another process's lock.
public struct Patience: Sendable {
  public var seconds: Double
  /// Called once when the lock is not free at once.
  public var onWait: @Sendable () -> Void

  public init(seconds: Double = 10, onWait: @escaping @Sendable () -> Void = {}) {
    self.seconds = seconds
    self.onWait = onWait
  }
}
