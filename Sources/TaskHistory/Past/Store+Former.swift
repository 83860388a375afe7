internal import Git
public import StoreFiles
internal import TaskFile

extension Store {
  /// Whether there were tasks that are not there any more.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: ``MemoError``
  public func hasFormerTasks(_ snapshot: Snapshot) throws(MemoError) -> Bool {
    guard let history = try history(git()) else { return false }
    return try !formerTasks(snapshot, history).isEmpty
  }

  /// The deleted task that somebody means by an id, the beginning of one, its title, or its last
  /// path or file name.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Returns: Nil when there is none; `task` is as it last was.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func deletedTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> (deletion: DeletedTask, task: StoredTask)? {
    var found: [DeletedTask] = []
    try deletedTasks(besides: snapshot) { task, _ in
      if task.isMeant(by: name) { found.append(task) }
      return true
    }
    let exact = found.filter { $0.id?.text == name }
    let meant = exact.isEmpty ? found : exact
    guard let deletion = meant.first else { return nil }
    guard meant.count == 1 else { throw .severalDeleted(name, meant) }
    let bytes = try git().run("read \(deletion.path)") { repository throws(GitError) in
      try repository.taskText(deletion.entry.id)
    }
    guard
      var task = StoredTask(path: deletion.path, bytes: bytes, file: nil, settings.aliases)
    else { return nil }
    task.sharesID = deletion.id == nil
    return (deletion, task)
  }

  /// The task of the last commit whose file is not here; nil where none is meant.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: ``MemoError``: of kind `ambiguous` with the candidates.
  package func absentTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard let history = try history(git()) else { return nil }
    var present: Set<TaskRef> = []
    for task in snapshot.tasks {
      if let ref = try history.task(of: task) { present.insert(ref) }
    }
    let missing = try history.present().values.filter { !present.contains($0.task) }
    guard !missing.isEmpty else { return nil }
    let paths = Set(missing.map { PathKey($0.state.path) })
    var last = try past("HEAD").snapshot
    last.tasks.removeAll { !paths.contains(PathKey($0.path)) }
    do throws(MemoError) {
      return try last.task(named: name)
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }
}
