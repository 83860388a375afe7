internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Files that somebody committed with plain git as copies, the id included.
  ///
  /// Of several files with one id the one that was there first keeps it, also when it was
  /// edited or moved since.
  /// - Parameter changed: Files that differ from the last commit.
  /// - Returns: The paths of the copies.
  func recordedCopies(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?, _ past: RecordedPast,
    _ changed: Set<PathKey>
  ) throws(MemoError) -> [String] {
    let edited =
      changed.isEmpty ? [] : snapshot.tasks.filter { changed.contains(PathKey($0.path)) }
    let lost = try lostIDs(snapshot, past)
    // Nearly always there are none, and nearly no edited task has an id that others may have.
    let doubles = snapshot.doubleIDs
    let wanted = doubles.union(edited.compactMap(\.id)).union(lost.map(\.id))
    guard !wanted.isEmpty else { return [] }
    var holders: [TaskID: [String]] = [:]
    for task in snapshot.tasks {
      guard let id = task.id, wanted.contains(id), !changed.contains(PathKey(task.path)) else {
        continue
      }
      holders[id, default: []].append(task.path)
    }
    if edited.contains(where: { $0.id.map { holders[$0] != nil } ?? false }) {
      for (id, path) in try firstHolders(of: edited, git, since: head, changed) {
        holders[id]?.append(path)
      }
    }
    for (id, path) in lost { holders[id]?.append(path) }
    let lostPaths = Set(lost.map { PathKey($0.path) })
    var copies: [String] = []
    for (id, paths) in holders where paths.count > 1 {
      let first = try past.eldest(paths, of: id) ?? paths[0]
      copies += paths.filter { path in
        !path.isSamePath(as: first) && !lostPaths.contains(PathKey(path))
      }
    }
    return copies
  }

  /// Files that have lost the line with their id, which another file may have.
  private func lostIDs(
    _ snapshot: Snapshot, _ past: RecordedPast
  ) throws(MemoError) -> [(id: TaskID, path: String)] {
    guard snapshot.tasks.contains(where: { $0.id != nil }) else { return [] }
    var found: [(TaskID, String)] = []
    for task in snapshot.tasks
    where task.id == nil && task.file != nil && task.isRead && task.item.lacksID
      && !task.document.isForeign
    {
      if let id = try past.lostID(at: task.path) { found.append((id, task.path)) }
    }
    return found
  }

  /// Where the last commit has the ids of files that were edited or moved since.
  private func firstHolders(
    of edited: [StoredTask], _ git: StoreGit, since head: ObjectID?, _ changed: Set<PathKey>
  ) throws(MemoError) -> [(TaskID, String)] {
    var ids: [PathKey: TaskID] = [:]
    for task in edited { ids[PathKey(task.path)] = task.id }
    var moved = Set(ids.values)
    var found: [(TaskID, String)] = []
    var gone: [(TaskID, String)] = []
    for key in changed.sorted(by: { $0.path.precedes(path: $1.path) }) {
      guard let id = try git.version(at: key.path, in: head)?.id else { continue }
      if ids[key] == id {
        found.append((id, key.path))
        moved.remove(id)
      } else {
        gone.append((id, key.path))
      }
    }
    // What was deleted has no more claim to its id than the copy that is left.
    return found + gone.filter { moved.contains($0.0) }
  }
}
