internal import MemoKit
internal import Terminal

extension ChangeReport {
  /// So many are told one by one; 'memo check' shows more of what is wrong with files.
  private static let mostLeftOut = 10

  /// Why some of several tasks were left as they were, in lines.
  ///
  /// - Parameters:
  ///   - count: How many were meant; nil for those that were changed and these.
  ///   - isLenient: Whether the command has no `--strict`.
  func leftOutLines(of count: Int? = nil, isLenient: Bool = false) -> [String] {
    guard !leftOut.isEmpty else { return [] }
    let shown = leftOut.prefix(Self.mostLeftOut).map { $0.line.sanitized }
    let more = leftOut.count - shown.count
    // Of those that were deleted only the changes tell.
    let count = count ?? leftOut.count + (tasks.isEmpty ? changes.count : tasks.count)
    return shown + (more > 0 ? ["… and \(more.grouped) more"] : []) + [
      "\(leftOut.count.grouped) of \(count.counted("task")) left as they were"
        + (isLenient ? "" : "; --strict changes all or none")
    ]
  }

  /// Whether all was done that was asked for.
  var exitStatus: ExitStatus { leftOut.isEmpty ? .done : .attention }
}
