internal import Git
public import StoreFiles
internal import TaskFile

extension Store {
  /// The first of ``lastDoneFirst(_:at:)``.
  ///
  /// Where the history says it plainly they are found by a look at its newest commits, and nobody
  /// has to find out of each task when it was done.
  /// - Parameter most: So many, where there are as many.
  public func lastDone(_ tasks: [StoredTask], most: Int) -> [StoredTask] {
    // An order is no reason to show nothing.
    let found = tasks.count > most ? try? lastDoneByNews(tasks, most: most) : nil
    return found ?? Array(lastDoneFirst(tasks).prefix(most))
  }

  /// - Returns: Nil where every task has to be asked.
  func lastDoneByNews(
    _ tasks: [StoredTask], most: Int
  ) throws(MemoError) -> [StoredTask]? {
    let git = try git()
    guard !git.repository.isShallow, let history = try history(git, mostNews: Self.mostNews),
      history.clocksGoForward, var waiting = try history.recorded(tasks)
    else { return nil }
    let marks = history.index.stored?.marks([], Set(waiting.keys))
    var found: [(seconds: Int64, task: StoredTask)] = []
    var asked = 0
    for node in history.newestFirst {
      // What was there before it was done before it.
      let latest = history.index.nodes[node].authored.secondsSince1970
      if waiting.isEmpty || found.count >= most && found[most - 1].seconds > latest { break }
      let numbers = history.index.nodes[node].numbers(marks)
      asked += numbers.count
      guard asked <= Self.mostAsked else { return nil }
      for number in numbers {
        guard let name = history.index.nodes[node].delta(number).after?.name,
          let (task, state) = waiting.removeValue(forKey: name)
        else { continue }
        guard case .at(let time)? = try history.narrowedCompletion(of: task, recordedAs: state)
        else { return nil }
        found.append((time.secondsSince1970, task))
      }
      found.sort { one, other in
        one.seconds == other.seconds
          ? one.task.path.precedes(path: other.task.path) : one.seconds > other.seconds
      }
    }
    return found.prefix(most).map(\.task)
  }

  /// To ask a few takes less time than to ask all.
  private static let mostAsked = 40
}

extension History {
  /// When a few done tasks came to be, by a look at what has to do with them alone.
  ///
  /// - Returns: Nil where all have to be asked.
  func completions(ofFew tasks: [StoredTask]) throws(MemoError) -> PathMap<Completion>? {
    guard tasks.count <= Self.few, let names = try recorded(tasks) else { return nil }
    var found = PathMap<Completion>()
    for (name, file) in names {
      let completion = try narrowedCompletion(of: file.task, recordedAs: file.state)
      guard let completion else { return nil }
      found[name.path] = completion
    }
    return found
  }

  private static let few = 5

  /// - Returns: Nil where that is nearly as much as to ask all.
  fileprivate func narrowedCompletion(
    of task: StoredTask, recordedAs state: FileState
  ) throws(MemoError) -> Completion? {
    try task.id.flatMap { id throws(MemoError) in try narrowed(to: id) }
      .map { part throws(MemoError) in try part.completion(of: task, recordedAs: state) }
  }

  /// Whether no author's clock was behind that of the commits that were built upon.
  fileprivate var clocksGoForward: Bool {
    isIn.indices.allSatisfy { node in
      let time = index.nodes[node].authored.secondsSince1970
      return !isIn[node]
        || index.nodes[node].parents.allSatisfy {
          index.nodes[$0].authored.secondsSince1970 <= time
        }
    }
  }

  /// By the authors' clocks.
  fileprivate var newestFirst: [Int] {
    isIn.indices.filter { isIn[$0] }.sorted {
      index.nodes[$0].authored.secondsSince1970 > index.nodes[$1].authored.secondsSince1970
    }
  }

  /// Files by what the last commit has at their paths, where that is certainly what they are.
  ///
  /// - Returns: Nil where it isn't of each of them.
  fileprivate func recorded(
    _ tasks: [StoredTask]
  ) throws(MemoError) -> [FileState.Name: (task: StoredTask, state: FileState)]? {
    let git = git(at: last)
    let commit = index.nodes[last].commit
    let entries = try git.run(
      "read the files of \(commit.short)", git.repository.files(in: commit, under: git.taskFolders))
    let wanted = PathMap(tasks) { $0.path }
    var names: [FileState.Name: StoredTask] = [:]
    names.reserveCapacity(tasks.count)
    for entry in entries {
      guard let path = git.storePath(entry.path), let task = wanted[path] else { continue }
      guard task.id != nil, !task.sharesID else { return nil }
      names[FileState.Name(path: path, blob: entry.id)] = task
    }
    guard names.count == tasks.count else { return nil }
    var known = index.stored?.states(of: Set(names.keys)) ?? [:]
    for node in index.nodes where node.isFound {
      for case let state? in node.deltas.map(\.after) { known[state.name] = state }
    }
    var found: [FileState.Name: (task: StoredTask, state: FileState)] = [:]
    found.reserveCapacity(names.count)
    for (name, task) in names {
      guard let state = known[name], state.id == task.id else { return nil }
      found[name] = (task, state)
    }
    return found
  }
}
