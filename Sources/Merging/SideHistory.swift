package import Git
package import StoreFiles
internal import TaskFile
package import TaskHistory

extension StoreGit {
  /// Pairs files that the commits in between show to be one task.
  ///
  /// The first and last version don't show it for a task without an id that was renamed and then
  /// rewritten.
  ///
  /// - Parameter pairs: The pairs found by comparing the two commits.
  func joined(
    _ pairs: [DeltaFinder.Pair], from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    guard pairs.contains(where: { $0.after == nil && $0.before?.id == nil }),
      pairs.contains(where: { $0.before == nil }),
      let history = try History.side(self, of: new, since: old)
    else { return pairs }
    return try joined(pairs) { before throws(MemoError) in
      before.id == nil ? try history.task(ofRoot: before.name).id : nil
    } after: { after throws(MemoError) in
      try history.change(making: after.name)?.task.id
    }
  }

  /// Pairs the files of a commit with those of an earlier one, for an undo.
  ///
  /// A file without an id in the earlier commit belongs to the task that it became.
  func joined(
    _ pairs: [DeltaFinder.Pair], to old: ObjectID, _ history: () throws(MemoError) -> History?
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    guard pairs.contains(where: { $0.after == nil }),
      pairs.contains(where: { $0.before == nil && $0.after?.id == nil }),
      let history = try history(), let commit = try history.commit(old)
    else { return pairs }
    // The id of a file is usually computed from the file.
    return try joined(pairs, before: \.id) { after throws(MemoError) in
      after.id == nil ? try history.change(making: after.name, in: commit)?.task.id : nil
    }
  }

  /// Pairs deleted files with added ones of the same task.
  ///
  /// - Parameters:
  ///   - before: The task of a deleted file, if it may be that of an added one.
  ///   - after: The task of an added file.
  func joined(
    _ pairs: [DeltaFinder.Pair], before task: (FileState) throws(MemoError) -> TaskID?,
    after newTask: (FileState) throws(MemoError) -> TaskID?
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    var gone: [TaskID: FileState] = [:]
    for case (let before?, nil) in pairs {
      if let id = try task(before) { gone[id] = before }
    }
    guard !gone.isEmpty else { return pairs }
    var isJoined: Set<PathKey> = []
    let joined = try pairs.map { pair throws(MemoError) -> DeltaFinder.Pair in
      guard pair.before == nil, let after = pair.after, let id = try newTask(after),
        let before = gone.removeValue(forKey: id)
      else { return pair }
      isJoined.insert(PathKey(before.path))
      return (before, after)
    }
    return joined.filter { pair in
      pair.after != nil || pair.before.map { !isJoined.contains(PathKey($0.path)) } ?? true
    }
  }
}

/// A side's change of one task or other file.
package struct SideChange {
  package var isTask: Bool
  package var before: TreeEntry?
  package var after: TreeEntry?
  /// For other files, only the path matters.
  package var change: TaskChange

  var path: String { (after ?? before)?.path ?? change.path }

  /// Equal for changes of the same thing on both sides: the path before, or for a new task its id.
  ///
  /// - Parameter copied: The ids that several new files of a side have.
  func key(_ copied: Set<String>) -> PathKey {
    if let before { return PathKey("at \(before.path)") }
    if isTask, let id = change.id {
      return PathKey(copied.contains(id) ? "id \(id) at \(path)" : "id \(id)")
    }
    // Distinct from an earlier file at this path, which may have moved.
    return PathKey("new at \(path)")
  }

  /// Whether both sides made the same change.
  func isEqual(_ other: SideChange) -> Bool { before == other.before && after == other.after }
}

extension [SideChange] {
  /// The ids that several new files have, such as copies of an unreadable file.
  var copiedIDs: Set<String> {
    var seen: Set<String> = []
    return Set(
      filter { $0.isTask && $0.before == nil }.compactMap(\.change.id).filter {
        !seen.insert($0).inserted
      })
  }
}

extension StoreGit {
  /// The changes between two commits: tasks by id, other files by path.
  package func changes(from old: ObjectID?, to new: ObjectID) throws(MemoError) -> [SideChange] {
    try changes(from: old, to: new) { pairs throws(MemoError) in
      guard let old else { return pairs }
      return try joined(pairs, from: old, to: new)
    }
  }

  /// - Parameter joining: Pairs files that are one task although the two commits don't show it.
  func changes(
    from old: ObjectID?, to new: ObjectID,
    _ joining: ([DeltaFinder.Pair]) throws(MemoError) -> [DeltaFinder.Pair]
  ) throws(MemoError) -> [SideChange] {
    let files = try run(
      "compare two commits", repository.changedFiles(from: old, to: new, under: []))
    var tasks: [PathKey: FileChange] = [:]
    var others: [SideChange] = []
    for file in files {
      guard let path = storePath(file.path), try isTask(path, file.before),
        try isTask(path, file.after)
      else {
        others.append(SideChange(file))
        continue
      }
      tasks[PathKey(path)] = file
    }
    let changed = files.filter { file in
      storePath(file.path).map { tasks[PathKey($0)] != nil } ?? false
    }
    let pairs = try joining(DeltaFinder(self).pairs(changed, in: new))
    var found: [SideChange] = []
    for pair in pairs {
      let before = try pair.before.map { state throws(MemoError) in try version(of: state) }
      let after = try pair.after.map { state throws(MemoError) in try version(of: state) }
      guard let change = TaskChange(from: before, to: after) else { continue }
      found.append(
        SideChange(
          isTask: true, before: pair.before.flatMap { tasks[PathKey($0.path)]?.before },
          after: pair.after.flatMap { tasks[PathKey($0.path)]?.after }, change: change))
    }
    return found + others
  }

  func document(of entry: TreeEntry) throws(MemoError) -> TaskDocument {
    try run("read \(entry.path)", document(repository.taskText(entry.id)))
  }

  func placed(_ entry: TreeEntry) throws(MemoError) -> PlacedDocument {
    PlacedDocument(path: storePath(entry.path) ?? entry.path, document: try document(of: entry))
  }

  /// Whether the change is of a task, or of another file that memo commits.
  func isOfStore(_ change: SideChange) -> Bool {
    change.isTask || (storePath(change.path).map(NonTaskFiles.contains) ?? false)
  }

  /// The id in a task's blob; empty if it has none.
  func idText(of entry: TreeEntry) throws(MemoError) -> String {
    guard let path = storePath(entry.path) else { return "" }
    return try version(of: entry, at: path).id?.text ?? ""
  }

  /// Whether a file is a task.
  ///
  /// One above the size limit is merged like other files.
  private func isTask(_ path: String, _ entry: TreeEntry?) throws(MemoError) -> Bool {
    guard isTaskName(path, entry) else { return false }
    guard let entry else { return true }
    return try run("read \(entry.path)", repository.size(of: entry.id) <= Limits.taskBytes)
  }

  private func isTaskName(_ path: String, _ entry: TreeEntry?) -> Bool {
    StoredTask.isTaskName(path) && StoredTask.folderStatus(of: path) != nil
      && (entry.map { $0.mode.isFile } ?? true)
  }

  private func version(of entry: TreeEntry, at path: String) throws(MemoError) -> TaskVersion {
    TaskVersion(path: path, document: try document(of: entry), mode: entry.mode)
  }
}

extension SideChange {
  fileprivate init(_ file: FileChange) {
    let kind: TaskChange.Kind =
      file.before == nil ? .add : file.after == nil ? .delete : .edit
    self.init(
      isTask: false, before: file.before, after: file.after,
      change: TaskChange(kind: kind, id: nil, title: file.path, path: file.path, fields: []))
  }
}
