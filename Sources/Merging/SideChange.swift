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
  private func joined(
    _ pairs: [DeltaFinder.Pair], from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    guard pairs.contains(where: { $0.after == nil && $0.before?.id == nil }),
      pairs.contains(where: { $0.before == nil }),
      let history = try History.inMemory(self, new, hiding: [old])
    else { return pairs }
    return try joined(pairs) { before throws(MemoError) in
      before.id == nil ? try history.task(ofRoot: before.name).id : nil
    } after: { after throws(MemoError) in
      try history.change(making: after.name)?.task.id
    }
  }

  /// Pairs files for the way back to an earlier commit.
  ///
  /// A file without an id there belongs to the task that it became.
  private func joined(
    _ pairs: [DeltaFinder.Pair], backBy history: () throws(MemoError) -> History?
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    guard pairs.contains(where: { $0.after == nil }),
      pairs.contains(where: { $0.before == nil && $0.after?.id == nil }),
      let history = try history()
    else { return pairs }
    return try joined(pairs, before: \.id) { after throws(MemoError) in
      guard after.id == nil else { return nil }
      if let change = try history.change(making: after.name) { return change.task.id }
      // Later changes that stay make it another text.
      return try history.lastTask(withoutIDAt: after.path)?.id
    }
  }

  /// Pairs deleted files with added ones of the same task.
  private func joined(
    _ pairs: [DeltaFinder.Pair], before task: (FileState) throws(MemoError) -> TaskID?,
    after newTask: (FileState) throws(MemoError) -> TaskID?
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    var gone: [TaskID: FileState] = [:]
    for pair in pairs where pair.after == nil {
      if let before = pair.before, let id = try task(before) { gone[id] = before }
    }
    var isJoined: Set<PathKey> = []
    let joined = try pairs.map { pair throws(MemoError) -> DeltaFinder.Pair in
      guard pair.before == nil, let after = pair.after, let id = try newTask(after),
        let before = gone.removeValue(forKey: id)
      else { return pair }
      isJoined.insert(PathKey(before.path))
      return DeltaFinder.Pair(before: before, after: after)
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
  ///
  /// - Parameter history: On the way back to an earlier commit, a history that has this commit.
  package func changes(
    from old: ObjectID?, to new: ObjectID, backBy history: (() throws(MemoError) -> History?)? = nil
  ) throws(MemoError) -> [SideChange] {
    let files = try run(
      "compare two commits", repository.changedFiles(from: old, to: new, under: []))
    var tasks: [FileChange] = []
    var others: [SideChange] = []
    for file in files {
      if let path = storePath(file.path), try isTask(path, file.before),
        try isTask(path, file.after)
      {
        tasks.append(file)
      } else {
        others.append(SideChange(file))
      }
    }
    var pairs = try DeltaFinder(self).pairs(tasks, in: new)
    if let history {
      pairs = try joined(pairs, backBy: history)
    } else if let old {
      pairs = try joined(pairs, from: old, to: new)
    }
    var found: [SideChange] = []
    for pair in pairs {
      let before = try pair.before.map { state throws(MemoError) in try version(of: state) }
      let after = try pair.after.map { state throws(MemoError) in try version(of: state) }
      guard let change = TaskChange(from: before, to: after) else { continue }
      found.append(
        SideChange(
          isTask: true, before: pair.before.map(entry), after: pair.after.map(entry),
          change: change))
    }
    return found + others
  }

  /// A task in a commit.
  func version(of entry: TreeEntry) throws(MemoError) -> TaskVersion {
    let bytes = try run("read \(entry.path)", repository.taskText(entry.id))
    return TaskVersion(
      path: storePath(entry.path) ?? entry.path, document: TaskDocument(bytes, aliases),
      mode: entry.mode)
  }

  /// Whether the change is of a task, or of another file that memo commits.
  func isOfStore(_ change: SideChange) -> Bool {
    change.isTask || (storePath(change.path).map(NonTaskFiles.contains) ?? false)
  }

  /// The id in a task's blob; empty if it has none.
  func idText(of entry: TreeEntry) throws(MemoError) -> String {
    storePath(entry.path) == nil ? "" : try version(of: entry).id?.text ?? ""
  }

  /// Whether a file is a task.
  ///
  /// One above the size limit is merged like other files.
  private func isTask(_ path: String, _ entry: TreeEntry?) throws(MemoError) -> Bool {
    guard StoredTask.isTaskName(path), StoredTask.folderStatus(of: path) != nil else {
      return false
    }
    guard let entry else { return true }
    guard entry.mode.isFile else { return false }
    return try run("read \(entry.path)", repository.size(of: entry.id) <= Limits.taskBytes)
  }
}

extension SideChange {
  /// The change of a file that is not a task.
  init(_ file: FileChange) {
    let kind: TaskChange.Kind =
      file.before == nil ? .add : file.after == nil ? .delete : .edit
    self.init(
      isTask: false, before: file.before, after: file.after,
      change: TaskChange(kind: kind, id: nil, title: file.path, path: file.path, fields: []))
  }
}
