internal import Git
package import StoreFiles
package import TaskFile

/// Tasks that a user interface has open while others change them.
extension Store {
  /// The opened task at its present path; nil if it was deleted.
  ///
  /// A task without an id is identified by the committed file at its path. A file that was never
  /// committed may have been renamed; then ``Pairing`` finds it.
  package func task(
    openedAs opened: PlacedDocument, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    let version = TaskVersion(opened)
    let there = snapshot.tasks.first { $0.path.isSamePath(as: opened.path) }
    if let there, version.id == nil || there.id == nil || there.id == version.id { return there }
    if let id = version.id { return snapshot.tasks.first { $0.id == id } }
    let history = try history(git())
    let ref = try history?.present(at: opened.path)?.task
    if let history, let ref, let found = try snapshot.task(ref, history) { return found }
    // The file was moved since then. Equal text alone doesn't identify it, so candidates are new
    // files, and files with the name of a file that was never committed.
    let name = ref == nil ? Paths.name(of: opened.path) : nil
    var candidates: [StoredTask] = []
    for task in snapshot.tasks {
      let recorded = try history?.present(at: task.path)
      if recorded == nil || Paths.name(of: task.path) == name { candidates.append(task) }
    }
    let pairs = Pairing(
      before: [version], after: candidates.map { TaskVersion($0) }, unchangedIDs: []
    ).pairs
    guard let path = pairs.first(where: { $0.before != nil })?.after?.path else { return nil }
    return candidates.first { $0.path.isSamePath(as: path) }
  }

  /// The changes of a task since it was opened, the last one first.
  ///
  /// - Returns: Nil if the opened version was never committed.
  package func entries(
    of task: StoredTask, since opened: PlacedDocument
  ) throws(MemoError) -> [LogEntry]? {
    let git = try git()
    let entries = try entries(LogQuery(tasks: refs(of: [task]), limit: Self.mostEntries))
    for (index, entry) in entries.enumerated() where entry.path.isSamePath(as: opened.path) {
      guard let commit = ObjectID(hex: entry.commit),
        let state = try git.state(at: entry.path, in: commit),
        try git.version(of: state).document == opened.document
      else { continue }
      return Array(entries[..<index])
    }
    return nil
  }

  /// An open sheet shows no more.
  private static var mostEntries: Int { 20 }
}

extension Snapshot {
  /// The present task; nil if it was deleted.
  fileprivate func task(_ ref: TaskRef, _ history: History) throws(MemoError) -> StoredTask? {
    if case .id(let id) = ref { return tasks.first { $0.id == id } }
    for task in tasks where task.id == nil {
      if try history.present(at: task.path)?.task == ref { return task }
    }
    return nil
  }
}
