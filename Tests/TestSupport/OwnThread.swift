import Dispatch
public import Testing

/// Runs tests on their own threads, a few at a time.
///
/// Swift has one thread per processor for async work, including tests. A test that waits for a
/// server or program would block the others.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  fileprivate var waits = true
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite runs no code itself.
    guard testCase != nil else { return try await function() }
    guard waits else {
      return try await withTaskExecutorPreference(QueueExecutor()) { try await function() }
    }
    let queue = await WaitingRoom.shared.enter()
    do {
      try await withTaskExecutorPreference(queue) { try await function() }
    } catch {
      await WaitingRoom.shared.leave(queue)
      throw error
    }
    await WaitingRoom.shared.leave(queue)
  }
}

extension Trait where Self == OwnThread {
  /// For tests that mostly wait.
  public static var onItsOwnThread: Self { OwnThread() }

  /// For suites of long serialized tests, which start without waiting for a free thread.
  ///
  /// Otherwise they would run last and alone.
  public static var onItsOwnThreadAtOnce: Self { OwnThread(waits: false) }
}

/// The threads, and the tests that wait for a free one.
private actor WaitingRoom {
  static let shared = WaitingRoom()

  private var free = (0..<6).map { _ in QueueExecutor() }
  private var waiting: [CheckedContinuation<QueueExecutor, Never>] = []

  func enter() async -> QueueExecutor {
    if let queue = free.popLast() { return queue }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func leave(_ queue: QueueExecutor) {
    if waiting.isEmpty {
      free.append(queue)
    } else {
      waiting.removeFirst().resume(returning: queue)
    }
  }
}

/// A serial queue has its own thread, even if all others wait.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "memo.test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
