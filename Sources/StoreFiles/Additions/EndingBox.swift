internal import Synchronization

/// Carries a program's ending from the thread that awaits it to the one that waits.
final class EndingBox: Sendable {
  private let ending = Mutex<Result<Program.Ending, MemoError>?>(nil)

  func set(_ value: Result<Program.Ending, MemoError>) { ending.withLock { $0 = value } }

  func get() throws(MemoError) -> Program.Ending {
    guard let value = ending.withLock({ $0 }) else {
      throw MemoError(.refused, "a program ended without saying how")
    }
    return try value.get()
  }
}
