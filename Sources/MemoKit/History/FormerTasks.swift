internal import Git
public import TaskFile

/// A task of the past that no file holds now.
struct FormerTask {
  /// Nil for a file that had none.
  var id: TaskID?
  /// As it last was.
  var state: FileState
  /// The last that happened to it, and the position of the commit.
  var touch: Touch
  var place: Int
  /// Whether the last commit has it still: only the file is gone.
  var isInHead = false

  /// What the file said; nil when its path can't be a task's.
  func task(_ git: StoreGit) throws(MemoError) -> StoredTask? {
    StoredTask(path: state.path, bytes: try git.version(of: state).bytes, file: nil)
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

  /// Whether an id is, or ever was, a task's.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  public func knows(_ id: TaskID, _ snapshot: Snapshot) throws(MemoError) -> Bool {
    if snapshot.tasks.contains(where: { $0.id == id }) { return true }
    return try history(git())?.places(of: id).isEmpty == false
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

  /// - Parameter snapshot: The tasks as they are now; their ids live.
  func formerTasks(
    _ snapshot: Snapshot, _ history: History
  ) throws(MemoError) -> [FormerTask] {
    let living = Set(snapshot.tasks.compactMap(\.id))
    let head = history.index.nodes[history.last].commit
    var formers: [FormerTask] = []
    for id in history.ids where !living.contains(id) {
      guard let place = history.places(of: id).last,
        let touch = history.index.nodes[place].touches.last(where: { $0.mentions(id) }),
        let state = ([touch.after] + touch.befores).lazy.compactMap({ $0 })
          .first(where: { $0.id == id })
      else { continue }
      var former = FormerTask(id: id, state: state, touch: touch, place: place)
      // A task that lost its id lives on without it.
      if touch.after != nil {
        guard touch.after?.id == id else { continue }
        former.isInHead = try history.git.state(at: state.path, in: head)?.id == id
      }
      formers.append(former)
    }
    return formers.sorted { ($0.place, $0.state.path) < ($1.place, $1.state.path) }
      + Self.nameless(Set(snapshot.tasks.map(\.path)), history)
  }

  /// Files that had no id when they were deleted: only the path tells which they were.
  private static func nameless(_ living: Set<String>, _ history: History) -> [FormerTask] {
    var found: [String: FormerTask] = [:]
    for (place, node) in history.index.nodes.enumerated() where history.isIn[place] {
      for touch in node.touches where touch.after == nil {
        guard let state = touch.befores.lazy.compactMap({ $0 }).first, state.id == nil,
          !living.contains(state.path)
        else { continue }
        found[state.path] = FormerTask(state: state, touch: touch, place: place)
      }
    }
    return found.values.sorted { $0.place < $1.place }
  }
}
