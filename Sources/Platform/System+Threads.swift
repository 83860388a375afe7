internal import Synchronization

extension System {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The size of the main thread's stack on both systems.
  private static let stackSize = 8 << 20

  /// Runs a closure on a new thread.
  ///
  /// Use it for long waits. On Linux, when a thread of Dispatch waits, Dispatch checks each second
  /// whether it needs another one.
  /// - Returns: False if no thread could be started.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    return start(&attributes, body) != nil
  }

  #if canImport(Darwin)
  private typealias Thread = pthread_t?
  #else
  private typealias Thread = pthread_t
  #endif

  private static func start(
    _ attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void
  ) -> Thread? {
    let lent = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
    var thread: Thread = nil
    let failure = pthread_create(
      &thread, attributes,
      { pointer in
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, lent.toOpaque())
    #else
    var thread = Thread()
    let failure = pthread_create(
      &thread, attributes,
      { pointer in
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, lent.toOpaque())
    #endif
    guard failure == 0 else {
      lent.release()
      return nil
    }
    return .some(thread)
  }
}

extension System {
  /// A counter that gives each thread the next number.
  private final class Numbers: Sendable {
    private let next = Atomic(0)
    let count: Int
    init(upTo count: Int) { self.count = count }

    func take() -> Int? {
      let number = next.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }
  }

  /// More threads gain little, and each costs its start.
  private static let mostThreads = 16

  /// Calls a closure for each number below a count, on all cores, and waits for all calls.
  ///
  /// It doesn't use Dispatch. On Linux, once Dispatch has had a thread, it checks each second
  /// whether it needs another one, until the process ends.
  package static func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
    let numbers = Numbers(upTo: count)
    let cores = cores
    withoutActuallyEscaping(body) { body in
      let helpers = (1..<max(1, min(count, cores, mostThreads))).compactMap { _ in
        // If the system gives fewer threads, they share the work.
        start(nil) { while let number = numbers.take() { body(number) } }
      }
      while let number = numbers.take() { body(number) }
      for helper in helpers { join(helper) }
    }
  }

  /// Calls one closure here and another one on a new thread, and waits for both.
  package static func both<Own, Other: Sendable>(
    _ own: () -> Own, _ other: @Sendable () -> Other
  ) -> (Own, Other) {
    let result = Mutex<Other?>(nil)
    return withoutActuallyEscaping(other) { other in
      let thread = start(nil) {
        let value = other()
        result.withLock { $0 = value }
      }
      let mine = own()
      if let thread { join(thread) }
      // Without a thread, this one makes both calls.
      return (mine, result.withLock { $0 } ?? other())
    }
  }

  private static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls a closure for the parts of a range, on all cores.
  ///
  /// - Parameter size: The length of a part; the last one may be shorter.
  /// - Returns: The results in order.
  package static func parts<Value: Sendable>(
    of range: Range<Int>, size: Int = 256, _ body: @Sendable (Range<Int>) -> Value
  ) -> [Value] {
    let count = (range.count + size - 1) / size
    guard count > 1 else { return range.isEmpty ? [] : [body(range)] }
    let results = Mutex<[Int: Value]>([:])
    concurrently(count) { number in
      let start = range.lowerBound + number * size
      let value = body(start..<min(start + size, range.upperBound))
      results.withLock { $0[number] = value }
    }
    return results.withLock { results in (0..<count).compactMap { results[$0] } }
  }

  private static func join(_ thread: Thread) {
    #if canImport(Darwin)
    if let thread { pthread_join(thread, nil) }
    #else
    pthread_join(thread, nil)
    #endif
  }
}
