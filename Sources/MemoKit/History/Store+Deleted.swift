internal import Git
public import TaskFile

/// A task that is not in the store any more, but in its history.
public struct FormerTask: Sendable {
  /// The task as it last was.
  public var task: StoredTask
  /// What took it away; the last that is known of it where nothing says so.
  public var entry: LogEntry
}

extension Store {
  /// The tasks that were deleted, the last one first.
  ///
  /// A file that somebody removed by hand counts when that is recorded.
  /// - Parameter snapshot: The tasks as they are now; their ids live.
  /// - Throws: ``MemoError``
  public func deletedTasks(_ snapshot: Snapshot) throws(MemoError) -> [FormerTask] {
    guard let history = try history(git()) else { return [] }
    var found: [(task: FormerTask, place: Int)] = []
    for former in try formerTasks(snapshot, history) where !former.isInHead {
      let commit = try history.git.commit(history.index.nodes[former.place].commit)
      guard let entry = try Teller(git: history.git).tell(former.touch, of: commit),
        let task = try former.task(history.git)
      else { continue }
      found.append((FormerTask(task: task, entry: entry), former.place))
    }
    return found.sorted {
      ($0.task.entry.time.secondsSince1970, $0.place)
        > ($1.task.entry.time.secondsSince1970, $1.place)
    }.map(\.task)
  }

  /// The task of the past that somebody means by an id, the beginning of one, its last path,
  /// file name or title.
  ///
  /// - Returns: Nil when there never was one.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func formerTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard !name.isEmpty, let history = try history(git()) else { return nil }
    let formers = try formerTasks(snapshot, history)
    var found = formers.filter { former in
      former.id.text.hasPrefix(name) || former.state.path == name
        || Paths.stem(of: former.state.path) == name
    }
    if found.isEmpty {
      for former in formers {
        let title = try former.task(history.git)?.title.lowercased()
        if title == name.lowercased() { found.append(former) }
      }
    }
    guard let first = found.first else { return nil }
    guard found.count == 1 else {
      var candidates: [String] = []
      for former in found.prefix(20) {
        candidates.append(
          "\(former.id)  \(try former.task(history.git)?.title ?? "")  (was \(former.state.path))")
      }
      throw MemoError(
        .ambiguous, "'\(name)' could mean \(found.count) deleted tasks", details: candidates,
        hints: ["use more letters of the id"])
    }
    return try first.task(history.git)
  }

  /// Every task of the past as it last was, in no order; for filters.
  public func formerTasks(_ snapshot: Snapshot) throws(MemoError) -> [StoredTask] {
    guard let history = try history(git()) else { return [] }
    var tasks: [StoredTask] = []
    for former in try formerTasks(snapshot, history) {
      if let task = try former.task(history.git) { tasks.append(task) }
    }
    return tasks
  }
}

/// A task that no file has now, and what is known of it without reading any.
private struct Former {
  var id: TaskID
  /// As it last was.
  var state: FileState
  /// The last that happened to it, and the position of the commit.
  var touch: Touch
  var place: Int
  /// Whether the last commit has it still: only the file is gone.
  var isInHead: Bool

  func task(_ git: StoreGit) throws(MemoError) -> StoredTask? {
    StoredTask(path: state.path, bytes: try git.version(of: state).bytes, file: nil)
  }
}

extension Store {
  private func formerTasks(
    _ snapshot: Snapshot, _ history: History
  ) throws(MemoError) -> [Former] {
    let living = Set(snapshot.tasks.compactMap(\.id))
    let head = history.index.nodes[history.last].commit
    var formers: [Former] = []
    for id in history.ids where !living.contains(id) {
      guard let place = history.places(of: id).last,
        let touch = history.index.nodes[place].touches.last(where: { $0.mentions(id) }),
        let state = ([touch.after] + touch.befores).lazy.compactMap({ $0 })
          .first(where: { $0.id == id })
      else { continue }
      var isInHead = false
      if touch.after?.id == id {
        isInHead = try history.git.state(at: state.path, in: head)?.id == id
      }
      formers.append(
        Former(id: id, state: state, touch: touch, place: place, isInHead: isInHead))
    }
    return formers.sorted { $0.id < $1.id }
  }
}
