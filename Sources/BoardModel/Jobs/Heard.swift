internal import Synchronization

/// What commands say on the way, and whether they want the terminal.
final class Heard: Sendable {
  private let words = Mutex("")
  private let wants = Mutex(false)

  func hear(_ text: String) { words.withLock { $0 += text } }
  /// What was said since it was taken last.
  func take() -> String {
    words.withLock { words in
      defer { words = "" }
      return words
    }
  }
  var text: String { words.withLock { $0 } }

  func wantTerminal() { wants.withLock { $0 = true } }
  var wantsTerminal: Bool { wants.withLock { $0 } }
}

/// Answers a command's questions, as long as they are those that were answered.
final class Asked: Sendable {
  private struct State {
    var left: [Job.Answer]
    var given: [Job.Answer] = []
    var open: Ending.Question?
  }

  private let state: Mutex<State>

  init(_ answers: [Job.Answer]) { state = Mutex(State(left: answers)) }

  /// - Returns: Nil for a question that is left to somebody, and for all behind it.
  func answer(_ question: String, _ heard: Heard) -> String? {
    let above = heard.take()
    return state.withLock { state in
      guard state.open == nil else { return nil }
      guard let next = state.left.first, next.question == question else {
        state.open = Ending.Question(answers: state.given, text: question, above: above)
        return nil
      }
      state.given.append(state.left.removeFirst())
      return next.text
    }
  }

  var open: Ending.Question? { state.withLock { $0.open } }
}
