internal import Git
package import StoreFiles
package import TaskFile

/// Tasks that somebody has open while others go on.
extension Store {
  /// The task that somebody has opened, wherever its file is now; nil where it is deleted.
  ///
  /// One without an id is known by what is recorded at its path. Where nothing is, its file may have
  /// been renamed before it was ever recorded: then it is found as such a file is in the last commit.
  package func task(
    openedAs opened: PlacedDocument, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    let version = TaskVersion(path: opened.path, document: opened.document)
    let there = snapshot.tasks.first { $0.path.isSamePath(as: opened.path) }
    if let there, version.id == nil || there.id == nil || there.id == version.id { return there }
    if let id = version.id { return snapshot.tasks.first { $0.id == id } }
    var recorded = PathMap<Int>()
    if let history = try history(git()) {
      let present = PresentFiles(history, comparing: snapshot)
      recorded = try present.tasks
      if let number = try history.numbers(of: .file(opened.path), among: present).first {
        return snapshot.tasks.first { recorded[$0.path] == number }
      }
    }
    // It may have been recorded since, where it is now. What only says the same was there before.
    let name = Paths.name(of: opened.path)
    let candidates = snapshot.tasks.filter {
      recorded[$0.path] == nil || Paths.name(of: $0.path) == name
    }
    let pairs = Pairing(
      before: [version], after: candidates.map { TaskVersion($0) }, unchangedIDs: []
    ).pairs
    guard let path = pairs.first(where: { $0.before != nil })?.after?.path else { return nil }
    return candidates.first { $0.path.isSamePath(as: path) }
  }

  /// The task whose file was recorded last at a path that is meant, wherever it is now; nil where no
  /// commit has one, or it is deleted.
  package func task(
    onceAt isMeant: (String) -> Bool, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard let history = try history(git()), let path = history.lastPath(where: isMeant) else {
      return nil
    }
    let present = PresentFiles(history, comparing: snapshot)
    let recorded = try present.tasks
    let number = try history.numbers(of: .file(path), among: present).first
    return number.flatMap { number in snapshot.tasks.first { recorded[$0.path] == number } }
  }

  /// What was recorded of a task since somebody has opened it, the last first; nil where it was
  /// opened as nobody has recorded it.
  package func entries(
    of task: StoredTask, since opened: PlacedDocument
  ) throws(MemoError) -> [LogEntry]? {
    let git = try git()
    var entries: [LogEntry] = []
    try log(LogQuery(tasks: [task.logTarget], limit: Self.mostEntries)) { entry in
      entries.append(entry)
      return true
    }
    for (index, entry) in entries.enumerated() where entry.path.isSamePath(as: opened.path) {
      guard let commit = ObjectID(hex: entry.commit),
        let state = try git.state(at: entry.path, in: commit),
        try git.version(of: state).document == opened.document
      else { continue }
      return Array(entries[..<index])
    }
    return nil
  }

  /// Nobody has more told while a sheet is open.
  private static var mostEntries: Int { 20 }
}
