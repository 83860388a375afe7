package import Git
public import StoreFiles
public import TaskFile

/// A task of the past that no file holds now.
struct FormerTask {
  /// By which it is known; nil for a file that had none, or one that is another task's.
  var id: TaskID?
  /// As it last was.
  var state: FileState
  /// The last that happened to it.
  var last: CommitChange
  /// Whether the last commit has it still: only the file is gone.
  var isInHead = false

  /// What the file said; nil when its path can't be a task's.
  func task(_ git: StoreGit) throws(MemoError) -> StoredTask? {
    let bytes = try git.version(of: state).bytes
    var task = StoredTask(path: state.path, bytes: bytes, file: nil, git.aliases)
    task?.sharesID = id == nil
    return task
  }
}

extension Store {
  /// The task of the past that somebody means by an id, the beginning of one, its last path,
  /// file name or title.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Returns: Nil when there never was one.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func formerTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard !name.isEmpty, let history = try history(git()) else { return nil }
    let formers = try formerTasks(snapshot, history)
    var found = formers.filter { former in
      former.id?.text.hasPrefix(name) == true || former.state.path == name
        || Paths.stem(of: former.state.path) == name
    }
    if found.isEmpty {
      let folded = name.lowercased()
      for former in formers {
        let task = try former.task(history.git)
        if [task?.title.lowercased(), task?.foreignID?.lowercased()].contains(folded) {
          found.append(former)
        }
      }
    }
    guard let first = found.first else { return nil }
    guard found.count == 1 else {
      var candidates: [String] = []
      for former in found.prefix(20) {
        candidates.append(
          "\(former.id?.text ?? "(no id)")  \(try former.task(history.git)?.title ?? "")  "
            + "(\(former.state.path))")
      }
      throw MemoError(
        .ambiguous, "'\(name)' could mean \(found.count) deleted tasks",
        details: candidates + (found.count > 20 ? ["…"] : []),
        hints: ["use more letters of the id"])
    }
    return try first.task(history.git)
  }

  /// The commit in which a task went; nil where no task of the past is meant.
  ///
  /// - Parameters:
  ///   - id: Nil for a file that had none: it is known by its path.
  ///   - snapshot: The tasks as they are now.
  package func deletion(
    of id: TaskID?, at path: String, _ snapshot: Snapshot
  ) throws(MemoError) -> ObjectID? {
    guard let history = try history(git()) else { return nil }
    let former = try formerTasks(snapshot, history).last { former in
      id.map { former.id == $0 } ?? former.state.path.isSamePath(as: path)
    }
    return former.map(\.last.commit.id)
  }

  /// Whether an id is, or ever was, a task's.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  public func knows(_ id: TaskID, _ snapshot: Snapshot) throws(MemoError) -> Bool {
    if snapshot.tasks.contains(where: { $0.id == id }) { return true }
    return try history(git())?.has(id) ?? false
  }

  /// Every task of the past as it last was, in no order; for filters.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: ``MemoError``
  public func formerTasks(_ snapshot: Snapshot) throws(MemoError) -> [StoredTask] {
    guard let history = try history(git()) else { return [] }
    var tasks: [StoredTask] = []
    for former in try formerTasks(snapshot, history) {
      if let task = try former.task(history.git) { tasks.append(task) }
    }
    return tasks
  }

  /// In the order in which they were deleted.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  func formerTasks(
    _ snapshot: Snapshot, _ history: History
  ) throws(MemoError) -> [FormerTask] {
    var living: Set<TaskRef> = []
    for task in snapshot.tasks {
      if let ref = try history.task(of: task) { living.insert(ref) }
    }
    let committed = Set(try history.present().map(\.task))
    var formers: [FormerTask] = []
    for (ref, changes) in Dictionary(grouping: try history.allChanges(), by: \.task)
    where !living.contains(ref) {
      let isInHead = committed.contains(ref)
      guard let last = changes.lastOfLife(isLiving: isInHead) else { continue }
      // Not with `??`: its right-hand side loses the typed error.
      let former: FileState? =
        if let after = last.after { after } else { try history.lastState(before: last) }
      guard let state = former else { continue }
      let id: TaskID? = if case .id(let id) = ref { id } else { nil }
      formers.append(FormerTask(id: id, state: state, last: last, isInHead: isInHead))
    }
    formers.sort { a, b in
      a.last.commit == b.last.commit
        ? a.state.path.precedes(path: b.state.path) : a.last.commit.precedes(b.last.commit)
    }
    return formers.withoutOlderNameless(Set(snapshot.tasks.map(\.path)))
  }
}

extension History {
  /// A task's file as it was before a commit: of what a merge's parents had, what was made last.
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
  /// The last that happened to a task, of all that did: its deletion, unless it is still there.
  package func lastOfLife(isLiving: Bool) -> CommitChange? {
    let deletions = isLiving ? [] : filter { $0.after == nil }
    return (deletions.isEmpty ? self : deletions).max { $0.precedes($1) }
  }
}

extension [FormerTask] {
  /// Without files that had no id of their own and whose path is another's since: nothing else names them.
  fileprivate func withoutOlderNameless(_ living: Set<String>) -> [FormerTask] {
    var taken = living
    return Array(
      reversed().filter { $0.id != nil || taken.insert($0.state.path).inserted }.reversed())
  }
}

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
    let missing = try history.present().filter { !present.contains($0.task) }
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
