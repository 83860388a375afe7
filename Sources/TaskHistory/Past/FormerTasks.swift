package import Git
public import StoreFiles
public import TaskFile

/// A task of the past that no file holds now.
struct FormerTask {
  /// By which it is known; nil for a file that had none, or one that is another task's.
  var id: TaskID?
  /// As it last was.
  var state: FileState
  /// The last that happened to it, and the position of the commit.
  var delta: TaskDelta
  var place: Int
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
    return former.map { history.index.nodes[$0.place].commit }
  }

  /// Whether an id is, or ever was, a task's.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  public func knows(_ id: TaskID, _ snapshot: Snapshot) throws(MemoError) -> Bool {
    if snapshot.tasks.contains(where: { $0.id == id }) { return true }
    return try history(git())?.identities().tasks(with: id).isEmpty == false
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
    let identities = try history.identities()
    let recorded = try PresentFiles(history, comparing: snapshot).tasks
    let present = Set(recorded.values)
    // What is there again, and in no commit yet.
    let unrecorded = Set(snapshot.tasks.filter { recorded[$0.path] == nil }.compactMap(\.id))
    let committed = try history.living().firstOfTask
    var formers: [FormerTask] = []
    for (number, task) in identities.tasks.enumerated() where !present.contains(number) {
      guard !task.ids.contains(where: unrecorded.contains),
        let last = history.lastPlace(of: task, isLiving: committed[number] != nil)
      else { continue }
      let delta = history[last]
      guard let state = delta.after ?? history.lastBefore(last, identities) else { continue }
      var id = state.id ?? task.ids.last
      if let known = id, unrecorded.contains(known) { continue }
      if let known = id, try history.holder(of: known) != number { id = nil }
      formers.append(
        FormerTask(
          id: id, state: state, delta: delta, place: last.node,
          isInHead: committed[number] != nil))
    }
    formers.sort { a, b in
      a.place == b.place
        ? a.state.path.precedes(path: b.state.path) : history.precedes(a.place, b.place)
    }
    return formers.withoutOlderNameless(Set(snapshot.tasks.map(\.path)))
  }
}

extension History {
  /// A task's file as it was before a commit: of what a merge's parents had, what was made last.
  fileprivate func lastBefore(_ place: Place, _ identities: TaskIdentities) -> FileState? {
    let parents = index.nodes[place.node].parents
    var last: (state: FileState, origin: Int)?
    for (side, state) in self[place].befores.enumerated() {
      guard let state else { continue }
      let node = side < parents.count ? parents[side] : place.node
      let origin = identities.origin(of: state.name, in: node, self)?.node ?? node
      if last.map({ precedes($0.origin, origin) }) ?? true { last = (state, origin) }
    }
    return last?.state
  }

  /// The last that happened to a task: its deletion, unless it is still there.
  package func lastPlace(of task: TaskIdentities.Task, isLiving: Bool) -> Place? {
    let deletions = isLiving ? [] : task.places.filter { self[$0].after == nil }
    return (deletions.isEmpty ? task.places : deletions)
      .max { ($0.node == $1.node && $0.delta < $1.delta) || precedes($0.node, $1.node) }
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
