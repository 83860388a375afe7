public import StoreFiles
internal import TaskFile

extension Store {
  /// What is different between two states of the store, task by task.
  ///
  /// - Parameters:
  ///   - before: The tasks as they were.
  ///   - after: The tasks as they were later, or are.
  /// - Returns: Additions first, then moves, edits and deletions, each in the order of paths.
  public func differences(from before: Snapshot, to after: Snapshot) -> [TaskChange] {
    let (old, new) = (before.tasks.map { TaskVersion($0) }, after.tasks.map { TaskVersion($0) })
    let same = Set(old).intersection(new)
    let pairs = Pairing(
      before: old.filter { !same.contains($0) }, after: new.filter { !same.contains($0) },
      unchangedIDs: Set(same.compactMap(\.id))
    ).pairs
    return pairs.compactMap { TaskChange(from: $0.before, to: $0.after) }.sorted { a, b in
      (a.kind.order, a.path) < (b.kind.order, b.path)
    }
  }
}
