internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What of a change of several tasks can't be done.
struct BulkFailures {
  /// Whether one of them is enough to change nothing.
  let isStrict: Bool
  private(set) var problems: [StoreProblem] = []
  private var first: MemoError?

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// How many an error names; thousands tell no more.
  private static let mostNamed = 20

  /// Notes why a task can't be changed.
  ///
  /// - Parameter count: How many tasks there are.
  /// - Throws: The error where it is about more than this one task, where nothing is to be left
  ///   out, and where nothing would be left to change.
  mutating func add(
    _ error: MemoError, _ task: StoredTask, of count: Int
  ) throws(MemoError) {
    guard !isStrict, count > 1, error.kind == .unreadable || error.kind == .refused else {
      throw error
    }
    first = first ?? error
    problems.append(Self.problem(error, task))
    guard problems.count == count, let first else { return }
    let named = problems.prefix(Self.mostNamed).map(\.inWords)
    let more = count - named.count
    throw MemoError(
      first.kind, "none of these \(count) tasks can be changed so",
      details: named + (more > 0 ? ["… and \(more) more"] : []), hints: first.hints)
  }

  /// In one line: what stands in the file, where that is why.
  private static func problem(_ error: MemoError, _ task: StoredTask) -> StoreProblem {
    if let problem = error.problem { return problem }
    if error.kind == .unreadable, !task.isRead, let problem = task.problems.first { return problem }
    return StoreProblem(path: task.path, message: error.message, hint: error.hints.first)
  }
}

extension StoreProblem {
  fileprivate var inWords: String {
    "\(path)\(place.map { ":\($0.line):\($0.column)" } ?? ""): \(message)"
  }
}
