internal import Git
public import StoreFiles
public import TaskFile

/// How a task of one snapshot stands in a later one.
public struct SnapshotChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added, removed
    /// Its text, its status, or what is wrong with it is another; its file is where it was.
    case changed
    /// Its file is elsewhere; its text may be another as well.
    case moved
  }

  public var kind: Kind
  /// Nil for a file without an id, which is known by its path.
  public var id: TaskID?
  /// Where its file is now; of one that was removed, where it was.
  public var path: String
  /// Where its file was before it was moved; else nil.
  public var formerPath: String?
}

extension Snapshot {
  /// What is different from an earlier snapshot of the store, sorted by path.
  ///
  /// Tasks are the same by their ids, and by their paths where they have none or several have one.
  public func changes(since old: Snapshot) -> [SnapshotChange] {
    var left: [TaskReading: StoredTask] = [:]
    left.reserveCapacity(old.tasks.count)
    for task in old.tasks { left[task.reading] = task }
    // Most files were not read again, and mean what they did.
    let news = tasks.filter { task in
      guard let former = left[task.reading], former.isSeen(like: task) else { return true }
      left[task.reading] = nil
      return false
    }
    guard !news.isEmpty || !left.isEmpty else { return [] }
    let doubles = doubleIDs.union(old.doubleIDs)
    let sole = { (task: StoredTask) in task.id.flatMap { doubles.contains($0) ? nil : $0 } }
    var byID: [TaskID: StoredTask] = [:]
    var byPath: [PathKey: StoredTask] = [:]
    for task in left.values {
      if let id = sole(task) { byID[id] = task } else { byPath[PathKey(task.path)] = task }
    }
    var changes: [SnapshotChange] = []
    for task in news {
      // Also a file that had no id until now.
      let former =
        sole(task).flatMap { byID.removeValue(forKey: $0) }
        ?? byPath.removeValue(forKey: PathKey(task.path))
      changes += [SnapshotChange(from: former, to: task)].compactMap { $0 }
    }
    for task in [byID.values.map { $0 }, byPath.values.map { $0 }].joined() {
      changes.append(SnapshotChange(kind: .removed, id: task.id, path: task.path))
    }
    return changes.sorted { $0.path.precedes(path: $1.path) }
  }
}

extension SnapshotChange {
  /// - Returns: Nil where the one looks as the other.
  fileprivate init?(from former: StoredTask?, to task: StoredTask) {
    guard let former else {
      self.init(kind: .added, id: task.id, path: task.path)
      return
    }
    let isMoved = !former.path.isSamePath(as: task.path)
    guard isMoved || !former.isSeen(like: task) || former.document != task.document else {
      return nil
    }
    self.init(
      kind: isMoved ? .moved : .changed, id: task.id, path: task.path,
      formerPath: isMoved ? former.path : nil)
  }
}

extension StoredTask {
  /// Whether all that depends on more than its file is the same.
  fileprivate func isSeen(like other: StoredTask) -> Bool {
    status == other.status && problems == other.problems
  }
}
