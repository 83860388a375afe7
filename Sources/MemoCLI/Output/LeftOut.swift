internal import MemoKit
internal import Terminal

extension ChangeReport {
  /// `memo check` prints all problems.
  private static let mostLeftOut = 10

  /// Lines with the reasons why some tasks were not changed.
  ///
  /// - Parameters:
  ///   - count: The number of selected tasks; nil for the changed ones and these.
  ///   - isLenient: Whether the command has no option `--strict`.
  func leftOutLines(of count: Int? = nil, isLenient: Bool = false) -> [String] {
    guard !leftOut.isEmpty else { return [] }
    // Deleted tasks are only in the changes.
    let count = count ?? leftOut.count + (tasks.isEmpty ? changes.count : tasks.count)
    return leftOut.listed(atMost: Self.mostLeftOut, \.line) + [
      "\(leftOut.count.grouped) of \(count.counted("task")) left as they were"
        + (isLenient ? "" : "; --strict changes all or none")
    ]
  }

  var exitStatus: ExitStatus { leftOut.isEmpty ? .done : .attention }
}

extension Collection {
  /// The first elements as lines, and a line with the number of the others.
  func listed(
    atMost most: Int, rest: (Int) -> String = { "… and \($0.grouped) more" },
    _ line: (Element) -> String
  ) -> [String] {
    prefix(most).map(line) + (count > most ? [rest(count - most)] : [])
  }
}
