/// How long to wait for another process's lock.
public struct Patience: Sendable {
  public var seconds: Double
  /// For so many seconds nothing is said of the waiting.
  public var quiet: Double
  /// How long a sync waits for another one of the same repository, which takes as long as the
  /// network does; nil for as long as for any other.
  public var syncSeconds: Double?
  /// Called once when the lock is not free after the quiet time.
  public var onWait: @Sendable () -> Void

  public init(
    seconds: Double = 10, quiet: Double = 0, onWait: @escaping @Sendable () -> Void = {}
  ) {
    self.seconds = seconds
    self.quiet = quiet
    self.onWait = onWait
  }
}
