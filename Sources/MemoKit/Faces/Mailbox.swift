internal import Git
internal import StoreFiles
internal import Synchronization

/// What others want a thread to do, in order; it is waited for beside other things.
final class Mailbox<Reader>: Sendable {
  typealias Letter = @Sendable (Reader) -> Void

  private struct State {
    var letters: [Letter] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let bell: Bell

  /// - Throws: ``MemoError`` when the process has too many files open.
  init() throws(MemoError) { bell = try MemoError.rethrowing(Bell()) }

  /// Has something to read when there is a letter, or when it was closed.
  var descriptor: Int32 { bell.readable }

  /// - Returns: False where it is closed; then the letter is not read.
  @discardableResult
  func post(_ letter: @escaping Letter) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isClosed { state.letters.append(letter) }
      return !state.isClosed
    }
    bell.ring()
    return isTaken
  }

  /// For who was asked to do something before it was closed.
  func answer(_ letter: @escaping Letter) {
    state.withLock { $0.letters.append(letter) }
    bell.ring()
  }

  /// No more letters are taken; those that there are will be read.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The next letter; nil for none, and then the descriptor has nothing to read.
  func take() -> Letter? {
    // Before it is looked for: whoever posts one now rings again.
    bell.silence()
    let (letter, isLast) = state.withLock { state in
      (state.letters.isEmpty ? nil : state.letters.removeFirst(), state.letters.isEmpty)
    }
    if !isLast { bell.ring() }
    return letter
  }
}
