package import Git
public import StoreFiles
public import TaskFile

/// A task without a present file.
struct FormerTask {
  var state: FileState
  var last: CommitChange
  /// Whether the task is still in the last commit, and only its file is absent.
  var isInHead = false

  /// Nil for a file without an id.
  var id: TaskID? { if case .id(let id) = last.task { id } else { nil } }

  /// The parsed file; nil if the path is not valid for a task.
  func task(_ git: StoreGit) throws(MemoError) -> StoredTask? {
    var task = StoredTask(try git.version(of: state))
    task?.sharesID = id == nil
    return task
  }
}

extension Store {
  /// The former task with a name: the beginning of its id, its last path or its file name.
  ///
  /// - Parameter snapshot: The present tasks.
  /// - Returns: Nil if no former task has the name.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func formerTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    var former = snapshot
    former.tasks = try formerTasks(snapshot).sorted { $0.precedes($1) }
    return former.task(called: name, from: nil) == nil ? nil : try former.task(named: name)
  }

  /// The last change of a former task: its deletion, if a commit deleted it.
  ///
  /// - Parameter id: Nil for a file without an id, which the path identifies.
  /// - Returns: Nil for a task that was never committed.
  package func lastChange(of id: TaskID?, at path: String) throws(MemoError) -> LastChange? {
    guard let history = try history(git()) else { return nil }
    let ref: TaskRef? =
      if let id { .id(id) } else { try history.lastTask(withoutIDAt: path) }
    guard let ref, let last = try history.changes(of: ref).max(by: { $0.precedes($1) }) else {
      return nil
    }
    return LastChange(try history.git.commit(last.commit.id))
  }

  /// Whether a task has or had an id.
  ///
  /// - Parameter snapshot: The present tasks.
  public func knows(_ id: TaskID, _ snapshot: Snapshot) throws(MemoError) -> Bool {
    if snapshot.tasks.contains(where: { $0.id == id }) { return true }
    return try history(git())?.has(id) ?? false
  }

  /// The last versions of all former tasks, in any order.
  ///
  /// - Parameter snapshot: The present tasks.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func formerTasks(_ snapshot: Snapshot) throws(MemoError) -> [StoredTask] {
    guard let history = try history(git()) else { return [] }
    var tasks: [StoredTask] = []
    for former in try formerTasks(snapshot, history) {
      if let task = try former.task(history.git) { tasks.append(task) }
    }
    return tasks
  }

  /// The last one deleted first.
  ///
  /// Omits files without an id whose path was reused later, since no name identifies them.
  func formerTasks(
    _ snapshot: Snapshot, _ history: History
  ) throws(MemoError) -> [FormerTask] {
    var living: Set<TaskRef> = []
    for task in snapshot.tasks {
      if let ref = try history.task(of: task) { living.insert(ref) }
    }
    let committed = Set(try history.present().values.map(\.task))
    var formers: [FormerTask] = []
    for (ref, changes) in Dictionary(grouping: try history.allChanges(), by: \.task)
    where !living.contains(ref) {
      let isInHead = committed.contains(ref)
      guard let last = changes.lastOfLife(isLiving: isInHead) else { continue }
      // `??` would lose the typed error of its right-hand side.
      let former: FileState? =
        if let after = last.after { after } else { try history.lastState(before: last) }
      guard let state = former else { continue }
      formers.append(FormerTask(state: state, last: last, isInHead: isInHead))
    }
    formers.sort { a, b in
      if a.last.commit != b.last.commit { return b.last.commit.precedes(a.last.commit) }
      return a.state.path.isSamePath(as: b.state.path)
        ? a.last.task.id.text < b.last.task.id.text : a.state.path.precedes(path: b.state.path)
    }
    var taken = Set(snapshot.tasks.map(\.path))
    return formers.filter { $0.id != nil || taken.insert($0.state.path).inserted }
  }
}

extension History {
  /// A task's file before a commit; for a merge, the newest of the parents' versions.
  package func lastState(before change: CommitChange) throws(MemoError) -> FileState? {
    var last: (state: FileState, made: CommitChange)?
    for case let state? in change.delta.befores {
      guard change.delta.befores.count > 1 else { return state }
      guard let made = try self.change(making: state.name) else { continue }
      if last.map({ $0.made.precedes(made) }) ?? true { last = (state, made) }
    }
    return last?.state ?? change.before
  }
}

extension [CommitChange] {
  /// The deletion of a task, or its last change if it still exists.
  package func lastOfLife(isLiving: Bool) -> CommitChange? {
    let deletions = isLiving ? [] : filter { $0.after == nil }
    return (deletions.isEmpty ? self : deletions).max { $0.precedes($1) }
  }
}

public struct DeletedTask: Sendable {
  /// The last version.
  public let task: StoredTask
  public let deletion: LastChange
  /// The last version of the file.
  package let entry: TreeEntry

  /// Nil for a file without an id, or with another task's id.
  public var id: TaskID? { task.sharesID ? nil : task.id }
  public var title: String { task.title }
  /// The last path, relative to the store.
  public var path: String { task.path }
}

extension Store {
  /// Visits the deleted tasks, the last one first.
  ///
  /// A file that was deleted by hand counts once that is committed.
  /// - Parameters:
  ///   - query: Selects tasks, by the time and the author of the deletion.
  ///   - snapshot: The present tasks; nil to read them.
  ///   - body: Called with each task until it returns false.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func deletedTasks(
    _ query: LogQuery = LogQuery(), besides snapshot: Snapshot? = nil,
    _ body: (DeletedTask) -> Bool
  ) throws(MemoError) {
    guard let history = try history(git()) else { return }
    let snapshot = if let snapshot { snapshot } else { try read() }
    try deletedTasks(query, besides: snapshot, in: history, body)
  }

  package func deletedTasks(
    _ query: LogQuery = LogQuery(), besides snapshot: Snapshot, in history: History,
    _ body: (DeletedTask) -> Bool
  ) throws(MemoError) {
    var left = query.limit ?? .max
    guard left > 0 else { return }
    let (git, range) = (history.git, LogRange(query))
    for former in try formerTasks(snapshot, history)
    where !former.isInHead && query.tasks?.contains(former.last.task) ?? true {
      let commit = try history.object(of: former.last.commit.id)
      guard range.contains(commit), let task = try former.task(git) else { continue }
      let deleted = DeletedTask(
        task: task, deletion: LastChange(commit), entry: git.entry(former.state))
      left -= 1
      guard body(deleted), left > 0 else { return }
    }
  }
}

extension DeletedTask {
  /// Whether a name is the task's name, its whole title, or its id in another tool.
  package func isMeant(by name: TaskName) -> Bool {
    let folded = name.text.lowercased()
    return !folded.isEmpty
      && (name.fits(task) || title.lowercased() == folded
        || task.foreignID?.lowercased() == folded)
  }
}

extension [DeletedTask] {
  /// Of tasks with a name, those with it as complete id or path; otherwise all.
  package func exact(_ name: String) -> [DeletedTask] {
    let exact = filter { $0.id?.text == name || $0.path.isSamePath(as: name) }
    return exact.isEmpty ? self : exact
  }
}

extension MemoError {
  package static func severalDeleted(_ name: String, _ tasks: [DeletedTask]) -> MemoError {
    MemoError(
      .ambiguous, "'\(name)' could mean \(tasks.count) deleted tasks",
      details: tasks.map(\.task).namedLines(),
      hints: ["name it by enough letters of its id"])
  }
}

extension Store {
  /// The deleted task with a name: the beginning of its id, its title, last path or file name.
  ///
  /// - Parameter snapshot: The present tasks.
  /// - Returns: Nil if no deleted task has the name.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func deletedTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> DeletedTask? {
    let typed = TaskName(name)
    var found: [DeletedTask] = []
    try deletedTasks(besides: snapshot) { task in
      if task.isMeant(by: typed) { found.append(task) }
      return true
    }
    let meant = found.exact(name)
    guard meant.count < 2 else { throw .severalDeleted(name, meant) }
    return meant.first
  }

  /// The task with a name in the last commit whose file is absent.
  ///
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  package func absentTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard let history = try history(git()) else { return nil }
    var last = snapshot
    last.tasks = []
    for former in try formerTasks(snapshot, history) where former.isInHead {
      if let task = try former.task(history.git) { last.tasks.append(task) }
    }
    last.tasks.sort { $0.precedes($1) }
    do throws(MemoError) {
      return try last.task(named: name)
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }
}
