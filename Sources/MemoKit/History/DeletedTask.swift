internal import Git
public import TaskFile

/// A task that is in the history and in no file any more.
public struct DeletedTask: Sendable {
  /// As it last was; nil for a file that had none.
  public var id: TaskID?
  public var title: String
  /// Where its file was, relative to the store.
  public var path: String
  /// The full name of the commit that deleted it, in hexadecimal digits.
  public var commit: String
  public var time: Timestamp
  /// Who deleted it.
  public var author: String
  /// What its file held.
  let entry: TreeEntry
}

extension Store {
  /// The deleted tasks, the last deleted first, each once.
  ///
  /// - Parameter body: Gets one after another until it returns false.
  public func deletedTasks(_ body: (DeletedTask) -> Bool) throws(MemoError) {
    let git = try git()
    let snapshot = try read()
    try git.deletedTasks(besides: snapshot, body)
  }
}

extension StoreGit {
  /// - Parameter snapshot: The tasks that there are.
  func deletedTasks(
    besides snapshot: Snapshot, _ body: (DeletedTask) -> Bool
  ) throws(MemoError) {
    var known = Set(snapshot.tasks.compactMap { $0.id?.text })
    var paths = Set(snapshot.tasks.map(\.path))
    try run("read the history") { repository throws(GitError) in
      guard let head = try repository.head().commit else { return }
      try repository.walk(from: [head]) { commit throws(GitError) in
        for entry in try repository.deletions(in: commit, under: taskFolders) {
          guard let path = storePath(entry.path), StoredTask.isTaskName(path),
            entry.mode == .regular || entry.mode == .executable,
            let task = StoredTask(path: path, bytes: try repository.blob(entry.id), file: nil)
          else { continue }
          // Without an id the path has to tell.
          guard task.id.map({ known.insert($0.text).inserted }) ?? paths.insert(path).inserted
          else { continue }
          let time = Timestamp(
            secondsSince1970: commit.committer.seconds,
            offsetMinutes: commit.committer.offsetMinutes)
          let deleted = DeletedTask(
            id: task.id, title: task.title, path: path, commit: commit.id.hex, time: time,
            author: commit.author.name, entry: entry)
          if !body(deleted) { return false }
        }
        return true
      }
    }
  }
}

extension Repository {
  /// The files that a commit no longer has: of a merge those that each parent had.
  fileprivate func deletions(
    in commit: Commit, under folders: [String]
  ) throws(GitError) -> [TreeEntry] {
    var found: [TreeEntry]?
    for parent in commit.parents {
      let gone = try changedFiles(from: parent, to: commit.id, under: folders)
        .filter { $0.after == nil }.compactMap(\.before)
      let paths = Set(gone.map(\.path))
      found = found.map { $0.filter { paths.contains($0.path) } } ?? gone
      if found?.isEmpty == true { break }
    }
    return found ?? []
  }
}
