package import Git
public import StoreFiles
public import TaskFile

/// A task that is in the history and in no file any more.
public struct DeletedTask: Sendable {
  /// As it last was; nil for a file that had none, or one that is another task's.
  public var id: TaskID?
  /// The id that another tool had given it, beside memo's.
  public var foreignID: String?
  public var title: String
  /// Where its file was, relative to the store.
  public var path: String
  /// The full name of the commit that deleted it, in hexadecimal digits.
  public var commit: String
  public var time: Timestamp
  /// Who deleted it.
  public var author: String
  /// What its file held.
  package let entry: TreeEntry
}

extension Store {
  /// The deleted tasks, the last deleted first, each once.
  ///
  /// A file that was removed by hand counts as soon as that is recorded.
  /// - Parameters:
  ///   - query: Which of them; the time and the author are the deletion's.
  ///   - body: Gets one after another until it returns false.
  /// - Throws: ``MemoError``
  public func deletedTasks(
    _ query: LogQuery = LogQuery(), _ body: (DeletedTask) -> Bool
  ) throws(MemoError) {
    var left = query.limit ?? .max
    guard left > 0 else { return }
    let range = LogRange(query)
    try deletedTasks(besides: try read()) { task, commit in
      guard range.contains(commit), query.tasks?.contains(task.target) ?? true else {
        return true
      }
      left -= 1
      return body(task) && left > 0
    }
  }

  /// - Parameter snapshot: The tasks that there are.
  package func deletedTasks(
    besides snapshot: Snapshot, _ body: (DeletedTask, Commit) -> Bool
  ) throws(MemoError) {
    guard let history = try history(git()) else { return }
    let git = history.git
    let formers = try formerTasks(snapshot, history).filter { !$0.isInHead }.sorted { a, b in
      a.last.commit == b.last.commit
        ? a.state.path.precedes(path: b.state.path) : b.last.commit.precedes(a.last.commit)
    }
    for former in formers {
      let commit = try git.commit(former.last.commit.id)
      guard let task = try former.task(git) else { continue }
      let state = former.state
      let deleted = DeletedTask(
        id: former.id == nil ? nil : task.id, foreignID: task.foreignID, title: task.title,
        path: state.path, commit: commit.id.hex,
        time: Timestamp(
          secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
        author: commit.author.name,
        entry: TreeEntry(path: git.repositoryPath(state.path), id: state.blob, mode: state.mode))
      guard body(deleted, commit) else { return }
    }
  }
}

extension DeletedTask {
  fileprivate var target: LogQuery.Target { id.map { .id($0) } ?? .file(path) }
}

extension DeletedTask {
  package func isMeant(by name: String) -> Bool {
    guard !name.isEmpty else { return false }
    let folded = name.lowercased()
    return id?.text.hasPrefix(name) == true || path == name || Paths.stem(of: path) == name
      || title.lowercased() == folded || foreignID?.lowercased() == folded
  }
}

extension MemoError {
  package static func severalDeleted(_ name: String, _ tasks: [DeletedTask]) -> MemoError {
    MemoError(
      .ambiguous, "'\(name)' could mean \(tasks.count) deleted tasks",
      details: tasks.namedLines(),
      hints: ["name it by enough letters of its id"])
  }
}

extension [DeletedTask] {
  /// Each with its id, its title and its path, twenty at most.
  package func namedLines() -> [String] {
    prefix(20).map { "\($0.id?.text ?? "(no id)")  \($0.title)  (\($0.path))" }
      + (count > 20 ? ["…"] : [])
  }
}
