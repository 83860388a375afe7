package import Git
package import StoreFiles
internal import TaskFile
package import TaskHistory

extension TreeMerge {
  /// Merges the inverse of a change with the present state of its tasks.
  ///
  /// - Parameters:
  ///   - living: The ids of the existing tasks.
  ///   - pending: Earlier undos that HEAD doesn't have yet.
  ///   - history: The history up to HEAD.
  package init(
    _ git: StoreGit, undo item: UndoStack.Item, at head: ObjectID, _ living: Set<String>,
    by person: Signature, after pending: [UndoMark],
    _ history: @escaping () throws(MemoError) -> History?
  ) throws(MemoError) {
    // The commit may have adopted tasks from another program's folder, or undone an adoption.
    let kind = try git.commit(item.new).operationMark?.kind
    let isAdoption = kind == .adopt || kind == .undo || kind == .redo
    let (old, new) = (item.old, try git.with(item.normalization, on: item.new))
    let changes = try git.changes(from: new, to: old, backBy: history).filter {
      git.isOfStore($0) || isAdoption && git.isAdopted($0)
    }
    let later = try LaterChanges.all(
      git, since: item.new, of: git.ids(of: changes), by: person, pending, history)
    var inverse: [SideChange] = []
    var gone: [MergedTask] = []
    for change in changes {
      guard change.before == nil, let id = change.change.id else {
        inverse.append(change)
        continue
      }
      // The deleted task was already restored, so don't add a copy.
      if living.contains(id), try !git.has(id, in: new) { continue }
      if let step = later[id]?.others.first, step.after == nil {
        // Somebody else deleted the task too.
        let kept = KeptChange(part: .task, value: nil, change: step.last)
        gone.append(MergedTask(title: change.change.title, id: id, kept: [kept]))
      } else {
        inverse.append(change)
      }
    }
    try self.init(
      git, base: new, ours: head, theirs: old,
      undo: Undo(person: person, changes: inverse, later: later))
    merged += gone
  }

  package func undoEntry(_ operation: Operation, _ mark: UndoMark) -> JournalEntry {
    let subject = "\(mark.kind.rawValue): \(operation.subject)".journalTitle
    var lines = operation.parts.map { "- \($0)" }
    lines += merged.flatMap { task in
      task.notes.flatMap { note in note.description.split(separator: "\n").map { "  \($0)" } }
    }
    let ids = incoming.compactMap(\.change.id).map { "\(JournalEntry.trailer): \($0)" }
    return JournalEntry(subject, lines, trailers: ids + [mark.trailer])
  }
}

extension StoreGit {
  /// A commit with other files; part of no history.
  fileprivate func with(
    _ changes: [FileChange], on commit: ObjectID
  ) throws(MemoError) -> ObjectID {
    guard !changes.isEmpty else { return commit }
    return try run("commit the repairs") { repository throws(GitError) in
      let original = try repository.commit(commit)
      return try repository.writeCommit(
        tree: try repository.writeTree(basedOn: commit, changes), parents: [commit],
        message: original.message, author: original.author, committer: original.committer)
    }
  }

  /// The ids of changed tasks, even if the undo restores a version without an id.
  fileprivate func ids(of changes: [SideChange]) throws(MemoError) -> Set<TaskID> {
    var ids: Set<TaskID> = []
    for change in changes where change.isTask {
      var text = change.change.id
      if text == nil, let before = change.before { text = try idText(of: before) }
      if let id = text.flatMap({ TaskID($0) }) { ids.insert(id) }
    }
    return ids
  }

  /// Whether a file may be of another program's folder: a Markdown file, added or deleted.
  fileprivate func isAdopted(_ change: SideChange) -> Bool {
    guard let path = storePath(change.path) else { return false }
    return path.hasSuffix(".md") && (change.before == nil) != (change.after == nil)
  }

  /// Whether a commit has a task with an id.
  fileprivate func has(_ id: String, in commit: ObjectID) throws(MemoError) -> Bool {
    try run("read the tasks' ids") { repository throws(GitError) in
      for entry in try repository.files(in: commit, under: taskFolders)
      where entry.mode.isFile {
        if document(try repository.taskText(entry.id)).id?.text == id { return true }
      }
      return false
    }
  }
}
