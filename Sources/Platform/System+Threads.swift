extension System {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// As much as the main thread has on both systems.
  private static let stackSize = 8 << 20

  /// Runs something on a thread of its own, which ends with it.
  ///
  /// For what waits for long: a thread of Dispatch's that waits has it look each second on Linux
  /// whether it needs another one.
  /// - Returns: False where the system has no more threads to give.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    let lent = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let failure = pthread_create(
      &thread, &attributes,
      { pointer in
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, lent.toOpaque())
    #else
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { pointer in
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, lent.toOpaque())
    #endif
    if failure != 0 { lent.release() }
    return failure == 0
  }
}
