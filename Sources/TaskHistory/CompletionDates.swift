internal import Git
public import StoreFiles
public import TaskFile

package enum Completion: Hashable {
  /// The last commit doesn't have the task as done, so the time is now.
  case now
  case at(Timestamp)
  /// Before the cut of a shallow history; the time is that of its oldest commit.
  case before(Timestamp?)
}

extension History {
  /// The time when a done task was done, in the author's time zone.
  ///
  /// All clones with this history agree on it.
  package func completion(of task: StoredTask) throws(MemoError) -> Completion {
    guard let recorded = try present(of: task) else { return .now }
    return try completion(of: task, as: recorded)
  }

  /// The same with the task's version in the last commit.
  package func completion(
    of task: StoredTask, as recorded: RecordedTask
  ) throws(MemoError) -> Completion {
    let facts = recorded.facts
    guard facts.status == .done else { return .now }
    guard let since = facts.since, let time = try time(at: since) else {
      return .before(try beginningOfCut())
    }
    // A task that was done before its import may have its date, for example from todo.txt.
    guard since == facts.added, let said = task.completed(before: time) else { return .at(time) }
    return .at(said)
  }
}

extension Store {
  /// When done tasks were done, by path, in the author's time zone.
  ///
  /// A task that no commit has as done is done now. In a shallow clone, tasks may be missing.
  /// - Parameters:
  ///   - tasks: Open ones are ignored.
  ///   - commit: The full name of the tasks' commit; nil for the present.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func completionTimes(
    of tasks: [StoredTask], at commit: String? = nil
  ) throws(MemoError) -> PathMap<Timestamp> {
    let done = tasks.filter { $0.status == .done }
    var times = PathMap<Timestamp>()
    // `show` calls this for every task.
    guard !done.isEmpty else { return times }
    let now = environment.timestamp
    let history = try history(at: commit)
    try history?.expect(done.count)
    for task in done {
      switch try history?.completion(of: task) ?? .now {
      case .now: times[task.path] = now
      case .at(let time): times[task.path] = time
      case .before(let time): times[task.path] = time
      }
    }
    return times
  }

  /// How often tasks changed, with the addition, and when last, by path, in the author's time zone.
  ///
  /// Uncommitted changes happen now. A merge counts only if it changed more than it merged.
  /// - Parameter commit: The full name of the tasks' commit; nil for the present.
  /// - Throws: ``MemoError`` if the history can't be read.
  package func changeCounts(
    of tasks: [StoredTask], at commit: String? = nil
  ) throws(MemoError) -> PathMap<(count: Int, last: Timestamp)> {
    let now = environment.timestamp
    var found = PathMap<(count: Int, last: Timestamp)>()
    guard let history = try history(at: commit) else {
      for task in tasks { found[task.path] = (1, now) }
      return found
    }
    let all = tasks.count > 100 ? Dictionary(grouping: try history.allChanges(), by: \.task) : nil
    try history.expect(tasks.count)
    for task in tasks {
      let state = try history.present(at: task.path)?.state
      let isEdited = task.file != nil ? try history.git.isEdited(task, since: state) : false
      var changes: [CommitChange] = []
      if let ref = try history.task(of: task) {
        // `??` would lose the typed error of its right-hand side.
        changes = if let all { all[ref] ?? [] } else { try history.changes(of: ref) }
      }
      let own = changes.filter(\.delta.isOwn).map(\.commit.authored)
      let last = isEdited ? now : own.max { $0.secondsSince1970 < $1.secondsSince1970 }
      if let last { found[task.path] = (own.count + (isEdited ? 1 : 0), last) }
    }
    return found
  }

  /// - Parameter commit: A full name; nil for `HEAD`.
  private func history(at commit: String?) throws(MemoError) -> History? {
    let git = try git()
    guard let named = commit.flatMap({ ObjectID(hex: $0) }) else { return try history(git) }
    return try history(git, of: named)
  }

  /// Sorts done tasks like ``completionTimes(of:at:)``, the last one first.
  ///
  /// Without a readable history, sorts by path.
  /// - Parameter commit: The full name of the tasks' commit; nil for the present.
  public func lastDoneFirst(_ tasks: [StoredTask], at commit: String? = nil) -> [StoredTask] {
    guard tasks.count > 1 else { return tasks }
    // An unreadable history must not hide the list.
    let times = (try? completionTimes(of: tasks, at: commit)) ?? PathMap()
    let ranks = tasks.map { times[$0.path]?.secondsSince1970 ?? .min }
    return tasks.indices.sorted { a, b in
      ranks[a] == ranks[b] ? tasks[a].path.precedes(path: tasks[b].path) : ranks[a] > ranks[b]
    }.map { tasks[$0] }
  }
}

extension StoredTask {
  /// The time in `completed`; nil if it is missing or not before the limit.
  fileprivate func completed(before limit: Timestamp) -> Timestamp? {
    guard hasOtherFields, case .text(let text)? = item.otherField("completed"),
      let stamp = Timestamp(atMost: text), stamp < limit
    else { return nil }
    if stamp.precision == .moment { return stamp }
    // The time zone of the author who added the task.
    return Timestamp(
      secondsSince1970: stamp.secondsSince1970 - Int64(limit.offsetMinutes) * 60,
      offsetMinutes: limit.offsetMinutes)
  }
}

extension StoreGit {
  fileprivate func isEdited(_ task: StoredTask, since state: FileState?) throws(MemoError) -> Bool {
    guard let state else { return true }
    let bytes = task.document.bytes
    let id = try run("compare \(task.path)") { _ throws(GitError) in try ObjectID.blob(bytes) }
    // A git filter, for example for line endings, may give equal texts different bytes.
    if id == state.blob { return false }
    return try version(of: state).bytes != bytes
  }
}
