internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Merges copies by sync services into their tasks in one commit, and deletes the copies.
  ///
  /// An earlier commit has the copies unchanged, so that an undo restores them.
  ///
  /// - Parameter paths: Paths of ``Snapshot/copies``.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func mergeCopies(_ paths: [String]) throws(MemoError) -> ChangeReport {
    try write { session throws(MemoError) in try session.mergeCopies(paths) }
  }
}

extension WriteSession {
  fileprivate mutating func mergeCopies(_ paths: [String]) throws(MemoError) -> ChangeReport {
    var merged: [(before: TaskVersion, after: TaskVersion)] = []
    var found: [CommitChain.NewFile] = []
    for path in paths {
      let (copy, task) = try copy(at: path)
      let (bytes, status) = try MemoError.rethrowing(
        store.files.read(path, atMost: Limits.taskBytes))
      found.append((git.repositoryPath(path), bytes, status.gitMode))
      let index = merged.firstIndex { $0.before.isAt(task.path) }
      let before = index.map { merged[$0].before } ?? TaskVersion(task)
      let now = index.map { merged[$0].after } ?? before
      var author = SyncCopy.author(of: path)
      if author == nil { author = try Signatures(git, store.environment).author.name }
      let change = LastChange(
        author: author ?? "",
        time: store.environment.localTime.at(status.modified.seconds).timestamp, commit: "")
      let after = try merge(now, with: git.document(bytes), of: copy, task, change)
      merged.removeAll { $0.before.isAt(task.path) }
      merged.append((before, after))
    }
    try recordAsFound(found)
    var free = freePaths
    let edits = merged.compactMap { before, after in
      TaskEdit(
        from: before, to: after.isAt(before.path) ? after : after.at(free.take(like: after.path)))
    }
    let names = paths.count == 1 ? Paths.name(of: paths[0]) : "\(paths.count) copies"
    let titles = merged.count == 1 ? merged[0].after.item.title : "\(merged.count) tasks"
    try commit(
      edits, as: .edit, subject: "merge: \(titles.journalTitle) (\(names.journalTitle))",
      and: found.map { FileEdit(path: $0.path, before: $0.bytes) })
    try readFiles()
    if edits.isEmpty { notices.append("\(names) had nothing new, and is deleted") }
    return ChangeReport(self, edits)
  }

  private func copy(at path: String) throws(MemoError) -> (SyncCopy, StoredTask) {
    guard let copy = snapshot.copies.first(where: { $0.path.isSamePath(as: path) }),
      let task = snapshot.tasks.first(where: { $0.isAt(copy.task) })
    else {
      throw MemoError(
        .refused, "\(path) is not a sync service's copy of a task",
        hints: ["'memo check' lists the copies"])
    }
    return (copy, task)
  }

  private func merge(
    _ now: TaskVersion, with text: TaskDocument, of copy: SyncCopy, _ task: StoredTask,
    _ change: LastChange
  ) throws(MemoError) -> TaskVersion {
    let base = try recordedVersion(nearestTo: text, of: task)
    // Merging a cut-off copy would delete the rest of the task.
    let isOfOneWithout = !text.bytes.isEmpty && base?.document.hasFrontMatter == false
    guard text.hasFrontMatter || isOfOneWithout else {
      throw MemoError(
        .refused, "\(copy.path) has no front matter; it may have been cut off",
        hints: ["take over by hand what is missing in \(now.path), and delete the copy"])
    }
    var text = text
    if text.id == nil, let id = now.id {
      // The copy was made before the task had an id.
      do throws(Problem) {
        text.addFrontMatter()
        try text.setID(id)
      } catch {
        throw .unreadable(TaskVersion(path: copy.path, document: text), [error])
      }
    }
    let theirs = TaskVersion(path: base?.path ?? copy.path, document: text)
    try now.checkReadable()
    try theirs.checkReadable()
    let name = Paths.name(of: base?.path ?? task.path)
    let place = StoredTask.path(
      Paths.join(Paths.parent(of: theirs.path), name),
      movedTo: theirs.item.status ?? theirs.folderStatus ?? task.status)
    let last = try lastChange(at: task.path)
    let merge = TaskMerge(
      base: base, MergeSide(task: now, last: last ?? change),
      MergeSide(task: theirs.at(place), last: change))
    guard let task = merge.task, merge.second == nil else {
      throw MemoError(
        .refused, "\(copy.path) can't be merged into \(now.path)",
        hints: ["take over by hand what is missing in \(now.path), and delete the copy"])
    }
    return now.with(task.document, at: task.path)
  }

  /// The committed version from which a copy was made: the most similar one; of several, the
  /// oldest.
  private func recordedVersion(
    nearestTo text: TaskDocument, of task: StoredTask
  ) throws(MemoError) -> TaskVersion? {
    var nearest: (version: TaskVersion, distance: Int)?
    for version in try CommittedHistory(store, git, of: head.commit).versions(of: task) {
      let distance = version.document.lineDistance(to: text)
      // If both sides changed one line, the merge sees the conflict only with the older version.
      if nearest.map({ distance <= $0.distance }) ?? true { nearest = (version, distance) }
    }
    return nearest?.version
  }

  /// Commits copies unchanged, in a commit that an undo ignores.
  private mutating func recordAsFound(_ files: [CommitChain.NewFile]) throws(MemoError) {
    var chain = try chain()
    var changes: [FileChange] = []
    for change in try chain.store(files) where try recorded(change.path)?.id != change.after?.id {
      changes.append(change)
    }
    guard !changes.isEmpty else { return }
    let what = files.count == 1 ? Paths.name(of: files[0].path) : "\(files.count) copies"
    let subject = "adopt: \(what.journalTitle) as found"
    try chain.commit(
      changes, JournalEntry(subject, trailers: [Commit.asFoundTrailer]), .adopt)
    postpone(chain)
  }
}

extension TaskDocument {
  /// The number of lines that only one of two texts has.
  func lineDistance(to other: TaskDocument) -> Int {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] += 1 }
    for line in other.bytes.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
