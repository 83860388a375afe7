internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

/// An editor works on the text that it has opened. What a sync or another command does to the
/// task meanwhile, it doesn't know of: what it saves, taken as it is, would take that back.
extension Store {
  /// Merges what an editor has made of a task with what has become of the task meanwhile.
  ///
  /// Nothing is recorded by it. What nobody edited stays as others made it, also moved or deleted.
  /// - Parameter opened: The task as the editor got it, recorded.
  /// - Throws: ``MemoError``; then the files are as they were.
  public func mergeEdit(
    of opened: StoredTask, _ patience: Patience = Patience()
  ) throws(MemoError) {
    try write(patience, recording: false) { session throws(MemoError) in
      guard let head = session.head.commit else { return }
      let recorded = try recorded(opened, session.snapshot, session.git, in: head)
      let base = TaskVersion(opened)
      guard recorded != base else { return }
      let saved = session.snapshot.tasks.first { $0.path.isSamePath(as: opened.path) }
      let git = session.git
      func put(_ after: [UInt8]?, at path: String) throws(MemoError) {
        let path = git.repositoryPath(path)
        let before = try git.content(of: path)
        guard before != after else { return }
        try git.apply(FileEdit(path: path, before: before, after: after))
      }
      guard let saved, saved.document.bytes != base.bytes else {
        // Nobody edited anything.
        if saved != nil, recorded?.isAt(opened.path) != true { try put(nil, at: opened.path) }
        if let recorded { try put(recorded.bytes, at: recorded.path) }
        return try session.readFiles()
      }
      // What somebody deleted meanwhile comes back with what was written into it.
      guard let recorded else { return }
      let past = RecordedPast(self, git, of: head)
      let origin = try past.origin(at: recorded.path) ?? head
      let theirs = LastChange(try git.commit(origin))
      let mine = LastChange(
        author: try session.signatures().author.name,
        // It was finished just now, whatever the clocks say.
        time: max(theirs.time, environment.timestamp),
        commit: "~")
      let merge = TaskMerge(
        base: PlacedDocument(path: base.path, document: base.document),
        MergeSide(
          task: PlacedDocument(path: saved.path, document: saved.document), last: mine),
        MergeSide(
          task: PlacedDocument(path: recorded.path, document: recorded.document), last: theirs))
      var free = session.freePaths
      for result in [merge.task, merge.second].compactMap({ $0 }) {
        let isTaken = result != merge.task
        try put(
          result.document.bytes, at: isTaken ? free.take(like: result.path) : result.path)
      }
      if let task = merge.task, !task.path.isSamePath(as: saved.path) {
        try put(nil, at: saved.path)
      }
      try session.readFiles()
    }
  }

  /// Whether a task that an editor has is not at its path because somebody moved or deleted it.
  public func isElsewhere(_ opened: StoredTask) throws(MemoError) -> Bool {
    let git = try git()
    guard let head = try git.head().commit else { return false }
    if try git.version(at: opened.path, in: head) == nil { return true }
    // Moved by hand, perhaps from within the editor: that is recorded as it always is.
    guard let id = opened.id else { return false }
    return try read().tasks.contains { $0.id == id }
  }

  /// The task as a commit has it, by its path or by its id; nil when it is gone.
  private func recorded(
    _ opened: StoredTask, _ snapshot: Snapshot, _ git: StoreGit, in head: ObjectID
  ) throws(MemoError) -> TaskVersion? {
    if let version = try git.version(at: opened.path, in: head),
      version.id == nil || opened.id == nil || version.id == opened.id
    {
      return version
    }
    for task in snapshot.tasks where task.id != nil && task.id == opened.id {
      if let version = try git.version(at: task.path, in: head) { return version }
    }
    return nil
  }
}
