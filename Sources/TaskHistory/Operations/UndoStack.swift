package import Git
package import StoreFiles
internal import TaskFile

/// What can be taken back, and what can be made again; the newest first in each.
package struct UndoStack {
  /// A change between two commits that is to be taken back.
  package struct Item {
    package var operation: Operation
    /// The commits before and after the change.
    package var old: ObjectID
    package var new: ObjectID
    /// What memo put right of it later, together with what other operations left.
    package var normalization: [TreeEdit] = []
    /// What the commit that takes it back is known by.
    package var mark: UndoMark
    /// The store's folder before it, "" or with a `/` behind; nil for where it is now.
    package var formerFolder: String?
    /// The same after it.
    package var folder: String?
  }

  package private(set) var undoable: [Item] = []
  /// What was undone since anything else was done.
  package private(set) var redoable: [Item] = []
  /// Whether something came in from elsewhere after what is undone first.
  package private(set) var isBehindSync = false

  /// Whether the one operation that was asked for was taken back already.
  package private(set) var isUndone = false

  /// - Parameters:
  ///   - count: How many that can be undone are looked for; 0 for what can be made again only.
  ///   - email: The user's, as committer.
  ///   - name: The one operation that is looked for, wherever it was done; nil for the newest of
  ///     this clone.
  package init(
    _ git: StoreGit, head: ObjectID, email: String, upTo count: Int, of name: OperationName? = nil
  ) throws(MemoError) {
    var marks = UndoMarks(git, head: head)
    var normalization: TrailingNormalization?
    var isRedoOver = false
    var (undoable, redoable, isBehindSync) = ([Item](), [Item](), false)
    var isUndone = false
    var number = 0
    // What was made again was done then: by steps from the newest, and which were not reached yet.
    var (steps, waiting) = ([Int](), Set<Int>())
    func isBegun() -> Bool { !undoable.isEmpty || !waiting.isEmpty }
    let log = try OperationLog(git, head: head, email: email, isOfAll: name != nil)
    try log.forEach { step, folders throws(MemoError) in
      number += 1
      switch step {
      case .merge(let commit):
        if !isBegun(), !isBehindSync { isBehindSync = try log.isIncoming(commit) }
      case .incoming: isBehindSync = isBehindSync || !isBegun()
      case .marked(let mark, let commit, let isOwn, let isNews):
        isBehindSync = isBehindSync || isNews && !isBegun()
        // As where a deleted task came back beside its copy.
        let after = normalization.flatMap { $0.follows(commit.id) ? $0.whole?.new : nil }
        normalization = nil
        guard try marks.insert(mark, at: isOwn ? number : nil), isOwn else { break }
        if mark.kind == .redo, name == nil { waiting.insert(number) }
        guard mark.kind == .undo, !isRedoOver, let before = commit.parents.first else { break }
        redoable.append(
          Item(
            operation: try git.undone(mark, by: commit), old: before, new: after ?? commit.id,
            mark: UndoMark(.redo, mark.names), formerFolder: folders?.before,
            folder: folders?.after))
      case .operation(var operation):
        let standing = try marks.standing(of: &operation)
        let isOver = standing?.kind == .undo
        let done = (isOver ? nil : standing?.step) ?? number
        waiting.remove(done)
        if isOver { isUndone = operation.name == name }
        if let mark = UndoMark(operation.commits[0].message), !isOver || mark.kind == .redo {
          // An undo that was amended is an operation, and an undo. A redo that was amended is an
          // operation in place of what it made again.
          _ = try marks.insert(UndoMark(.undo, mark.names), at: nil)
        }
        if !isOver, operation.kind == .normalize {
          normalization = TrailingNormalization(operation, git, before: normalization)
          break
        }
        var part = TrailingNormalization.Part.files([])
        if let waiting = normalization {
          var rest = waiting
          let isHere = folders.map { $0.before == git.prefix && $0.after == git.prefix } ?? true
          if rest.follows(operation.new) {
            part = try rest.take(for: operation, isSplit: isHere)
          }
          normalization = rest.follows(operation.old) ? rest : nil
        }
        guard !isOver, name == nil || operation.name == name,
          // To move the store alone is nothing that was done to tasks.
          try git.changesTasks(from: operation.old, to: operation.new, folders)
        else { break }
        isRedoOver = true
        var item = Item(
          operation: Operation(
            operation.name, operation.commits, at: operation.commits[0].committer),
          old: operation.old, new: operation.new, mark: UndoMark(.undo, [operation.name]),
          formerFolder: folders?.before, folder: folders?.after)
        switch part {
        case .whole(let names, let end):
          (item.new, item.mark) = (end, UndoMark(.undo, item.mark.names + names))
        case .files(let edits): item.normalization = edits
        }
        let place = steps.firstIndex { $0 > done } ?? steps.count
        undoable.insert(item, at: place)
        steps.insert(done, at: place)
      }
      let known = waiting.min().map { first in steps.count { $0 < first } } ?? steps.count
      return !isUndone && (!isRedoOver || known < count)
    }
    self.isUndone = isUndone
    (self.undoable, self.redoable) = (Array(undoable.prefix(count)), redoable)
    self.isBehindSync = isBehindSync
  }
}

extension StoreGit {
  /// The operation that a commit took back, as it is told, with the time of that.
  fileprivate func undone(_ mark: UndoMark, by commit: Commit) throws(MemoError) -> Operation {
    var commits: [Commit] = []
    // Earlier versions named each commit of several hand edits.
    for name in mark.names {
      guard let found = try operation(name, behind: commit.id) else { continue }
      if found.kind != .normalize || commits.isEmpty { commits += found.commits }
    }
    // A rebase may have left it out, or somebody cut the history off.
    if commits.isEmpty { commits = [commit] }
    return Operation(mark.names[0], commits, at: commit.committer)
  }

  /// Whether tasks, or other files of the store, are different in two commits, of which the
  /// first has the store already.
  ///
  /// - Parameter folders: Where the store was then; nil for where it is now.
  fileprivate func changesTasks(
    from old: ObjectID, to new: ObjectID, _ folders: StoreFolders.Change?
  ) throws(MemoError) -> Bool {
    let (before, after) = (folders?.before ?? prefix, folders?.after ?? prefix)
    return try run("compare two commits") { repository throws(GitError) in
      guard try repository.entry(at: before + Store.marker, in: old) != nil else { return false }
      guard before != after else {
        let folders = NonTaskFiles.watchedFolders.map { before + $0 }
        return try !repository.changedFiles(from: old, to: new, under: folders).isEmpty
      }
      func files(of commit: ObjectID, in folder: String) throws(GitError) -> Set<TreeEntry> {
        let folders = NonTaskFiles.watchedFolders.map { folder + $0 }
        return Set(
          try repository.files(in: commit, under: folders).map { file in
            let path = String(file.path.dropFirst(folder.count))
            return TreeEntry(path: path, id: file.id, mode: file.mode)
          })
      }
      return try files(of: old, in: before) != files(of: new, in: after)
    }
  }
}
