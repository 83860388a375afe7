internal import Git
internal import TaskFile

/// What can be taken back, and what can be made again; the newest first in each.
struct UndoStack {
  /// A change between two commits that is to be taken back.
  struct Item {
    var operation: Operation
    /// The commits before and after the change.
    var old: ObjectID
    var new: ObjectID
    /// What the commit that takes it back is known by.
    var mark: UndoMark
  }

  private(set) var undoable: [Item] = []
  /// What was undone since anything else was done.
  private(set) var redoable: [Item] = []
  /// Whether something came in from elsewhere after what is undone first.
  private(set) var isBehindSync = false

  /// - Parameters:
  ///   - count: How many that can be undone are looked for; 0 for what can be made again only.
  ///   - email: The user's, as committer.
  init(
    _ git: StoreGit, head: ObjectID, email: String, upTo count: Int
  ) throws(MemoError) {
    // What the newest mark says of an operation holds.
    var marks = UndoMarks(git, head: head)
    // What memo put right goes with the operation that made it necessary: taken back alone,
    // the next command would put it right again.
    var settling: [ObjectID] = []
    var isRedoOver = false
    var (undoable, redoable, isBehindSync) = ([Item](), [Item](), false)
    try OperationLog(git, head: head, email: email).forEach { step throws(MemoError) in
      switch step {
      case .sync:
        isBehindSync = isBehindSync || undoable.isEmpty
        settling = []
      case .settling(let commits):
        let ids = commits.map(\.id)
        if try !marks.areUndone(commits) { settling += ids }
      case .marked(let mark, let commit):
        if marks.insert(mark, in: commit), mark.kind == .undo, !isRedoOver,
          let before = commit.parents.first
        {
          redoable.append(
            Item(
              operation: Operation(undoneBy: commit, mark), old: before, new: commit.id,
              mark: UndoMark(kind: .redo, commits: mark.commits)))
        }
      case .operation(let commits, let old):
        let ids = commits.map(\.id)
        guard let operation = Operation(commits), let new = ids.first,
          try git.touchesTasks(from: old, to: new), try !marks.areUndone(commits)
        else { break }
        isRedoOver = true
        undoable.append(
          Item(
            operation: operation, old: old, new: settling.first ?? new,
            mark: UndoMark(kind: .undo, commits: ids + settling)))
        settling = []
      }
      return !isRedoOver || undoable.count < count
    }
    (self.undoable, self.redoable) = (Array(undoable.prefix(count)), redoable)
    self.isBehindSync = isBehindSync
  }
}

extension StoreGit {
  /// Whether tasks, or other files of the store, are different in two commits, of which the
  /// first has the store already.
  fileprivate func touchesTasks(from old: ObjectID, to new: ObjectID) throws(MemoError) -> Bool {
    let marker = repositoryPath(Store.marker)
    return try run("compare two commits") { repository throws(GitError) in
      guard try repository.entry(at: marker, in: old) != nil else { return false }
      let folders = taskFolders + [repositoryPath(StoreFiles.settingsFolder)]
      return try !repository.changedFiles(from: old, to: new, under: folders).isEmpty
    }
  }
}
