internal import Git
internal import Recording
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// The other side's commit, and on top of it one that gives copies ids of their own which somebody
  /// committed with plain git, as a memo there would have done; mostly only the first.
  ///
  /// This side's copies have theirs already. With one id for several files it would depend on who
  /// merges, in which of them comes to lie what the other side did.
  /// - Parameter trial: Writes what is only looked at.
  func normalized(
    _ theirs: ObjectID, since base: ObjectID, _ git: StoreGit, trial: CommitWriter? = nil
  ) throws(MemoError) -> ObjectID {
    let known = Set(snapshot.tasks.lazy.compactMap(\.id))
    let doubles = try git.doubles(in: theirs, since: base) { known.contains($0) }
    let past = CommittedHistory(store, git, of: theirs)
    var (edits, changes): ([TreeEdit], [TaskChange]) = ([], [])
    for (id, paths) in doubles.sorted(by: { $0.key < $1.key }) {
      guard let first = try past.eldest(paths, of: id) else { continue }
      for path in paths where !path.isSamePath(as: first) {
        guard let newID = try past.sharedID(at: path), !known.contains(newID),
          try !past.isDoubledByUndo(at: path),
          let (edit, change) = try git.edit(of: path, in: theirs, to: newID)
        else { continue }
        edits.append(edit)
        changes.append(change)
      }
    }
    guard !edits.isEmpty else { return theirs }
    var writer = trial
    if writer == nil { writer = try self.writer() }
    return try writer?.write(
      edits, on: [theirs], JournalEntry(changes: changes).message, .normalize) ?? theirs
  }
}

extension StoreGit {
  /// What gives a file of a commit another id; nil where its front matter can't be changed.
  fileprivate func edit(
    of path: String, in commit: ObjectID, to id: TaskID
  ) throws(MemoError) -> (TreeEdit, TaskChange)? {
    try run("read \(path)") { repository throws(GitError) in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode.isFile
      else { return nil }
      let former = document(try repository.taskText(entry.id))
      var document = former
      guard (try? document.setID(id)) != nil,
        let change = TaskChange(
          from: TaskVersion(path: path, document: former, mode: entry.mode),
          to: TaskVersion(path: path, document: document, mode: entry.mode))
      else { return nil }
      let blob = try repository.writeBlob(document.bytes)
      return (.put(path: entry.path, id: blob, mode: entry.mode), change)
    }
  }
}
