import Dispatch
import Testing

/// Runs a test on a thread of its own.
///
/// memo waits for other programs where it stands; should all the threads that Swift has for
/// async work wait so, none would be left for what they wait for.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  static var onItsOwnThread: Self { OwnThread() }
}

/// A serial queue always gets a thread, however many wait.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "memo.test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
