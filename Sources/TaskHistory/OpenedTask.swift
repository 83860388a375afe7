internal import Git
package import StoreFiles
package import TaskFile

/// Tasks that a user interface has open while others change them.
extension Store {
  /// The opened task at its present path; nil if it was deleted.
  ///
  /// A task without an id is identified by the committed file at its path. A file that was never
  /// committed may have been renamed; then its text or its name identifies it.
  package func task(
    openedAs opened: TaskVersion, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    let there = snapshot.tasks.first { $0.path.isSamePath(as: opened.path) }
    if let there, opened.id == nil || there.id == nil || there.id == opened.id { return there }
    if let id = opened.id { return snapshot.tasks.first { $0.id == id } }
    let history = try history(git())
    let ref = try history?.present(at: opened.path)?.task
    if case .id(let id)? = ref, let found = snapshot.tasks.first(where: { $0.id == id }) {
      return found
    }
    // Equal text alone doesn't identify it, so candidates are new files, and files with the name of
    // a file that was never committed.
    let name = Paths.name(of: opened.path)
    var candidates: [StoredTask] = []
    for task in snapshot.tasks {
      let recorded = try history?.present(at: task.path)
      if let ref, task.id == nil, recorded?.task == ref { return task }
      if recorded == nil || ref == nil && Paths.name(of: task.path) == name {
        candidates.append(task)
      }
    }
    return candidates.first { $0.id == nil && $0.document == opened.document }
      ?? candidates.first { Paths.name(of: $0.path) == name }
  }

  /// The last committed change of a task since it was opened; nil without one.
  ///
  /// - Parameter isEdited: Whether the task has changes that aren't committed. Then an opened
  ///   version that no commit has may be newer than all commits.
  package func lastEntry(
    of task: StoredTask, since opened: TaskVersion, isEdited: Bool
  ) throws(MemoError) -> LogEntry? {
    let git = try git()
    let entries = try entries(LogQuery(tasks: refs(of: [task]), limit: Self.mostEntries))
    for (index, entry) in entries.enumerated() where entry.path.isSamePath(as: opened.path) {
      guard let commit = ObjectID(hex: entry.commit),
        let state = try git.state(at: entry.path, in: commit),
        try git.version(of: state).document == opened.document
      else { continue }
      return index == 0 ? nil : entries[0]
    }
    return isEdited ? nil : entries.first
  }

  /// A sheet is rarely open for more changes.
  private static var mostEntries: Int { 20 }
}
