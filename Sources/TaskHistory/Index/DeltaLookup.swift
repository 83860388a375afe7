internal import StoreFiles
internal import TaskFile

/// What is asked of a history again and again, found once.
package final class DeltaLookup {
  private var ancestors: [Int: [Bool]] = [:]
  private var ancestorCount = 0
  /// What was found of single deltas, which never changes.
  var changedParts: [History.Place: Set<TaskPart>] = [:]
  /// By the commit's position.
  var lastChanges: [Int: LastChange] = [:]
  /// Of files of which folder and text don't say the same.
  var statuses: [PlacedState: Status] = [:]
  /// Where a version's task came to its status; nil where that was before a history was cut off.
  var statusChanges: [PlacedState: History.Place?] = [:]

  package init() {}

  /// Whether a commit is another, or lies in its history.
  func isAncestor(_ node: Int, of child: Int, _ index: HistoryIndex) -> Bool {
    if node >= child { return node == child }
    if index.generations[node] >= index.generations[child] { return false }
    if let found = ancestors[child] { return found[node] }
    if ancestorCount > Self.mostAncestors { (ancestors, ancestorCount) = ([:], 0) }
    let found = index.ancestors(of: child)
    ancestors[child] = found
    ancestorCount += found.count
    return found[node]
  }

  /// In bytes.
  private static let mostAncestors = 1 << 25
}
