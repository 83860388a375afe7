internal import Git
public import StoreFiles
public import TaskFile

/// When a task came to be done.
package enum Completion: Hashable {
  /// The last commit doesn't have it so: it is done now.
  case now
  case at(Timestamp)
  /// Before a history that was cut off begins, as in a shallow clone; with the time of its oldest
  /// commit.
  case before(Timestamp?)
}

extension History {
  /// When a task whose file says now that it is done came to be, on the clock of whoever brought
  /// it there; everybody who has the history gets the same.
  ///
  /// - Parameter present: The files that it is one of.
  package func completion(
    of task: StoredTask, among present: PresentFiles
  ) throws(MemoError) -> Completion {
    try completion(of: task, recordedAs: present.recorded(task))
  }

  /// The same of a task whose life is plain.
  package func completion(of task: StoredTask, living life: PlainLife) -> Completion {
    guard let time = life.done else { return .now }
    return .at(life.cameDone ? task.completed(before: time) ?? time : time)
  }

  /// - Parameter state: The file of the last commit that it is; nil where nobody has recorded it yet.
  func completion(
    of task: StoredTask, recordedAs state: FileState?
  ) throws(MemoError) -> Completion {
    guard let state else { return .now }
    let version = PlacedState(state: state, node: last)
    guard try status(of: version) == .done else { return .now }
    if let place = try statusChange(of: version) {
      let time = index.nodes[place.node].authored
      // What was done before it came here may say when, as lines of todo.txt do.
      return .at(self[place].isBirth ? task.completed(before: time) ?? time : time)
    }
    return .before(
      isIn.indices.filter { isIn[$0] && isCutOff($0) }.map { index.nodes[$0].authored }
        .min { $0.secondsSince1970 < $1.secondsSince1970 })
  }
}

extension Store {
  /// When done tasks came to be done, on the clock of whoever did them, by their paths.
  ///
  /// What no commit has so yet is done now. A task of which the history doesn't tell, as in a
  /// shallow clone, may be missing.
  /// - Parameters:
  ///   - tasks: Open ones are passed over.
  ///   - commit: The commit's full name as of which the tasks are; nil for the present.
  ///   - mostNews: Nil is returned when more commits than this would have to be compared first.
  /// - Throws: ``MemoError``
  public func completionTimes(
    of tasks: [StoredTask], at commit: String? = nil, mostNews: Int = .max
  ) throws(MemoError) -> PathMap<Timestamp>? {
    let done = tasks.filter { $0.status == .done }
    // 'show' asks this of every task.
    guard !done.isEmpty else { return PathMap() }
    let git = try git()
    let named = commit.flatMap { ObjectID(hex: $0) }
    let start = named == nil ? try git.head().commit : named
    let history = try history(git, of: start, mostNews: mostNews)
    if history == nil, start != nil { return nil }
    let now = environment.timestamp
    let present = history.map { presentFiles($0, at: named) }
    let few = try history.flatMap { history throws(MemoError) in
      try history.completions(ofFew: done)
    }
    var times = PathMap<Timestamp>()
    for task in done {
      var completion = few?[task.path] ?? .now
      if few == nil, let history, let present {
        completion = try history.completion(of: task, among: present)
      }
      switch completion {
      case .now: times[task.path] = now
      case .at(let time): times[task.path] = time
      case .before(let time): times[task.path] = time
      }
    }
    return times
  }

  /// When something happened to tasks last, on the clock of whoever did it, by their paths.
  ///
  /// What is not recorded yet happens now. Merges that only bring a change together with others
  /// are none.
  /// - Parameter commit: The commit's full name as of which the tasks are; nil for the present.
  /// - Throws: ``MemoError``
  package func changeTimes(
    of tasks: [StoredTask], at commit: String? = nil
  ) throws(MemoError) -> PathMap<Timestamp> {
    let git = try git()
    let named = commit.flatMap { ObjectID(hex: $0) }
    let start = named == nil ? try git.head().commit : named
    let now = environment.timestamp
    var times = PathMap<Timestamp>()
    guard let history = try history(git, of: start) else {
      for task in tasks { times[task.path] = now }
      return times
    }
    let identities = try history.identities()
    let present = presentFiles(history, at: named)
    for task in tasks {
      let state = try history.living()[task.path]?.state
      if task.file != nil, try git.isEdited(task, since: state) {
        times[task.path] = now
        continue
      }
      guard let number = try present.task(of: task) else { continue }
      times[task.path] = identities.tasks[number].places.filter { history[$0].isOwn }
        .map { history.index.nodes[$0.node].authored }
        .max { $0.secondsSince1970 < $1.secondsSince1970 }
    }
    return times
  }

  private func presentFiles(_ history: History, at commit: ObjectID?) -> PresentFiles {
    commit == nil
      ? PresentFiles(history, readFrom: self) : PresentFiles(history, comparing: nil)
  }

  /// Done tasks, those first that were done last.
  ///
  /// By the history, as ``completionTimes(of:at:mostNews:)``; where there is none, or most of it
  /// was never compared yet, by when each file was last written.
  /// - Parameter commit: The commit's full name as of which the tasks are; nil for the present.
  public func lastDoneFirst(_ tasks: [StoredTask], at commit: String? = nil) -> [StoredTask] {
    guard tasks.count > 1 else { return tasks }
    // An order is no reason to show nothing.
    let times = (try? completionTimes(of: tasks, at: commit, mostNews: Self.mostNews)) ?? nil
    let ranks = tasks.map { task -> (Int64, UInt32) in
      if let times { return (times[task.path]?.secondsSince1970 ?? .min, 0) }
      let written = task.file?.modified ?? .distantPast
      return (written.seconds, written.nanoseconds)
    }
    return tasks.indices.sorted { a, b in
      ranks[a] == ranks[b] ? tasks[a].path.precedes(path: tasks[b].path) : ranks[a] > ranks[b]
    }.map { tasks[$0] }
  }

  /// So many commits are compared in hardly more time than it takes to read the index.
  static let mostNews = 500
}

extension StoredTask {
  /// When it was done, as its `completed` says; nil where it says nothing, or a later time.
  fileprivate func completed(before limit: Timestamp) -> Timestamp? {
    guard hasOtherFields, case .text(let text)? = item.otherField("completed"),
      let stamp = Timestamp(atMost: text), stamp < limit
    else { return nil }
    if stamp.precision == .moment { return stamp }
    // On the clock of whoever brought it here.
    return Timestamp(
      secondsSince1970: stamp.secondsSince1970 - Int64(limit.offsetMinutes) * 60,
      offsetMinutes: limit.offsetMinutes)
  }
}

extension StoreGit {
  /// Whether a file differs from what the last commit has.
  fileprivate func isEdited(_ task: StoredTask, since state: FileState?) throws(MemoError) -> Bool {
    guard let state else { return true }
    let bytes = task.document.bytes
    let id = try run("compare \(task.path)") { _ throws(GitError) in try ObjectID.blob(bytes) }
    // A filter of git's, as one for line ends, may make other bytes of the same text.
    if id == state.blob { return false }
    return try version(of: state).bytes != bytes
  }
}
